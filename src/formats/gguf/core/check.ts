import type { Report } from '../../../base/report.ts';
import { HeaderValues } from './facts.ts';
import type { Header } from './header.ts';
import { type CheckedTensor, hasQuantized } from './layout.ts';
import './findings.ts';

/**
 * Keys whose values llama.cpp reads of every model, and rejects if they have another type (`llama_model_loader`,
 * `llama_model::load_hparams`).
 */
const EXPECTED_TYPES = [
  ['general.architecture', 'string'],
  ['general.name', 'string'],
  ['general.file_type', 'uint32'],
  ['split.count', 'uint16'],
  ['split.no', 'uint16'],
  ['split.tensors.count', 'int32'],
] as const;

/** Reports what is wrong with the values of a header, apart from those that say where tensors are. */
export function checkValues(header: Header, tensors: readonly CheckedTensor[], report: Report): void {
  const values = new HeaderValues(header.keyValues);
  for (const [key, type] of EXPECTED_TYPES) {
    const found = values.get(key);
    if (found && found.type !== type) {
      report.add('gguf/key-type', `“${key}” is stored as ${found.type}, and llama.cpp expects ${type}.`);
    }
  }
  // Only of a header that was read to its end is it known what it lacks. The first file of a split model speaks for all.
  if (!header.hasAllKeys || Number(values.get('split.no')?.value ?? 0) > 0) return;
  if (!values.get('general.architecture')) {
    report.add('gguf/no-architecture', 'The header does not have “general.architecture”.');
  }
  if (hasQuantized(tensors) && !values.get('general.quantization_version')) {
    const message = 'Tensors are quantized, and the header does not have “general.quantization_version”.';
    report.add('gguf/no-quantization-version', message);
  }
}
