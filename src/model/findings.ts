import { defineFindings } from '../base/findings.ts';

/**
 * What can be wrong with packages of any format: a tensor that is asked for is missing, or a linked file is another
 * one. The areas come from the first format: codes never change.
 */
const MODEL_FINDINGS = defineFindings({
  'reference/tensor-missing': {
    severity: 'error',
    title: 'A reference to a tensor that does not exist',
    meaning: 'The package names a tensor that its index does not list. The reference reader refuses such a package.',
    action: 'Ask its author to correct the name or to add the tensor.',
  },
  'links/hash-mismatch': {
    severity: 'error',
    title: 'A link gives another file',
    meaning:
      'What the host sent does not have the hash that the package states for the file. It was replaced or damaged, or the address is wrong.',
    action: 'Do not use what came from there. Correct the address in the package’s list of links.',
  },
});

type Table = typeof MODEL_FINDINGS;

declare module '../base/findings.ts' {
  interface FindingTable extends Table {}
}
