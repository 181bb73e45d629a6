import { defineFindings } from '../base/findings.ts';

/**
 * What packages of any format share: that they are asked for a tensor that they do not have, and that a linked file is another one.
 * The first format gave them their areas and their words, and codes do not change.
 */
const MODEL_FINDINGS = defineFindings({
  'reference/tensor-missing': {
    severity: 'error',
    title: 'A reference to a tensor that does not exist',
    meaning:
      'carton.toml names a tensor that tensor_data/index.toml does not have. The reference reader refuses the file.',
    action: 'Ask its author to correct the name or to add the tensor.',
  },
  'links/hash-mismatch': {
    severity: 'error',
    title: 'A link gives another file',
    meaning:
      'What the host sent does not have the hash that MANIFEST states for the file: it was replaced or damaged, or the address is wrong.',
    action:
      'Do not use what came from there. Anyone can correct the address in LINKS: it is not part of the model hash.',
  },
});

type Table = typeof MODEL_FINDINGS;

declare module '../base/findings.ts' {
  interface FindingTable extends Table {}
}
