import { expect, test } from 'vitest';
import type { Package, TensorInfo } from '../package.ts';
import { type FileDiffs, fileDiffs } from './file-diffs.ts';
import { parseNameRules } from './name-rules.ts';
import { tensorDiffs, withValues } from './tensor-diffs.ts';

const tensor = (name: string, more: Partial<TensorInfo> = {}): TensorInfo => ({
  name,
  dtype: 'float32',
  shape: [2n],
  data: { path: 'w.bin', start: 0, end: 8 },
  ...more,
});
const pkg = (tensors: TensorInfo[], sha256 = '1') =>
  ({
    tensors,
    files: ['w.bin', 'other'].map((path) => ({ path, size: 8, role: 'tensor', hash: 'none', kind: 'file', sha256 })),
  }) as unknown as Package;

/** In an archive whose checksums are as the hashes. */
const side = ({ files }: Package) => ({
  files,
  crc32: (path: string) => files.find((file) => file.path === path)?.sha256?.charCodeAt(0),
});

function read(a: Package, b: Package, rules = '', files: FileDiffs = fileDiffs(side(a), side(b))) {
  const { diffs, differing } = tensorDiffs(a, b, files, parseNameRules(rules).rules);
  return [...diffs.map(({ diff, a: one, b: other }) => `${diff} ${one?.name ?? '-'} ${other?.name ?? '-'}`), differing];
}

test('a tensor in a file of the same checksum is the same, elsewhere nobody knows yet', () => {
  expect(read(pkg([tensor('w')]), pkg([tensor('w')]))).toEqual(['same w w', 0]);
  expect(read(pkg([tensor('w')]), pkg([tensor('w')], '2'))).toEqual(['unread w w', 0]);
  const elsewhere = tensor('w', { data: { path: 'w.bin', start: 8, end: 16 } });
  expect(read(pkg([tensor('w')]), pkg([elsewhere]))).toEqual(['unread w w', 0]);
});

test('where a package was not read to its end, what it may still have is not gone', () => {
  const a = pkg([tensor('w')]);
  const b = { ...pkg([tensor('v')]), more: { text: 'More.', action: 'Read' } } as Package;
  expect(read(a, b)).toEqual(['added - v', 'unread w -', 1]);
  expect(read(b, a)).toEqual(['removed v -', 'unread - w', 1]);
});

test('where other files say how values lie, the same bytes are only the same if those are', () => {
  const torch = (sha256: string) => {
    const made = pkg([tensor('w')]);
    return {
      ...made,
      laidOutElsewhere: true,
      files: made.files.map((file) => (file.path === 'other' ? { ...file, sha256 } : file)),
    } as Package;
  };
  expect(read(torch('1'), torch('1'))).toEqual(['same w w', 0]);
  expect(read(torch('1'), torch('2'))).toEqual(['unread w w', 0]);
});

test('files beyond those that are told may differ', () => {
  const files = { diffs: [], more: 1, same: 0, stated: 0, differing: 1, unread: 0 };
  expect(read(pkg([tensor('w')]), pkg([tensor('w')]), '', files)).toEqual(['unread w w', 0]);
});

test('what differs comes first: type or shape, gone, new, another name', () => {
  const a = pkg([tensor('same'), tensor('typed'), tensor('shaped'), tensor('gone'), tensor('enc.1.w')]);
  const b = pkg([
    tensor('same'),
    tensor('typed', { dtype: 'float16' }),
    tensor('shaped', { shape: [1n, 2n] }),
    tensor('new'),
    tensor('encoder.1.weight'),
  ]);
  expect(read(a, b, 'enc.*.w -> encoder.*.weight')).toEqual([
    'changed typed typed',
    'changed shaped shaped',
    'removed gone -',
    'added - new',
    'moved enc.1.w encoder.1.weight',
    'same same same',
    5,
  ]);
});

test('what comparing values has found makes a tensor changed or the same, and a sample only changed', () => {
  const [a, b] = [
    pkg([tensor('x'), tensor('y'), tensor('z'), tensor('w')]),
    pkg([tensor('x'), tensor('y'), tensor('z'), tensor('w')], '2'),
  ];
  const stated = tensorDiffs(a, b, fileDiffs(side(a), side(b)));
  const found = new Map<string, object>([
    ['x', { differs: 0 }],
    ['y', { differs: 3 }],
    ['z', { differs: 0, sample: {} }],
    ['w', { code: 'source/read-failed' }],
  ]);
  const { diffs, differing } = withValues(stated, found);
  expect(diffs.map(({ diff, a: one }) => `${diff} ${one?.name}`)).toEqual([
    'changed y',
    'unread z',
    'unread w',
    'same x',
  ]);
  expect(differing).toBe(1);
});
