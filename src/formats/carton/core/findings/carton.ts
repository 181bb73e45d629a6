import { defineArea, defineFindings } from '../../../../base/findings.ts';

/** What a carton must hold. */
defineArea('carton', 'What a carton must hold');

const CARTON_FINDINGS = defineFindings({
  'carton/toml-missing': {
    severity: 'error',
    title: 'No carton.toml',
    meaning: 'Without carton.toml there is no description, schema or runner. The reference reader refuses the file.',
    action: 'Check that you have the whole carton. Its author can pack it again with the carton packer.',
  },
  'carton/toml-linked': {
    severity: 'warning',
    title: 'carton.toml is not inside',
    meaning: 'MANIFEST lists it and LINKS says where to fetch it, so there is little to show before it is fetched.',
    action: 'Fetch it from its host, or ask the author to pack it in.',
  },
  'carton/manifest-missing': {
    severity: 'error',
    title: 'No MANIFEST',
    meaning:
      'Nothing says which files belong to the carton or what their hashes are, so nothing can be checked. The reference reader refuses the file.',
    action: 'Check that you have the whole carton. Its author can pack it again with the carton packer.',
  },
  'carton/model-missing': {
    severity: 'error',
    title: 'No model folder',
    meaning:
      'Neither the zip nor MANIFEST has a file below model/, which the format asks for. The runner has nothing to load, and fails.',
    action: 'Ask its author for one that holds the model.',
  },
  'carton/model-not-needed': {
    severity: 'warning',
    title: 'No model folder, and a runner that needs none',
    meaning:
      'The format asks for a folder model/. The runner noop loads nothing, so the carton loads without it, but there is no model in it.',
    action: 'If you expected a model, ask its author for a carton that holds one.',
  },
  'carton/file-too-large': {
    severity: 'error',
    title: 'A descriptive file is too large',
    meaning:
      'carton.toml, MANIFEST, LINKS and the tensor index are small in every real carton. This one is beyond what Boxcutter reads.',
    action: 'If the file is genuine, open it with a native tool.',
  },
  'carton/unknown-file': {
    severity: 'info',
    title: 'A file that the format does not know',
    meaning:
      'A carton holds carton.toml, MANIFEST, LINKS and the folders model, tensor_data and misc. What else lies at the top is ignored by whoever loads it.',
    action:
      'Nothing needs doing to use it. Its author can leave the file out, or move it to model or misc if it belongs to the model.',
  },
});

type Table = typeof CARTON_FINDINGS;

declare module '../../../../base/findings.ts' {
  interface FindingTable extends Table {}
}
