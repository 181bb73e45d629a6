import { defineArea, defineFindings } from '../base/findings.ts';

/** What can be wrong with any TOML file. */
defineArea('toml', 'TOML files');

const TOML_FINDINGS = defineFindings({
  'toml/syntax': {
    severity: 'error',
    title: 'Not valid TOML 1.0',
    meaning: 'The text is invalid at this place, so none of it can be used.',
    action: 'Ask the author to correct the line and repack the package.',
  },
  'toml/encoding': {
    severity: 'error',
    title: 'Text that is not UTF-8',
    meaning: 'TOML files must be UTF-8.',
    action: 'Ask the author to save the file as UTF-8 and repack the package.',
  },
  'toml/too-deep': {
    severity: 'error',
    title: 'Nested too deeply',
    meaning: 'Tables or arrays are nested deeper than in any real file.',
    action: 'Treat the file as malicious. If you wrote it, flatten it.',
  },
  'toml/integer-range': {
    severity: 'error',
    title: 'An integer beyond 64 bits',
    meaning: 'The reference reader rejects integers that do not fit in 64 bits (signed), even in unknown fields.',
    action: 'Ask the author to write it as a string or a float.',
  },
});

type Table = typeof TOML_FINDINGS;

declare module '../base/findings.ts' {
  interface FindingTable extends Table {}
}
