import { describe, expect, test } from 'vitest';
import { memorySource } from '../../source/memory.ts';
import { columnMajorReader } from '../column-major.ts';
import { DTYPES, elementBytes, type NumericDtype } from '../dtype.ts';
import { tensorReader } from '../reader.ts';
import type { Shape } from '../shape.ts';
import { tensorStatistics } from '../statistics/statistics.ts';
import type { TensorReader } from '../values.ts';
import { scanTensor } from './gather-scan.ts';

type Numbers = Float32Array | Float64Array | Int32Array | Uint8Array | BigInt64Array;

function readerOf(dtype: NumericDtype, values: Numbers): TensorReader {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  return tensorReader(memorySource('t', bytes), dtype, bytes.length / elementBytes(dtype));
}

const scanned = (reader: TensorReader, shape: Shape = [BigInt(reader.count)]) =>
  scanTensor({ name: 'w', shape, count: reader.count, scalesOnly: false }, reader, {});

/** Values of a bell curve: deviations of 0.02. */
function weights(count: number): Float32Array {
  let state = 7;
  const random = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return state / 2 ** 31;
  };
  return Float32Array.from({ length: count }, () => {
    let sum = -6;
    for (let each = 0; each < 12; each++) sum += random();
    return sum * 0.02;
  });
}

function withAt(values: Float32Array, changes: Readonly<Record<number, number>>): Float32Array {
  const changed = values.slice();
  for (const [at, value] of Object.entries(changes)) changed[Number(at)] = value;
  return changed;
}

describe('what stands out', () => {
  const COUNT = 100_000;
  const plain = weights(COUNT);

  test('is nothing in ordinary weights, which have their statistics and a small histogram', async () => {
    const reader = readerOf('float32', plain);
    const found = await scanned(reader, [100n, 1000n]);
    const { distribution, ...statistics } = await tensorStatistics(reader);
    expect(found).toMatchObject({ name: 'w', flags: [], statistics });
    expect(found.bars?.length).toBeGreaterThan(8);
    expect(found.bars?.length).toBeLessThanOrEqual(24);
    expect(Math.max(...(found.bars ?? []))).toBe(100);
    expect(distribution.finite).toBe(COUNT);
  });

  test('is a NaN, an infinity and a value far out, each with its place', async () => {
    const nan = await scanned(readerOf('float32', withAt(plain, { 77777: Number.NaN })));
    expect(nan).toMatchObject({ flags: ['nan'], statistics: { nan: 1, places: { nan: 77_777 } } });
    const infinite = await scanned(readerOf('float32', withAt(plain, { 5: Number.NEGATIVE_INFINITY })));
    expect(infinite).toMatchObject({ flags: ['infinite'], statistics: { infinite: 1, places: { infinite: 5 } } });
    const far = await scanned(readerOf('float32', withAt(plain, { 12345: -9000 })));
    expect(far).toMatchObject({ flags: ['outlier'], outlier: { place: 12_345 } });
    // One value so far out makes all of the deviation: as many deviations as the root of the count.
    expect(far.outlier?.deviations).toBeCloseTo(Math.sqrt(COUNT), 1);
  });

  test('is not a value at the end of a long tail, nor one of a few', async () => {
    const tail = Float32Array.from(plain, (value, at) => (at % 100 === 0 ? value * 40 : value));
    expect((await scanned(readerOf('float32', tail))).flags).toEqual([]);
    expect((await scanned(readerOf('float32', Float32Array.of(0.1, 0.2, 0.3, 5000)))).flags).toEqual([]);
    const far = new Int32Array(COUNT).map((_, at) => at % 3);
    far[9] = 1_000_000;
    expect((await scanned(readerOf('int32', far))).flags).toEqual([]);
  });

  test('is a value far from others that are equal, by its deviations', async () => {
    const ones = new Float32Array(COUNT).fill(1);
    ones[3] = 2;
    expect(await scanned(readerOf('float32', ones))).toMatchObject({ flags: ['outlier'], outlier: { place: 3 } });
    // A hundredth of them: nothing that stands out.
    const some = Float32Array.from({ length: COUNT }, (_, at) => (at % 150 === 0 ? 2 : 1));
    expect((await scanned(readerOf('float32', some))).flags).toEqual([]);
  });

  test('is a tensor of zeros of either sign, and one of another value alone', async () => {
    const zeros = Float32Array.from({ length: 30 }, (_, at) => (at % 2 === 0 ? 0 : -0));
    expect((await scanned(readerOf('float32', zeros), [5n, 6n])).flags).toEqual(['zeros']);
    expect((await scanned(readerOf('float64', new Float64Array(30).fill(0.1)))).flags).toEqual(['constant']);
    const alike = new BigInt64Array(30).fill(2n ** 60n);
    expect((await scanned(readerOf('int64', alike))).flags).toEqual(['constant']);
    // The nearest float64 of both is the same.
    alike[4] = 2n ** 60n + 1n;
    expect((await scanned(readerOf('int64', alike))).flags).toEqual([]);
    expect((await scanned(readerOf('float32', Float32Array.of(Number.NaN, 1, 1)))).flags).toEqual(['nan']);
  });

  test('is not the one value of a scalar, and nothing in an empty tensor', async () => {
    expect(await scanned(readerOf('float32', Float32Array.of(3)), [])).toMatchObject({ flags: [] });
    const empty = await scanned(readerOf('float32', new Float32Array(0)), [0n, 4n]);
    expect(empty).toMatchObject({ flags: [], statistics: { count: 0 }, bars: undefined });
  });

  test('is a dead row of a matrix, of any type', async () => {
    for (const dtype of ['float32', 'float16', 'bfloat16', 'int8', 'float8_e5m2', 'float64', 'uint64'] as const) {
      const width = elementBytes(dtype);
      const bytes = new Uint8Array(300 * 300 * width).fill(DTYPES[dtype].kind === 'float' ? 0x35 : 1);
      bytes.fill(2, 0, 2);
      bytes.fill(0, 7 * 300 * width, 9 * 300 * width);
      const found = await scanned(tensorReader(memorySource('t', bytes), dtype, 90_000), [300n, 300n]);
      expect([dtype, found.flags, found.dead]).toEqual([
        dtype,
        ['dead'],
        { rows: 2, firstRow: 7, columns: 0, firstColumn: undefined },
      ]);
    }
  });

  test('of a column-major matrix has its places in row-major order', async () => {
    const values = Float32Array.of(1, 2, 0, 0, Number.NaN, 6, 0, 0, 9, 8, 0, 0);
    const data = memorySource('t', new Uint8Array(values.buffer));
    const reader = columnMajorReader(tensorReader(data, 'float32', 12), data, [4n, 3n]);
    // Its fifth element is that of the first row and the second column.
    expect(await scanned(reader, [4n, 3n])).toMatchObject({
      flags: ['nan', 'dead'],
      statistics: { places: { nan: 1 } },
      dead: { rows: 2, firstRow: 2, columns: 0 },
    });
  });
});
