import { expect, test } from 'vitest';
import type { Package, TensorInfo } from '../package.ts';
import { type FileDiffs, fileDiffs } from './file-diffs.ts';
import { parseNameRules } from './name-rules.ts';
import { tensorDiffs } from './tensor-diffs.ts';

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

function read(a: Package, b: Package, rules = '', files: FileDiffs = fileDiffs(a, b)) {
  const { diffs, differing } = tensorDiffs(a, b, files, parseNameRules(rules).rules);
  return [...diffs.map(({ diff, a: one, b: other }) => `${diff} ${one?.name ?? '-'} ${other?.name ?? '-'}`), differing];
}

test('a tensor in a file of the same hash is the same, elsewhere nobody knows yet', () => {
  expect(read(pkg([tensor('w')]), pkg([tensor('w')]))).toEqual(['same w w', 0]);
  expect(read(pkg([tensor('w')]), pkg([tensor('w')], '2'))).toEqual(['unread w w', 0]);
  const elsewhere = tensor('w', { data: { path: 'w.bin', start: 8, end: 16 } });
  expect(read(pkg([tensor('w')]), pkg([elsewhere]))).toEqual(['unread w w', 0]);
});

test('files beyond those that are told may differ', () => {
  const files = { diffs: [], more: 1, same: 0, differing: 1, unread: 0 };
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
