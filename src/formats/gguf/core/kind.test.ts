import { expect, it } from 'vitest';
import { memorySource } from '../../../source/memory.ts';
import { buildGguf, text } from '../../../testing/builders/gguf-builder.ts';
import { readHeader } from './header/header.ts';
import { kindOf, missingWeights } from './kind.ts';

it.each([
  [{ 'general.architecture': 'llama', 'tokenizer.chat_template': '{{ x }}' }, 1, 'chat'],
  [{ 'general.architecture': 'llama', 'tokenizer.chat_template.tool_use': '{{ x }}' }, 1, 'chat'],
  [{ 'general.architecture': 'llama', 'general.type': 'model' }, 1, 'completion'],
  [{ 'general.architecture': 'nomic-bert' }, 1, 'embedding'],
  [{ 'general.architecture': 'clip' }, 1, 'projector'],
  [{ 'general.architecture': 'llama', 'general.type': 'adapter' }, 1, 'adapter'],
  [{ 'general.architecture': 'llama' }, 0, 'other'],
  [{ 'general.type': 'imatrix' }, 1, 'other'],
  [{}, 1, 'other'],
])('a file with %o and %i tensors is of the kind %s', async (keys, tensors, kind) => {
  const keyValues = Object.entries(keys).map(([key, value]) => [key, text(value)] as const);
  const header = await readHeader(memorySource('m.gguf', buildGguf({ keyValues })));
  expect(kindOf(header.keyValues, tensors)).toBe(kind);
});

it('says of a file without tensors that there is nothing to run', async () => {
  const keyValues = [['tokenizer.ggml.tokens', text('a')]] as const;
  const vocabulary = await readHeader(memorySource('m.gguf', buildGguf({ keyValues })));
  expect(missingWeights(vocabulary.keyValues, 0)).toBe(
    'This file has a vocabulary and no tensors, so there are no weights to run. Its key-values can be read.',
  );
  expect(missingWeights([], 0)).toContain('This file has no tensors, so');
  expect(missingWeights(vocabulary.keyValues, 1)).toBeUndefined();
});
