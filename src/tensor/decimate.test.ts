import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CancelledError, InternalError, TooLargeError } from '../base/errors.ts';
import { MAX_ENVELOPE_BINS } from '../base/limits.ts';
import { memorySource } from '../source/memory.ts';
import { coarser, drawnNumbers, type Envelope, envelopeOf, readEnvelopes } from './decimate.ts';
import type { TensorPlane } from './mapping.ts';
import { NumericReader } from './reader.ts';

/** What an envelope says of a stretch, found in the plainest way. */
function plainly(values: readonly number[], start: number, end: number) {
  const points = values.slice(start, end).map((value, at) => ({ value, at: start + at }));
  const finite = points.filter(({ value }) => Number.isFinite(value));
  const least = Math.min(...finite.map(({ value }) => value));
  const most = Math.max(...finite.map(({ value }) => value));
  return {
    min: finite.length > 0 ? least : Number.NaN,
    max: finite.length > 0 ? most : Number.NaN,
    minAt: finite.find(({ value }) => value === least)?.at ?? 0,
    maxAt: finite.find(({ value }) => value === most)?.at ?? 0,
    nan: points.filter(({ value }) => Number.isNaN(value)).length,
    positiveInfinite: points.filter(({ value }) => value === Number.POSITIVE_INFINITY).length,
    negativeInfinite: points.filter(({ value }) => value === Number.NEGATIVE_INFINITY).length,
  };
}

function binOf(envelope: Envelope, bin: number) {
  const { min, max, minAt, maxAt, nan, positiveInfinite, negativeInfinite } = envelope;
  const all = { min, max, minAt, maxAt, nan, positiveInfinite, negativeInfinite };
  return Object.fromEntries(Object.entries(all).map(([name, values]) => [name, values[bin]]));
}

function expectPlain(envelope: Envelope, values: readonly number[]): void {
  const { start, end, size, min } = envelope;
  expect(min.length).toBe(Math.ceil((end - start) / size));
  for (let bin = 0; bin < min.length; bin++) {
    const from = start + bin * size;
    expect(binOf(envelope, bin)).toEqual(plainly(values, from, Math.min(end, from + size)));
  }
}

const number = fc.oneof(
  fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
  fc.integer({ min: -3, max: 3 }),
  fc.double(),
);
const line = fc.array(number, { minLength: 1, maxLength: 80 });

test('each stretch has the least and greatest value of its points, where they are, and what is not finite', () => {
  fc.assert(
    fc.property(line, fc.nat(), fc.nat(), fc.integer({ min: 1, max: 30 }), fc.boolean(), (values, a, b, size, back) => {
      const [start, end] = [a % values.length, b % (values.length + 1)].sort((x, y) => x - y) as [number, number];
      const stored = Float64Array.from(back ? values.toReversed() : values);
      const envelope = envelopeOf(
        { values: stored, offset: back ? values.length - 1 : 0, step: back ? -1 : 1 },
        start,
        end,
        size,
      );
      expect(envelope).toMatchObject({ start, end, size });
      expectPlain(envelope, values);
    }),
  );
});

test('longer stretches are made of whole shorter ones, cover what is asked for, and lose no outlier', () => {
  const size = fc.integer({ min: 1, max: 9 });
  fc.assert(
    fc.property(line, size, size, fc.nat(), fc.nat(), (values, fineSize, times, a, b) => {
      const fine = envelopeOf({ values: Float64Array.from(values), offset: 0, step: 1 }, 0, values.length, fineSize);
      const [start, end] = [a % values.length, b % (values.length + 1)].sort((x, y) => x - y) as [number, number];
      const coarse = coarser(fine, start, end, times);
      expect(coarse.start % (fineSize * times)).toBe(0);
      if (start < end) {
        expect(coarse.start).toBeLessThanOrEqual(start);
        expect(coarse.end).toBeGreaterThanOrEqual(end);
      }
      expectPlain(coarse, values);
    }),
  );
});

