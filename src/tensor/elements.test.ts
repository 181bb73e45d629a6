import { expect, test } from 'vitest';
import { elementText } from './elements.ts';

test('elements are the exact value as text', () => {
  expect(elementText(new Float32Array([0.1])[0] as number)).toBe('0.10000000149011612');
  expect([-0, 0, Number.NaN, Number.NEGATIVE_INFINITY, 1e21].map(elementText)).toEqual([
    '-0',
    '0',
    'NaN',
    '-Infinity',
    '1e+21',
  ]);
  expect(elementText(2n ** 64n - 1n)).toBe('18446744073709551615');
  expect(elementText(' a\n')).toBe(' a\n');
});
