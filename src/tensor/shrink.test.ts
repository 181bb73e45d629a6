import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CancelledError, InternalError, TooLargeError } from '../base/errors.ts';
import { MAX_SHRUNK_BINS } from '../base/limits.ts';
import { memorySource } from '../source/memory.ts';
import type { NumericDtype } from './dtype.ts';
import type { TensorPlane } from './mapping.ts';
import { tensorReader } from './reader.ts';
import {
  type BinSteps,
  binDistribution,
  coarser,
  HAS_NAN,
  HAS_NEGATIVE_INFINITY,
  HAS_POSITIVE_INFINITY,
  reduced,
  shrinkPlane,
} from './shrink.ts';

type Numbers = Float64Array | Float32Array | Int16Array | Uint8Array | BigInt64Array | BigUint64Array;

function readerOf(dtype: NumericDtype, values: Numbers) {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  return tensorReader(memorySource('a', bytes.slice()), dtype, values.length);
}

const float64 = (values: readonly number[]) => readerOf('float64', Float64Array.from(values));

/** A matrix of `columns` columns. */
function matrix(rows: number, columns: number): TensorPlane {
  return { rows, columns, start: 0, rowStride: columns, columnStride: 1 };
}

/** The bins of a plane, one cell after the other. */
function plainly(values: ArrayLike<number>, plane: TensorPlane, steps: BinSteps) {
  const columns = Math.ceil(plane.columns / steps.columns);
  const bins = Array.from({ length: Math.ceil(plane.rows / steps.rows) * columns }, (): number[] => []);
  for (let row = 0; row < plane.rows; row++)
    for (let column = 0; column < plane.columns; column++) {
      const bin = bins[Math.floor(row / steps.rows) * columns + Math.floor(column / steps.columns)];
      bin?.push(values[plane.start + row * plane.rowStride + column * plane.columnStride] as number);
    }
  return bins.map((all) => {
    const finite = all.filter(Number.isFinite);
    const has = (value: number, mark: number) => (all.some((each) => Object.is(each, value)) ? mark : 0);
    return {
      min: finite.length > 0 ? Math.min(...finite) : Number.NaN,
      max: finite.length > 0 ? Math.max(...finite) : Number.NaN,
      mean: finite.reduce((sum, value) => sum + value, 0) / finite.length,
      finite: finite.length,
      marks:
        has(Number.NaN, HAS_NAN) +
        has(Number.POSITIVE_INFINITY, HAS_POSITIVE_INFINITY) +
        has(Number.NEGATIVE_INFINITY, HAS_NEGATIVE_INFINITY),
    };
  });
}

/** 0 of -0, which is neither less nor more. */
const unsigned = (number: number) => number + 0;

function expectNear(found: Float64Array, expected: ArrayLike<number>) {
  expect(found.length).toBe(expected.length);
  for (const [bin, each] of found.entries()) {
    const exact = expected[bin] as number;
    if (Number.isNaN(exact)) expect(each).toBeNaN();
    else expect(Math.abs(each - exact)).toBeLessThan(1e-6);
  }
}

