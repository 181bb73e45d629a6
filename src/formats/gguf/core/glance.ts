import { countInWords, formatCount, formatNumberOf } from '../../../base/amounts.ts';
import { shortened } from '../../../base/text.ts';
import type { Figure } from '../../../model/package.ts';
import type { Parameters } from '../../../model/tensor/parameters.ts';
import type { HeaderValues } from './facts.ts';
import type { ModelKind } from './kind.ts';

/** Figures that stand in one row. */
const MAX_FIGURES = 4;

/** The figures that one asks of a model first. Those that the header does not have are left out. */
export function figuresOf(values: HeaderValues, parameters: Parameters, tensors: number): Figure[] {
  const architecture = values.text('general.architecture');
  const own = (key: string) => (architecture === undefined ? undefined : values.integer(`${architecture}.${key}`));
  const heads = own('attention.head_count');
  const keyHeads = own('attention.head_count_kv');
  const tokens = values.get('tokenizer.ggml.tokens')?.list;
  const tokenizer = values.text('tokenizer.ggml.model');
  const factor = architecture === undefined ? undefined : values.get(`${architecture}.rope.scaling.factor`)?.value;
  const scaling = typeof factor === 'number' && factor > 0 ? `, RoPE × ${Number(factor.toPrecision(4))}` : '';
  const figure = (label: string, value: string | undefined, note?: string): Figure[] =>
    value === undefined ? [] : [{ label, value, note }];
  const known = [
    ...parameters.figure(),
    ...figure('Context length', own('context_length'), `tokens${scaling}`),
    ...figure(
      'Layers',
      own('block_count'),
      heads && `${heads} heads${keyHeads && keyHeads !== heads ? `, ${keyHeads} for keys` : ''}`,
    ),
    ...figure(
      'Vocabulary',
      tokens && formatCount(tokens.count),
      tokenizer && (TOKENIZERS.get(tokenizer) ?? shortened(tokenizer)),
    ),
  ];
  if (known.length >= MAX_FIGURES) return known;
  return [...known, ...parameters.typeFigure(), ...figure('Tensors', formatCount(tensors))].slice(0, MAX_FIGURES);
}

/** What the tokenizers of llama.cpp are. */
const TOKENIZERS: ReadonlyMap<string, string> = new Map([
  ['gpt2', 'BPE'],
  ['llama', 'SentencePiece'],
  ['bert', 'WordPiece'],
  ['t5', 'Unigram'],
]);

/** Architectures that have tokens and do not write text by themselves. */
const NOT_TEXT = /enc|whisper|wavtokenizer|clip|diffusion|flux|wan|sd[13]/i;

/** What a model is: "Text generation, 1.24 billion parameters in 4.8 bits each". Only what the header says. */
export function inShortOf(
  values: HeaderValues,
  kind: ModelKind,
  { count, bytes }: Parameters,
  tensors: number,
): string {
  const what = kindText(values, kind, tensors);
  if (count === 0n) return what;
  const bits = Number((Number(bytes * 8n) / Number(count)).toPrecision(2));
  const each = Number.isFinite(bits) && bits > 0 ? ` in ${bits} ${bits === 1 ? 'bit' : 'bits'} each` : '';
  return `${what}, ${countInWords(count)} ${count === 1n ? 'parameter' : 'parameters'}${each}`;
}

function kindText(values: HeaderValues, kind: ModelKind, tensors: number): string {
  if (kind === 'adapter') return values.text('adapter.type') === 'lora' ? 'A LoRA adapter' : 'An adapter';
  if (kind === 'projector') return 'A projector for a model that takes images or sound';
  if (kind === 'embedding') return 'Text embeddings';
  const tokens = values.get('tokenizer.ggml.tokens')?.list;
  if (tensors === 0)
    return tokens ? `A vocabulary of ${formatNumberOf(tokens.count, 'token')}, without weights` : 'No weights';
  const isText = kind !== 'other' && tokens !== undefined && !NOT_TEXT.test(values.text('general.architecture') ?? '');
  return isText ? 'Text generation' : 'Weights';
}
