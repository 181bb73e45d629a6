import { defineFindings } from '../base/findings.ts';
import '../codec/findings.ts';

/**
 * What can be wrong with the names and links in any archive, folders included. The area is `zip`: codes never change.
 */
const ARCHIVE_FINDINGS = defineFindings({
  'zip/directory-too-large': {
    severity: 'error',
    title: 'The list of files is too large',
    meaning:
      'The package has more files, or a longer list of them, than Boxcutter reads. The limit protects your browser’s memory.',
    action: 'If you trust the file, open it with a native tool.',
  },
  'zip/unsafe-path': {
    severity: 'error',
    title: 'A name that is not safe to unpack',
    meaning:
      'The name, or the path that a link points to, is absolute, contains “..”, a control character or a character that some systems treat as a separator, or has an empty part. Unpacking it could overwrite other files or rename the file.',
    action: 'Do not unpack this file with other tools. Boxcutter lists the entry but never opens it.',
  },
  'zip/duplicate-name': {
    severity: 'error',
    title: 'Two files with the same name',
    meaning: 'Boxcutter uses the first one. Many tools use the last one, so they see a different package.',
    action: 'Do not use the package until the author has said which file is meant and repacked it.',
  },
  'zip/similar-names': {
    severity: 'warning',
    title: 'Names that look the same',
    meaning:
      'Two names differ only in invisible characters, in spaces, or in how a letter is encoded. It is easy to mistake one file for the other.',
    action: 'Compare the names closely: Boxcutter shows invisible characters. Have the files renamed.',
  },
  'zip/similar-case': {
    severity: 'info',
    title: 'Names that differ only in case',
    meaning: 'Windows and macOS treat the two names as one, so a folder there can hold only one of the files.',
    action: 'Unpack it on another system, or have one of the files renamed.',
  },
  'zip/file-and-folder': {
    severity: 'warning',
    title: 'A name is both a file and a folder',
    meaning: 'A file has the same name as a folder that contains another file. Such a package cannot be unpacked.',
    action: 'Ask the author to repack it without the conflict.',
  },
  'zip/name-too-long': {
    severity: 'error',
    title: 'A name that is too long',
    meaning:
      'No system can unpack an entry with such a long name. Boxcutter shows the beginning of the name and never opens the entry.',
    action: 'Ask the author to repack it with shorter names.',
  },
  'zip/symlink-loop': {
    severity: 'error',
    title: 'A link that points back to itself',
    meaning: 'A symlink leads back to itself, or through more symlinks than Boxcutter follows.',
    action: 'Ask the author to repack it with links that end at a file.',
  },
  'zip/symlink-dangling': {
    severity: 'warning',
    title: 'A broken link',
    meaning: 'A symlink points to a file that is not in the package.',
    action: 'The model may work without it. The author can add the file, or a URL to fetch it from.',
  },
});

type Table = typeof ARCHIVE_FINDINGS;

declare module '../base/findings.ts' {
  interface FindingTable extends Table {}
}
