import { defineFindings } from '../base/findings.ts';

/**
 * What can be wrong with the bytes of a file when it is decoded. The area is `zip`, where they come from: codes never
 * change.
 */
const CODEC_FINDINGS = defineFindings({
  'zip/size-mismatch': {
    severity: 'error',
    title: 'An entry has the wrong size',
    meaning:
      'The decoded data is longer or shorter than the directory says. Boxcutter drops everything past that size.',
    action: 'Download the file again. If this stays, treat it as malicious.',
  },
  'zip/crc-mismatch': {
    severity: 'error',
    title: 'An entry has the wrong checksum',
    meaning:
      'The CRC-32 of the decoded bytes is not the one in the directory. The bytes are damaged, or somebody changed them.',
    action: 'Download the file again.',
  },
  'zip/bad-data': {
    severity: 'error',
    title: 'An entry cannot be decompressed',
    meaning: 'Its compressed data is invalid.',
    action: 'Download the file again. If this stays, ask the author to repack it.',
  },
  'zip/window-too-large': {
    severity: 'error',
    title: 'Decompressing needs too much memory',
    meaning: 'The zstd frame needs a larger window than Boxcutter allows. The zstd tool rejects it by default, too.',
    action: 'Ask the author to compress it without a “long” window.',
  },
});

type Table = typeof CODEC_FINDINGS;

declare module '../base/findings.ts' {
  interface FindingTable extends Table {}
}
