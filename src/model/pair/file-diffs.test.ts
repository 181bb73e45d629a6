import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PackageFile } from '../package.ts';
import { fileDiffs, MAX_FILE_DIFFS } from './file-diffs.ts';

const file = (path: string, more: Partial<PackageFile> = {}): PackageFile => ({
  path,
  size: 4,
  role: 'other',
  hash: 'none',
  kind: 'file',
  ...more,
});
const hashed = (path: string, sha256: string, more: Partial<PackageFile> = {}) => file(path, { sha256, ...more });
const link = (path: string, url: string) => hashed(path, 'a', { size: undefined, link: { urls: [url] } });

/** The checksums of an archive whose files have the hashes that are stated of them. */
const crcsOf = (files: PackageFile[]) =>
  Object.fromEntries(files.flatMap(({ path, sha256 }) => (sha256 === undefined ? [] : [[path, sha256.charCodeAt(0)]])));

/** "changed a.bin hash", and where it moved from. */
function read(a: PackageFile[], b: PackageFile[], crcs: Partial<Record<'a' | 'b', Record<string, number>>> = {}) {
  const side = (files: PackageFile[], of: Record<string, number> = crcsOf(files)) => ({
    files,
    crc32: (path: string) => of[path],
  });
  const { diffs, same } = fileDiffs(side(a, crcs.a), side(b, crcs.b));
  const told = diffs.map(({ diff, path, before, by }) =>
    [diff, diff === 'moved' && before?.path, path, by].filter(Boolean).join(' '),
  );
  return [...told, `${same} same`];
}

const other = hashed('other', 'o');

test.each<[string, PackageFile[], PackageFile[], string[]]>([
  ['one hash', [hashed('a', '1'), other], [hashed('a', '1'), other], ['2 same']],
  ['another hash', [hashed('a', '1'), other], [hashed('a', '2'), other], ['changed a crc', '1 same']],
  ['gone', [hashed('a', '1'), other], [other], ['removed a path', '1 same']],
  ['new', [other], [hashed('a', '1'), other], ['added a path', '1 same']],
  ['at another path', [hashed('a', '1'), other], [hashed('b', '1'), other], ['moved a b hash', '1 same']],
  [
    'two alike, moved to folders: each to where its name is',
    [hashed('a', '1'), hashed('b', '1')],
    [hashed('x/b', '1'), hashed('x/a', '1')],
    ['moved b x/b hash', 'moved a x/a hash', '0 same'],
  ],
  ['a copy is new', [hashed('a', '1')], [hashed('a', '1'), hashed('b', '1')], ['added b path', '1 same']],
  ['another size', [file('a'), other], [file('a', { size: 5 }), other], ['changed a size', '1 same']],
  ['one size', [file('a'), other], [file('a'), other], ['unread a size', '1 same']],
  ['no bytes', [file('a', { size: 0 }), other], [file('a', { size: 0 }), other], ['2 same']],
  [
    'empty ones are not moved',
    [file('a', { size: 0 }), other],
    [file('b', { size: 0 }), other],
    ['added b path', 'removed a path', '1 same'],
  ],
  [
    'another address of a link',
    [link('a', 'https://a'), other],
    [link('a', 'https://b'), other],
    ['changed a link', '1 same'],
  ],
  ['packed, and was linked', [link('a', 'https://a'), other], [hashed('a', 'a'), other], ['changed a link', '1 same']],
  [
    'another target of a symlink',
    [file('a', { kind: 'symlink', linkText: 'x' }), other],
    [file('a', { kind: 'symlink', linkText: 'y' }), other],
    ['changed a link', '1 same'],
  ],
  [
    'the list of hashes follows',
    [file('L', { role: 'hash-list' }), other],
    [file('L', { role: 'hash-list', size: 9 }), other],
    ['1 same'],
  ],
  [
    'one file each: its name says nothing',
    [file('one', { size: 1 })],
    [file('two', { size: 2 })],
    ['changed two size', '0 same'],
  ],
])('%s', (_, a, b, expected) => {
  expect(read(a, b)).toEqual(expected);
});

test('the checksums of archives tell what is the same, changed and moved', () => {
  const a = [file('same'), file('changed'), file('old')];
  const b = [file('same'), file('changed'), file('new')];
  expect(read(a, b, { a: { same: 1, changed: 2, old: 3 }, b: { same: 1, changed: 4, new: 3 } })).toEqual([
    'changed changed crc',
    'moved old new crc',
    '1 same',
  ]);
});

test('a hash that is only stated makes nothing the same', () => {
  const [a, b] = [
    [hashed('w', '1'), other],
    [hashed('w', '1'), other],
  ];
  expect(read(a, b, { a: {}, b: {} })).toEqual(['unread w hash', 'unread other hash', '0 same']);
  expect(read(a, b, { a: { w: 1, other: 1 }, b: { w: 2, other: 1 } })).toEqual(['changed w crc', '1 same']);
  expect(read(a, [hashed('w', '1', { size: 9 }), other])).toEqual(['changed w size', '1 same']);
  expect(read(a, [hashed('w', '2'), other], { a: {}, b: {} })).toEqual([
    'changed w hash',
    'unread other hash',
    '0 same',
  ]);
  expect(read([file('w'), other], [file('w', { size: undefined }), other])).toEqual(['unread w size', '1 same']);
});

test('a hundred thousand files of one content, all moved, take a moment', () => {
  const many = (folder: string) => Array.from({ length: 100_000 }, (_, at) => hashed(`${folder}/${at}`, '1'));
  const crc32 = () => 1;
  const { diffs, differing } = fileDiffs({ files: many('a'), crc32 }, { files: many('b'), crc32 });
  expect(differing).toBe(100_000);
  expect(new Set(diffs.map(({ diff }) => diff))).toEqual(new Set(['moved']));
});

test('of more than anybody reads, all are counted', () => {
  const b = Array.from({ length: MAX_FILE_DIFFS + 7 }, (_, at) => file(`${at}`));
  const { diffs, more, differing } = fileDiffs({ files: [] }, { files: b });
  expect([diffs.length, more, differing]).toEqual([MAX_FILE_DIFFS, 7, MAX_FILE_DIFFS + 7]);
});

test('every file is told once, and turned around, added is removed', () => {
  const files = fc.uniqueArray(
    fc.record({ path: fc.constantFrom(...'abcdefg'), sha256: fc.constantFrom('1', '2', '3') }),
    { selector: ({ path }) => path, minLength: 2 },
  );
  fc.assert(
    fc.property(files, files, (one, two) => {
      const [a, b] = [one, two].map((all) => all.map(({ path, sha256 }) => hashed(path, sha256))) as [
        PackageFile[],
        PackageFile[],
      ];
      const side = (all: PackageFile[]) => ({ files: all, crc32: (path: string) => crcsOf(all)[path] });
      const there = fileDiffs(side(a), side(b));
      const back = fileDiffs(side(b), side(a));
      const count = (diff: string, of: typeof there) => of.diffs.filter((one) => one.diff === diff).length;
      expect(there.same + count('added', there) + count('changed', there) + count('moved', there)).toBe(b.length);
      expect(there.same + count('removed', there) + count('changed', there) + count('moved', there)).toBe(a.length);
      expect(count('added', back)).toBe(count('removed', there));
    }),
  );
});
