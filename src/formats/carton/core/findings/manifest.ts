import { defineArea, defineFindings } from '../../../../base/findings.ts';

/** What can be wrong with MANIFEST, and with files that are not as it says. */
defineArea('manifest', 'MANIFEST');

const MANIFEST_FINDINGS = defineFindings({
  'manifest/syntax': {
    severity: 'error',
    title: 'MANIFEST has a line that is none',
    meaning: 'Each line must be a path, “=”, and a SHA-256 of 64 hexadecimal digits; blank lines are refused.',
    action: 'Ask its author to pack the carton again.',
  },
  'manifest/too-long': {
    severity: 'error',
    title: 'MANIFEST has too many lines',
    meaning:
      'It has more lines, or more that are none, than Boxcutter reads. What follows them counts as not listed and cannot be checked.',
    action: 'If the file is genuine, open it with a native tool.',
  },
  'manifest/unsorted': {
    severity: 'warning',
    title: 'MANIFEST is not in order',
    meaning:
      'The format asks for the order of the paths’ bytes. The same files in another order give another model hash.',
    action: 'It can be used as it is. Its author can pack it again; the model hash will change.',
  },
  'manifest/duplicate': {
    severity: 'error',
    title: 'MANIFEST lists a file twice',
    meaning: 'It cannot be said which hash is meant.',
    action: 'Ask its author to pack the carton again.',
  },
  'manifest/file-missing': {
    severity: 'error',
    title: 'A listed file is not there',
    meaning: 'MANIFEST lists it, the package does not hold it, and LINKS does not say where to fetch it.',
    action: 'Ask the author for a complete package.',
  },
  'manifest/file-unlisted': {
    severity: 'warning',
    title: 'A file that MANIFEST does not list',
    meaning: 'It is in the package, but not part of the model hash: anyone could have added or changed it.',
    action: 'Do not rely on the file. If it belongs to the carton, its author can pack it again.',
  },
  'manifest/hash-mismatch': {
    severity: 'error',
    title: 'A file is not the one MANIFEST lists',
    meaning: 'Its SHA-256 differs from MANIFEST’s: it was changed or damaged after packing.',
    action: 'Do not use it; download the package again from its author.',
  },
  'manifest/self-listed': {
    severity: 'warning',
    title: 'MANIFEST lists itself or LINKS',
    meaning: 'The format leaves these two out; no hash of MANIFEST can stand in MANIFEST.',
    action: 'It can be used as it is. Its author can pack it again; the model hash will change.',
  },
  'manifest/line-end': {
    severity: 'warning',
    title: 'MANIFEST’s lines do not end as they should',
    meaning:
      'Each line, the last one too, ends in a single line feed. The same files with other line ends give another model hash.',
    action: 'It can be used as it is. Its author can pack it again; the model hash will change.',
  },
  'manifest/hash-case': {
    severity: 'warning',
    title: 'A hash in upper case',
    meaning:
      'Packers write hashes in lower case. LINKS is searched for the very same text, so a linked file may not be found, and the model hash is another one.',
    action:
      'It can be used as it is, but for linked files that are not found. Its author can pack it again; the model hash will change.',
  },
});

type Table = typeof MANIFEST_FINDINGS;

declare module '../../../../base/findings.ts' {
  interface FindingTable extends Table {}
}
