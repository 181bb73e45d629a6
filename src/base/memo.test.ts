import { expect, it, vi } from 'vitest';
import { lastMemo, pairMemo } from './memo.ts';

it('keeps a result for each pair, undefined too', () => {
  const make = vi.fn((a: { n: number }, b: { n: number }) => (a.n === b.n ? undefined : [a.n, b.n]));
  const made = pairMemo(make);
  const [one, two] = [{ n: 1 }, { n: 2 }];
  expect([made(one, two), made(two, one), made(one, one)]).toEqual([[1, 2], [2, 1], undefined]);
  expect(made(one, two)).toBe(made(one, two));
  made(one, one);
  expect(make).toHaveBeenCalledTimes(3);
});

it('keeps the result of the last key', () => {
  const make = vi.fn((list: readonly string[], key: string) => list.filter((item) => item.includes(key)));
  const found = lastMemo(make);
  const list = ['ab', 'b'];
  expect(found(list, 'a')).toBe(found(list, 'a'));
  expect(found(list, 'b')).toEqual(list);
  expect(found(['a'], 'b')).toEqual([]);
  expect(found(list, 'a')).toEqual(['ab']);
  expect(make).toHaveBeenCalledTimes(4);
});
