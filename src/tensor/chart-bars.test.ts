import { expect, test } from 'vitest';
import { chartBars } from './chart-bars.ts';
import { binDistribution } from './shrink.ts';

const barsOf = (values: readonly number[], areWhole = false) => {
  const bars = chartBars(binDistribution(Float64Array.from(values)), areWhole);
  if (!bars) throw new Error('no bars');
  return bars;
};
const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);

test('bars hold all values in their order, and there are few', () => {
  const values = Array.from({ length: 5000 }, (_, at) => Math.sin(at) * 3 + 10);
  const bars = barsOf(values);
  expect(sum(bars.counts)).toBe(5000);
  expect(bars.counts.length).toBeLessThanOrEqual(48);
  expect(bars.counts.length).toBeGreaterThan(20);
  expect(bars.beyond).toBe(0);
  for (const [at, count] of bars.counts.entries()) {
    const from = bars.start + at * bars.width;
    expect(count).toBe(values.filter((value) => value >= from && value < from + bars.width).length);
  }
});

test('whole numbers have no bars between them', () => {
  const bars = barsOf([0, 1, 1, 0, 1], true);
  expect(bars).toEqual({ counts: [2, 3], start: 0, end: 2, width: 1, ends: [0, 1], beyond: 0 });
});

test('the axis ends at the last whole number that a bar holds', () => {
  const { ends, end } = barsOf(
    Array.from({ length: 1000 }, (_, at) => at - 500),
    true,
  );
  expect(ends[0]).toBeLessThanOrEqual(-500);
  expect(ends).toEqual([expect.any(Number), end - 1]);
});

test('outliers do not make one bar of the rest, and are counted', () => {
  const values = Array.from({ length: 10_000 }, (_, at) => Math.sin(at * at));
  const { counts, start, end, beyond } = barsOf([...values, 1e9, -1e12, 1e9]);
  expect(beyond).toBe(3);
  expect(Math.abs(sum(counts) - 10_000)).toBeLessThan(1);
  expect(start).toBeGreaterThanOrEqual(-2.1);
  expect(end).toBeLessThanOrEqual(2.1);
  expect(counts.filter((count) => count > 100).length).toBeGreaterThan(15);
});

test('values that are all the same are one bar, at the value, of any size', () => {
  for (const value of [7, 0, -0.25, 5e-324, Number.MAX_VALUE])
    for (const areWhole of [false, true])
      expect(barsOf([value, value, Number.NaN], areWhole)).toEqual({
        counts: [2],
        start: value,
        end: value,
        width: 0,
        ends: [value, value],
        beyond: 0,
      });
});

test('without a finite value there are no bars', () => {
  const values = Float64Array.of(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY);
  expect(chartBars(binDistribution(values), false)).toBeUndefined();
  expect(chartBars(binDistribution(new Float64Array(0)), false)).toBeUndefined();
});

test('values at the ends of what a float64 holds have bars of finite width', () => {
  const most = Number.MAX_VALUE;
  const ends = barsOf([most, -most, most, -most, 0]);
  expect(ends).toMatchObject({ start: -most, end: most, beyond: 0 });
  expect([ends.counts[0], sum(ends.counts), ends.counts.at(-1)]).toEqual([2, 5, 2]);
  expect(binDistribution(Float64Array.of(most, -most))).toMatchObject({ p1: expect.closeTo(-most, -306) });
  const middle = Array.from({ length: 9900 }, (_, at) => ((at + 0.5) / 4950 - 1) * 0.59e308);
  const flat = barsOf([...middle, ...Array<number>(50).fill(most), ...Array<number>(50).fill(-most)]);
  expect(Number.isFinite(flat.start) && Number.isFinite(flat.end)).toBe(true);
  expect(sum(flat.counts)).toBeCloseTo(9900, 6);
  expect(flat.beyond).toBe(100);
});

test('values at the end of an inner range are not outliers, however many', () => {
  // As of a difference where most is the same: too many to be kept one by one, and 0 the highest.
  const values = Array.from({ length: 100_000 }, (_, at) => (at === 0 ? -2 : at % 60 === 0 ? -0.01 : 0));
  expect(barsOf(values).beyond).toBe(1);
  expect(barsOf(values.map((value) => -value)).beyond).toBe(1);
});
