import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../../model/edit.ts';
import type { FieldValues } from '../../../model/field.ts';
import type { Package } from '../../../model/package.ts';
import { fakePackage } from '../../../testing/fake-worker.ts';
import { referencesTo, renamedReferences } from './file-references.ts';

const example = {
  name: 'Cat',
  inputs: { image: '@misc/cat.png', scale: '@tensor_data/one' },
  sample_out: { label: '@misc/a/out.txt' },
};
const values = (description: string): FieldValues => ({
  model_description: description,
  example: [example],
  runner: { runner_name: 'python', opts: { entrypoint_package: 'pkg.main' } },
});
const renamed = (description: string, renames: Record<string, string>) => {
  const before = values(description);
  const now = applyEdits(before, renamedReferences(before, new Map(Object.entries(renames))));
  return { text: now.model_description, example: (now.example as (typeof example)[])[0] };
};

describe('references to renamed files', () => {
  it.each([
    ['![Cat](@misc/cat.png "title")', '![Cat](@misc/sub/dog.png "title")'],
    ['[cat]: @misc/cat.png\n\nSee @misc/cat.png.', '[cat]: @misc/sub/dog.png\n\nSee @misc/sub/dog.png.'],
    ['![](<@misc/cat.png>)', '![](<@misc/sub/dog.png>)'],
    ['![](@misc/c%61t.png)', '![](@misc/sub/dog.png)'],
    [
      '@misc/cat.png.bak @misc/cat.pngx @misc/cat @other/cat.png',
      '@misc/cat.png.bak @misc/cat.pngx @misc/cat @other/cat.png',
    ],
  ])('follow in %s', (before, expected) => {
    expect(renamed(before, { 'misc/cat.png': 'misc/sub/dog.png' }).text).toBe(expected);
  });

  it('encode what would end an address, and read it again', () => {
    const address = renamed('![](@misc/cat.png)', { 'misc/cat.png': 'misc/é (1) 100%.png' }).text as string;
    expect(address).toBe('![](@misc/é%20%281%29%20100%25.png)');
    expect(renamed(address, { 'misc/é (1) 100%.png': 'misc/b.png' }).text).toBe('![](@misc/b.png)');
    expect(renamed('![](<@misc/a b.png>)', { 'misc/a b.png': 'misc/b.png' }).text).toBe('![](<@misc/b.png>)');
    expect(renamed('![](@misc/a(1).png)', { 'misc/a(1).png': 'misc/b.png' }).text).toBe('![](@misc/b.png)');
  });

  it('follow in examples, two files that change places too', () => {
    expect(renamed('', { 'misc/cat.png': 'misc/a/out.txt', 'misc/a/out.txt': 'misc/cat.png' }).example).toEqual({
      ...example,
      inputs: { image: '@misc/a/out.txt', scale: '@tensor_data/one' },
      sample_out: { label: '@misc/cat.png' },
    });
  });

  it('stay where a file leaves misc/, and where nothing refers to it', () => {
    expect(renamedReferences(values('@misc/cat.png'), new Map([['misc/cat.png', 'model/cat.png']]))).toEqual([]);
    expect(renamedReferences(values('text'), new Map([['misc/none', 'misc/b']]))).toEqual([]);
    expect(renamedReferences({}, new Map([['misc/none', 'misc/b']]))).toEqual([]);
  });
});

describe('what refers to a file', () => {
  const pkg: Package = fakePackage({
    tensors: [{ name: 'one', dtype: 'float32', shape: [], data: { path: 'tensor_data/one.bin', start: 0, end: 4 } }],
    selfTests: [{ name: 'sum', inputs: [{ name: 'x', value: { kind: 'tensor', tensor: 'one' } }] }],
    examples: [{ inputs: [{ name: 'x', value: { kind: 'tensor', tensor: 'one' } }], outputs: [] }],
    files: [{ path: 'model/link', role: 'model', hash: 'none', kind: 'symlink', target: 'model/a' }],
  });

  it.each([
    ['misc/cat.png', ['the description', 'example Cat, input “image”']],
    ['misc/a/out.txt', ['example Cat, output “label”']],
    ['model/pkg/main.py', ['the runner’s option entrypoint_package']],
    ['tensor_data/one.bin', ['tensor “one”', 'self-test “sum”', 'example 1']],
    ['model/a', ['the link “model/link”']],
    ['misc/cat.pn', []],
  ])('of %s', (path, expected) => {
    expect(referencesTo(values('A cat: ![](@misc/cat.png)'), path, pkg)).toEqual(expected);
  });
});
