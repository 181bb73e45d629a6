import { describe, expect, it } from 'vitest';
import { formatShape, shapeSymbols } from './spec-shape.ts';

describe('formatShape', () => {
  it('writes sizes and symbols with a times sign', () => {
    expect(formatShape(['batch_size', 3n, 512n, 512n])).toBe('batch_size × 3 × 512 × 512');
    expect(formatShape([5n])).toBe('5');
    expect(formatShape(['*', 3n])).toBe('any × 3');
  });

  it('names the shapes that are not a list of sizes', () => {
    expect(formatShape('*')).toBe('any shape');
    expect(formatShape([])).toBe('scalar');
    expect(formatShape(['*'])).toBe('any length');
    expect(formatShape('input_shape')).toBe('input_shape (whole shape)');
  });

  it('tells a symbol for the whole shape from a list of that one symbol', () => {
    expect(formatShape('n')).not.toBe(formatShape(['n']));
  });

  it('keeps every digit of a size beyond 2^53', () => {
    expect(formatShape([9007199254740993n])).toBe('9007199254740993');
  });

  it('is cut after 32 dimensions', () => {
    const text = formatShape(new Array<bigint>(100_000).fill(1n));
    expect(text.endsWith('1 × … (99968 more)')).toBe(true);
    expect(text.length).toBeLessThan(200);
  });
});

describe('shapeSymbols', () => {
  it('gives each symbol once and leaves out the asterisk', () => {
    expect(shapeSymbols(['b', '*', 3n, 'h', 'b'])).toEqual(['b', 'h']);
    expect(shapeSymbols('input_shape')).toEqual(['input_shape']);
    expect(shapeSymbols('*')).toEqual([]);
    expect(shapeSymbols([])).toEqual([]);
  });
});
