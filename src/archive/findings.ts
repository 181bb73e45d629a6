import { error, info, warning } from '../base/finding-entry.ts';
import { defineFindings } from '../base/findings.ts';
import '../codec/findings.ts';

/**
 * What can be wrong with the names and links in any archive, folders included. The area is `zip`: codes never change.
 */
const ARCHIVE_FINDINGS = defineFindings({
  'zip/directory-too-large': error(
    'The list of files is too large',
    'The package has more files, or a longer list of them, than Boxcutter reads. The limit protects your browser’s memory.',
    'If you trust the file, open it with a native tool.',
  ),
  'zip/unsafe-path': error(
    'A name that is not safe to unpack',
    'The name, or the path that a link points to, is absolute, contains “..”, a control character or a character that some systems treat as a separator, or has an empty part. Unpacking it could overwrite other files or rename the file.',
    'Do not unpack this file with other tools. Boxcutter lists the entry but never opens it.',
  ),
  'zip/duplicate-name': error(
    'Two files with the same name',
    'Boxcutter uses the first one. Many tools use the last one, so they see a different package.',
    'Do not use the package until the author has said which file is meant and repacked it.',
  ),
  'zip/similar-names': warning(
    'Names that look the same',
    'Two names differ only in invisible characters, in spaces, or in how a letter is encoded. It is easy to mistake one file for the other.',
    'Compare the names closely: Boxcutter shows invisible characters. Have the files renamed.',
  ),
  'zip/similar-case': info(
    'Names that differ only in case',
    'Windows and macOS treat the two names as one, so a folder there can hold only one of the files.',
    'Unpack it on another system, or have one of the files renamed.',
  ),
  'zip/file-and-folder': warning(
    'A name is both a file and a folder',
    'A file has the same name as a folder that contains another file. Such a package cannot be unpacked.',
    'Ask the author to repack it without the conflict.',
  ),
  'zip/name-too-long': error(
    'A name that is too long',
    'No system can unpack an entry with such a long name. Boxcutter shows the beginning of the name and never opens the entry.',
    'Ask the author to repack it with shorter names.',
  ),
  'zip/symlink-loop': error(
    'A link that points back to itself',
    'A symlink leads back to itself, or through more symlinks than Boxcutter follows.',
    'Ask the author to repack it with links that end at a file.',
  ),
  'zip/symlink-dangling': warning(
    'A broken link',
    'A symlink points to a file that is not in the package.',
    'The model may work without it. The author can add the file, or a URL to fetch it from.',
  ),
});

declare module '../base/findings.ts' {
  interface FindingTable extends Readonly<typeof ARCHIVE_FINDINGS> {}
}
