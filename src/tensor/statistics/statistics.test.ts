import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { CancelledError } from '../../base/errors.ts';
import { nextTask } from '../../codec/pause.ts';
import { elementBytes, type NumericDtype } from '../dtype.ts';
import { decodeElements, type NumericValues } from '../elements.ts';
import type { TensorReader } from '../values.ts';
import { DistinctCounter } from './distinct.ts';
import { StatisticsGatherer } from './gatherer.ts';
import { type TensorGatherer, tensorGatherer, tensorStatistics, valueStatistics } from './statistics.ts';

function allOf(dtype: NumericDtype, ...parts: NumericValues[]) {
  const gatherer = new StatisticsGatherer(dtype);
  for (const part of parts) gatherer.add(part);
  return gatherer.result();
}

/** Without percentiles and bars. */
function statisticsOf(dtype: NumericDtype, ...parts: NumericValues[]) {
  const { distribution, p1, median, p99, ...more } = allOf(dtype, ...parts);
  return more;
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
    places: { min: 3, max: 6, nan: 0, infinite: 2, zero: 3 },
  });
  expect(statisticsOf('float32', new Float32Array([Number.NaN]))).toEqual({
    count: 1,
    nan: 1,
    infinite: 0,
    zeros: 0,
    places: { nan: 0 },
  });
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
    unique: 2,
    places: { min: 1, max: 0, zero: 1 },
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
    places: { min: 1, max: 0, nan: 3, infinite: 2 },
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

test('values in memory have the same statistics, piece by piece', async () => {
  const { signal } = new AbortController();
  const floats = Float32Array.from({ length: 200_001 }, (_, at) => (at % 1000 === 7 ? Number.NaN : at / 7));
  expect(await valueStatistics('float32', floats, signal)).toEqual(allOf('float32', floats));
  const integers = BigInt64Array.from({ length: 70_000 }, (_, at) => BigInt(at) << 40n);
  expect(await valueStatistics('int64', integers, signal)).toEqual(allOf('int64', integers));
  expect(await valueStatistics('int8', new Int8Array(), signal)).toMatchObject({ count: 0 });
});

test('statistics of millions of values let other tasks run, and end where they are given up', async () => {
  const controller = new AbortController();
  let isDone = false;
  const given = valueStatistics('float64', new Float64Array(8_000_000), controller.signal).finally(() => {
    isDone = true;
  });
  for (let tasks = 0; tasks < 3; tasks++) await nextTask();
  expect(isDone).toBe(false);
  controller.abort();
  await expect(given).rejects.toThrow(CancelledError);
});

test('strings have no statistics', async () => {
  const strings: TensorReader = { dtype: 'string', count: 1, read: async () => ['a'] };
  await expect(tensorStatistics(strings)).rejects.toMatchObject({ code: 'internal/bug' });
});

/** Many values: a few shapes of what weights, masks, indices and broken files have. */
function manyValues(kind: number, count: number, seed: number): Float64Array {
  let state = seed | 1;
  const random = () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) ^ Math.imul(state, 0x297a2d39);
    return (state >>> 0) / 2 ** 32;
  };
  const normal = () => random() + random() + random() + random() - 2;
  const makers = [
    normal,
    () => normal() ** 9 * 1e30,
    () => Math.floor(random() * 7),
    () => (random() < 0.98 ? 0 : random()),
    () => (random() < 1e-4 ? 9000 : normal() * 0.02),
    () => [Number.NaN, Number.POSITIVE_INFINITY, -0, normal()][Math.floor(random() * 4)] as number,
  ];
  return Float64Array.from({ length: count }, makers[kind % makers.length] as () => number);
}

const manyOf = fc.record({ kind: fc.nat(5), seed: fc.integer(), count: fc.integer({ min: 1, max: 100_000 }) });

test('percentiles are as far from those of the sorted values as they say, and exact for few', () => {
  fc.assert(
    fc.property(manyOf, ({ kind, seed, count }) => {
      const values = manyValues(kind, count, seed);
      const finite = values.filter(Number.isFinite).sort();
      const statistics = allOf('float64', values);
      if (finite.length === 0) {
        expect(statistics.median).toBeUndefined();
        return;
      }
      for (const [name, share] of [
        ['p1', 0.01],
        ['median', 0.5],
        ['p99', 0.99],
      ] as const) {
        const rank = share * (finite.length - 1);
        const [low, high] = [finite[Math.floor(rank)] as number, finite[Math.ceil(rank)] as number];
        const exact = low + (high - low) * (rank % 1);
        const { value, error } = statistics[name] as { value: number; error: number };
        expect(Math.abs(value - exact)).toBeLessThanOrEqual(error + 1e-12 * Math.abs(exact));
        if (finite.length <= 2 ** 16) expect(error).toBe(0);
        // A percent of the value, or of the range.
        const range = (finite.at(-1) as number) - (finite[0] as number);
        expect(error).toBeLessThanOrEqual(
          Math.max(high - low, 0.04 * Math.max(Math.abs(low), Math.abs(high)), range / 1000),
        );
      }
    }),
    { numRuns: 25 },
  );
});

