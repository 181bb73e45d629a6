import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '../../../../base/bytes.ts';
import { parseStrings } from './string-tensor.ts';

describe('parseStrings', () => {
  it('gives the strings', () => {
    expect(parseStrings(encodeUtf8('data = ["a", "", "🥳"]'), 'f')).toEqual(['a', '', '🥳']);
    expect(parseStrings(encodeUtf8('data = []'), 'f')).toEqual([]);
  });

  it.each(['', 'data = 1', 'data = [1]', 'data = ["a"', '[data]', `data = ${'['.repeat(99)}`])('refuses %j', (text) => {
    expect(() => parseStrings(encodeUtf8(text), 'f')).toThrow(expect.objectContaining({ code: 'tensor/bad-strings' }));
  });
});
