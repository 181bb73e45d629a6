import { error, info, warning } from '../../base/finding-entry.ts';
import { defineArea, defineFindings } from '../../base/findings.ts';
import '../findings.ts';

/** What can be wrong with a zip. */
defineArea('zip', 'The zip container');

const ZIP_FINDINGS = defineFindings({
  'zip/not-a-zip': error(
    'Not a zip file',
    'The file has no zip directory. It is a different kind of file, or an error page saved under this name.',
    'Check where the file came from, and download it again.',
  ),
  'zip/truncated': error(
    'The file is cut off',
    'It begins like a zip, but the directory at its end is missing. The download was probably interrupted.',
    'Download the file again, and compare its size with the original.',
  ),
  'zip/bad-directory': error(
    'The zip directory is damaged',
    'A record of the directory is invalid, so the files after it cannot be listed.',
    'Download the file again, or ask the author to repack it.',
  ),
  'zip/comment-cut': warning(
    'The zip comment is cut off',
    'The comment at the end is shorter than its declared length. All files are listed, but some tools reject such a zip.',
    'Compare the file’s size with the original. Its last bytes may be missing.',
  ),
  'zip/multi-disk': error(
    'One part of a split zip',
    'The directory says that the zip continues in other files. Boxcutter opens only single-file zips.',
    'Join the parts with a zip tool, and open the result.',
  ),
  'zip/ambiguous': warning(
    'Other tools may read this zip differently',
    'There are bytes before or after the zip, or an entry’s own header disagrees with the directory. Two readers can see two different packages.',
    'Do not rely on what other tools show. Ask the author to repack it.',
  ),
  'zip/overlap': error(
    'Entries overlap',
    'Two entries use the same bytes of the file. No packer writes that, but zip bombs do.',
    'Treat the file as malicious.',
  ),
  'zip/local-header': error(
    'An entry is not where the directory says',
    'Each entry begins with its own header. There is no header where the directory says this entry begins.',
    'Download the file again. If this persists, ask the author to repack it.',
  ),
  'zip/out-of-bounds': error(
    'An entry lies outside the file',
    'The directory says that the entry is past the end of the file, so it cannot be read.',
    'Download the file again. It may be cut off or damaged.',
  ),
  'zip/bad-name': error(
    'A name that is not UTF-8',
    'Tools disagree on this entry’s name. The reference reader may reject the whole file.',
    'Ask the author to repack it with UTF-8 names.',
  ),
  'zip/name-differs': warning(
    'An entry has two names',
    'Its Unicode Path field gives a different name than the directory, so tools disagree on what the entry is called.',
    'Ask the author to repack it without this field.',
  ),
  'zip/unsupported-method': error(
    'Unsupported compression',
    'Boxcutter reads Stored, Deflate and zstd. The reference reader may reject the whole file because of one such entry.',
    'Ask the author to repack it with Stored, Deflate or zstd. Other zip tools may be able to unpack it.',
  ),
  'zip/encrypted': error(
    'An encrypted entry',
    'The entry needs a password. Boxcutter does not open encrypted entries.',
    'Ask the author for an unencrypted file.',
  ),
  'zip/decoded-again': info(
    'No room to keep a decompressed file',
    'Going back in it decompresses it again from its start, which takes longer. Reading forward, statistics and saving work as ever.',
    'Make room on this device, or free space for this site, and open the package again.',
  ),
  'zip/descriptor': info(
    'Sizes come after the data',
    'The zip was written as a stream, with data descriptors. Boxcutter reads all of it. Tools that only read forward may fail.',
    'Nothing to do.',
  ),
});

declare module '../../base/findings.ts' {
  interface FindingTable extends Readonly<typeof ZIP_FINDINGS> {}
}
