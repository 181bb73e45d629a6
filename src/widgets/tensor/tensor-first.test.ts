import { describe, expect, it } from 'vitest';
import { FIRST_IN_LINE, firstLine } from './tensor-first.ts';

describe('firstLine', () => {
  it('has the first values, and says that there are more', () => {
    expect(firstLine('int8', ['1', '-2'], 2n)).toBe('1, -2');
    expect(firstLine('int8', ['1', '2', '3', '4'].slice(0, FIRST_IN_LINE), 5n)).toBe('1, 2, 3, 4, …');
    expect(firstLine('float32', ['0.10000000149011612'], 1n)).toBe('0.1');
  });

  it('quotes strings, in short, with what is invisible written out', () => {
    expect(firstLine('string', ['a\u202eb'], 1n)).toBe('“a\\u202Eb”');
    expect(firstLine('string', ['x'.repeat(100)], 1n).length).toBeLessThan(50);
  });

  it('is empty where there is nothing', () => {
    expect(firstLine('int8', [], 0n)).toBe('');
  });
});
