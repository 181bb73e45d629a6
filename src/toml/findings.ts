import { error } from '../base/finding-entry.ts';
import { defineArea, defineFindings } from '../base/findings.ts';

/** What can be wrong with any TOML file. */
defineArea('toml', 'TOML files');

const TOML_FINDINGS = defineFindings({
  'toml/syntax': error(
    'Not valid TOML 1.0',
    'The text is invalid at this place, so nothing in it can be used.',
    'Ask the author to correct the line and repack the package.',
  ),
  'toml/encoding': error(
    'Text that is not UTF-8',
    'TOML files must be UTF-8.',
    'Ask the author to save the file as UTF-8 and repack the package.',
  ),
  'toml/too-deep': error(
    'Nested too deeply',
    'Tables or arrays are nested deeper than in any real file.',
    'Treat the file as malicious. If you wrote it, flatten it.',
  ),
  'toml/integer-range': error(
    'An integer beyond 64 bits',
    'The reference reader rejects integers that do not fit in 64 bits (signed), even in unknown fields.',
    'Ask the author to write it as a string or a float.',
  ),
});

declare module '../base/findings.ts' {
  interface FindingTable extends Readonly<typeof TOML_FINDINGS> {}
}