const value = fc.oneof(
  { weight: 8, arbitrary: fc.double({ min: -1e6, max: 1e6, noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0, 0) },
);
const stride = fc.integer({ min: -12, max: 12 });
const plane = fc.record({
  rows: fc.integer({ min: 0, max: 12 }),
  columns: fc.integer({ min: 0, max: 12 }),
  start: fc.constant(300),
  rowStride: stride,
  columnStride: stride,
});
const steps = fc.record({ rows: fc.integer({ min: 1, max: 5 }), columns: fc.integer({ min: 1, max: 5 }) });
const values = fc.array(value, { minLength: 600, maxLength: 600 });

test('bins are what each cell on its own gives, whatever the strides and the values', async () => {
  await fc.assert(
    fc.asyncProperty(values, plane, steps, async (all, of, by) => {
      const shrunk = await shrinkPlane(float64(all), of, by);
      const expected = plainly(all, of, by);
      expect(Array.from(shrunk.min, unsigned)).toEqual(expected.map(({ min }) => unsigned(min)));
      expect(shrunk.min.length).toBe(shrunk.rows * shrunk.columns);
      expect(Array.from(shrunk.max, unsigned)).toEqual(expected.map(({ max }) => unsigned(max)));
      expect([...shrunk.marks]).toEqual(expected.map(({ marks }) => marks));
      expectNear(
        shrunk.mean,
        expected.map(({ mean }) => mean),
      );
      if (shrunk.finite) expect([...shrunk.finite]).toEqual(expected.map(({ finite }) => finite));
      const { finite, nan, positiveInfinite, negativeInfinite } = shrunk.distribution;
      expect(finite + nan + positiveInfinite + negativeInfinite).toBe(of.rows * of.columns);
    }),
    { numRuns: 100 },
  );
});

test('drawing bins together again gives the bins of larger steps', async () => {
  await fc.assert(
    fc.asyncProperty(values, plane, steps, steps, async (all, of, first, by) => {
      const reader = float64(all);
      const twice = coarser(await shrinkPlane(reader, of, first), by);
      const once = await shrinkPlane(reader, of, { rows: first.rows * by.rows, columns: first.columns * by.columns });
      expect(twice.steps).toEqual(once.steps);
      expect([twice.rows, twice.columns]).toEqual([once.rows, once.columns]);
      expect(twice.min.map(unsigned)).toEqual(once.min.map(unsigned));
      expect(twice.max.map(unsigned)).toEqual(once.max.map(unsigned));
      expect(twice.marks).toEqual(once.marks);
      expectNear(twice.mean, once.mean);
    }),
    { numRuns: 100 },
  );
});

test('counts and percentiles are those of the sorted values, at any magnitude and beside any outlier', async () => {
  const scaled = fc
    .tuple(
      fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 400 }),
      fc.constantFrom(0, 1, 1000, -1e9, 1e200),
      fc.constantFrom(1, 1e-3, 1e12, 1e-200),
      fc.array(fc.constantFrom(1e308, -1e308, 1e30, 0, 5e-324), { maxLength: 2 }),
    )
    .map(([all, offset, scale, outliers]) => [...all.map((each) => offset + each * scale), ...outliers]);
  await fc.assert(
    fc.asyncProperty(scaled, async (all) => {
      const { distribution } = await shrinkPlane(float64(all), matrix(1, all.length), { rows: 1, columns: 7 });
      const sorted = Float64Array.from(all).sort();
      expect(distribution.lowest).toBe((sorted[0] as number) + 0);
      expect(distribution.highest).toBe((sorted.at(-1) as number) + 0);
      expect(distribution.bars.reduce((sum, count) => sum + count, 0)).toBe(all.length);
      for (const [share, found] of [
        [0.01, distribution.p1],
        [0.99, distribution.p99],
      ] as const) {
        const exact = sorted[Math.floor(share * (sorted.length - 1))] as number;
        const near = Math.min(Math.abs(exact) / 32, distribution.barWidth);
        expect(Math.abs(found - exact)).toBeLessThanOrEqual(Math.max(near, 1e-300));
      }
      const { barStart, barWidth, bars } = distribution;
      const counted = new Float64Array(bars.length);
      for (const each of all) {
        const bar = Math.floor(each / barWidth) - Math.floor(barStart / barWidth);
        counted[bar] = (counted[bar] as number) + 1;
      }
      expect(bars).toEqual(counted);
      const positive = sorted.find((each) => each > 0);
      if (positive === undefined) expect(distribution.leastPositive).toBeUndefined();
      else {
        expect(distribution.leastPositive).toBeGreaterThan(0);
        if (positive > 1e-300) expect(distribution.leastPositive).toBeGreaterThan(positive * 0.98);
        if (positive > 1e-300) expect(distribution.leastPositive).toBeLessThanOrEqual(positive);
      }
    }),
    { numRuns: 500 },
  );
});

test('64-bit integers keep their exact range, and each bin the nearest float', async () => {
  const signed = BigInt64Array.from([-(2n ** 63n), 2n ** 63n - 1n, 2n ** 53n + 1n, 2n ** 53n, 0n, -1n]);
  const all = await shrinkPlane(readerOf('int64', signed), matrix(2, 3), { rows: 1, columns: 1 });
  expect(all.distribution).toMatchObject({ low: '-9223372036854775808', high: '9223372036854775807' });
  expect([...all.min]).toEqual(Array.from(signed, Number));
  const near = BigUint64Array.from([2n ** 64n - 2n, 2n ** 64n - 1n, 2n ** 64n - 3n]);
  const { distribution } = await shrinkPlane(readerOf('uint64', near), matrix(1, 3), { rows: 1, columns: 2 });
  expect(distribution).toMatchObject({ low: '18446744073709551613', high: '18446744073709551615' });
});

