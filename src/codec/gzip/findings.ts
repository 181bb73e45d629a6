import { defineArea, defineFindings } from '../../base/findings.ts';

/** What can be wrong with gzip around a file. */
defineArea('gzip', 'gzip around a file');

const GZIP_FINDINGS = defineFindings({
  'gzip/bad-data': {
    severity: 'error',
    title: 'The gzip data is damaged',
    meaning: 'It cannot be decompressed completely. The download was probably interrupted.',
    action: 'Download the file again, and compare its size with the original.',
  },
  'gzip/checksum': {
    severity: 'error',
    title: 'The decompressed data has the wrong checksum',
    meaning: 'The CRC-32 or the size at the end of the gzip data does not match. Some bytes are damaged.',
    action: 'Download the file again.',
  },
  'gzip/trailing-bytes': {
    severity: 'warning',
    title: 'Bytes after the gzip data',
    meaning: 'The bytes that follow are not gzip data. gzip itself ignores them with a warning.',
    action: 'Nothing to do if they are padding. Otherwise ask the author what they are.',
  },
  'gzip/too-large': {
    severity: 'error',
    title: 'Decompressed, it is too large',
    meaning: 'Boxcutter decompresses the file before it opens it, and stops at a limit. A gzip bomb looks the same.',
    action: 'Decompress it with gzip, and open the result.',
  },
});

type Table = typeof GZIP_FINDINGS;

declare module '../../base/findings.ts' {
  interface FindingTable extends Table {}
}
