import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../../../model/edit/edit.ts';
import type { FieldValues } from '../../../../model/edit/field.ts';
import type { Package } from '../../../../model/package.ts';
import { fakePackage } from '../../../../testing/fake-worker.ts';
import { scanDescription } from '../read/description.ts';
import { referencesTo, renamedReferences, strandedReferences } from './file-references.ts';

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

  it('are read without the escapes of Markdown, as pictures are shown', () => {
    const to = { 'misc/b.png': 'misc/c.png', 'misc/a(1.png': 'misc/c.png', 'misc/a&b.png': 'misc/c.png' };
    for (const address of ['@misc/b\\.png', '@misc/a\\(1.png', '@misc/a&amp;b.png']) {
      expect(scanDescription(`![](${address})`).addresses.map((of) => of.address.slice(1))).toEqual([
        expect.toSatisfy((path: string) => path in to),
      ]);
      expect(renamed(`![](${address})`, to).text).toBe('![](@misc/c.png)');
    }
    expect([...referencesTo(values('![](@misc/b\\.png)'), ['misc/b.png'])]).toEqual([
      ['misc/b.png', ['the description']],
    ]);
  });

  it('follow in examples, two files that change places too', () => {
    expect(renamed('', { 'misc/cat.png': 'misc/a/out.txt', 'misc/a/out.txt': 'misc/cat.png' }).example).toEqual({
      ...example,
      inputs: { image: '@misc/a/out.txt', scale: '@tensor_data/one' },
      sample_out: { label: '@misc/cat.png' },
    });
  });

  it.each([
    [{ 'model/pkg/main.py': 'model/infer.py' }, 'infer'],
    [{ 'model/pkg/main.py': 'model/a/b/__init__.py' }, 'a.b'],
    [{ 'model/pkg/main/__init__.py': 'model/ä_1/c.py', 'model/pkg/main.py': 'model/z.py' }, 'ä_1.c'],
    [{ 'model/pkg/main.py': 'model/pkg/main/__init__.py' }, 'pkg.main'],
    [{ 'model/pkg/main.py': 'model/pkg/main-2.py' }, 'pkg.main'],
    [{ 'model/pkg/main.py': 'model/__init__.py' }, 'pkg.main'],
    [{ 'model/pkg/main.py': 'misc/main.py' }, 'pkg.main'],
    [{ 'model/pkg/other.py': 'model/pkg/main-2.py' }, 'pkg.main'],
  ])('are the entry point of Python: %j', (renames, module) => {
    const before = values('');
    const now = applyEdits(before, renamedReferences(before, new Map(Object.entries(renames))));
    expect(now.runner).toEqual({ runner_name: 'python', opts: { entrypoint_package: module } });
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
    files: [
      { path: 'model/link', role: 'model', hash: 'none', kind: 'symlink', linkText: 'sub/a', target: 'model/sub/a' },
    ],
  });
  const text = 'A cat: ![](@misc/cat.png)';

  it.each([
    ['misc/cat.png', ['the description', 'example “Cat”, input “image”']],
    ['misc/a/out.txt', ['example “Cat”, output “label”']],
    ['model/pkg/main.py', ['the runner’s option entrypoint_package']],
    ['tensor_data/one.bin', ['tensor “one”', 'self-test “sum”', 'example 1']],
    ['model/sub/a', ['the link “model/link”']],
    ['model/link', []],
    ['misc/cat.pn', []],
  ])('of %s', (path, expected) => {
    expect(referencesTo(values(text), [path], pkg).get(path) ?? []).toEqual(expected);
  });

  it('includes what uses a part of a nested tensor', () => {
    const [one] = pkg.tensors;
    const nested = { name: 'all', dtype: 'nested', shape: [], inner: ['one'] };
    const selfTests = [{ inputs: [{ name: 'x', value: { kind: 'tensor', tensor: 'all' } as const }] }];
    const of = { ...pkg, examples: [], selfTests, tensors: one ? [one, nested] : [] };
    expect(referencesTo({}, ['tensor_data/one.bin'], of).get('tensor_data/one.bin')).toEqual([
      'tensor “one”',
      'self-test 1',
    ]);
  });

  it('may be a tensor index that cannot be read', () => {
    const finding = { code: 'toml/syntax', severity: 'error', message: '', path: 'tensor_data/index.toml' } as const;
    const of = { ...pkg, tensors: [], selfTests: [], findings: [finding] };
    expect([...referencesTo({}, ['tensor_data/one.bin', 'misc/a'], of)]).toEqual([
      ['tensor_data/one.bin', ['perhaps the tensor index, which Boxcutter cannot read']],
    ]);
  });

  it.each<[string, Record<string, string>, Record<string, string[]>]>([
    ['a picture that stays in misc/', { 'misc/cat.png': 'misc/dog.png' }, {}],
    [
      'a picture that leaves it',
      { 'misc/cat.png': 'model/cat.png' },
      { 'misc/cat.png': ['the description', 'example “Cat”, input “image”'] },
    ],
    ['a tensor that stays in its folder', { 'tensor_data/one.bin': 'tensor_data/a/b.bin' }, {}],
    [
      'a tensor that leaves it',
      { 'tensor_data/one.bin': 'model/one.bin' },
      { 'tensor_data/one.bin': ['tensor “one”', 'self-test “sum”', 'example 1'] },
    ],
    ['a module that stays one', { 'model/pkg/main.py': 'model/a/__init__.py' }, {}],
    [
      'a module that no longer is one',
      { 'model/pkg/main.py': 'model/pkg/main-2.py' },
      { 'model/pkg/main.py': ['the runner’s option entrypoint_package'] },
    ],
    ['a symlink’s file', { 'model/sub/a': 'model/sub/b' }, { 'model/sub/a': ['the link “model/link”'] }],
    ['a symlink', { 'model/link': 'misc/link' }, { 'model/link': ['the link itself, which leads to “model/sub/a”'] }],
    ['both together', { 'model/link': 'misc/link', 'model/sub/a': 'misc/sub/a' }, {}],
  ])('is named where it does not follow: %s', (_, renames, expected) => {
    const found = strandedReferences(values(text), new Map(Object.entries(renames)), pkg);
    expect(Object.fromEntries(found)).toEqual(expected);
  });
});
