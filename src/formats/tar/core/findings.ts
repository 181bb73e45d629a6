import { warning } from '../../../base/finding-entry.ts';
import { defineFindings } from '../../../base/findings.ts';
import '../../../archive/tar/findings.ts';
import '../../../model/findings.ts';

/** Findings about a tar that is not a package of a known format. */
const TAR_KIND_FINDINGS = defineFindings({
  'tar/empty': warning(
    'A tar without files',
    'The archive is complete, but empty.',
    'Ask the author for the archive again.',
  ),
  'tar/tvm-library': warning(
    'A compiled library of TVM, not a Model Library Format',
    'It holds the compiled code of a model, and neither its graph nor its parameters. It has no metadata.json, so nothing describes the model.',
    'To get a Model Library Format, ask the author to export the model with “export_model_library_format”.',
  ),
  'tar/tvmc-package': warning(
    'A package of tvmc, not a Model Library Format',
    'It holds a compiled library, a graph and parameters, which TVM loads into its runtime. It has no metadata.json, so nothing describes the model.',
    'To get a Model Library Format, compile with “tvmc compile --output-format mlf”.',
  ),
});

declare module '../../../base/findings.ts' {
  interface FindingTable extends Readonly<typeof TAR_KIND_FINDINGS> {}
}
