import { defineFindings } from '../base/findings.ts';
import '../codec/findings.ts';

/** What can be wrong with the names in any archive, folders included. The area is `zip`: codes never change. */
const ARCHIVE_FINDINGS = defineFindings({
  'zip/directory-too-large': {
    severity: 'error',
    title: 'The list of files is too large',
    meaning:
      'The package states more files, or a longer list of them, than Boxcutter reads, to protect your browser’s memory.',
    action: 'If the file is genuine, open it with a native tool.',
  },
  'zip/unsafe-path': {
    severity: 'error',
    title: 'A name that is not safe to unpack',
    meaning:
      'The name, or the path that a link leads to, is absolute, climbs with “..”, holds a control character or one that some systems take for a separator, or has a part that names nothing. Unpacking it could overwrite other files, or give the file another name.',
    action: 'Do not unpack this file with other tools. Boxcutter lists such an entry but never opens it.',
  },
  'zip/duplicate-name': {
    severity: 'error',
    title: 'The same name twice',
    meaning:
      'Two files have one name. Boxcutter takes the first, many tools take the last, so they see different packages.',
    action: 'Do not use it until its author has said which is meant, and packed it again.',
  },
  'zip/similar-names': {
    severity: 'warning',
    title: 'Names that look the same',
    meaning:
      'Two names differ only in characters that cannot be seen, in spaces, or in how a letter is written. Readers take one file for the other.',
    action: 'Look at the names closely: Boxcutter writes out what cannot be seen. Have the files renamed.',
  },
  'zip/similar-case': {
    severity: 'info',
    title: 'Names that differ only in case',
    meaning: 'Windows and macOS take both for one name, so a folder there can hold only one of the files.',
    action: 'Unpack it on another system, or have one of the files renamed.',
  },
  'zip/file-and-folder': {
    severity: 'warning',
    title: 'A name is both a file and a folder',
    meaning: 'One file has the name of a folder that another file lies in. Such a package cannot be unpacked.',
    action: 'Ask its author to pack it again without the clash.',
  },
});

type Table = typeof ARCHIVE_FINDINGS;

declare module '../base/findings.ts' {
  interface FindingTable extends Table {}
}
