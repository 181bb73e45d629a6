import { expect, test } from 'vitest';
import { chartBars } from './chart-bars.ts';
import { binDistribution } from './shrink.ts';

const barsOf = (values: readonly number[], areWhole = false) =>
  chartBars(binDistribution(Float64Array.from(values)), areWhole);
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
  expect(barsOf([0, 1, 1, 0, 1], true)).toEqual({ counts: [2, 3], start: 0, end: 2, width: 1, beyond: 0 });
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

test('a single value is one bar', () => {
  const { counts, start, end } = barsOf([7, 7]);
  expect(sum(counts)).toBe(2);
  expect(start).toBeLessThanOrEqual(7);
  expect(end).toBeGreaterThan(7);
});
