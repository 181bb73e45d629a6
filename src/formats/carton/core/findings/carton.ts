import { error, info, warning } from '../../../../base/finding-entry.ts';
import { defineArea, defineFindings } from '../../../../base/findings.ts';

/** Files of a carton. */
defineArea('carton', 'Files of a carton');

const CARTON_FINDINGS = defineFindings({
  'carton/toml-missing': error(
    'No carton.toml',
    'Without carton.toml there is no description, schema or runner. The reference reader rejects the file.',
    'Check that you have the whole carton. The author can repack it with the carton packer.',
  ),
  'carton/toml-linked': warning(
    'carton.toml is only linked',
    'carton.toml is not in the package. LINKS says where to fetch it, and there is little to show until you do.',
    'Fetch it from its host, or ask the author to pack it into the carton.',
  ),
  'carton/manifest-missing': error(
    'No MANIFEST',
    'Nothing says which files belong to the carton or what their hashes are, so nothing can be checked. The reference reader rejects the file.',
    'Check that you have the whole carton. The author can repack it with the carton packer.',
  ),
  'carton/unpacked': info(
    'Not packed yet',
    'In a folder, a model needs only runner_name and required_framework_version. A carton has more: MANIFEST, the tensor index and two version numbers. Without MANIFEST there are no hashes to check.',
    'Make a new carton of the folder. It gets what is missing.',
  ),
  'carton/will-not-load': warning(
    'It will not load',
    'The reference reader opens the carton, but its runner fails when it loads the model.',
    'Ask the author to repack the carton.',
  ),
  'carton/model-missing': error(
    'No model folder',
    'The format requires files in model/, and neither the zip nor MANIFEST has any. The runner has nothing to load and fails.',
    'Ask the author for a carton that contains the model.',
  ),
  'carton/model-not-needed': warning(
    'No model folder, and none needed',
    'The format requires a model/ folder. The noop runner loads nothing, so the carton still loads, but it contains no model.',
    'If you expected a model, ask the author for a carton that contains one.',
  ),
  'carton/file-too-large': error(
    'A metadata file is too large',
    'carton.toml, MANIFEST, LINKS and the tensor index are small in real cartons. This one is larger than Boxcutter reads.',
    'If you trust the file, open it with a native tool.',
  ),
  'carton/unknown-file': info(
    'A file outside the format',
    'At its top level, a carton contains carton.toml, MANIFEST, LINKS and the folders model, tensor_data and misc. Readers ignore everything else.',
    'You can use it as it is. The author can remove the file, or move it to model or misc if it belongs to the model.',
  ),
});

declare module '../../../../base/findings.ts' {
  interface FindingTable extends Readonly<typeof CARTON_FINDINGS> {}
}
