import { error } from '../base/finding-entry.ts';
import { defineFindings } from '../base/findings.ts';

/**
 * What can be wrong with packages of any format: a tensor that is asked for is missing, or a linked file is another
 * one. The areas come from the first format: codes never change.
 */
const MODEL_FINDINGS = defineFindings({
  'reference/tensor-missing': error(
    'A reference to a missing tensor',
    'The package uses a tensor that is not in its index. The reference reader rejects it.',
    'Ask the author to correct the name or add the tensor.',
  ),
  'links/hash-mismatch': error(
    'A link leads to a different file',
    'What the host sent does not have the hash that the package lists for this file. The file was replaced or damaged, or the URL is wrong.',
    'Do not use the downloaded file. Correct the URL in the package’s list of links.',
  ),
});

declare module '../base/findings.ts' {
  interface FindingTable extends Readonly<typeof MODEL_FINDINGS> {}
}
