import { error, warning } from '../../base/finding-entry.ts';
import { defineArea, defineFindings } from '../../base/findings.ts';

/** What can be wrong with gzip around a file. */
defineArea('gzip', 'gzip around a file');

const GZIP_FINDINGS = defineFindings({
  'gzip/bad-data': error(
    'The gzip data is damaged',
    'It cannot be decompressed completely. The download was probably interrupted.',
    'Download the file again, and compare its size with the original.',
  ),
  'gzip/checksum': error(
    'The decompressed data has the wrong checksum',
    'The CRC-32 or the size at the end of the gzip data does not match. Some bytes are damaged.',
    'Download the file again.',
  ),
  'gzip/trailing-bytes': warning(
    'Bytes after the gzip data',
    'The bytes that follow are not gzip data. gzip itself ignores them with a warning.',
    'Nothing to do if they are padding. Otherwise ask the author what they are.',
  ),
  'gzip/too-large': error(
    'Decompressed, it is too large',
    'Boxcutter decompresses the file before it opens it, and stops at a limit. A gzip bomb looks the same.',
    'Decompress it with gzip, and open the result.',
  ),
});

declare module '../../base/findings.ts' {
  interface FindingTable extends Readonly<typeof GZIP_FINDINGS> {}
}
