import { expect, test } from 'vitest';
import type { PackageFile } from '../../../model/package.ts';
import { firstFiles } from './first-files.tsx';

function filesOf(...sizes: [path: string, size: number][]): PackageFile[] {
  return sizes.map(([path, size]) => ({ path, size, role: 'other', hash: 'unlisted', kind: 'file' }) as PackageFile);
}

const FILES = filesOf(['a/b/README.md', 1], ['a/README.md', 2], ['carton.toml', 3], ['a/w.bin', 9], ['a/x', 4]);

test('begins with the README nearest the top, the metadata and the largest', () => {
  const paths = (...args: Parameters<typeof firstFiles>) => firstFiles(...args).map(({ file }) => file.path);
  expect(paths(FILES, 'carton.toml')).toEqual(['a/README.md', 'carton.toml', 'a/w.bin']);
  expect(paths(FILES, '')).toEqual(['a/README.md', 'a/w.bin']);
});

test('names each file once, and none that cannot be shown or where there are few', () => {
  const largest = filesOf(['README.md', 9], ['a', 1], ['b', 1], ['c', 1]);
  expect(firstFiles(largest, 'a').map(({ file }) => file.path)).toEqual(['README.md', 'a']);
  expect(
    firstFiles([...largest, { ...largest[0], path: '../x', size: 99, unsafe: true } as PackageFile], ''),
  ).toHaveLength(1);
  expect(firstFiles(largest.slice(1), '')).toEqual([]);
});
