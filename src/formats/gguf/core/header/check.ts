import type { Report } from '../../../../base/report.ts';
import { quote } from '../../../../base/text.ts';
import type { TensorInfo } from '../../../../model/package.ts';
import { HeaderValues } from '../facts.ts';
import type { Header } from './header.ts';
import type { KeyValue } from './key-value.ts';
import { type CheckedTensor, hasQuantized } from './layout.ts';
import type { ValueType } from './value-type.ts';

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

/**
 * The same of the keys of an architecture, without its name (`llama_model_base::load_hparams`). It reads no key of an
 * adapter or of a projector.
 */
const HYPERPARAMETER_TYPES = [
  ['context_length', 'uint32'],
  ['embedding_length', 'uint32'],
  ['embedding_length_out', 'uint32'],
  ['block_count', 'uint32'],
  ['pooling_type', 'uint32'],
  ['expert_count', 'uint32'],
  ['expert_used_count', 'uint32'],
  ['expert_group_count', 'uint32'],
  ['expert_group_used_count', 'uint32'],
  ['attention.causal', 'bool'],
  ['attention.key_length', 'uint32'],
  ['attention.value_length', 'uint32'],
  ['attention.key_length_swa', 'uint32'],
  ['attention.value_length_swa', 'uint32'],
  ['rope.dimension_count', 'uint32'],
  ['rope.dimension_count_swa', 'uint32'],
  ['rope.freq_base', 'float32'],
  ['rope.scale_linear', 'float32'],
  ['rope.scaling.type', 'string'],
  ['rope.scaling.factor', 'float32'],
  ['rope.scaling.attn_factor', 'float32'],
  ['rope.scaling.original_context_length', 'uint32'],
  ['rope.scaling.finetuned', 'bool'],
] as const;

/** Those that each layer may set for itself: a uint32, or a list of them, signed or not. */
const LAYER_HYPERPARAMETERS: readonly string[] = [
  'feed_forward_length',
  'attention.head_count',
  'attention.head_count_kv',
];

/** Those that the format's document has as uint64, which llama.cpp rejects. */
const WIDE_IN_DOCUMENT: readonly string[] = [
  'context_length',
  'embedding_length',
  'block_count',
  'feed_forward_length',
  'attention.head_count',
  'attention.head_count_kv',
  'rope.dimension_count',
];

/** Architectures of files that llama.cpp loads beside a model. */
const BESIDE_MODELS: readonly string[] = ['clip', 'controlvector'];

/** The architecture of models whose blocks were pruned, some of them to nothing. */
const WITH_EMPTY_BLOCKS = 'deci';

/** Reports what is wrong with the values of a header, apart from those that say where tensors are. */
export function checkValues(header: Header, tensors: readonly CheckedTensor[], report: Report): void {
  const values = new HeaderValues(header.keyValues);
  for (const [key, type] of EXPECTED_TYPES) checkType(values.get(key), type, report);
  checkHyperparameters(values, report);
  // Only of a header that was read to its end is it known what it lacks. The first file of a split model speaks for
  // all.
  if (!header.hasAllKeys || Number(values.get('split.no')?.value ?? 0) > 0) return;
  const architecture = values.get('general.architecture');
  if (!architecture || architecture.value === '') {
    const what = architecture ? 'has no text in' : 'does not have';
    report.add('gguf/no-architecture', `The header ${what} “general.architecture”.`);
  }
  if (hasQuantized(tensors) && !values.get('general.quantization_version')) {
    const message = 'Tensors are quantized, and the header does not have “general.quantization_version”.';
    report.add('gguf/no-quantization-version', message);
  }
}

/**
 * Compares the number of blocks that the header states with the blocks that have tensors. A vocabulary alone has none.
 *
 * @param first the file whose header speaks for all
 * @param tensors of all files
 */
export function checkBlocks(
  first: { header: Header; path: string },
  tensors: readonly { info: TensorInfo }[],
  report: Report,
): void {
  const values = new HeaderValues(first.header.keyValues);
  const architecture = modelArchitecture(values);
  const stated = values.get(`${architecture}.block_count`)?.value;
  const blocks = new Set(tensors.flatMap(({ info }) => /^blk\.\d+(?=\.)/.exec(info.name) ?? []));
  if (stated === undefined || blocks.size === 0 || Number(stated) === blocks.size) return;
  if (architecture === WITH_EMPTY_BLOCKS && Number(stated) > blocks.size) return;
  const message = `“${architecture}.block_count” is ${stated}, and the tensors are of ${blocks.size} ${blocks.size === 1 ? 'block' : 'blocks'}.`;
  report.add('gguf/block-count', message, { path: first.path });
}

/** The architecture of a model. Undefined of what llama.cpp loads beside one. */
function modelArchitecture(values: HeaderValues): string | undefined {
  const architecture = values.text('general.architecture');
  const isModel = (values.text('general.type') ?? 'model') === 'model';
  return isModel && !BESIDE_MODELS.includes(architecture ?? '') ? architecture : undefined;
}

function checkHyperparameters(values: HeaderValues, report: Report): void {
  const architecture = modelArchitecture(values);
  if (architecture === undefined) return;
  const typed = [...HYPERPARAMETER_TYPES, ...LAYER_HYPERPARAMETERS.map((key) => [key, 'uint32'] as const)];
  for (const [key, type] of typed) {
    const pair = values.get(`${architecture}.${key}`);
    const items = LAYER_HYPERPARAMETERS.includes(key) ? pair?.list?.type : undefined;
    if (pair?.type === 'uint64' && WIDE_IN_DOCUMENT.includes(key)) {
      report.add('gguf/wide-integer', `${quote(pair.key)} is stored as uint64, but llama.cpp expects uint32.`);
    } else if (items === undefined) checkType(pair, type, report);
    else if (items !== 'uint32' && items !== 'int32') {
      const message = `${quote(`${architecture}.${key}`)} is a list of ${items}, and llama.cpp expects uint32.`;
      report.add('gguf/key-type', message);
    }
  }
}

function checkType(pair: KeyValue | undefined, expected: ValueType, report: Report): void {
  if (!pair || pair.type === expected) return;
  report.add('gguf/key-type', `${quote(pair.key)} is stored as ${pair.type}, but llama.cpp expects ${expected}.`);
}
