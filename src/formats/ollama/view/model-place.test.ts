import { expect, it } from 'vitest';
import type { ShownModel } from '../core/own.ts';
import { modelAt, nameOf } from './model-place.ts';

const model = (title: string, path: string, full?: string): ShownModel => ({
  title,
  path,
  ...(full === undefined ? {} : { full }),
  id: '',
  listedBytes: '0',
  aloneBytes: 0,
  sharedBytes: 0,
  missing: 0,
  facts: [],
  layers: [],
  moreLayers: 0,
});

it('a model of a store has a name in the address, and is found by it', () => {
  const listed = model(
    'gemma:2b',
    'manifests/registry.ollama.ai/library/gemma/2b',
    'registry.ollama.ai/library/gemma:2b',
  );
  // Ollama does not list it, and its file has the name of another model.
  const loose = model('gemma:2b', 'x/gemma:2b');
  const models = [loose, listed];
  expect(models.map(nameOf)).toEqual(['x/gemma:2b', 'gemma:2b']);
  for (const each of models) expect(modelAt(models, nameOf(each))).toBe(each);
  expect(modelAt(models, listed.full)).toBe(listed);
  expect(modelAt(models, listed.path)).toBe(listed);
  expect([modelAt(models, 'other'), modelAt(models, undefined)]).toEqual([undefined, undefined]);
});
