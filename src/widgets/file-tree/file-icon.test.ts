import { expect, it } from 'vitest';
import type { PackageFile } from '../../model/package.ts';
import { fileIconKind } from './file-icon.tsx';

const kindOf = (path: string, of: Partial<PackageFile> = {}) =>
  fileIconKind({ path, role: 'other', kind: 'file', ...of });

it.each([
  ['model/main.py', 'python'],
  ['A/B.PY', 'python'],
  ['model/config.json', 'data'],
  ['README.md', 'markdown'],
  ['README', 'markdown'],
  ['LICENSE', 'license'],
  ['license.txt', 'license'],
  ['requirements.txt', 'requirements'],
  ['notes.txt', 'text'],
  ['weights/model.safetensors', 'weights'],
  ['inner.carton', 'package'],
  ['archive.tar.gz', 'archive'],
  ['a.png', 'picture'],
  ['constructor', 'file'],
  ['a.constructor', 'file'],
  ['.png', 'picture'],
  ['folder.png/thing', 'file'],
  ['', 'file'],
  ['ends.', 'file'],
])('%j has the icon of %s', (path, kind) => expect(kindOf(path)).toBe(kind));

it('the role of a file says more than its name', () => {
  expect(kindOf('carton.toml', { role: 'metadata' })).toBe('metadata');
  expect(kindOf('MANIFEST', { role: 'hash-list' })).toBe('hashes');
  expect(kindOf('LINKS', { role: 'link-list' })).toBe('links');
  expect(kindOf('tensor_data/tensor_0.bin', { role: 'tensor' })).toBe('tensor');
  expect(kindOf('tensor_data/index.toml', { role: 'tensor' })).toBe('data');
  expect(kindOf('a.py', { kind: 'symlink' })).toBe('symlink');
});
