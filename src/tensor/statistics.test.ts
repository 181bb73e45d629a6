import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { CancelledError } from '../base/errors.ts';
import { STREAM_CHUNK } from '../base/limits.ts';
import type { NumericDtype } from './dtype.ts';
import type { NumericValues } from './elements.ts';
import { StatisticsGatherer, tensorStatistics } from './statistics.ts';
import type { TensorReader } from './values.ts';

function statisticsOf(dtype: NumericDtype, ...parts: NumericValues[]) {
  const gatherer = new StatisticsGatherer(dtype);
  for (const part of parts) gatherer.add(part);
  return gatherer.result();
}

/** Relative to the spread of the values, as rounding errors are. */
function expectClose(actual: number | undefined, expected: number, scale: number): void {
  expect(Math.abs((actual as number) - expected)).toBeLessThanOrEqual(1e-12 * scale);
}

test('sums, extremes and counts of integers are exact at any size', () => {
  const cases: [NumericDtype, (values: bigint[]) => NumericValues, bigint, bigint][] = [
    ['int8', (values) => Int8Array.from(values, Number), -128n, 127n],
    ['uint8', (values) => Uint8Array.from(values, Number), 0n, 255n],
    ['int32', (values) => Int32Array.from(values, Number), -(2n ** 31n), 2n ** 31n - 1n],
    ['uint32', (values) => Uint32Array.from(values, Number), 0n, 2n ** 32n - 1n],
    ['int64', (values) => BigInt64Array.from(values), -(2n ** 63n), 2n ** 63n - 1n],
    ['uint64', (values) => BigUint64Array.from(values), 0n, 2n ** 64n - 1n],
  ];
  for (const [dtype, array, min, max] of cases) {
    const value = fc.oneof(fc.bigInt({ min, max }), fc.constantFrom(min, max, 0n));
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 60 }), fc.nat(60), (values, cut) => {
        const result = statisticsOf(dtype, array(values.slice(0, cut)), array(values.slice(cut)));
        const sorted = [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
        expect(result).toMatchObject({
          count: values.length,
          min: String(sorted[0]),
          max: String(sorted.at(-1)),
          sum: String(values.reduce((sum, one) => sum + one, 0n)),
          nan: 0,
          infinite: 0,
        });
        const mean = Number(values.reduce((sum, one) => sum + one, 0n)) / values.length;
        const std = Math.sqrt(values.reduce((sum, one) => sum + (Number(one) - mean) ** 2, 0) / values.length);
        const scale = Math.max(1, ...values.map((one) => Math.abs(Number(one))));
        expectClose(result.mean, mean, scale);
        // Where all deviations cancel, what is left is the root of the rounding errors.
        expect(Math.abs((result.std as number) - std)).toBeLessThanOrEqual(1e-7 * scale);
      }),
    );
  }
});

test('an integer sum is exact over many blocks', () => {
  const values = new Uint32Array(100_000).fill(2 ** 32 - 1);
  expect(statisticsOf('uint32', values).sum).toBe(String(100_000n * (2n ** 32n - 1n)));
  const big = new BigInt64Array(100_000).fill(-(2n ** 63n));
  expect(statisticsOf('int64', big)).toMatchObject({ sum: String(-(2n ** 63n) * 100_000n), std: 0 });
});

test('NaN and infinities are counted and left out', () => {
  const values = new Float64Array([
    Number.NaN,
    1,
    Number.POSITIVE_INFINITY,
    -0,
    Number.NEGATIVE_INFINITY,
    Number.NaN,
    5,
  ]);
  expect(statisticsOf('float64', values)).toEqual({
    count: 7,
    min: '-0',
    max: '5',
    mean: 2,
    std: Math.sqrt(14 / 3),
    nan: 2,
    infinite: 2,
  });
  expect(statisticsOf('float32', new Float32Array([Number.NaN]))).toEqual({ count: 1, nan: 1, infinite: 0 });
});

test('a small spread far from zero is not lost', () => {
  const values = Float64Array.from({ length: 50_000 }, (_, index) => 1e9 + (index % 2));
  const { mean, std } = statisticsOf('float64', values.subarray(0, 12_345), values.subarray(12_345));
  expectClose(mean, 1e9 + 0.5, 1e9);
  expect(Math.abs((std as number) - 0.5)).toBeLessThan(1e-10);
});

test('values near the largest double do not overflow', () => {
  const max = Number.MAX_VALUE;
  const { mean, std } = statisticsOf('float64', new Float64Array([1, 2]), new Float64Array([max, -max, max, -max]));
  expect(mean).toBeCloseTo(0.5, -300);
  expect((std as number) / max).toBeCloseTo(Math.sqrt(4 / 6), 12);
  const same = statisticsOf('float64', new Float64Array(10_000).fill(max));
  expect(same.mean).toBe(max);
  expect(same.std).toBe(0);
});

test('a tensor is read in pieces, each once, and tells how far it is', async () => {
  const values = Float32Array.from({ length: (2.5 * STREAM_CHUNK) / 4 }, (_, index) => index % 100);
  const ranges: [number, number][] = [];
  const reader: TensorReader = {
    dtype: 'float32',
    count: values.length,
    async read(start, end) {
      ranges.push([start, end]);
      return values.slice(start, end);
    },
  };
  const onProgress = vi.fn();
  const result = await tensorStatistics(reader, { onProgress });
  expect(result).toMatchObject({ count: values.length, min: '0', max: '99' });
  expect(ranges.map(([start, end]) => end - start)).toEqual([STREAM_CHUNK / 4, STREAM_CHUNK / 4, STREAM_CHUNK / 8]);
  expect(onProgress.mock.calls.at(-1)).toEqual([values.byteLength, values.byteLength]);
});

test('an abort is heard although every read answers at once', async () => {
  const controller = new AbortController();
  let reads = 0;
  const reader: TensorReader = {
    dtype: 'uint8',
    count: 1000 * STREAM_CHUNK,
    async read(start, end) {
      reads++;
      return new Uint8Array(Math.min(10, end - start));
    },
  };
  setTimeout(() => controller.abort(), 5);
  await expect(tensorStatistics(reader, { signal: controller.signal })).rejects.toBeInstanceOf(CancelledError);
  expect(reads).toBeLessThan(1000);
});
