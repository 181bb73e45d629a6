import { defineArea, defineFindings } from '../../../../base/findings.ts';

/** What can be wrong with LINKS. */
defineArea('links', 'LINKS');

const LINKS_FINDINGS = defineFindings({
  'links/syntax': {
    severity: 'error',
    title: 'LINKS cannot be read',
    meaning: 'It must be TOML with a version and a table “urls” that gives each SHA-256 a list of addresses.',
    action: 'Get linked files in another way. Anyone can correct LINKS: it is not part of the model hash.',
  },
  'links/hash': {
    severity: 'warning',
    title: 'A key of LINKS is no SHA-256',
    meaning: 'Keys must be 64 lower-case hexadecimal digits, so this entry can never be used.',
    action: 'Nothing is fetched by this entry. Anyone can correct LINKS: it is not part of the model hash.',
  },
  'links/url': {
    severity: 'error',
    title: 'An address that will not be fetched',
    meaning:
      'Only https addresses (and http ones, with a warning) of an ordinary length are fetched. Anything else could run code or read local files.',
    action: 'Get the file in another way. Anyone can correct LINKS: it is not part of the model hash.',
  },
  'links/http': {
    severity: 'warning',
    title: 'A link without encryption',
    meaning: 'Others on the network see and can change what is fetched over http. The hash would show a change.',
    action: 'Compare the hash of what you fetch, as Boxcutter does. Its author can use https.',
  },
  'links/too-many': {
    severity: 'warning',
    title: 'Very many addresses for one file',
    meaning:
      'No file needs so many. Only the first ones are kept, so that a carton cannot have every host of a list asked.',
    action: 'Leave a few addresses that work.',
  },
  'links/version': {
    severity: 'warning',
    title: 'A newer version of LINKS',
    meaning: 'LINKS says that it follows another version than 1, the only one there is, so it may be read wrongly.',
    action: 'Look for a newer version of Boxcutter.',
  },
  'links/page': {
    severity: 'warning',
    title: 'The address of a page about a file',
    meaning:
      'A “/blob/” address of Hugging Face or GitHub gives a page that shows the file, not the file, so the hash will not match.',
    action:
      'Fetch from “/resolve/” (Hugging Face) or “/raw/” (GitHub) in its place. Anyone can correct LINKS: it is not part of the model hash.',
  },
  'links/spare': {
    severity: 'info',
    title: 'Links that no file uses',
    meaning:
      'LINKS names hashes that MANIFEST does not have. That is usual: packers add every large file of a repository.',
    action: 'Nothing needs doing.',
  },
});

type Table = typeof LINKS_FINDINGS;

declare module '../../../../base/findings.ts' {
  interface FindingTable extends Table {}
}
