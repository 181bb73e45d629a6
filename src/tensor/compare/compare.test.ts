import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { CancelledError } from '../../base/errors.ts';
import { memorySource } from '../../source/memory.ts';
import type { NumericDtype } from '../dtype.ts';
import type { NumericValues } from '../elements.ts';
import { tensorReader } from '../reader.ts';
import { tensorStatistics } from '../statistics/statistics.ts';
import type { TensorReader } from '../values.ts';
import { compareTensors } from './compare.ts';
import { Comparer, type TensorComparison } from './comparer.ts';
import { differenceReader } from './difference.ts';
import { shapeRelation } from './shapes.ts';
import { defaultTolerance, roundingOf, type Tolerance } from './tolerance.ts';
import { TransposedReader } from './transposed.ts';

const EXACT: Tolerance = { rtol: 0, atol: 0, equalNan: false };

function compared(a: NumericValues, b: NumericValues, tolerance: Partial<Tolerance> = {}): TensorComparison {
  const comparer = new Comparer(dtypeOf(a), dtypeOf(b), { ...EXACT, ...tolerance });
  comparer.add(a, b, 0);
  return comparer.result();
}

function dtypeOf(values: NumericValues): NumericDtype {
  return values.constructor.name.replace('Array', '').replace('Big', '').toLowerCase() as NumericDtype;
}

const floats = (...values: number[]) => Float64Array.from(values);

test('NaN, infinities and zeros are as numpy.allclose has them', () => {
  const { NaN: nan, POSITIVE_INFINITY: inf } = Number;
  expect(compared(floats(0, inf, -inf), floats(-0, inf, -inf))).toMatchObject({ differs: 0, beyond: 0, infinite: 0 });
  expect(compared(floats(nan, 1), floats(nan, 1))).toMatchObject({ differs: 1, beyond: 1, bothNan: 1, first: 0 });
  expect(compared(floats(nan, 1), floats(nan, 1), { equalNan: true })).toMatchObject({ differs: 0, beyond: 0 });
  expect(compared(floats(1, nan, 2), floats(1, 3, nan), { equalNan: true })).toMatchObject({ nan: 2, first: 1 });
  // A tolerance relative to an infinity would take everything.
  expect(compared(floats(5, inf, inf), floats(inf, 5, -inf), { rtol: 1 })).toMatchObject({ infinite: 3, beyond: 3 });
  expect(compared(floats(nan, 1, 3), floats(2, 1, 1))).toMatchObject({ maxAbs: { value: 2, at: 2 }, rmse: Math.SQRT2 });
});

test('integers are exact beyond 2^53, also beside those of other types', () => {
  const [a, b] = [BigInt64Array.of(2n ** 62n + 1n, -1n, 7n), BigInt64Array.of(2n ** 62n, -1n, 7n)];
  expect(compared(a, b)).toMatchObject({ differs: 1, maxAbs: { value: 1, at: 0 } });
  const unsigned = BigUint64Array.of(2n ** 64n - 1n, 2n ** 63n);
  expect(compared(unsigned, BigInt64Array.of(2n ** 63n - 1n, 2n ** 63n - 1n))).toMatchObject({
    differs: 2,
    maxAbs: { value: 2 ** 63, at: 0 },
    first: 0,
  });
  expect(compared(BigInt64Array.of(-5n, 4n), Int8Array.of(-5, 3))).toMatchObject({
    differs: 1,
    maxAbs: { value: 1, at: 1 },
  });
  expect(compared(BigInt64Array.of(-(2n ** 63n)), Int8Array.of(-128)).maxAbs?.value).toBe(2 ** 63 - 128);
});

test('huge and tiny values neither overflow nor vanish', () => {
  const huge = compared(floats(1e308, -1e308, 1e308), floats(9e307, -9e307, 9e307));
  expect(huge.rmse).toBeCloseTo(1e307, -300);
  expect((huge.rmse as number) / 1e307).toBeCloseTo(1, 12);
  expect(huge.relativeRmse).toBeCloseTo(1 / 9, 12);
  expect(huge.cosine).toBeCloseTo(1, 12);
  const tiny = compared(floats(3e-300, 4e-300), floats(4e-300, -3e-300));
  expect(tiny.cosine).toBeCloseTo(0, 12);
  expect((tiny.rmse as number) / 1e-300).toBeCloseTo(5, 12);
  expect(compared(floats(5e-324), floats(5e-324))).toMatchObject({ cosine: 1, relativeRmse: 0 });
  const opposed = compared(floats(1e308), floats(-1e308));
  expect([(opposed.rmse as number) / 1e308, opposed.cosine, opposed.relativeRmse]).toEqual([Infinity, -1, 2]);
  const mixed = compared(
    Float64Array.from({ length: 5000 }, (_, at) => (at < 3000 ? 1e-200 : 1e200)),
    new Float64Array(5000).fill(1e200),
  );
  expect(mixed.relativeRmse).toBeCloseTo(Math.sqrt(0.6), 12);
  expect(mixed.cosine).toBeCloseTo(Math.sqrt(0.4), 12);
});

