import { decodeUtf8 } from '../base/bytes.ts';
import { BadFileError, TooLargeError } from '../base/errors.ts';
import { MAX_VOCABULARY_BYTES } from '../base/limits.ts';
import type { PackageFile } from '../model/package.ts';
import type { TokenCoding, Vocabulary, VocabularyToken } from '../model/tensor/token-text.ts';
import '../tensor/findings.ts';
import type { OpenPackage, PackageVocabulary } from './format.ts';

/** Ids of a vocabulary: sixteen times those of the largest models. A hostile id must not make a list of billions. */
const MAX_TOKENS = 4_000_000;

/** Levels of a decoder in a decoder. Real ones have two. */
const MAX_DECODER_DEPTH = 8;

const NAME = 'tokenizer.json';

/**
 * The vocabulary of the package's `tokenizer.json`, which the library tokenizers writes: of several the one nearest to
 * the top.
 */
export function packageVocabulary(opened: Pick<OpenPackage, 'package' | 'source'>): PackageVocabulary | undefined {
  const depth = ({ path }: PackageFile) => path.split('/').length;
  let found: PackageFile | undefined;
  for (const file of opened.package.files)
    if ((file.path === NAME || file.path.endsWith(`/${NAME}`)) && (!found || depth(file) < depth(found))) found = file;
  if (!found) return undefined;
  const { path } = found;
  return {
    from: path,
    async load(signal) {
      const bytes = opened.source(path);
      if (!bytes) throw new BadFileError('tensor/bad-vocabulary', 'The package does not hold the file.', { path });
      if (bytes.size > MAX_VOCABULARY_BYTES)
        throw new TooLargeError('source/too-large', 'The vocabulary is larger than Boxcutter reads.', {
          path,
          limit: MAX_VOCABULARY_BYTES,
          actual: bytes.size,
        });
      return parseTokenizer(await bytes.read(0, bytes.size, signal), path);
    },
  };
}

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The vocabulary in a `tokenizer.json`. Rejects with `tensor/bad-vocabulary` where there is none. */
export function parseTokenizer(bytes: Uint8Array, path?: string): Vocabulary {
  const bad = (message: string) => new BadFileError('tensor/bad-vocabulary', message, { path });
  let root: unknown;
  try {
    root = JSON.parse(decodeUtf8(bytes) ?? '');
  } catch {
    throw bad('The tokenizer’s file is not JSON.');
  }
  const model = isObject(root) ? root.model : undefined;
  if (!isObject(root) || !isObject(model)) throw bad('The tokenizer’s file has no “model”.');
  const tokens: (VocabularyToken | undefined)[] = [];
  const put = (id: unknown, token: unknown, isSpecial: boolean) => {
    if (!Number.isInteger(id) || (id as number) < 0 || typeof token !== 'string') return;
    if ((id as number) >= MAX_TOKENS) throw bad(`The tokenizer has an id beyond ${MAX_TOKENS}.`);
    // No holes, which would make the list a slow one.
    while (tokens.length < (id as number)) tokens.push(undefined);
    tokens[id as number] = { token, isSpecial };
  };
  if (Array.isArray(model.vocab))
    for (const [id, item] of model.vocab.entries()) put(id, Array.isArray(item) ? item[0] : item, false);
  else if (isObject(model.vocab)) for (const [token, id] of Object.entries(model.vocab)) put(id, token, false);
  if (Array.isArray(root.added_tokens))
    for (const added of root.added_tokens) if (isObject(added)) put(added.id, added.content, added.special === true);
  if (tokens.length === 0) throw bad('The tokenizer’s file lists no tokens.');
  return { coding: codingOf(root, model), tokens };
}

/** How tokens stand for text: what decodes them says so, or the model. */
function codingOf(root: Json, model: Json): TokenCoding {
  const types = new Set<string>();
  const gather = (part: unknown, depth: number): void => {
    if (!isObject(part) || depth > MAX_DECODER_DEPTH) return;
    if (typeof part.type === 'string') types.add(part.type);
    // Gemma and Llama 2 put ▁ in by hand.
    if (part.type === 'Replace' && part.content === ' ') types.add('Metaspace');
    for (const list of [part.decoders, part.pretokenizers])
      if (Array.isArray(list)) for (const inner of list.slice(0, 32)) gather(inner, depth + 1);
  };
  gather(root.decoder, 0);
  gather(root.pre_tokenizer, 0);
  if (types.has('ByteLevel')) return 'bytes';
  if (types.has('Metaspace') || model.type === 'Unigram') return 'pieces';
  return types.has('WordPiece') || model.type === 'WordPiece' ? 'words' : 'plain';
}
