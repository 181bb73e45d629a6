import { expect, test } from 'vitest';
import { isLikelyOutput, type Slot, slotKey, slotNamed, stemOf } from './place-values.ts';

const SLOTS: readonly Slot[] = [
  { side: 'input', name: 'x' },
  { side: 'input', name: 'input_ids' },
  { side: 'input', name: 'a.b' },
  { side: 'output', name: 'x' },
  { side: 'output', name: 'y' },
];

test.each([
  ['x.npy', 'input x'],
  ['X.NPY', 'input x'],
  ['sample/outputs/x.npy', 'output x'],
  ['expected_out/x.csv', 'output x'],
  ['y', 'output y'],
  ['y.tar.gz', 'output y'],
  ['inputs/y.npy', 'output y'],
  ['Input-IDs.json', 'input input_ids'],
  ['a.b', 'input a.b'],
  ['a.b.npy', 'input a.b'],
  ['.npy', undefined],
  ['z.npy', undefined],
])('%s is for %s', (path, expected) => {
  const found = slotNamed(path, SLOTS, new Set());
  expect(found && slotKey(found)).toBe(expected);
});

test('a slot gets one file alone', () => {
  expect(slotNamed('x.npy', SLOTS, new Set(['input x']))).toEqual({ side: 'output', name: 'x' });
  expect(slotNamed('x.npy', SLOTS, new Set(['input x', 'output x']))).toBeUndefined();
});

test('what a value is declared as', () => {
  expect(['x.npy', 'a/b.csv', '.npy', 'plain'].map(stemOf)).toEqual(['x', 'b', '.npy', 'plain']);
  expect(['y.npy', 'outputs/x.npy', 'scores_0.csv', 'pred.npy', 'labels'].every(isLikelyOutput)).toBe(true);
  expect(['x.npy', 'layout.png', 'youth.npy', 'image.npy'].some(isLikelyOutput)).toBe(false);
});
