import { expect, test } from 'vitest';
import { isGoKey, lineOf } from './go-to-line.tsx';

test('a line is named as people write numbers, and must be there', () => {
  expect(['1', ' 84 ', ':84', '1,000', '300'].map((text) => lineOf(text, 1000))).toEqual([1, 84, 84, 1000, 300]);
  expect(['', '0', '1001', '-1', '1.5', '1e2', 'x', '9'.repeat(12)].map((text) => lineOf(text, 1000))).toEqual(
    Array(8).fill(undefined),
  );
});

test('G asks for it only where keys without Ctrl are in use', () => {
  const key = { key: 'g', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  expect([isGoKey(key, true), isGoKey(key, false)]).toEqual([true, false]);
  expect([isGoKey({ ...key, ctrlKey: true }, false), isGoKey({ ...key, metaKey: true }, true)]).toEqual([true, false]);
});
