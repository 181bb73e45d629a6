import { defineArea, defineFindings } from '../../base/findings.ts';
import '../findings.ts';

/** What can be wrong with a zip. */
defineArea('zip', 'The zip container');

const ZIP_FINDINGS = defineFindings({
  'zip/not-a-zip': {
    severity: 'error',
    title: 'Not a zip file',
    meaning: 'The file has no zip directory. It is a different kind of file, or an error page saved under this name.',
    action: 'Check where the file came from, and download it again.',
  },
  'zip/truncated': {
    severity: 'error',
    title: 'The file is cut off',
    meaning: 'It begins like a zip, but the directory at its end is missing. The download was probably interrupted.',
    action: 'Download the file again, and compare its size with the original.',
  },
  'zip/bad-directory': {
    severity: 'error',
    title: 'The zip directory is damaged',
    meaning: 'A record of the directory is invalid, so the files after it cannot be listed.',
    action: 'Download the file again, or ask the author to repack it.',
  },
  'zip/comment-cut': {
    severity: 'warning',
    title: 'The zip comment is cut off',
    meaning:
      'The comment at the end is shorter than its declared length. All files are listed, but some tools reject such a zip.',
    action: 'Compare the file’s size with the original. Its last bytes may be missing.',
  },
  'zip/multi-disk': {
    severity: 'error',
    title: 'One part of a split zip',
    meaning: 'The directory says that the zip continues in other files. Boxcutter opens only single-file zips.',
    action: 'Join the parts with a zip tool, and open the result.',
  },
  'zip/ambiguous': {
    severity: 'warning',
    title: 'Other tools may read this zip differently',
    meaning:
      'There are bytes before or after the zip, or an entry’s own header disagrees with the directory. Two readers can see two different packages.',
    action: 'Do not rely on what other tools show. Ask the author to repack it.',
  },
  'zip/overlap': {
    severity: 'error',
    title: 'Entries overlap',
    meaning: 'Two entries use the same bytes of the file. No packer writes that, but zip bombs do.',
    action: 'Treat the file as malicious.',
  },
  'zip/local-header': {
    severity: 'error',
    title: 'An entry is not where the directory says',
    meaning: 'Each entry begins with its own header. There is no header where the directory says this entry begins.',
    action: 'Download the file again. If this stays, ask the author to repack it.',
  },
  'zip/out-of-bounds': {
    severity: 'error',
    title: 'An entry lies outside the file',
    meaning: 'The directory says that the entry is past the end of the file, so it cannot be read.',
    action: 'Download the file again. It may be cut off or damaged.',
  },
  'zip/bad-name': {
    severity: 'error',
    title: 'A name that is not UTF-8',
    meaning: 'Tools disagree on this entry’s name. The reference reader may reject the whole file.',
    action: 'Ask the author to repack it with UTF-8 names.',
  },
  'zip/name-differs': {
    severity: 'warning',
    title: 'An entry has two names',
    meaning:
      'Its Unicode Path field gives a different name than the directory, so tools disagree on what the entry is called.',
    action: 'Ask the author to repack it without this field.',
  },
  'zip/unsupported-method': {
    severity: 'error',
    title: 'Unsupported compression',
    meaning:
      'Boxcutter reads Stored, Deflate and zstd. The reference reader may reject the whole file because of one such entry.',
    action: 'Ask the author to repack it with Stored, Deflate or zstd. Other zip tools may be able to unpack it.',
  },
  'zip/encrypted': {
    severity: 'error',
    title: 'An encrypted entry',
    meaning: 'The entry needs a password. Boxcutter does not open encrypted entries.',
    action: 'Ask the author for an unencrypted file.',
  },
  'zip/descriptor': {
    severity: 'info',
    title: 'Sizes come after the data',
    meaning:
      'The zip was written as a stream, with data descriptors. Boxcutter reads all of it. Tools that only read forward may fail.',
    action: 'Nothing to do.',
  },
});

type Table = typeof ZIP_FINDINGS;

declare module '../../base/findings.ts' {
  interface FindingTable extends Table {}
}
