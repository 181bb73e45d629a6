import { expect, test } from 'vitest';
import { nearestDtype } from './nearest-dtype.ts';

test.each([
  ['float16', 'float32'],
  ['bfloat16', 'float32'],
  ['bool', 'uint8'],
  ['complex64', 'float32'],
  ['complex128', 'float64'],
  ['int16', 'int64'],
  ['uint64', 'uint8'],
  ['int8', undefined],
  ['Q4_K', undefined],
  ['string', undefined],
])('%s is nearest to %s', (dtype, nearest) => {
  expect(nearestDtype(dtype, ['float64', 'float32', 'int8', 'int64', 'uint8'])).toBe(nearest);
});
