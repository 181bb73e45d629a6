import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ARRANGEMENTS, arrange } from './arrangement.ts';

const arranged = (...paths: string[]) => arrange(paths.map((path) => ({ path })));

/** The items of a shelf or a pair, each as its path and the number of its files. */
function items(...paths: string[]): string[] | string {
  const found = arranged(...paths);
  if (found.kind === 'package') return found.kind;
  return found.items.map(({ path, files, format }) => `${path} ${format} ${files.length}`);
}

describe('files that come together', () => {
  it.each([
    ['one file', ['a.gguf']],
    ['one file of no known format', ['a.txt']],
    ['texts', ['a.txt', 'b.txt']],
    ['an unpacked carton', ['m/carton.toml', 'm/MANIFEST', 'm/model/a.pt', 'm/model/b.pt']],
    ['an unpacked mldef model', ['m/manifest.json', 'm/a.float32', 'm/b.csv']],
    ['an unpacked library of TVM', ['m/metadata.json', 'm/codegen/host/src/a.c', 'm/parameters/default.params']],
    ['a store', ['models/manifests/registry.ollama.ai/library/a/b', 'models/blobs/sha256-0', 'models/blobs/sha256-1']],
    ['manifests without their blobs', ['o/manifests/registry.ollama.ai/library/gemma/2b']],
    ['a checkout', ['m/config.json', 'm/model.safetensors', 'm/tokenizer.json', 'm/README.md', 'm/x/b.gguf']],
    ['its files alone', ['config.json', 'model.safetensors', 'pytorch_model.bin', 'tokenizer.json']],
    ['a checkout of pickles', ['m/config.json', 'm/pytorch_model.bin', 'm/training_args.bin']],
    ['a pipeline', ['m/model_index.json', 'm/unet/config.json', 'm/unet/a.safetensors', 'm/vae/b.safetensors']],
    ['shards', ['m-00001-of-00002.gguf', 'm-00002-of-00002.gguf']],
    [
      'shards with their index',
      ['m/model.safetensors.index.json', 'm/model-00001-of-00002.safetensors', 'm/model-00002-of-00002.safetensors'],
    ],
    [
      'shards of pickles, and a card',
      ['m/pytorch_model-00001-of-00002.bin', 'm/pytorch_model.bin.index.json', 'm/README.md'],
    ],
    ['a folder of code with one file of weights', ['m/a.py', 'm/w/a.pt']],
  ])('are one package: %s', (_, paths) => {
    expect(arranged(...paths)).toEqual({ kind: 'package' });
  });

  it.each([
    ['two cartons', ['a.carton', 'b.carton']],
    ['weights of the same ending', ['a.PT', 'b.bin']],
  ])('are a pair: %s', (_, paths) => {
    expect(arranged(...paths)).toMatchObject({ kind: 'pair', items: paths.map((path) => ({ path })) });
  });

  it.each<[string, string[], string[]]>([
    ['two of different formats', ['a.carton', 'b.gguf'], ['a.carton carton 1', 'b.gguf gguf 1']],
    ['a package and a text', ['a.carton', 'b.txt'], ['a.carton carton 1', 'b.txt undefined 1']],
    ['two of one format in a folder', ['m/a.pt', 'm/b.pt'], ['a.pt pickle 1', 'b.pt pickle 1']],
    [
      'two sets of shards',
      ['b-00002-of-00002.gguf', 'a-00001-of-00001.gguf', 'b-00001-of-00002.gguf'],
      ['b-00001-of-00002.gguf gguf 2', 'a-00001-of-00001.gguf gguf 1'],
    ],
    [
      'files, a checkout and a store in one folder',
      [
        'all/old/training_args.bin',
        'all/a.npy',
        'all/notes.txt',
        'all/gemma/config.json',
        'all/gemma/model-00001-of-00002.safetensors',
        'all/gemma/model-00002-of-00002.safetensors',
        'all/ollama/models/manifests/registry.ollama.ai/library/q/0.5b',
        'all/ollama/models/blobs/sha256-0',
        'all/a.tar',
      ],
      [
        'a.npy numpy 1',
        'notes.txt undefined 1',
        'a.tar tar 1',
        'old/training_args.bin pickle 1',
        'gemma safetensors 3',
        'ollama/models ollama 2',
      ],
    ],
  ])('are a shelf: %s', (_, paths, expected) => {
    expect(items(...paths)).toEqual(expected);
  });

  it('are each in one item, whatever they are called', () => {
    const name = fc.constantFrom(
      'a',
      '..',
      '',
      'config.json',
      'x.safetensors',
      'b.gguf',
      'm-00001-of-00002.gguf',
      'manifests',
      'r.io',
    );
    const path = fc.array(name, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('/'));
    fc.assert(
      fc.property(fc.array(path, { maxLength: 12 }), (paths) => {
        const given = paths.map((path) => ({ path }));
        const found = arrange(given);
        if (found.kind === 'package') return;
        expect(found.items.flatMap(({ files }) => files).length).toBe(given.length);
        expect(new Set(found.items.flatMap(({ files }) => files))).toEqual(new Set(given));
        for (const { folder, files } of found.items)
          expect(files.every(({ path }) => path.startsWith(folder))).toBe(true);
      }),
    );
  });

  it('may be in folders in folders without end', () => {
    const deep = 'a/'.repeat(100_000);
    expect(items(`${deep}a.pt`, `${deep}b.pt`)).toHaveLength(2);
  });

  it('are what the document says', () => {
    const document = readFileSync(new URL('../../docs/shelf.md', import.meta.url), 'utf8');
    const rows = document.split('\n').filter((line) => line.startsWith('| '));
    const cells = rows.map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
    expect(cells.filter(([first]) => ARRANGEMENTS.some(({ files }) => files === first))).toEqual(
      ARRANGEMENTS.map(({ files, are }) => [files, are]),
    );
  });
});
