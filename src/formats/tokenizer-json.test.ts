import { expect, test } from 'vitest';
import { encodeUtf8 } from '../base/bytes.ts';
import { MAX_VOCABULARY_BYTES } from '../base/limits.ts';
import type { Package } from '../model/package.ts';
import { textOfTokens } from '../model/tensor/token-text.ts';
import { memorySource } from '../source/memory.ts';
import { packageVocabulary, parseTokenizer } from './tokenizer-json.ts';

const parse = (value: unknown) => parseTokenizer(encodeUtf8(JSON.stringify(value)));

test('BPE, WordPiece and Unigram vocabularies, with special tokens', () => {
  const gpt = parse({
    model: { type: 'BPE', vocab: { Ġhi: 1, a: 0 } },
    added_tokens: [
      { id: 3, content: '<|end|>', special: true },
      { id: 1, content: 'Ġhi', special: false },
    ],
    decoder: { type: 'ByteLevel' },
  });
  expect(gpt).toEqual({
    coding: 'bytes',
    tokens: [
      { token: 'a', isSpecial: false },
      { token: 'Ġhi', isSpecial: false },
      undefined,
      { token: '<|end|>', isSpecial: true },
    ],
  });
  expect(textOfTokens([gpt.tokens[0], gpt.tokens[1], gpt.tokens[3]], gpt.coding)).toBe('a hi');
  const t5 = parse({
    model: {
      vocab: [
        ['<pad>', 0],
        ['▁a', -1.5],
      ],
    },
    decoder: { type: 'Metaspace' },
  });
  expect(t5).toMatchObject({ coding: 'pieces', tokens: [{ token: '<pad>' }, { token: '▁a' }] });
  // Llama 2 and Gemma.
  const steps = [{ type: 'Replace', pattern: { String: '▁' }, content: ' ' }, { type: 'ByteFallback' }];
  expect(parse({ model: { vocab: { '▁a': 0 } }, decoder: { type: 'Sequence', decoders: steps } }).coding).toBe(
    'pieces',
  );
  const deep = { type: 'Sequence', pretokenizers: [{ type: 'Split' }, { type: 'ByteLevel' }] };
  expect(parse({ model: { vocab: { a: 0 } }, pre_tokenizer: deep }).coding).toBe('bytes');
  expect(parse({ model: { type: 'WordPiece', vocab: { a: 0 } } }).coding).toBe('words');
  expect(parse({ model: { type: 'WordLevel', vocab: { a: 0 } } }).coding).toBe('plain');
});

test('hostile files are refused with words', async () => {
  for (const value of [
    [],
    {},
    { model: 1 },
    { model: {} },
    { model: { vocab: {} } },
    { model: { vocab: { a: 'b', c: -1, d: 0.5 } } },
  ])
    expect(() => parse(value), JSON.stringify(value)).toThrow(
      expect.objectContaining({ code: 'tensor/bad-vocabulary' }),
    );
  expect(() => parseTokenizer(Uint8Array.of(0xff))).toThrow(expect.objectContaining({ code: 'tensor/bad-vocabulary' }));
  expect(() => parse({ model: { vocab: { a: 4_000_000_000 } } })).toThrow(/beyond/);
  // An id in front of which nothing is makes no hole that is slow, and a name of a property is a token like others.
  expect(parse({ model: { vocab: { constructor: 2 } } }).tokens).toHaveLength(3);
  let nested: unknown = { type: 'ByteLevel' };
  for (let depth = 0; depth < 1000; depth++) nested = { type: 'Sequence', decoders: [nested] };
  expect(parse({ model: { vocab: { a: 0 } }, decoder: nested }).coding).toBe('plain');
});

test('the file nearest to the top is taken, and one that is too large is not read', async () => {
  const files = ['a/b/tokenizer.json', 'a/tokenizer.json', 'not-tokenizer.json'].map((path) => ({ path }));
  const text = encodeUtf8(JSON.stringify({ model: { vocab: { x: 0 } } }));
  const large = { ...memorySource('x', text), size: MAX_VOCABULARY_BYTES + 1 };
  const opened = (source: typeof large | undefined) => ({
    package: { files } as unknown as Package,
    source: (path: string) => (path === 'a/tokenizer.json' ? source : undefined),
  });
  const found = packageVocabulary(opened(memorySource('x', text)));
  expect(found?.from).toBe('a/tokenizer.json');
  await expect(found?.load()).resolves.toMatchObject({ tokens: [{ token: 'x' }] });
  await expect(packageVocabulary(opened(large))?.load()).rejects.toMatchObject({ code: 'source/too-large' });
  await expect(packageVocabulary(opened(undefined))?.load()).rejects.toMatchObject({ code: 'tensor/bad-vocabulary' });
});
