import { expect, test } from 'vitest';
import type { ComparedTensor } from '../../../state/compare-slice.ts';
import { verdictWords } from './compare-words.ts';

const words = (found: Partial<ComparedTensor>) => verdictWords({ count: 8, ...found } as ComparedTensor);

test('a verdict speaks of a tolerance only where there is one', () => {
  const maxAbs = { value: 0.5, at: 3 };
  expect(words({ differs: 0, beyond: 0 })).toBe('Equal: all 8 elements are the same.');
  expect(words({ differs: 2, beyond: 0, maxAbs })).toBe('Close: 2 elements differ, all within the tolerance.');
  expect(words({ differs: 2, beyond: 1, maxAbs })).toBe('Not close: 1 of 8 elements (12.5 %) is beyond the tolerance.');
  expect(words({ differs: 2, beyond: 2, maxAbs })).toBe('Not close: 2 of 8 elements (25 %) are beyond the tolerance.');
  expect(words({ differs: 1, beyond: 1 })).toBe('Not equal: 1 of 8 elements (12.5 %) differs.');
});
