import { formatCount, formatNumberOf } from '../../../base/amounts.ts';
import type { Fact, Package } from '../../../model/package.ts';
import type { Parameters } from '../../../model/tensor/parameters.ts';
import { fileTypeName } from './file-type.ts';
import type { Header } from './header/header.ts';
import type { KeyValue } from './header/key-value.ts';

/** Numbers of a list that a fact names. A model has some tens of layers, which may differ in their heads. */
const MAX_LISTED = 4;

/** Keys whose values are facts or figures, stand in the head of the page, or say little. Those of an architecture without its name. */
export const FACT_KEYS: ReadonlySet<string> = new Set([
  ...['architecture', 'type', 'name', 'description', 'license', 'size_label', 'file_type', 'repo_url', 'url'].map(
    (key) => `general.${key}`,
  ),
  ...['context_length', 'block_count', 'embedding_length', 'vocab_size', 'expert_count', 'expert_used_count'],
  ...['attention.head_count', 'attention.head_count_kv', 'rope.scaling.factor'],
  ...['model', 'pre', 'tokens'].map((key) => `tokenizer.ggml.${key}`),
  // Numbers that say nothing to people.
  ...['base_model.count', 'quantization_version'].map((key) => `general.${key}`),
]);

/** Values of a header by their keys. */
export class HeaderValues {
  readonly #byKey: ReadonlyMap<string, KeyValue>;

  /** @param keyValues of two with one key the first counts */
  constructor(keyValues: readonly KeyValue[]) {
    this.#byKey = new Map(keyValues.toReversed().map((pair) => [pair.key, pair]));
  }

  get(key: string): KeyValue | undefined {
    return this.#byKey.get(key);
  }

  /** A text that is there and not empty. */
  text(key: string): string | undefined {
    const value = this.#byKey.get(key)?.value;
    return typeof value === 'string' && value.trim() !== '' ? value : undefined;
  }

  /** A whole number as text, or some of a list's, each once: "8" or "0, 8". Thousands are grouped. */
  integer(key: string): string | undefined {
    const pair = this.#byKey.get(key);
    const values = pair?.list ? pair.list.first : [pair?.value];
    const whole = values.filter((value) => typeof value === 'bigint' || Number.isInteger(value));
    if (whole.length === 0 || whole.length < values.length) return undefined;
    const texts = [...new Set(whole.map((value) => formatCount(value as number | bigint)))];
    const isAll = texts.length <= MAX_LISTED && (pair?.list?.count ?? 1) <= values.length;
    return isAll ? texts.join(', ') : `${texts.slice(0, MAX_LISTED).join(', ')} …`;
  }
}

/** Figures of all files of a model. */
export interface ModelFigures {
  parameters: Parameters;
  /** As the headers state them. */
  tensors: bigint;
  /** Files that were read, and all of them. */
  files: number;
  shardCount: number;
}

/** The facts of the Overview: those of the model, then those of its first file. */
export function factsOf(header: Header, alignment: number, figures: ModelFigures): Fact[] {
  const values = new HeaderValues(header.keyValues);
  const { parameters, tensors, files, shardCount } = figures;
  return [
    ...modelFacts(values, parameters),
    ...tokenizerFacts(values),
    { label: 'Tensors', value: formatCount(tensors) },
    ...fact('Files', shardCount === 1 ? undefined : `${files} of ${shardCount}`),
    {
      label: 'GGUF version',
      value: String(header.version),
      note: header.little ? 'little-endian' : 'big-endian',
    },
    // Of one that was not read to its end, its length is not known.
    ...fact(
      'Header',
      header.isRead ? formatNumberOf(header.end, 'byte') : undefined,
      `tensors at multiples of ${alignment}`,
    ),
  ];
}

function modelFacts(values: HeaderValues, parameters: Parameters): Fact[] {
  const architecture = values.text('general.architecture');
  const own = (key: string) => (architecture === undefined ? undefined : values.integer(`${architecture}.${key}`));
  const type = values.text('general.type');
  const heads = own('attention.head_count');
  const keyHeads = own('attention.head_count_kv');
  const experts = own('expert_count');
  const used = own('expert_used_count');
  return [
    ...fact('Architecture', architecture),
    ...fact('Type', type === 'model' ? undefined : type),
    ...fact('Size', values.text('general.size_label')),
    ...(parameters.count > 0n ? [{ label: 'Parameters', value: parameters.text }] : []),
    ...quantizationFact(values, parameters),
    ...fact('Context length', own('context_length'), 'tokens'),
    ...fact('Layers', own('block_count')),
    ...fact('Embedding', own('embedding_length')),
    ...fact(
      'Heads',
      heads,
      keyHeads === undefined || keyHeads === heads ? undefined : `${keyHeads} for keys and values`,
    ),
    ...fact('Experts', experts, used === undefined ? undefined : `${used} used for each token`),
  ];
}

/** What the header says that most tensors were quantized to. */
export function fileTypeText(values: HeaderValues): string | undefined {
  const stored = values.get('general.file_type')?.value;
  return typeof stored === 'number' ? (fileTypeName(stored) ?? `type ${stored}`) : undefined;
}

function quantizationFact(values: HeaderValues, { count, bytes }: Parameters): Fact[] {
  const name = fileTypeText(values);
  const bits =
    count > 0n ? `${Number((Number(bytes * 8n) / Number(count)).toPrecision(3))} bits per weight` : undefined;
  if (name === undefined) return fact('Quantization', bits);
  return fact('Quantization', name, bits);
}

function tokenizerFacts(values: HeaderValues): Fact[] {
  const tokens = values.get('tokenizer.ggml.tokens')?.list;
  const kind = values.text('tokenizer.ggml.pre');
  return [
    ...fact('Tokenizer', values.text('tokenizer.ggml.model'), kind),
    ...(tokens ? [{ label: 'Vocabulary', value: formatCount(tokens.count), note: 'tokens' }] : []),
  ];
}

function fact(label: string, value: string | undefined, note?: string): Fact[] {
  return value === undefined ? [] : [{ label, value, note }];
}

/** What the header says of the model for people. */
export function aboutModel(values: HeaderValues): Partial<Package> {
  return {
    title: values.text('general.name'),
    description: values.text('general.description'),
    license: values.text('general.license'),
    repository: values.text('general.repo_url') ?? values.text('general.source.repo_url'),
    homepage: values.text('general.url') ?? values.text('general.source.url'),
  };
}
