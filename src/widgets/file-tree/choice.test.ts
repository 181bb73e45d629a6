import { describe, expect, it } from 'vitest';
import type { PackageFile } from '../../model/package.ts';
import { choosablePaths, chooseRange, folderChoices, toggleChoice } from './choice.ts';
import { buildTree, flattenTree, sortTree, type TreeFolder } from './rows.ts';

const files = ['a/one', 'a/two', 'a/b/three', 'c/gone', 'last'].map(
  (path): PackageFile => ({ path, role: 'other', hash: 'none', kind: 'file', size: 1 }),
);
const can = (file: PackageFile) => !file.path.endsWith('gone');
const root = buildTree(files, () => false);
sortTree(root, { by: 'name', descending: false });
const rows = flattenTree(root, new Set());
const folder = (path: string) => rows.find(({ row }) => row.key === `\0folder ${path}`)?.row as TreeFolder;
const at = (path: string) => rows.findIndex(({ row }) => row.kind === 'file' && row.file.path === path);

describe('the choice of files', () => {
  it('of a folder is that of all files below it that may be chosen', () => {
    expect(choosablePaths(folder('a'), can).sort()).toEqual(['a/b/three', 'a/one', 'a/two']);
    expect(choosablePaths(folder('c'), can)).toEqual([]);
  });

  it('adds what is missing, and takes away what is there as a whole', () => {
    const some = toggleChoice(new Set(['a/one']), ['a/one', 'a/two']);
    expect([...some]).toEqual(['a/one', 'a/two']);
    expect([...toggleChoice(some, ['a/one', 'a/two'])]).toEqual([]);
  });

  it('takes a range in either direction, without what may not be chosen', () => {
    const range = (from: string, to: string) => [...chooseRange(new Set(), rows, at(from), at(to), can)];
    expect(range('a/one', 'last')).toEqual(['a/one', 'a/two', 'last']);
    expect(range('last', 'a/one')).toEqual(['a/one', 'a/two', 'last']);
  });

  it('says of each folder whether all, some or nothing of it is chosen', () => {
    const of = (chosen: string[]) => {
      const choices = folderChoices(root, new Set(chosen), can);
      return ['a', 'a/b', 'c'].map((path) => choices.get(folder(path)));
    };
    expect(of([])).toEqual(['no', 'no', 'none']);
    expect(of(['a/b/three'])).toEqual(['some', 'all', 'none']);
    expect(of(['a/b/three', 'a/one', 'a/two', 'c/gone'])).toEqual(['all', 'all', 'none']);
  });
});
