import { expect, test } from 'vitest';
import { cameTo } from './element-search.ts';

test('a search tells where it came around the end, or back to where it began', () => {
  expect(cameTo(7, 3, false)).toBeUndefined();
  expect(cameTo(3, 7, true)).toBeUndefined();
  expect(cameTo(3, 7, false)).toBe('around');
  expect(cameTo(7, 3, true)).toBe('around');
  for (const isBackward of [false, true]) expect(cameTo(5, 5, isBackward)).toBe('back');
});
