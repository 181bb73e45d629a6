import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileSource } from '../../source/file.ts';
import { sliceSource } from '../../source/slice.ts';
import { DTYPES, isNumericDtype, type NumericDtype } from '../dtype.ts';
import { decodeElements } from '../elements.ts';
import { NumericReader } from '../reader.ts';
import type { TensorStatistics } from '../values.ts';
import { StatisticsGatherer } from './gatherer.ts';
import { hasFewPatterns, PatternGatherer } from './patterns.ts';
import { tensorStatistics } from './statistics.ts';

const DTYPES_OF_FEW = Object.keys(DTYPES).filter(
  (dtype): dtype is NumericDtype => isNumericDtype(dtype) && hasFewPatterns(dtype),
);

function counted(dtype: NumericDtype, ...parts: readonly Uint8Array[]): TensorStatistics {
  const gatherer = new PatternGatherer(dtype);
  let first = 0;
  for (const part of parts) {
    gatherer.add(part, first);
    first += part.length / (DTYPES[dtype].bits / 8);
  }
  return gatherer.result();
}

/** As every element by itself gives them. */
function decoded(dtype: NumericDtype, bytes: Uint8Array): TensorStatistics {
  const gatherer = new StatisticsGatherer(dtype);
  gatherer.add(decodeElements(dtype, bytes.slice()));
  return gatherer.result();
}

function expectSame(one: TensorStatistics, other: TensorStatistics): void {
  const { mean, std, min, max, ...exact } = one;
  const { mean: otherMean, std: otherStd, min: otherMin, max: otherMax, ...otherExact } = other;
  // Bars inside of the range are told from the tables where there are many values.
  const ofBoth = ({ distribution: { bars, inner, leastPositive, ...spread }, ...more }: typeof exact) => ({
    ...more,
    ...spread,
  });
  expect(ofBoth(exact)).toEqual(ofBoth(otherExact));
  // Which of both zeros is the least depends on the order.
  expect([Number(min) + 0, Number(max) + 0]).toEqual([Number(otherMin) + 0, Number(otherMax) + 0]);
  const scale = Math.max(Math.abs(Number(min ?? 0)), Math.abs(Number(max ?? 0)));
  if (mean === undefined || otherMean === undefined) expect(mean).toBe(otherMean);
  else expect(Math.abs(mean - otherMean)).toBeLessThanOrEqual(1e-12 * scale);
  // Where all deviations cancel, only the root of the rounding errors is left.
  if (std !== undefined) expect(Math.abs(std - (otherStd as number))).toBeLessThanOrEqual(1e-7 * scale);
}

describe('statistics by bit pattern', () => {
  it('are for every type of 8 or 16 bits, and no other', () => {
    expect(DTYPES_OF_FEW).toEqual(
      expect.arrayContaining(['bool', 'int8', 'uint16', 'float16', 'bfloat16', 'float8_e4m3fn', 'float8_e8m0fnu']),
    );
    expect(hasFewPatterns('float32') || hasFewPatterns('F6_E2M3') || hasFewPatterns('F4')).toBe(false);
  });

  it.each(DTYPES_OF_FEW)('of %s are those of its elements one by one, in parts of any length', (dtype) => {
    const width = DTYPES[dtype].bits / 8;
    fc.assert(
      fc.property(
        // Any patterns, or such that a few parts have all of the range.
        fc.oneof(
          fc.array(fc.nat(width === 1 ? 255 : 65_535), { maxLength: 70 }),
          fc.array(
            fc.constantFrom(0, 0x3c, 0x3c00, 0x3c01, 0xbc00).map((pattern) => pattern % 256 ** width),
            {
              maxLength: 70,
            },
          ),
        ),
        fc.tuple(fc.nat(70), fc.nat(70)),
        fc.nat(3),
        (patterns, cuts, offset) => {
          const bytes = new Uint8Array(width === 1 ? Uint8Array.from(patterns) : Uint16Array.from(patterns).buffer);
          // A part may begin anywhere in its buffer.
          const shifted = new Uint8Array(bytes.length + offset).subarray(offset);
          shifted.set(bytes);
          const [at = 0, next] = cuts.map((cut) => Math.min(cut, patterns.length) * width).sort((a, b) => a - b);
          const parts = [shifted.subarray(0, at), shifted.subarray(at, next), shifted.subarray(next)];
          expectSame(counted(dtype, ...parts), decoded(dtype, bytes));
        },
      ),
      // Each run decodes all patterns.
      { numRuns: width === 1 ? 30 : 16 },
    );
  });

  it('tell minus zero from zero: it is the smaller one', () => {
    const of = (...patterns: number[]) => counted('bfloat16', new Uint8Array(Uint16Array.from(patterns).buffer));
    expect(of(0x0000, 0x8000)).toMatchObject({ min: '-0', max: '0', zeros: 2 });
    expect(of(0x8000)).toMatchObject({ min: '-0', max: '-0' });
    expect(of(0x8000, 0xbf80)).toMatchObject({ min: '-1', max: '-0' });
    expect(of(0x0000, 0x3f80)).toMatchObject({ min: '0', max: '1' });
    expect(of(0x8000, 0x3f80, 0x0000)).toMatchObject({ min: '-0', max: '1' });
    expect(of(0x7fc0, 0x7f80, 0xff80)).toMatchObject({
      count: 3,
      nan: 1,
      infinite: 2,
      zeros: 0,
      places: { nan: 0, infinite: 1 },
    });
  });

  it('do not overflow with the largest numbers, and lose no small one beside them', () => {
    const bytes = new Uint8Array(Uint16Array.from([0x7f7f, 0xff7f, 0x3f80, 0x3f80]).buffer);
    const { mean, std } = counted('bfloat16', bytes);
    expect(mean).toBe(0.5);
    expect(std).toBeCloseTo((255 * 2 ** 120) / Math.SQRT2, -30);
  });

  it('of a local file are read in pieces', async () => {
    const values = Uint16Array.from({ length: 700_001 }, (_, at) => (at * 7919) % 65_536);
    const file = new Blob(['12345', values, '123']);
    const data = sliceSource(fileSource(file, 'f'), 5, 5 + values.byteLength);
    const progress: number[] = [];
    const result = await tensorStatistics(new NumericReader(data, 'uint16', values.length), {
      onProgress: (done) => progress.push(done),
    });
    // One by one, percentiles of so many are not exact.
    const { p1, median, p99, distribution, ...exact } = decoded('uint16', new Uint8Array(values.buffer));
    expect(result).toMatchObject({
      ...exact,
      mean: expect.closeTo(exact.mean as number, 6),
      std: expect.closeTo(exact.std as number, 6),
    });
    expect(result.median).toEqual({ value: 32_768, error: 0 });
    expect(progress.at(-1)).toBe(values.byteLength);
    // Other types are decoded from the same pieces.
    const floats = new NumericReader(sliceSource(fileSource(file, 'f'), 8, 1_400_004), 'float32', 349_999);
    expect((await tensorStatistics(floats)).count).toBe(349_999);
  });
});