test('lines of any strides are read in parts into the envelopes that reading them whole gives', async () => {
  const stride = fc.integer({ min: -25, max: 25 });
  const count = fc.integer({ min: 1, max: 12 });
  await fc.assert(
    fc.asyncProperty(
      count,
      count,
      stride,
      stride,
      fc.nat(),
      fc.nat(),
      count,
      async (rows, columns, down, across, a, b, size) => {
        const low = Math.min(0, (rows - 1) * down) + Math.min(0, (columns - 1) * across);
        const plane: TensorPlane = { rows, columns, start: -low, rowStride: down, columnStride: across };
        const elements = (rows - 1) * Math.abs(down) + (columns - 1) * Math.abs(across) + 1;
        // A value that is far from the others at a place that differs from line to line.
        const values = Float64Array.from({ length: elements }, (_, at) => (at * 7919) % 101);
        const reader = new NumericReader(memorySource('x', new Uint8Array(values.buffer)), 'float64', elements);
        const [start, end] = [a % columns, b % (columns + 1)].sort((x, y) => x - y) as [number, number];
        const envelopes = await readEnvelopes(reader, plane, { start, end, size });
        expect(envelopes).toHaveLength(rows);
        for (const [row, envelope] of envelopes.entries()) {
          const all = Array.from(
            { length: columns },
            (_, at) => values[plane.start + row * down + at * across] as number,
          );
          for (let bin = 0; bin < envelope.min.length; bin++) {
            const from = start + bin * size;
            const plain = plainly(all, from, Math.min(end, from + size));
            expect([envelope.min[bin], envelope.max[bin]]).toEqual([plain.min, plain.max]);
            expect(all[envelope.minAt[bin] as number]).toBe(plain.min);
            expect(all[envelope.maxAt[bin] as number]).toBe(plain.max);
          }
        }
      },
    ),
  );
});

test('a line that is longer than one read is read whole, forwards, with progress, and can be canceled', async () => {
  const count = 3_000_000;
  const ends: number[] = [];
  const reader = {
    dtype: 'float32',
    count,
    async read(start: number, end: number) {
      expect(start).toBe(ends.at(-1) ?? 0);
      ends.push(end);
      const values = new Float32Array(end - start).fill(1);
      values[2_999_998 - start] = 9;
      return values;
    },
  };
  const plane: TensorPlane = { rows: 1, columns: count, start: 0, rowStride: 0, columnStride: 1 };
  const done: number[] = [];
  const [envelope] = await readEnvelopes(
    reader,
    plane,
    { start: 0, end: count, size: 1_000_000 },
    {
      onProgress: (at, total) => done.push(at / total),
    },
  );
  expect([...(envelope?.max ?? [])]).toEqual([1, 1, 9]);
  expect(envelope?.maxAt[2]).toBe(2_999_998);
  expect(done.at(-1)).toBe(1);
  expect(done.length).toBeGreaterThan(1);
  const controller = new AbortController();
  await expect(
    readEnvelopes(reader, { ...plane, start: 0 }, { start: 0, end: 0, size: 1 }, { signal: controller.signal }),
  ).resolves.toHaveLength(1);
  controller.abort();
  ends.length = 0;
  await expect(
    readEnvelopes(reader, plane, { start: 0, end: count, size: count }, { signal: controller.signal }),
  ).rejects.toThrow(CancelledError);
});

test('points outside the line, and more stretches than are drawn, are refused', async () => {
  const reader = new NumericReader(memorySource('x', new Uint8Array(40)), 'float32', 10);
  const plane: TensorPlane = { rows: 1, columns: 10, start: 0, rowStride: 10, columnStride: 1 };
  for (const ask of [
    { start: 0, end: 11, size: 1 },
    { start: -1, end: 2, size: 1 },
    { start: 3, end: 2, size: 1 },
    { start: 0, end: 10, size: 0 },
    { start: 0, end: 10, size: 0.5 },
  ])
    await expect(readEnvelopes(reader, plane, ask)).rejects.toThrow(InternalError);
  const many = { dtype: 'float32', count: MAX_ENVELOPE_BINS + 1, read: () => Promise.reject(new Error('read')) };
  const long = { ...plane, columns: MAX_ENVELOPE_BINS + 1 };
  await expect(readEnvelopes(many, long, { start: 0, end: long.columns, size: 1 })).rejects.toThrow(TooLargeError);
});

test('64-bit integers are drawn as the nearest float64', () => {
  const bigint = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
  fc.assert(
    fc.property(fc.array(bigint), (values) => {
      expect([...drawnNumbers(BigInt64Array.from(values))]).toEqual(values.map(Number));
      const unsigned = values.map((value) => BigInt.asUintN(64, value));
      expect([...drawnNumbers(BigUint64Array.from(unsigned))]).toEqual(unsigned.map(Number));
    }),
  );
});
