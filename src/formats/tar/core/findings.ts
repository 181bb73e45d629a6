import { defineFindings } from '../../../base/findings.ts';
import '../../../archive/tar/findings.ts';
import '../../../model/findings.ts';

/** Findings about a tar that is not a package of a known format. */
const TAR_KIND_FINDINGS = defineFindings({
  'tar/empty': {
    severity: 'warning',
    title: 'A tar without files',
    meaning: 'The archive is whole, and has nothing in it.',
    action: 'Ask the author for the archive again.',
  },
  'tar/tvmc-package': {
    severity: 'warning',
    title: 'A package of tvmc, not a Model Library Format',
    meaning:
      'It holds a compiled library, a graph and parameters, which TVM loads into its runtime. It has no metadata.json, so nothing describes the model.',
    action: 'To get a Model Library Format, compile with “tvmc compile --output-format mlf”.',
  },
});

type Table = typeof TAR_KIND_FINDINGS;

declare module '../../../base/findings.ts' {
  interface FindingTable extends Table {}
}
