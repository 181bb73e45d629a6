import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NAN_COLOR, NEGATIVE_INFINITY_COLOR, POSITIVE_INFINITY_COLOR } from './color-map.ts';
import { binDistribution, HAS_NAN, HAS_NEGATIVE_INFINITY, HAS_POSITIVE_INFINITY } from './shrink.ts';
import { binColors, type RangeChoice, rangeOf, SCALES, scalingOf } from './value-range.ts';

const spreadOf = (values: readonly number[]) => binDistribution(Float64Array.from(values));
const FIRST: RangeChoice = { kind: 'auto', scale: 'linear', isDiverging: false };
const even = Array.from({ length: 1000 }, (_, at) => at / 1000 - 0.25);

test('a range is all values, unless outliers would flatten it', () => {
  expect(rangeOf(spreadOf(even), FIRST)).toEqual({ low: -0.25, high: 0.749, kind: 'all' });
  const { low, high, kind } = rangeOf(spreadOf([...even, 1e6]), FIRST);
  expect(kind).toBe('percentiles');
  expect(low).toBeCloseTo(-0.24, 2);
  expect(high).toBeCloseTo(0.74, 1);
  // Of nearly constant values, both percentiles are the constant.
  expect(rangeOf(spreadOf([...new Array(500).fill(0), 1]), FIRST)).toEqual({ low: 0, high: 1, kind: 'all' });
});

test('a diverging map is symmetrical around 0 for signed values alone', () => {
  const diverging = { ...FIRST, isDiverging: true };
  expect(rangeOf(spreadOf(even), diverging)).toEqual({ low: -0.749, high: 0.749, kind: 'symmetrical' });
  expect(rangeOf(spreadOf([1, 2, 3]), diverging)).toEqual({ low: 1, high: 3, kind: 'all' });
});

test('each bound is set by itself, and what cannot be is said', () => {
  const spread = spreadOf(even);
  expect(rangeOf(spread, { ...FIRST, low: 0 })).toEqual({ low: 0, high: 0.749, kind: 'all' });
  expect(rangeOf(spread, { ...FIRST, low: 5 })).toEqual({ low: 5, high: 5, kind: 'all' });
  expect(rangeOf(spread, { ...FIRST, low: 5, high: 1 }).problem).toBe('swapped');
  expect(rangeOf(spread, { ...FIRST, scale: 'log', low: -1 }).problem).toBe('not positive');
});

test('a log range begins at the lowest positive value', () => {
  const { low, high, problem } = rangeOf(spreadOf([-3, 0, 0.001, 10]), { ...FIRST, scale: 'log' });
  expect(problem).toBeUndefined();
  expect(high).toBe(10);
  expect(low).toBeGreaterThan(0.00098);
  expect(low).toBeLessThanOrEqual(0.001);
});

test('a place on a scale leads back to its value, and values keep their order', () => {
  const value = fc.double({ min: 1e-6, max: 1e9, noNaN: true });
  fc.assert(
    fc.property(
      value,
      value,
      fc.constantFrom(...SCALES),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (a, b, scale, at) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        fc.pre(high > low * (1 + 1e-6));
        const scaling = scalingOf({ low, high }, scale);
        expect(scaling.at(low)).toBe(0);
        expect(scaling.at(high)).toBe(1);
        expect(Math.abs(scaling.at(scaling.value(at)) - at)).toBeLessThan(1e-6);
        expect(scaling.at(low + (high - low) / 2)).toBeGreaterThan(0);
      },
    ),
  );
  expect(scalingOf({ low: -10, high: 10 }, 'symlog').at(0)).toBeCloseTo(0.5);
  expect(scalingOf({ low: 1, high: 10 }, 'log').at(-1)).toBe(-1);
});

test('colors follow the range; marks come before any value', () => {
  const values = Float64Array.of(-1, 0, 0.5, 0.999, 1, 2, Number.NaN, 0.5, Number.NaN);
  const marks = new Uint8Array(9);
  marks[6] = HAS_NAN + HAS_POSITIVE_INFINITY;
  marks[7] = HAS_POSITIVE_INFINITY;
  marks[8] = HAS_NEGATIVE_INFINITY;
  const expected = [0, 0, 128, 255, 255, 255, NAN_COLOR, POSITIVE_INFINITY_COLOR, NEGATIVE_INFINITY_COLOR];
  expect([...binColors(values, marks, { low: 0, high: 1 }, 'linear')]).toEqual(expected);
  const none = new Uint8Array(3);
  const ends = Float64Array.of(-Number.MAX_VALUE, 0, Number.MAX_VALUE);
  expect([...binColors(ends, none, { low: -Number.MAX_VALUE, high: Number.MAX_VALUE }, 'linear')]).toEqual([
    0, 128, 255,
  ]);
  expect([...binColors(Float64Array.of(1, 2, 3), none, { low: 2, high: 2 }, 'linear')]).toEqual([0, 128, 255]);
  expect([...binColors(Float64Array.of(-5, 10, 1000), none, { low: 1, high: 100 }, 'log')]).toEqual([0, 128, 255]);
});
