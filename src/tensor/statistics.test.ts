import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { CancelledError } from '../base/errors.ts';
import { elementBytes, type NumericDtype } from './dtype.ts';
import { decodeElements, type NumericValues } from './elements.ts';
import { StatisticsGatherer, tensorStatistics } from './statistics.ts';
import type { TensorReader } from './values.ts';

function statisticsOf(dtype: NumericDtype, ...parts: NumericValues[]) {
  const gatherer = new StatisticsGatherer(dtype);
  for (const part of parts) gatherer.add(part);
  return gatherer.result();
}

/** The tolerance is relative to `scale`, the size of the values, as rounding errors are. */
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
        // Where all deviations cancel, only the root of the rounding errors is left.
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

test('NaN and infinities are counted, and left out of everything else', () => {
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
    zeros: 1,
  });
  expect(statisticsOf('float32', new Float32Array([Number.NaN]))).toEqual({ count: 1, nan: 1, infinite: 0, zeros: 0 });
});

test('zeros are counted in every kind of values, minus zero among them', () => {
  expect(statisticsOf('int64', new BigInt64Array([0n, -1n, 2n ** 32n, 0n])).zeros).toBe(2);
  expect(statisticsOf('uint8', new Uint8Array([0, 1]), new Uint8Array([0])).zeros).toBe(2);
  expect(statisticsOf('float32', new Float32Array([-0, 0, Number.NaN, 1e-45])).zeros).toBe(2);
});

test('bools count as 0 and 1, and narrow floats as the numbers that they stand for', () => {
  expect(statisticsOf('bool', decodeElements('bool', new Uint8Array([1, 0, 7, 1])))).toEqual({
    count: 4,
    min: '0',
    max: '1',
    sum: '3',
    mean: 0.75,
    std: Math.sqrt(3) / 4,
    nan: 0,
    infinite: 0,
    zeros: 1,
  });
  // 1, -2, infinity, NaN.
  const half = new Uint8Array(new Uint16Array([0x3c00, 0xc000, 0x7c00, 0x7e00]).buffer);
  expect(statisticsOf('float16', decodeElements('float16', half))).toEqual({
    count: 4,
    min: '-2',
    max: '1',
    mean: -0.5,
    std: 1.5,
    nan: 1,
    infinite: 1,
    zeros: 0,
  });
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

/** A reader whose stream gives these chunks, one each time it is asked. */
function streaming(
  dtype: NumericDtype,
  count: number,
  chunks: Iterator<Uint8Array>,
  cancel?: () => void,
): TensorReader {
  return {
    dtype,
    count,
    read: () => Promise.reject(new Error('statistics need no random access')),
    data: {
      name: 't',
      size: count * elementBytes(dtype),
      read: () => Promise.reject(new Error('statistics need no random access')),
      stream: () =>
        new ReadableStream(
          {
            pull(controller) {
              const { done, value } = chunks.next();
              if (done) controller.close();
              else controller.enqueue(value);
            },
            ...(cancel ? { cancel } : {}),
          },
          { highWaterMark: 0 },
        ),
    },
  };
}

test('a tensor is read in chunks of any length, with progress', async () => {
  const values = Float64Array.from({ length: 50_000 }, (_, index) => (index * 7919) % 1009);
  const bytes = new Uint8Array(values.buffer);
  const expected = statisticsOf('float64', values);
  for (const lengths of [[1], [3, 5, 8, 4096], [9999], [400_000]]) {
    const onProgress = vi.fn();
    function* chunks() {
      for (let at = 0, turn = 0; at < bytes.length; turn++) {
        const length = lengths[turn % lengths.length] as number;
        yield bytes.slice(at, at + length);
        at += length;
      }
    }
    const take = lengths[0] === 1 ? 200 : values.length;
    const iterator =
      lengths[0] === 1 ? [...bytes.slice(0, 8 * take)].map((byte) => new Uint8Array([byte])).values() : chunks();
    const result = await tensorStatistics(streaming('float64', take, iterator), { onProgress });
    if (take === values.length) {
      expect(result).toMatchObject({ count: take, min: expected.min, max: expected.max });
      expectClose(result.mean, expected.mean as number, 1009);
      expectClose(result.std, expected.std as number, 1009);
    } else {
      expect(result).toMatchObject({ count: take, min: statisticsOf('float64', values.slice(0, take)).min });
    }
    expect(onProgress.mock.calls.at(-1)).toEqual([8 * take, 8 * take]);
  }
});

test('an abort is heard although every chunk is there at once, and the stream is canceled', async () => {
  const controller = new AbortController();
  const cancel = vi.fn();
  let given = 0;
  function* endless() {
    for (;;) {
      given++;
      yield new Uint8Array(1000);
    }
  }
  setTimeout(() => controller.abort(), 5);
  const result = tensorStatistics(streaming('uint8', 2 ** 50, endless(), cancel), { signal: controller.signal });
  await expect(result).rejects.toBeInstanceOf(CancelledError);
  expect(cancel).toHaveBeenCalledOnce();
  expect(given).toBeLessThan(1_000_000);
});

test('strings have no statistics', async () => {
  const strings: TensorReader = { dtype: 'string', count: 1, read: async () => ['a'] };
  await expect(tensorStatistics(strings)).rejects.toMatchObject({ code: 'internal/bug' });
});
