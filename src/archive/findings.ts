import { defineFindings } from '../base/findings.ts';
import '../codec/findings.ts';

/** What can be wrong with the names of any archive, a folder among them. Their area is `zip`, and codes do not change. */
const ARCHIVE_FINDINGS = defineFindings({
  'zip/directory-too-large': {
    severity: 'error',
    title: 'The zip directory is too large',
    meaning: 'The directory states more bytes or entries than Boxcutter reads, to protect your browser’s memory.',
    action: 'If the file is genuine, open it with a native tool.',
  },
  'zip/unsafe-path': {
    severity: 'error',
    title: 'A name points outside the package',
    meaning:
      'The entry’s name or its link is absolute, climbs with “..”, or holds characters that some systems take for separators. Unpacking it could overwrite other files.',
    action: 'Do not unpack this file with other tools. Boxcutter lists such an entry but never opens it.',
  },
  'zip/duplicate-name': {
    severity: 'error',
    title: 'The same name twice',
    meaning:
      'Two entries have one name. The reference reader takes the first, many tools take the last, so they see different packages.',
    action: 'Do not use it before its author has said which is meant, and packed it again.',
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
    title: 'Names that differ in case alone',
    meaning: 'Windows and macOS take the two for one name, so a folder there can hold only one of the files.',
    action: 'Unpack it elsewhere, or have one of them renamed.',
  },
  'zip/file-and-folder': {
    severity: 'warning',
    title: 'A name is both a file and a folder',
    meaning: 'One entry is a file where another needs a folder of the same name. Such a package cannot be unpacked.',
    action: 'Ask its author to pack it again without the clash.',
  },
});

type Table = typeof ARCHIVE_FINDINGS;

declare module '../base/findings.ts' {
  interface FindingTable extends Table {}
}
