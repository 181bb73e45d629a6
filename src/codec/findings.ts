import { defineFindings } from '../base/findings.ts';

/**
 * What can be wrong with the bytes of a file when it is decoded. The area is `zip`, where they come from: codes never
 * change.
 */
const CODEC_FINDINGS = defineFindings({
  'zip/size-mismatch': {
    severity: 'error',
    title: 'An entry is not as long as it says',
    meaning:
      'Decoding gives more or fewer bytes than the directory states. Boxcutter keeps none beyond the stated size.',
    action: 'Download the file again; if it stays, treat it as hostile.',
  },
  'zip/crc-mismatch': {
    severity: 'error',
    title: 'An entry’s checksum is wrong',
    meaning:
      'The decoded bytes do not have the CRC-32 that the directory states: they were damaged, or somebody changed them.',
    action: 'Download the file again.',
  },
  'zip/bad-data': {
    severity: 'error',
    title: 'An entry cannot be decompressed',
    meaning: 'Its compressed bytes break the rules of their method.',
    action: 'Download the file again; if it stays, ask its author to pack it again.',
  },
  'zip/window-too-large': {
    severity: 'error',
    title: 'Decompressing needs too much memory',
    meaning: 'The zstd frame asks for a larger window than Boxcutter allows. The zstd tool refuses it too, by default.',
    action: 'Ask its author to compress it without a “long” window.',
  },
});

type Table = typeof CODEC_FINDINGS;

declare module '../base/findings.ts' {
  interface FindingTable extends Table {}
}
