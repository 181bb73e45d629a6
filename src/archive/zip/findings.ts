import { defineArea, defineFindings } from '../../base/findings.ts';
import '../findings.ts';

/** What can be wrong with a zip. */
defineArea('zip', 'The zip container');

const ZIP_FINDINGS = defineFindings({
  'zip/not-a-zip': {
    severity: 'error',
    title: 'Not a zip file',
    meaning: 'The file has no zip directory. It is something else, or an error page that was saved under its name.',
    action: 'Check where the file came from and download it again.',
  },
  'zip/truncated': {
    severity: 'error',
    title: 'The file is cut off',
    meaning: 'It begins like a zip, but the directory at its end is missing. The download was probably interrupted.',
    action: 'Download the file again and compare its size with the original.',
  },
  'zip/bad-directory': {
    severity: 'error',
    title: 'The zip directory is damaged',
    meaning:
      'A record of the directory breaks the rules of the zip format, so the files from there on cannot be listed.',
    action: 'Download the file again, or ask its author to pack it again.',
  },
  'zip/comment-cut': {
    severity: 'warning',
    title: 'The comment of the zip is cut off',
    meaning:
      'The comment at the very end is shorter than the zip says. All files are listed, but some tools refuse such a zip.',
    action: 'Compare the size of the file with the original; its last bytes may be missing.',
  },
  'zip/multi-disk': {
    severity: 'error',
    title: 'One part of a split zip',
    meaning: 'The directory says that the zip goes on in other files. Boxcutter opens zips that are one file.',
    action: 'Join the parts with a zip tool and open the result.',
  },
  'zip/ambiguous': {
    severity: 'warning',
    title: 'Other tools may read this zip differently',
    meaning:
      'There are bytes before or after the zip, or an entry’s own header disagrees with the directory. Two readers can then see two different packages.',
    action: 'Do not trust another tool’s view of it. Ask its author to pack it again.',
  },
  'zip/overlap': {
    severity: 'error',
    title: 'Entries overlap',
    meaning: 'Two entries claim the same bytes of the file. No packer does that; zip bombs do.',
    action: 'Treat the file as hostile.',
  },
  'zip/local-header': {
    severity: 'error',
    title: 'An entry is not where the directory says',
    meaning: 'Each entry begins with a header of its own. There is none where the directory says.',
    action: 'Download the file again; if it stays, ask its author to pack it again.',
  },
  'zip/out-of-bounds': {
    severity: 'error',
    title: 'An entry lies outside the file',
    meaning: 'The directory says that the entry lies beyond the end of the file, so it cannot be read.',
    action: 'Download the file again; it may be cut off or damaged.',
  },
  'zip/bad-name': {
    severity: 'error',
    title: 'A name that is not UTF-8',
    meaning: 'Tools disagree on what the entry is called. The reference reader may refuse the whole file.',
    action: 'Ask its author to pack it again with UTF-8 names.',
  },
  'zip/name-too-long': {
    severity: 'error',
    title: 'A name that is too long',
    meaning:
      'No system can unpack an entry with such a name. Boxcutter shows only the beginning of the name, and never opens the entry.',
    action: 'Ask its author to pack it again with shorter names.',
  },
  'zip/name-differs': {
    severity: 'warning',
    title: 'An entry has two names',
    meaning:
      'A Unicode-path field gives the entry another name than the directory does, so tools disagree on what it is called.',
    action: 'Ask its author to pack it again without this field.',
  },
  'zip/unsupported-method': {
    severity: 'error',
    title: 'A compression method that cannot be read',
    meaning:
      'Boxcutter reads Stored, Deflate and zstd. The reference reader may refuse the whole file for one such entry.',
    action: 'Ask its author to pack it again with Stored, Deflate or zstd. Other zip tools may be able to unpack it.',
  },
  'zip/encrypted': {
    severity: 'error',
    title: 'An encrypted entry',
    meaning: 'Its bytes cannot be read without a password, and Boxcutter asks for none.',
    action: 'Ask the author for an unencrypted file.',
  },
  'zip/symlink-loop': {
    severity: 'error',
    title: 'Links that lead in a circle',
    meaning: 'A symlink leads back to itself, or through more symlinks than Boxcutter follows.',
    action: 'Ask its author to pack it again with links that end at a file.',
  },
  'zip/symlink-dangling': {
    severity: 'warning',
    title: 'A link leads nowhere',
    meaning: 'A symlink names a file that the package does not hold.',
    action: 'The model may work without it. Its author can add the file, or an address where it can be fetched.',
  },
  'zip/descriptor': {
    severity: 'info',
    title: 'Sizes stand after the data',
    meaning:
      'The zip was written as a stream (with data descriptors). Boxcutter reads all of it. Tools that only read forward may fail.',
    action: 'Nothing to do.',
  },
});

type Table = typeof ZIP_FINDINGS;

declare module '../../base/findings.ts' {
  interface FindingTable extends Table {}
}
