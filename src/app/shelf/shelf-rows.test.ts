import { expect, test } from 'vitest';
import type { ShelfItem } from '../../state/shelf-slice.ts';
import { inTime, shownItems } from './shelf-rows.ts';

const HOUR = 3_600_000;

function shown(path: string, date?: number) {
  const item: ShelfItem = {
    path,
    date,
    format: undefined,
    descriptor: { kind: 'url', url: `https://a.example/${path}` },
    files: 1,
    size: undefined,
  };
  return shownItems([item], new Map(), new Map());
}

test.each([
  ['by their dates, whatever their names', ['b', 2 * HOUR], ['c', HOUR], ['c', 'b']],
  ['of copies, by the numbers in their names', ['m-1.10', HOUR], ['m-1.9', HOUR + 5], ['m-1.9', 'm-1.10']],
  ['without a date of one, by their names', ['b', undefined], ['a', HOUR], ['a', 'b']],
] as const)('two versions are compared in time: %s', (_, one, other, expected) => {
  for (const pair of [
    [one, other],
    [other, one],
  ])
    expect(inTime(pair.flatMap(([path, date]) => shown(path, date))).map(({ item }) => item.path)).toEqual(expected);
});
