import { defineArea, defineFindings } from '../base/findings.ts';

/** What can be wrong with any TOML file. */
defineArea('toml', 'TOML files');

const TOML_FINDINGS = defineFindings({
  'toml/syntax': {
    severity: 'error',
    title: 'Not valid TOML 1.0',
    meaning: 'The text breaks TOML’s rules at this place, so none of it can be used.',
    action: 'Ask its author to correct the line and pack the package again.',
  },
  'toml/encoding': {
    severity: 'error',
    title: 'Text that is not UTF-8',
    meaning: 'TOML files must be UTF-8.',
    action: 'Ask its author to save the file as UTF-8 and pack the package again.',
  },
  'toml/too-deep': {
    severity: 'error',
    title: 'Nested too deeply',
    meaning: 'Tables or arrays are nested beyond what any real file needs.',
    action: 'Treat the file as hostile. If you wrote it, flatten it.',
  },
  'toml/integer-range': {
    severity: 'error',
    title: 'An integer beyond 64 bits',
    meaning: 'The reference reader refuses any integer that does not fit in 64 bits signed, even in an unknown field.',
    action: 'Ask its author to write it as a string or a float.',
  },
});

type Table = typeof TOML_FINDINGS;

declare module '../base/findings.ts' {
  interface FindingTable extends Table {}
}
