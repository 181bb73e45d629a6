import { defineArea, defineFindings } from '../../../../base/findings.ts';

/** Files of a carton. */
defineArea('carton', 'Files of a carton');

const CARTON_FINDINGS = defineFindings({
  'carton/toml-missing': {
    severity: 'error',
    title: 'No carton.toml',
    meaning: 'Without carton.toml there is no description, schema or runner. The reference reader rejects the file.',
    action: 'Check that you have the whole carton. The author can repack it with the carton packer.',
  },
  'carton/toml-linked': {
    severity: 'warning',
    title: 'carton.toml is only linked',
    meaning:
      'carton.toml is not in the package. LINKS says where to fetch it, and there is little to show until you do.',
    action: 'Fetch it from its host, or ask the author to pack it into the carton.',
  },
  'carton/manifest-missing': {
    severity: 'error',
    title: 'No MANIFEST',
    meaning:
      'Nothing says which files belong to the carton or what their hashes are, so nothing can be checked. The reference reader rejects the file.',
    action: 'Check that you have the whole carton. The author can repack it with the carton packer.',
  },
  'carton/will-not-load': {
    severity: 'warning',
    title: 'It will not load',
    meaning: 'The reference reader opens the carton, but its runner fails when it loads the model.',
    action: 'Ask the author to repack the carton.',
  },
  'carton/model-missing': {
    severity: 'error',
    title: 'No model folder',
    meaning:
      'The format requires files in model/, and neither the zip nor MANIFEST has any. The runner has nothing to load and fails.',
    action: 'Ask the author for a carton that contains the model.',
  },
  'carton/model-not-needed': {
    severity: 'warning',
    title: 'No model folder, and none needed',
    meaning:
      'The format requires a model/ folder. The noop runner loads nothing, so the carton still loads, but it contains no model.',
    action: 'If you expected a model, ask the author for a carton that contains one.',
  },
  'carton/file-too-large': {
    severity: 'error',
    title: 'A metadata file is too large',
    meaning:
      'carton.toml, MANIFEST, LINKS and the tensor index are small in real cartons. This one is larger than Boxcutter reads.',
    action: 'If you trust the file, open it with a native tool.',
  },
  'carton/unknown-file': {
    severity: 'info',
    title: 'A file outside the format',
    meaning:
      'At its top level, a carton contains carton.toml, MANIFEST, LINKS and the folders model, tensor_data and misc. Readers ignore everything else.',
    action:
      'You can use it as it is. The author can remove the file, or move it to model or misc if it belongs to the model.',
  },
});

type Table = typeof CARTON_FINDINGS;

declare module '../../../../base/findings.ts' {
  interface FindingTable extends Table {}
}
