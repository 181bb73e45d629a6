import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Memo } from './memo.ts';

it('is a map, whatever the order of its numbers', () => {
  const index = fc.oneof(fc.nat(12), fc.constantFrom(1e6, 2 ** 40, '12345678901234567890'));
  fc.assert(
    fc.property(fc.array(fc.tuple(index, fc.oneof(fc.nat(), fc.constant(null)))), (puts) => {
      const [memo, map] = [new Memo(), new Map<number | string, number | null>()];
      for (const [at, value] of puts) {
        memo.set(at, value);
        map.set(at, value);
      }
      expect(memo.size).toBe(map.size);
      for (const [at, value] of map) expect(memo.get(at)).toBe(value);
      expect(memo.get(99)).toBeUndefined();
    }),
  );
});

it('keeps a bounded number of objects', () => {
  const memo = new Memo();
  expect(() => {
    for (let at = 1; at < 1_000_000; at++) memo.set(2 * at, null);
  }).toThrow('do not follow');
});
