import { defineArea, defineFindings } from '../../base/findings.ts';

/** What can be wrong with gzip around a file. */
defineArea('gzip', 'gzip around a file');

const GZIP_FINDINGS = defineFindings({
  'gzip/bad-data': {
    severity: 'error',
    title: 'The gzip data is damaged',
    meaning: 'It cannot be decompressed to its end. The download was probably interrupted.',
    action: 'Download the file again, and compare its size with the original.',
  },
  'gzip/checksum': {
    severity: 'error',
    title: 'The decompressed data has the wrong checksum',
    meaning: 'The CRC-32 or the size at the end of the gzip data is another one. Some bytes are damaged.',
    action: 'Download the file again.',
  },
  'gzip/trailing-bytes': {
    severity: 'warning',
    title: 'Bytes after the gzip data',
    meaning: 'More bytes follow that are not gzip. gzip itself ignores them and warns, too.',
    action: 'Nothing to do if they are padding. Otherwise ask the author what they are.',
  },
  'gzip/too-large': {
    severity: 'error',
    title: 'Decompressed, it is too large',
    meaning: 'Boxcutter decompresses such a file before it opens it, and stops at a limit. A gzip bomb looks the same.',
    action: 'Decompress it with gzip, and open the result.',
  },
});

type Table = typeof GZIP_FINDINGS;

declare module '../../base/findings.ts' {
  interface FindingTable extends Table {}
}
