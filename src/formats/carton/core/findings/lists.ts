import { defineArea, defineFindings } from '../../../../base/findings.ts';

defineArea('reference', 'References from carton.toml');
defineArea('manifest', 'MANIFEST');
defineArea('links', 'LINKS');

/** What can be wrong with references from carton.toml, with MANIFEST and files that are not as it says, and with LINKS. */
const LIST_FINDINGS = defineFindings({
  'reference/file-missing': {
    severity: 'error',
    title: 'A reference to a missing file',
    meaning: 'An example refers to a file in misc/ that is not in the package.',
    action: 'Ask the author to correct the path or add the file.',
  },
  'reference/syntax': {
    severity: 'error',
    title: 'Not a reference',
    meaning: 'Values in self-tests must begin with @tensor_data/, values in examples with @tensor_data/ or @misc/.',
    action: 'Ask the author to correct the reference.',
  },
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
  'links/syntax': {
    severity: 'error',
    title: 'LINKS cannot be read',
    meaning: 'LINKS must be TOML with a version and a table “urls” that maps each SHA-256 to a list of URLs.',
    action: 'Get linked files another way. Anyone can correct LINKS: it is not part of the model hash.',
  },
  'links/hash': {
    severity: 'warning',
    title: 'A key in LINKS is not a SHA-256',
    meaning: 'Keys must be 64 lowercase hexadecimal digits, so this entry is never used.',
    action: 'Nothing is fetched through this entry. Anyone can correct LINKS: it is not part of the model hash.',
  },
  'links/url': {
    severity: 'error',
    title: 'A URL that is never fetched',
    meaning:
      'Boxcutter fetches only https URLs (and http URLs, with a warning) of a reasonable length. Other URLs could run code or read local files.',
    action: 'Get the file another way. Anyone can correct LINKS: it is not part of the model hash.',
  },
  'links/http': {
    severity: 'warning',
    title: 'An unencrypted link',
    meaning: 'Others on the network can see and change what is fetched over http. The hash would reveal a change.',
    action: 'Compare the hash of what you fetch, as Boxcutter does. The author can use https.',
  },
  'links/too-many': {
    severity: 'warning',
    title: 'Too many URLs for one file',
    meaning:
      'No file needs this many. Boxcutter keeps the first ones, so that a carton cannot make it contact a long list of hosts.',
    action: 'Keep a few URLs that work.',
  },
  'links/version': {
    severity: 'warning',
    title: 'A newer version of LINKS',
    meaning: 'LINKS declares a version other than 1, the only one Boxcutter knows, so it may be read incorrectly.',
    action: 'Look for a newer version of Boxcutter.',
  },
  'links/page': {
    severity: 'warning',
    title: 'A link to a web page about the file',
    meaning:
      'A “/blob/” URL on Hugging Face or GitHub is a web page that shows the file, not the file itself, so the hash will not match.',
    action:
      'Use “/resolve/” (Hugging Face) or “/raw/” (GitHub) instead. Anyone can correct LINKS: it is not part of the model hash.',
  },
  'links/spare': {
    severity: 'info',
    title: 'Unused links',
    meaning:
      'LINKS has hashes that MANIFEST does not list. This is common: packers add every large file of a repository.',
    action: 'Nothing to do.',
  },
});

type Table = typeof LIST_FINDINGS;

declare module '../../../../base/findings.ts' {
  interface FindingTable extends Table {}
}
