import { defineArea, defineFindings } from '../../../../base/findings.ts';

/** What can be wrong with references from carton.toml. */
defineArea('reference', 'References from carton.toml');

const REFERENCE_FINDINGS = defineFindings({
  'reference/file-missing': {
    severity: 'error',
    title: 'A reference to a file that does not exist',
    meaning: 'An example names a file below misc/ that the package does not list.',
    action: 'Ask its author to correct the path or to add the file.',
  },
  'reference/syntax': {
    severity: 'error',
    title: 'Not a reference',
    meaning: 'Values of self-tests must begin with @tensor_data/, values of examples with @tensor_data/ or @misc/.',
    action: 'Ask its author to correct the reference.',
  },
});

type Table = typeof REFERENCE_FINDINGS;

declare module '../../../../base/findings.ts' {
  interface FindingTable extends Table {}
}
