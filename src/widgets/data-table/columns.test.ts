import { describe, expect, it } from 'vitest';
import { layoutOf, withMoved } from './columns.ts';

describe('layoutOf', () => {
  const layout = { columnOrder: ['b', 'a'], columnSizing: { a: 120 }, columnVisibility: { b: false } };

  it('gives what is stored', () => {
    expect(layoutOf(JSON.parse(JSON.stringify(layout)))).toEqual(layout);
  });

  it('leaves out what no table can have', () => {
    const stored = {
      columnOrder: ['b', 3, 'a', null],
      columnSizing: { a: 120, b: 1, c: 1e9, d: '40px', e: Number.NaN },
      columnVisibility: { a: 'no', b: false },
      more: 1,
    };
    expect(layoutOf(stored)).toEqual(layout);
  });

  it('is the unchanged layout where nothing or something else is stored', () => {
    const unchanged = { columnOrder: [], columnSizing: {}, columnVisibility: {} };
    for (const stored of [undefined, null, 'text', 7, [], { columnOrder: 'ab', columnSizing: null }])
      expect(layoutOf(stored)).toEqual(unchanged);
  });
});

describe('withMoved', () => {
  const order = ['a', 'b', 'c', 'd'];
  const moved = (from: number, to: number, first = 0) => withMoved(order, from, to, first)?.join('');

  it('moves one item forward or back', () => {
    expect([moved(0, 2), moved(3, 1), moved(1, 2)]).toEqual(['bcad', 'adbc', 'acbd']);
  });

  it('moves nothing out of the list, and nothing that stays first', () => {
    expect([moved(0, -1), moved(3, 4), moved(-1, 2), moved(1, 1)]).toEqual(Array(4).fill(undefined));
    expect([moved(0, 2, 1), moved(2, 0, 1)]).toEqual([undefined, undefined]);
    expect(moved(2, 1, 1)).toBe('acbd');
  });
});
