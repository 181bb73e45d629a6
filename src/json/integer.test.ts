import { expect, it } from 'vitest';
import { unsignedInteger } from './integer.ts';

it.each([
  ['0', 0n],
  ['999999999999999', 999_999_999_999_999n],
  ['9007199254740993', 2n ** 53n + 1n],
  ['18446744073709551615', 2n ** 64n - 1n],
  ['18446744073709551616', 'too-large'],
  ['100000000000000000000000', 'too-large'],
  ['8e0', 'fraction'],
  ['8E0', 'fraction'],
  ['2.0', 'fraction'],
  ['-1', 'negative'],
  ['-0', 'negative'],
])('%s is %s', (text, value) => expect(unsignedInteger(text)).toBe(value));

it('a number of a million digits is too large at once', () => {
  expect(unsignedInteger('9'.repeat(1_000_000))).toBe('too-large');
});
