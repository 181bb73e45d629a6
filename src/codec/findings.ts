import { error } from '../base/finding-entry.ts';
import { defineFindings } from '../base/findings.ts';

/**
 * What can be wrong with the bytes of a file when it is decoded. The area is `zip`, where they come from: codes never
 * change.
 */
const CODEC_FINDINGS = defineFindings({
  'zip/size-mismatch': error(
    'An entry has the wrong size',
    'The decoded data is longer or shorter than the directory says. Boxcutter drops everything past that size.',
    'Download the file again. If this persists, treat it as malicious.',
  ),
  'zip/crc-mismatch': error(
    'An entry has the wrong checksum',
    'The CRC-32 of the decoded bytes is not the one in the directory. The bytes are damaged, or somebody changed them.',
    'Download the file again.',
  ),
  'zip/bad-data': error(
    'An entry cannot be decompressed',
    'Its compressed data is invalid.',
    'Download the file again. If this persists, ask the author to repack it.',
  ),
  'zip/no-inflate': error(
    'The browser cannot decompress Deflate',
    'Most files of zips and PNG pictures are compressed with Deflate. This browser is too old to decompress large ones.',
    'Update the browser, or open the file in another one.',
  ),
  'zip/window-too-large': error(
    'Decompressing needs too much memory',
    'The zstd frame needs a larger window than Boxcutter allows. The zstd tool rejects it by default, too.',
    'Ask the author to compress it without a “long” window.',
  ),
});

declare module '../base/findings.ts' {
  interface FindingTable extends Readonly<typeof CODEC_FINDINGS> {}
}