const value = fc.oneof(
  { weight: 4, arbitrary: fc.double({ min: -10, max: 10, noNaN: true }) },
  { weight: 2, arbitrary: fc.double() },
  { weight: 2, arbitrary: fc.constantFrom(0, -0, 1, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY) },
);
const pair = fc.oneof(
  fc.tuple(value, value),
  value.map((same): [number, number] => [same, same]),
  fc
    .tuple(value, fc.double({ min: -1e-4, max: 1e-4, noNaN: true }))
    .map(([of, by]): [number, number] => [of, of * (1 + by)]),
);
const pairs = fc.array(pair, { minLength: 1, maxLength: 60 });
const tolerance = fc.record({
  rtol: fc.constantFrom(0, 1e-5, 0.5),
  atol: fc.constantFrom(0, 1e-8, 1),
  equalNan: fc.boolean(),
});

/** The same, as its definition says it. */
function plainly(a: Float64Array, b: Float64Array, { rtol, atol, equalNan }: Tolerance) {
  const areNan = (at: number) => Number.isNaN(a[at]) && Number.isNaN(b[at]);
  const isClose = (at: number) => {
    const [one, other] = [a[at] as number, b[at] as number];
    if (areNan(at)) return equalNan;
    if (!Number.isFinite(one) || !Number.isFinite(other)) return one === other;
    return Math.abs(one - other) <= atol + rtol * Math.abs(other);
  };
  const all = [...a.keys()];
  const beyond = all.filter((at) => !isClose(at));
  const finite = all.filter((at) => Number.isFinite(a[at]) && Number.isFinite(b[at]));
  const differs = all.filter((at) => (areNan(at) ? !equalNan : a[at] !== b[at]));
  const ratios = finite
    .filter((at) => b[at] !== 0)
    .map((at) => Math.abs((a[at] as number) - (b[at] as number)) / Math.abs(b[at] as number));
  const gaps = finite.map((at) => Math.abs((a[at] as number) - (b[at] as number)));
  const most = (numbers: readonly number[]) => numbers.reduce((max, each) => Math.max(max, each), 0);
  return {
    beyond: beyond.length,
    first: beyond[0],
    differs: differs.length,
    maxAbs: most(gaps),
    maxRel: most(ratios),
    gaps,
    finite,
  };
}

test('a comparison is what its definition says, in whatever parts and order it is made', () => {
  fc.assert(
    fc.property(
      pairs,
      tolerance,
      fc.array(fc.nat(60), { maxLength: 3 }),
      fc.boolean(),
      (many, wanted, cuts, isTurned) => {
        const [a, b] = [many.map(([one]) => one), many.map(([, other]) => other)].map((each) =>
          Float64Array.from(each),
        ) as [Float64Array, Float64Array];
        const expected = plainly(a, b, wanted);
        const ends = [...cuts.map((cut) => Math.min(cut, a.length)), a.length].sort((one, other) => one - other);
        const parts = ends.map((end, at) => {
          const comparer = new Comparer('float64', 'float64', wanted);
          const start = ends[at - 1] ?? 0;
          comparer.add(a.subarray(start, end), b.subarray(start, end), start);
          return comparer.part();
        });
        const merged = new Comparer('float64', 'float64', wanted);
        for (const part of isTurned ? parts.reverse() : parts) merged.merge(part);
        for (const found of [compared(a, b, wanted), merged.result()]) {
          expect(found).toMatchObject({ count: a.length, beyond: expected.beyond, differs: expected.differs });
          expect([found.first, found.maxAbs?.value ?? 0, found.maxRel?.value ?? 0]).toEqual([
            expected.first,
            expected.maxAbs,
            expected.maxRel,
          ]);
          if (found.maxAbs && found.maxAbs.value > 0)
            expect(expected.finite[expected.gaps.indexOf(found.maxAbs.value)]).toBe(found.maxAbs.at);
          const scale = expected.maxAbs;
          if (found.rmse !== undefined && Number.isFinite(scale) && scale > 1e-300) {
            const mean = expected.gaps.reduce((sum, gap) => sum + (gap / scale) ** 2, 0) / expected.gaps.length;
            expect(found.rmse / scale).toBeCloseTo(Math.sqrt(mean), 10);
          }
        }
      },
    ),
  );
});

function reader(values: NumericValues): TensorReader {
  const bytes = new Uint8Array(values.buffer.slice(0) as ArrayBuffer);
  return tensorReader(memorySource('t', bytes), dtypeOf(values), values.length);
}

