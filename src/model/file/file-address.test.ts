import { expect, it } from 'vitest';
import { relativePath } from './file-address.ts';

it.each([
  ['b.md', 'docs/a.md', 'docs/b.md'],
  ['./b.md', 'a.md', 'b.md'],
  ['../images/x y.png', 'docs/a.md', 'images/x y.png'],
  ['/top.md', 'docs/deep/a.md', 'top.md'],
  ['b.md#usage', 'a.md', 'b.md'],
  ['b.md?plain=1', 'a.md', 'b.md'],
  ['sub//c.md', 'a.md', 'sub/c.md'],
])('%s in %s is %s', (address, from, path) => expect(relativePath(address, from)).toBe(path));

it.each([
  '',
  '#usage',
  '..',
  '../../etc/passwd',
  '//evil.example/a',
  'https://evil.example/a',
  'javascript:alert(1)',
  'JaVaScript:alert(1)',
  'data:text/html,x',
  'c:\\a',
  '..\\a',
  'mailto:a@b.cd',
])('%j names no file of the package', (address) => expect(relativePath(address, 'docs/a.md')).toBeUndefined());
