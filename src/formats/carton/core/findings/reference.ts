import { defineArea, defineFindings } from '../../../../base/findings.ts';

/** What can be wrong with references from carton.toml. */
defineArea('reference', 'References from carton.toml');

const REFERENCE_FINDINGS = defineFindings({
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
});

type Table = typeof REFERENCE_FINDINGS;

declare module '../../../../base/findings.ts' {
  interface FindingTable extends Table {}
}