test('tensors are read in parts, with progress; texts are compared by their characters', async () => {
  const a = Float32Array.from({ length: 600_000 }, (_, at) => Math.sin(at));
  const b = a.slice();
  b[555_555] = 9;
  const onProgress = vi.fn();
  const found = await compareTensors({ a: reader(a), b: reader(b) }, { ...EXACT, rtol: 1e-5 }, { onProgress });
  expect(found).toMatchObject({ count: 600_000, differs: 1, first: 555_555, maxAbs: { at: 555_555 } });
  expect(onProgress.mock.lastCall).toEqual([600_000, 600_000]);
  const texts = (...values: string[]): TensorReader => ({
    dtype: 'string',
    count: values.length,
    read: async (start, end) => values.slice(start, end),
  });
  const strings = { a: texts('a', 'é', 'c'), b: texts('a', 'e\u0301', 'c') };
  expect(await compareTensors(strings, EXACT)).toEqual({
    ...{ count: 3, differs: 1, beyond: 1, bothNan: 0, nan: 0, infinite: 0, first: 1 },
    ...EXACT,
  });
  await expect(compareTensors({ a: texts('1'), b: reader(floats(1)) }, EXACT)).rejects.toMatchObject({
    code: 'tensor/not-comparable',
  });
  await expect(compareTensors({ a: reader(floats(1, 2)), b: reader(floats(1)) }, EXACT)).rejects.toMatchObject({
    code: 'tensor/not-comparable',
  });
  const controller = new AbortController();
  const canceled = compareTensors({ a: reader(a), b: reader(b) }, EXACT, { signal: controller.signal });
  controller.abort();
  await expect(canceled).rejects.toBeInstanceOf(CancelledError);
});

test('a matrix is compared with its transpose', async () => {
  const [rows, columns] = [7, 300];
  const a = Int16Array.from({ length: rows * columns }, (_, at) => at);
  const stored = Int16Array.from({ length: rows * columns }, (_, at) => (at % rows) * columns + Math.floor(at / rows));
  const transposed = new TransposedReader(reader(stored), columns);
  expect(await transposed.read(290, 610)).toEqual(a.slice(290, 610));
  expect(await compareTensors({ a: reader(a), b: transposed }, EXACT)).toMatchObject({ count: 2100, differs: 0 });
  expect((await compareTensors({ a: reader(a), b: reader(stored) }, EXACT)).differs).toBeGreaterThan(2000);
});

test.each([
  ['2,3', '2,3', 'same'],
  ['2,3', '1,2,1,3', 'ones'],
  ['', '1,1', 'ones'],
  ['2,3', '3,2', 'transposed'],
  ['1,2,3', '3,2', 'transposed'],
  ['6', '2,3', 'different'],
  ['2,3,4', '4,3,2', 'different'],
])('the shapes %s and %s are %s', (a, b, relation) => {
  const shape = (text: string) => text.split(',').filter(Boolean).map(BigInt);
  expect(shapeRelation(shape(a), shape(b))).toBe(relation);
});

test('differences are a tensor of float64, of whole numbers exactly', async () => {
  const whole = differenceReader({
    a: reader(BigInt64Array.of(2n ** 60n + 3n, 5n)),
    b: reader(BigInt64Array.of(2n ** 60n, 9n)),
  });
  expect(await whole.read(0, 2)).toEqual(floats(3, -4));
  const mixed = differenceReader({
    a: reader(Float32Array.of(0.5, 1.5, Number.NaN)),
    b: reader(Uint8Array.of(1, 1, 1)),
  });
  expect(await mixed.read(1, 3)).toEqual(floats(0.5, Number.NaN));
  const bytes = await mixed.data?.read(3, 13);
  expect(bytes).toEqual(new Uint8Array(floats(-0.5, 0.5, Number.NaN).buffer).slice(3, 13));
  expect(await tensorStatistics(mixed)).toMatchObject({ count: 3, nan: 1, min: '-0.5', max: '0.5' });
});

test('the tolerance is that of the coarser type, and the error of a type is half a step', () => {
  const of = (a: string, b: string) => defaultTolerance({ dtype: a }, { dtype: b });
  expect(of('float32', 'float32')).toEqual({ rtol: 1e-5, atol: 1e-8, equalNan: false });
  expect(of('float64', 'int8')).toMatchObject({ rtol: 1e-7, atol: 1e-9 });
  expect(of('int8', 'bool')).toMatchObject({ rtol: 0, atol: 0 });
  expect(of('float32', 'bfloat16')).toMatchObject({ rtol: 2 ** -7, atol: 1e-8 });
  expect(of('float16', 'float64')).toMatchObject({ rtol: 2 ** -10, atol: 2 ** -24 });
  expect(of('float8_e4m3fn', 'float16')).toMatchObject({ rtol: 2 ** -3, atol: 2 ** -9 });
  expect(defaultTolerance({ dtype: 'float32', blockBits: 4.5 }, { dtype: 'float32' }).rtol).toBe(2 ** -3);
  // Of 1, zeros would be close to anything.
  expect(defaultTolerance({ dtype: 'float32', blockBits: 1.6875 }, { dtype: 'float32' }).rtol).toBe(0.5);
  expect([roundingOf('bfloat16'), roundingOf('float16'), roundingOf('float32'), roundingOf('int8')]).toEqual([
    2 ** -8,
    2 ** -11,
    2 ** -24,
    undefined,
  ]);
});
