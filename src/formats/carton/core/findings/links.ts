import { defineArea, defineFindings } from '../../../../base/findings.ts';

/** What can be wrong with LINKS. */
defineArea('links', 'LINKS');

const LINKS_FINDINGS = defineFindings({
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

type Table = typeof LINKS_FINDINGS;

declare module '../../../../base/findings.ts' {
  interface FindingTable extends Table {}
}
