import { defineArea, defineFindings } from '../../../../base/findings.ts';

/** What can be wrong with MANIFEST, and with files that are not as it says. */
defineArea('manifest', 'MANIFEST');

const MANIFEST_FINDINGS = defineFindings({
  'manifest/syntax': {
    severity: 'error',
    title: 'An invalid line in MANIFEST',
    meaning: 'Each line must be a path, “=” and a SHA-256 of 64 hexadecimal digits. Blank lines are rejected.',
    action: 'Ask the author to repack the carton.',
  },
  'manifest/too-long': {
    severity: 'error',
    title: 'MANIFEST has too many lines',
    meaning:
      'It has more lines, or more invalid lines, than Boxcutter reads. Files on later lines count as not listed and cannot be checked.',
    action: 'If you trust the file, open it with a native tool.',
  },
  'manifest/unsorted': {
    severity: 'warning',
    title: 'MANIFEST is not sorted',
    meaning:
      'The format requires paths in byte order. The same files in a different order have a different model hash.',
    action: 'You can use it as it is. The author can repack it, which changes the model hash.',
  },
  'manifest/duplicate': {
    severity: 'error',
    title: 'MANIFEST lists a file twice',
    meaning: 'It is unclear which hash is meant.',
    action: 'Ask the author to repack the carton.',
  },
  'manifest/file-missing': {
    severity: 'error',
    title: 'A listed file is missing',
    meaning: 'MANIFEST lists the file, but it is not in the package, and LINKS does not say where to fetch it.',
    action: 'Ask the author for a complete package.',
  },
  'manifest/file-unlisted': {
    severity: 'warning',
    title: 'A file that MANIFEST does not list',
    meaning: 'The file is in the package but not part of the model hash. Anyone could have added or changed it.',
    action: 'Do not rely on the file. If it belongs to the carton, the author can repack it.',
  },
  'manifest/hash-mismatch': {
    severity: 'error',
    title: 'A file does not match MANIFEST',
    meaning: 'Its SHA-256 is not the one in MANIFEST. The file was changed or damaged after packing.',
    action: 'Do not use it. Download the package again from its author.',
  },
  'manifest/self-listed': {
    severity: 'warning',
    title: 'MANIFEST lists itself or LINKS',
    meaning: 'The format leaves both out. MANIFEST cannot contain its own hash.',
    action: 'You can use it as it is. The author can repack it, which changes the model hash.',
  },
  'manifest/line-end': {
    severity: 'warning',
    title: 'Wrong line endings in MANIFEST',
    meaning:
      'Every line, including the last, must end with a single line feed. The same files with other line endings have a different model hash.',
    action: 'You can use it as it is. The author can repack it, which changes the model hash.',
  },
  'manifest/hash-case': {
    severity: 'warning',
    title: 'An uppercase hash',
    meaning:
      'Packers write lowercase hashes. LINKS is searched for the exact text, so a linked file may not be found, and the model hash is different.',
    action:
      'You can use it as it is, except for linked files that are not found. The author can repack it, which changes the model hash.',
  },
});

type Table = typeof MANIFEST_FINDINGS;

declare module '../../../../base/findings.ts' {
  interface FindingTable extends Table {}
}
