import { expect, test } from 'vitest';
import { MAX_VOCABULARY_BYTES } from '../../../base/limits.ts';
import { textOfTokens } from '../../../model/tensor/token-text.ts';
import { memorySource } from '../../../source/memory.ts';
import { type BuiltValue, buildGguf, text, texts } from '../../../testing/builders/gguf-builder.ts';
import { readHeader } from './header/header.ts';
import { headerVocabulary } from './vocabulary.ts';

async function vocabularyOf(keys: Record<string, BuiltValue>) {
  const keyValues = Object.entries(keys).map(([key, value]) => [`tokenizer.ggml.${key}`, value] as const);
  const source = memorySource('m.gguf', buildGguf({ keyValues }));
  return { source, header: await readHeader(source) };
}

test('the tokens of a header, with those that are no text', async () => {
  // More than the first items that opening keeps.
  const tokens = Array.from({ length: 5000 }, (_, id) => (id === 0 ? '<s>' : `▁t${id}`));
  const kinds: BuiltValue = { type: 'array', of: 'int32', items: tokens.map((_, id) => (id === 0 ? 3 : 1)) };
  const { source, header } = await vocabularyOf({ model: text('llama'), tokens: texts(tokens), token_type: kinds });
  const found = headerVocabulary(header, source);
  expect(found?.from).toBe('tokenizer.ggml.tokens');
  const vocabulary = await found?.load();
  expect(vocabulary).toMatchObject({ coding: 'pieces', tokens: { length: 5000 } });
  expect(vocabulary?.tokens[0]).toEqual({ token: '<s>', isSpecial: true });
  expect(
    textOfTokens(
      [0, 1, 4999].map((id) => vocabulary?.tokens[id]),
      'pieces',
    ),
  ).toBe('t1 t4999');
});

test('byte-level BPE, another model, and no vocabulary', async () => {
  for (const [model, coding] of [
    ['gpt2', 'bytes'],
    ['rwkv', 'plain'],
    ['constructor', 'plain'],
  ] as const) {
    const { source, header } = await vocabularyOf({ model: text(model), tokens: texts(['Ġa']) });
    await expect(headerVocabulary(header, source)?.load()).resolves.toEqual({
      coding,
      tokens: [{ token: 'Ġa', isSpecial: false }],
    });
  }
  const { source, header } = await vocabularyOf({ tokens: text('none') });
  expect(headerVocabulary(header, source)).toBeUndefined();
});

test('one that is too large is refused before it is read', async () => {
  const { source, header } = await vocabularyOf({ tokens: texts(['a']) });
  const [pair] = header.keyValues;
  if (pair?.list) pair.list = { ...pair.list, end: pair.list.start + MAX_VOCABULARY_BYTES + 1 };
  const read = () => Promise.reject(new Error('read'));
  await expect(headerVocabulary(header, { ...source, read })?.load()).rejects.toMatchObject({
    code: 'source/too-large',
  });
});
