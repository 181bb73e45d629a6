import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { PackageFile } from '../../model/package.ts';
import { buildTree, filesMatching, flattenTree, type ShownRow, sortTree } from './rows.ts';

function file(path: string, more: Partial<PackageFile> = {}): PackageFile {
  return { path, size: 1, storedSize: 1, role: 'other', hash: 'unverified', kind: 'file', ...more };
}

function tree(files: PackageFile[], troubled = (_: PackageFile) => false) {
  const root = buildTree(files, troubled);
  sortTree(root, { by: 'name', descending: false });
  return root;
}

const none: ReadonlySet<string> = new Set();
const outline = (rows: ShownRow[]) =>
  rows.map(({ row }) => `${' '.repeat(row.depth - 1)}${row.name}${row.kind === 'folder' ? '/' : ''}`);

describe('the tree of files', () => {
  const files = [
    file('carton.toml', { size: 100 }),
    file('model/layer_10.bin', { size: 5 }),
    file('model/layer_2.bin', { size: 7 }),
    file('model/.carton/carton.lock', { size: 3 }),
    file('model/weights.bin', { hash: 'linked', size: undefined as never, storedSize: 0 }),
    file('MANIFEST'),
  ];

  it('puts folders first and numbers in their order', () => {
    expect(outline(flattenTree(tree(files), none))).toEqual([
      'model/',
      ' .carton/',
      '  carton.lock',
      ' layer_2.bin',
      ' layer_10.bin',
      ' weights.bin',
      'carton.toml',
      'MANIFEST',
    ]);
  });

  it('sums what lies below a folder', () => {
    const [model] = tree(files, ({ hash }) => hash === 'linked').folders;
    expect(model).toMatchObject({ count: 4, size: 15, storedSize: 3, unstated: 1, troubled: 1 });
  });

  it('marks changed files, and counts removed ones only as changed', () => {
    const changed = new Map([
      ['model/layer_2.bin', { kind: 'removed' }],
      ['model/layer_10.bin', { kind: 'replaced' }],
    ] as const);
    const [model] = buildTree(files, () => false, changed).folders;
    expect(model).toMatchObject({ count: 3, size: 8, changed: 2 });
    expect(model?.files.map(({ name, change }) => [name, change?.kind])).toContainEqual(['layer_2.bin', 'removed']);
  });

  it('gives a row one key as long as its path stays, wherever it is in the list', () => {
    const keys = (list: PackageFile[]) => flattenTree(tree(list), none).map(({ row }) => row.key);
    expect(keys([file('new'), ...files])).toEqual(expect.arrayContaining(keys(files)));
  });

  it('sorts by size within folders', () => {
    const root = tree(files);
    sortTree(root, { by: 'size', descending: true });
    expect(outline(flattenTree(root, new Set(['\0folder model/.carton'])))).toEqual([
      'model/',
      ' .carton/',
      ' layer_2.bin',
      ' layer_10.bin',
      ' weights.bin',
      'carton.toml',
      'MANIFEST',
    ]);
  });

  it('leaves out what lies in a closed folder, and what a filter does not keep', () => {
    const closed = new Set(['\0folder model']);
    expect(outline(flattenTree(tree(files), closed))).toEqual(['model/', 'carton.toml', 'MANIFEST']);
    expect(outline(flattenTree(tree(files), none, (one) => filesMatching([one], 'LOCK model').length > 0))).toEqual([
      'model/',
      ' .carton/',
      '  carton.lock',
    ]);
  });

  it('says each row’s place among its siblings', () => {
    const rows = flattenTree(tree(files), none);
    expect(rows.map(({ position, siblings }) => `${position}/${siblings}`)).toEqual([
      '1/3',
      '1/4',
      '1/1',
      '2/4',
      '3/4',
      '4/4',
      '2/3',
      '3/3',
    ]);
  });

  it('shows both entries of one name and counts the bytes of one', () => {
    const root = tree([file('a/x', { size: 4 }), file('a/x', { size: 9, shadowed: true })]);
    const rows = flattenTree(root, none);
    expect(rows).toHaveLength(3);
    expect(new Set(rows.map(({ row }) => row.key)).size).toBe(3);
    expect(root.folders[0]).toMatchObject({ count: 2, size: 4 });
  });

  it('makes no folders of a name that escapes, nor beyond a depth', () => {
    expect(outline(flattenTree(tree([file('../../etc/passwd', { unsafe: true })]), none))).toEqual([
      '../../etc/passwd',
    ]);
    const deep = flattenTree(tree([file(`${'d/'.repeat(2000)}x`)]), none);
    expect(deep).toHaveLength(65);
    expect(deep.at(-1)?.row.name.length).toBe(2 * 1936 + 1);
  });

  it('stays within its number of folders, and still shows every file', () => {
    const files = Array.from({ length: 210_000 }, (_, i) => file(`${i}/x`));
    const rows = flattenTree(tree(files), none);
    expect(rows.filter(({ row }) => row.kind === 'file')).toHaveLength(210_000);
    expect(rows.length).toBeLessThan(410_001);
  });

  it('shows every file once, with its whole path, for any paths', () => {
    const part = fc.constantFrom('', 'a', 'b', '..', '10', '😀', '__proto__');
    fc.assert(
      fc.property(fc.array(fc.array(part, { minLength: 1, maxLength: 5 })), (paths) => {
        // Of entries with one name, an archive tells the one that counts.
        const names = paths.map((parts) => parts.join('/'));
        const files = names.map((path, at) => file(path, { shadowed: names.indexOf(path) !== at }));
        const rows = flattenTree(tree(files), none);
        const shown = rows.flatMap(({ row }) => (row.kind === 'file' ? [row] : []));
        expect(shown.map((row) => row.file.path).sort()).toEqual(files.map(({ path }) => path).sort());
        for (const { name, parent, file } of shown)
          expect(parent.depth === 0 ? name : `${parent.path}/${name}`).toBe(file.path);
        expect(new Set(rows.map(({ row }) => row.key)).size).toBe(rows.length);
      }),
    );
  });
});

it('sorts a tree only where it is in another order', () => {
  const order = vi.spyOn(Array.prototype, 'sort');
  const root = buildTree([file('b'), file('a')], () => false);
  const names = () => root.files.map(({ name }) => name);
  for (const descending of [false, false, true, false]) {
    sortTree(root, { by: 'name', descending });
    expect(names()).toEqual(descending ? ['b', 'a'] : ['a', 'b']);
  }
  // Folders and files each, three times.
  expect(order).toHaveBeenCalledTimes(6);
  order.mockRestore();
});

describe('a list that is too long for a tree', () => {
  it('is filtered whole', () => {
    const files = Array.from({ length: 300 }, (_, at) => file(`Model/part_${at}.bin`));
    expect(filesMatching(files, 'MODEL 29').map(({ path }) => path)).toEqual([
      'Model/part_29.bin',
      'Model/part_129.bin',
      'Model/part_229.bin',
      ...Array.from({ length: 10 }, (_, at) => `Model/part_29${at}.bin`),
    ]);
  });
});
