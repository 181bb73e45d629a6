import { describe, expect, it } from 'vitest';
import { compareValues, matchesQuery } from './data-table.tsx';

describe('compareValues', () => {
  it('orders numbers and bigints exactly, together', () => {
    expect(compareValues(9007199254740993n, 9007199254740992)).toBe(1);
    expect(compareValues(-1, 0n)).toBe(-1);
    expect(compareValues(2, 2n)).toBe(0);
  });

  it('orders names by the numbers in them', () => {
    expect(['t10', 't9', 't1'].sort(compareValues)).toEqual(['t1', 't9', 't10']);
  });
});

describe('matchesQuery', () => {
  it('wants each word, in any order and case', () => {
    expect(matchesQuery('image\nfloat32', 'FLOAT ima')).toBe(true);
    expect(matchesQuery('image\nfloat32', 'image int')).toBe(false);
    expect(matchesQuery('anything', '')).toBe(true);
  });
});