test('parts that are merged in any order say the same as all at once', () => {
  fc.assert(
    fc.property(manyOf, fc.array(fc.nat(100_000), { maxLength: 3 }), fc.boolean(), (many, cuts, isTurned) => {
      const isWhole = many.kind === 2;
      const values = manyValues(many.kind, many.count, many.seed);
      const dtype = isWhole ? 'int64' : 'float64';
      const array = isWhole ? BigInt64Array.from(values, BigInt) : values;
      const ends = [...cuts.map((cut) => Math.min(cut, array.length)), array.length].sort((a, b) => a - b);
      const parts = ends.map((end, at) => {
        const gatherer = new StatisticsGatherer(dtype);
        const start = ends[at - 1] ?? 0;
        gatherer.add(array.subarray(start, end), (index) => start + index);
        return gatherer.part();
      });
      const merged = new StatisticsGatherer(dtype);
      for (const part of isTurned ? parts.reverse() : parts) merged.merge(part);
      const { mean, std, p1, median, p99, distribution, min, max, ...exact } = merged.result();
      const all = allOf(dtype, array);
      expect(all).toMatchObject(exact);
      expect([Number(min) + 0, Number(max) + 0]).toEqual([Number(all.min) + 0, Number(all.max) + 0]);
      const scale = Math.max(Math.abs(Number(min ?? 0)), Math.abs(Number(max ?? 0)));
      if (mean !== undefined) expectClose(mean, all.mean as number, scale);
      if (std !== undefined) expect(Math.abs(std - (all.std as number))).toBeLessThanOrEqual(1e-7 * scale);
      expect([p1?.value, median?.value, p99?.value]).toEqual([all.p1?.value, all.median?.value, all.p99?.value]);
      expect(distribution).toEqual(all.distribution);
    }),
    { numRuns: 25 },
  );
});

test('of tensors that are gathered at the same time, none counts for another', () => {
  const stretch = 50_000;
  for (const dtype of ['float32', 'bfloat16', 'int8'] as const) {
    const tensors = [1, 2, 3].map((seed) => {
      const values = Float32Array.from(manyValues(0, 300_000, seed), (value) => value / seed);
      const bytes = new Uint8Array(values.buffer);
      const gatherer = () => tensorGatherer(dtype, bytes.length / elementBytes(dtype));
      return { bytes, together: gatherer(), alone: gatherer() };
    });
    const width = elementBytes(dtype);
    const add = (gatherer: TensorGatherer, bytes: Uint8Array, at: number) =>
      gatherer.add(bytes.slice(at * width, (at + stretch) * width), at);
    const most = 300_000 * (4 / width);
    for (let at = 0; at < most; at += stretch) for (const { together, bytes } of tensors) add(together, bytes, at);
    for (const { alone, together, bytes } of tensors) {
      for (let at = 0; at < most; at += stretch) add(alone, bytes, at);
      expect(together.result()).toEqual(alone.result());
    }
  }
});

test('different integers are counted up to 65,536', () => {
  const uniques = (values: NumericValues, dtype: NumericDtype) => allOf(dtype, values).unique;
  expect(uniques(Int32Array.of(-1, 2 ** 31 - 1, -1, 0), 'int32')).toBe(3);
  expect(uniques(BigInt64Array.of(-1n, 2n ** 32n - 1n, 2n ** 32n, -1n), 'int64')).toBe(3);
  expect(
    uniques(
      Uint32Array.from({ length: 200_000 }, (_, at) => (at * 4096) % 2 ** 28),
      'uint32',
    ),
  ).toBe(65_536);
  expect(
    uniques(
      Uint32Array.from({ length: 65_537 }, (_, at) => at),
      'uint32',
    ),
  ).toBeUndefined();
  expect(uniques(Float32Array.of(1, 2), 'float32')).toBeUndefined();
});

test('the error of a percentile holds where halves and products of values come to nothing', () => {
  const length = 100_001;
  const least = Float64Array.from({ length }, (_, at) => (at % 2 === 0 ? -5e-324 : 5e-324));
  // Beside values this large, half of all are nothing.
  const spread = Float64Array.from({ length }, (_, at) => (at % 2 === 0 ? -1 : 1) * 2 ** ((at % 1999) - 999));
  for (const values of [least, spread]) {
    const sorted = values.toSorted();
    const { p1, median, p99 } = allOf('float64', values.slice());
    for (const [found, share] of [
      [p1, 0.01],
      [median, 0.5],
      [p99, 0.99],
    ] as const) {
      const exact = sorted[share * (length - 1)] as number;
      expect(Math.abs((found?.value ?? Number.NaN) - exact)).toBeLessThanOrEqual(found?.error ?? Number.NaN);
    }
  }
});

test('different integers are counted fast where only their highest bytes differ', () => {
  const values = BigUint64Array.from(
    { length: 2 ** 16 },
    (_, at) => (BigInt(at >> 8) << 24n) | (BigInt(at & 255) << 56n),
  );
  const words = new Uint32Array(values.buffer);
  const plain = new Uint32Array(BigUint64Array.from({ length: 2 ** 16 }, (_, at) => BigInt(at)).buffer);
  const timeOf = (given: Uint32Array) => {
    const counter = new DistinctCounter();
    const began = performance.now();
    for (let round = 0; round < 20; round++) counter.addWords(given);
    expect(counter.count).toBe(2 ** 16);
    return performance.now() - began;
  };
  timeOf(plain);
  expect(timeOf(words)).toBeLessThan(8 * timeOf(plain));
});