test('values beyond float32 have a mean, and of the largest float64 it stays finite', async () => {
  const huge = [1e300, 3e300, Number.MAX_VALUE, Number.MAX_VALUE];
  const { mean, distribution } = await shrinkPlane(float64(huge), matrix(1, 4), { rows: 1, columns: 2 });
  expect([...mean]).toEqual([2e300, Number.MAX_VALUE]);
  expect(distribution).toMatchObject({ lowest: 1e300, highest: Number.MAX_VALUE });
  const ends = await shrinkPlane(float64([-Number.MAX_VALUE, Number.MAX_VALUE]), matrix(1, 2), { rows: 1, columns: 1 });
  expect(ends.distribution.bars.reduce((sum, count) => sum + count, 0)).toBe(2);
});

test('one outlier among many is there in every reduction that can show it', async () => {
  const all = new Float32Array(1000 * 1000).fill(1);
  all[777_777] = -50;
  const shrunk = await shrinkPlane(readerOf('float32', all), matrix(1000, 1000), { rows: 50, columns: 50 });
  expect(reduced(shrunk, 'magnitude').filter((each) => each === -50)).toHaveLength(1);
  expect(reduced(shrunk, 'min').indexOf(-50)).toBe(15 * 20 + 15);
  expect(reduced(shrunk, 'max')).not.toContain(-50);
  expect(reduced(shrunk, 'mean')[15 * 20 + 15]).toBeCloseTo((2499 - 50) / 2500, 6);
});

test('a bin without a finite value has none, and says what it has', async () => {
  const all = [Number.NaN, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 3, Number.NaN];
  const shrunk = await shrinkPlane(float64(all), matrix(1, 6), { rows: 1, columns: 2 });
  expect([...reduced(shrunk, 'magnitude')]).toEqual([Number.NaN, Number.NaN, 3]);
  expect([...reduced(shrunk, 'mean')]).toEqual([Number.NaN, Number.NaN, 3]);
  expect([...shrunk.marks]).toEqual([HAS_NAN, HAS_POSITIVE_INFINITY + HAS_NEGATIVE_INFINITY, HAS_NAN]);
  const none = await shrinkPlane(float64([Number.NaN]), matrix(1, 1), { rows: 1, columns: 1 });
  expect(none.distribution).toMatchObject({ finite: 0, nan: 1 });
  expect(none.distribution.low).toBeUndefined();
});

test('the distribution of bins leaves out those without a value', () => {
  expect(binDistribution(Float64Array.of(2, Number.NaN, -1))).toMatchObject({ finite: 2, lowest: -1, highest: 2 });
});

test('what is outside the tensor, too much, text, or canceled is refused', async () => {
  const reader = float64([1, 2, 3, 4]);
  const by = { rows: 1, columns: 1 };
  await expect(shrinkPlane(reader, matrix(2, 3), by)).rejects.toThrow(InternalError);
  await expect(shrinkPlane(reader, matrix(2, 2), { rows: 0, columns: 1 })).rejects.toThrow(InternalError);
  const many = { count: MAX_SHRUNK_BINS + 1, dtype: 'uint8', read: async () => new Uint8Array(0) };
  await expect(shrinkPlane(many, matrix(1, MAX_SHRUNK_BINS + 1), by)).rejects.toThrow(TooLargeError);
  const texts = { count: 1, dtype: 'string', read: async () => ['a'] };
  await expect(shrinkPlane(texts, matrix(1, 1), by)).rejects.toThrow(InternalError);
  const controller = new AbortController();
  const slow = {
    dtype: 'uint8',
    count: 2 ** 30,
    async read(start: number, end: number) {
      controller.abort();
      return new Uint8Array(end - start);
    },
  };
  const options = { signal: controller.signal };
  await expect(shrinkPlane(slow, matrix(2 ** 15, 2 ** 15), { rows: 64, columns: 64 }, options)).rejects.toThrow(
    CancelledError,
  );
});
