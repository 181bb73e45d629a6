import { describe, expect, it } from 'vitest';
import { wordsTest } from '../../base/text.ts';
import type { DataColumn } from './data-column.ts';
import { compareValues, filledColumns, rowText, sortedBy } from './rows.ts';

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

describe('sortedBy', () => {
  const items = [
    [2, 'a'],
    [undefined, 'b'],
    [1, 'c'],
    [2n, 'd'],
    [undefined, 'e'],
    [10, 'f'],
  ] as const;
  const sorted = (descending: boolean) =>
    sortedBy(items, ([value]) => value, descending)
      .map(([, name]) => name)
      .join('');

  it('keeps the order of equal items, and what has no value at the end, in either direction', () => {
    expect(sorted(false)).toBe('cadfbe');
    expect(sorted(true)).toBe('fadcbe');
  });
});

describe('filledColumns', () => {
  interface Row {
    name: string;
    note?: string;
    count?: number;
  }
  const cell = () => null;
  const columns: DataColumn<Row>[] = [
    { id: 'name', header: 'Name', cell },
    { id: 'note', header: 'Note', cell, optional: true, text: ({ note }) => note },
    { id: 'count', header: 'Count', cell, optional: true, value: ({ count }) => count },
  ];
  const ids = (...rows: Row[]) => filledColumns(columns, rows).map(({ id }) => id);

  it('leaves out the optional columns that are empty in every row', () => {
    expect(ids({ name: 'a' }, { name: 'b', note: '' })).toEqual(['name']);
    expect(ids({ name: 'a' }, { name: 'b', note: 'x' })).toEqual(['name', 'note']);
    expect(ids({ name: 'a', count: 0 })).toEqual(['name', 'count']);
  });

  it('keeps those that are not optional, even of no row', () => {
    expect(ids()).toEqual(['name']);
  });
});

it('a filter looks in what columns give as text, and in the values of those that give none', () => {
  const textOf = rowText<{ name: string; size: number }>([
    { id: 'name', header: 'Name', cell: ({ name }) => name, value: ({ name }) => name },
    { id: 'size', header: 'Size', cell: ({ size }) => size, value: ({ size }) => size, text: () => undefined },
  ]);
  const matches = (of: { name: string; size: number }, query: string) => wordsTest(query)(textOf(of));
  const row = { name: 'Model.Layers.7', size: 1234 };
  expect(['layers', 'MODEL 7', 'layers 8', '1234'].map((query) => matches(row, query))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(matches({ name: 'other', size: 0 }, 'layers')).toBe(false);
});
