import { TooLargeError } from '../../../base/errors.ts';
import { MAX_VOCABULARY_BYTES } from '../../../base/limits.ts';
import type { TokenCoding, Vocabulary } from '../../../model/tensor/token-text.ts';
import type { ByteSource } from '../../../source/source.ts';
import type { PackageVocabulary } from '../../format.ts';
import type { Header } from './header/header.ts';
import { type KeyValue, type ListValue, readItems } from './header/key-value.ts';

const TOKENS = 'tokenizer.ggml.tokens';

/** What llama.cpp calls the tokenizers that it knows, and how their tokens stand for text. */
const CODINGS: Readonly<Record<string, TokenCoding>> = { gpt2: 'bytes', llama: 'pieces', t5: 'pieces', bert: 'pieces' };

/** Types of tokens that are no part of a text: unknown, control, and unused. */
const SPECIAL_TYPES: ReadonlySet<unknown> = new Set([2, 3, 5]);

/** Bytes of a token. Real ones have some dozens; longer ones are cut. */
const MAX_TOKEN_BYTES = 1024;

/** The vocabulary in a header. Undefined where it has none. */
export function headerVocabulary(header: Header, source: ByteSource): PackageVocabulary | undefined {
  const find = (key: string) => header.keyValues.find((pair) => pair.key === key);
  const tokens = find(TOKENS)?.list;
  if (tokens?.type !== 'string') return undefined;
  const { value: model } = find('tokenizer.ggml.model') ?? ({} as Partial<KeyValue>);
  const types = find('tokenizer.ggml.token_type')?.list;
  return { from: TOKENS, load: (signal) => loadVocabulary(String(model), { tokens, types }, header, source, signal) };
}

async function loadVocabulary(
  model: string,
  { tokens, types }: { tokens: ListValue; types: ListValue | undefined },
  header: Header,
  source: ByteSource,
  signal: AbortSignal | undefined,
): Promise<Vocabulary> {
  const items = async (list: ListValue) => {
    const actual = list.end - list.start;
    if (actual > MAX_VOCABULARY_BYTES)
      throw new TooLargeError('source/too-large', 'The vocabulary is larger than Boxcutter reads.', {
        limit: MAX_VOCABULARY_BYTES,
        actual,
      });
    const bytes = await source.read(list.start, list.end, signal);
    return readItems(bytes, list.type, list.count, header, MAX_TOKEN_BYTES);
  };
  const kinds = types && types.type !== 'string' && types.type !== 'array' ? await items(types) : [];
  const texts = await items(tokens);
  return {
    coding: Object.hasOwn(CODINGS, model) ? (CODINGS[model] as TokenCoding) : 'plain',
    tokens: texts.map((token, id) => ({ token: String(token), isSpecial: SPECIAL_TYPES.has(Number(kinds[id])) })),
  };
}
