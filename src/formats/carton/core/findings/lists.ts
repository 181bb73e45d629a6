import { error, info, warning } from '../../../../base/finding-entry.ts';
import { defineArea, defineFindings } from '../../../../base/findings.ts';

defineArea('reference', 'References from carton.toml');
defineArea('manifest', 'MANIFEST');
defineArea('links', 'LINKS');

/** What can be wrong with references from carton.toml, with MANIFEST and files that are not as it says, and with LINKS. */
const LIST_FINDINGS = defineFindings({
  'reference/file-missing': error(
    'A reference to a missing file',
    'An example refers to a file in misc/ that is not in the package.',
    'Ask the author to correct the path or add the file.',
  ),
  'reference/syntax': error(
    'Not a reference',
    'Values in self-tests must begin with @tensor_data/, values in examples with @tensor_data/ or @misc/.',
    'Ask the author to correct the reference.',
  ),
  'manifest/syntax': error(
    'An invalid line in MANIFEST',
    'Each line must be a path, “=” and a SHA-256 of 64 hexadecimal digits. Blank lines are rejected.',
    'Ask the author to repack the carton.',
  ),
  'manifest/too-long': error(
    'MANIFEST has too many lines',
    'It has more lines, or more invalid lines, than Boxcutter reads. Files on later lines count as not listed and cannot be checked.',
    'If you trust the file, open it with a native tool.',
  ),
  'manifest/unsorted': warning(
    'MANIFEST is not sorted',
    'The format requires paths in byte order. The same files in a different order have a different model hash.',
    'You can use it as it is. The author can repack it, which changes the model hash.',
  ),
  'manifest/duplicate': error(
    'MANIFEST lists a file twice',
    'It is unclear which hash is meant.',
    'Ask the author to repack the carton.',
  ),
  'manifest/file-missing': error(
    'A listed file is missing',
    'MANIFEST lists the file, but it is not in the package, and LINKS does not say where to fetch it.',
    'Ask the author for a complete package.',
  ),
  'manifest/file-unlisted': warning(
    'A file that MANIFEST does not list',
    'The file is in the package but not part of the model hash. Anyone could have added or changed it.',
    'Do not rely on the file. If it belongs to the carton, the author can repack it.',
  ),
  'manifest/hash-mismatch': error(
    'A file does not match MANIFEST',
    'Its SHA-256 is not the one in MANIFEST. The file was changed or damaged after packing.',
    'Do not use it. Download the package again from its author.',
  ),
  'manifest/self-listed': warning(
    'MANIFEST lists itself or LINKS',
    'The format leaves both out. MANIFEST cannot contain its own hash.',
    'You can use it as it is. The author can repack it, which changes the model hash.',
  ),
  'manifest/line-end': warning(
    'Wrong line endings in MANIFEST',
    'Every line, including the last, must end with a single line feed. The same files with other line endings have a different model hash.',
    'You can use it as it is. The author can repack it, which changes the model hash.',
  ),
  'manifest/hash-case': warning(
    'An uppercase hash',
    'Packers write lowercase hashes. LINKS is searched for the exact text, so a linked file may not be found, and the model hash is different.',
    'You can use it as it is, except for linked files that are not found. The author can repack it, which changes the model hash.',
  ),
  'links/syntax': error(
    'LINKS cannot be read',
    'LINKS must be TOML with a version and a table “urls” that maps each SHA-256 to a list of URLs.',
    'Get linked files another way. Anyone can correct LINKS: it is not part of the model hash.',
  ),
  'links/hash': warning(
    'A key in LINKS is not a SHA-256',
    'Keys must be 64 lowercase hexadecimal digits, so this entry is never used.',
    'Nothing is fetched through this entry. Anyone can correct LINKS: it is not part of the model hash.',
  ),
  'links/url': error(
    'A URL that is never fetched',
    'Boxcutter fetches only https URLs (and http URLs, with a warning) of a reasonable length. Other URLs could run code or read local files.',
    'Get the file another way. Anyone can correct LINKS: it is not part of the model hash.',
  ),
  'links/http': warning(
    'An unencrypted link',
    'Others on the network can see and change what is fetched over http. The hash would reveal a change.',
    'Compare the hash of what you fetch, as Boxcutter does. The author can use https.',
  ),
  'links/too-many': warning(
    'Too many URLs for one file',
    'No file needs this many. Boxcutter keeps the first ones, so that a carton cannot make it contact a long list of hosts.',
    'Keep a few URLs that work.',
  ),
  'links/version': warning(
    'A newer version of LINKS',
    'LINKS declares a version other than 1, the only one Boxcutter knows, so it may be read incorrectly.',
    'Look for a newer version of Boxcutter.',
  ),
  'links/page': warning(
    'A link to a web page about the file',
    'A “/blob/” URL on Hugging Face or GitHub is a web page that shows the file, not the file itself, so the hash will not match.',
    'Use “/resolve/” (Hugging Face) or “/raw/” (GitHub) instead. Anyone can correct LINKS: it is not part of the model hash.',
  ),
  'links/spare': info(
    'Unused links',
    'LINKS has hashes that MANIFEST does not list. This is common: packers add every large file of a repository.',
    'Nothing to do.',
  ),
});

declare module '../../../../base/findings.ts' {
  interface FindingTable extends Readonly<typeof LIST_FINDINGS> {}
}
