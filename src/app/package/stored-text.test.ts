import { expect, test } from 'vitest';
import { storedText } from './stored-text.ts';

test('what is compressed says how much is in it, and an archive that is larger than its files does not', () => {
  expect(storedText(312, 514)).toBe('312 B (514 B unpacked)');
  expect(storedText(10_240, 514)).toBe('10 KB');
  expect(storedText(1_000_000, 1_000_001)).toBe('1 MB');
});
