import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  AXIS_START,
  type Axis,
  axisLength,
  drawnAt,
  MAX_SCROLL_PIXELS,
  positionAt,
  revealing,
  scrolledTo,
  scrollLength,
  visibleCells,
} from './axis.ts';

const short: Axis = { count: 1000, size: 32, view: 500 };
const long: Axis = { count: 300_000_000, size: 32, view: 500 };

test('a short axis is what the element scrolls', () => {
  expect(scrollLength(short)).toBe(32_000);
  expect(scrolledTo(short, AXIS_START, 1234)).toEqual({ offset: 1234, scroll: 1234 });
  expect(drawnAt(short, { offset: 1234, scroll: 1234 }, 100)).toBe(3200);
  expect(visibleCells(short, { offset: 320, scroll: 320 }, 2)).toEqual({ start: 8, end: 28 });
  expect(visibleCells(short, { offset: 31_500, scroll: 31_500 }, 2)).toEqual({ start: 982, end: 1000 });
});

test('a long axis stays within what browsers draw, and reaches its ends', () => {
  expect(scrollLength(long)).toBe(MAX_SCROLL_PIXELS);
  const end = scrolledTo(long, AXIS_START, MAX_SCROLL_PIXELS - 500);
  expect(visibleCells(long, end, 0).end).toBe(300_000_000);
  expect(scrolledTo(long, end, 0).offset).toBe(0);
});

test('the wheel moves a long axis by what is near, the scroll bar by its share', () => {
  const middle = scrolledTo(long, AXIS_START, (MAX_SCROLL_PIXELS - 500) / 2);
  expect(middle.offset / axisLength(long)).toBeCloseTo(0.5, 3);
  const next = scrolledTo(long, middle, middle.scroll + 100);
  expect(next.offset - middle.offset).toBeCloseTo(100, 3);
  expect(drawnAt(long, next, 7) - drawnAt(long, middle, 7)).toBeCloseTo(0, 3);
});

test('a cell far away comes to the middle of the view, a near one to its edge', () => {
  const axis: Axis = { count: 1000, size: 32, view: 512 };
  expect(revealing(axis, AXIS_START, 500).offset).toBe(500 * 32 - (512 - 32) / 2);
  expect(revealing(axis, positionAt(axis, 31_000), 500).offset).toBe(500 * 32 - (512 - 32) / 2);
  expect(revealing(axis, AXIS_START, 999).offset).toBe(1000 * 32 - 512);
  expect(revealing(axis, AXIS_START, 16).offset).toBe(32);
  expect(revealing(axis, AXIS_START, 31).offset).toBe(512);
  expect(revealing(axis, AXIS_START, 15)).toEqual(AXIS_START);
});

test('whatever cell is revealed is seen whole, and drawn where the element can scroll', () => {
  const count = fc.oneof(fc.integer({ min: 1, max: 2000 }), fc.integer({ min: 1, max: 1_000_000_000 }));
  fc.assert(
    fc.property(
      count,
      fc.integer({ min: 24, max: 300 }),
      fc.integer({ min: 300, max: 2000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (cells, size, view, from, to) => {
        const axis: Axis = { count: cells, size, view };
        const start = positionAt(axis, from * axisLength(axis));
        const index = Math.floor(to * (cells - 1));
        const at = revealing(axis, start, index);
        const drawn = drawnAt(axis, at, index);
        expect(drawn - at.scroll).toBeGreaterThanOrEqual(-0.01);
        expect(drawn + size - at.scroll).toBeLessThanOrEqual(view + 0.01);
        expect(at.scroll).toBeGreaterThanOrEqual(0);
        expect(at.scroll).toBeLessThanOrEqual(Math.max(0, scrollLength(axis) - view) + 0.01);
        const seen = visibleCells(axis, at, 0);
        expect(seen.start).toBeLessThanOrEqual(index);
        expect(seen.end).toBeGreaterThan(index);
        expect(revealing(axis, at, index)).toEqual(at);
      },
    ),
  );
});
