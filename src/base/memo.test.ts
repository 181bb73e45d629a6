import { expect, it, vi } from 'vitest';
import { pairMemo, recentMemo } from './memo.ts';

it('keeps a result for each pair, undefined too', () => {
  const make = vi.fn((a: { n: number }, b: { n: number }) => (a.n === b.n ? undefined : [a.n, b.n]));
  const made = pairMemo(make);
  const [one, two] = [{ n: 1 }, { n: 2 }];
  expect([made(one, two), made(two, one), made(one, one)]).toEqual([[1, 2], [2, 1], undefined]);
  expect(made(one, two)).toBe(made(one, two));
  made(one, one);
  expect(make).toHaveBeenCalledTimes(3);
});

it('keeps the results of the keys that were used last', () => {
  const make = vi.fn((list: readonly string[], key: string) => list.filter((item) => item.includes(key)));
  const found = recentMemo(make);
  const list = ['ab', 'b'];
  // What is shown and what comes next, by turns.
  for (let turn = 0; turn < 5; turn++) expect([found(list, 'a'), found(list, 'b')]).toEqual([['ab'], list]);
  expect(make).toHaveBeenCalledTimes(2);
  expect(found(['a'], 'b')).toEqual([]);
  for (const key of ['c', 'd', 'b']) found(list, key);
  expect(make).toHaveBeenCalledTimes(5);
  found(list, 'a');
  expect(make).toHaveBeenCalledTimes(6);
});
