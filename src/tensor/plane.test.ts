import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BadFileError, CancelledError, InternalError, TooLargeError } from '../base/errors.ts';
import { MAX_WINDOW_CELLS, MAX_WINDOW_READ } from '../base/limits.ts';
import { memorySource } from '../source/memory.ts';
import { planePart, type TensorPlane } from './mapping.ts';
import { bitsReader, planeReach, planeReadElements, readCells, readPlane } from './plane.ts';
import { checkShape, NumericReader } from './reader.ts';
import type { TensorReader } from './values.ts';

/** A tensor whose elements are their own indices. It records what is read. */
function counting(count: number): TensorReader & { ranges: [number, number][] } {
  const ranges: [number, number][] = [];
  return {
    dtype: 'float64',
    count,
    ranges,
    async read(start, end) {
      expect(start).toBeGreaterThanOrEqual(0);
      expect(end).toBeLessThanOrEqual(count);
      ranges.push([start, end]);
      return Float64Array.from({ length: end - start }, (_, at) => start + at);
    },
  };
}

/** The elements of a plane, one by one. */
function placesOf({ rows, columns, start, rowStride, columnStride }: TensorPlane): number[] {
  const places: number[] = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) places.push(start + row * rowStride + column * columnStride);
  return places;
}

/** Rows of a matrix of `columns` columns, in row-major order. */
function matrix(rows: number, columns: number): TensorPlane {
  return { rows, columns, start: 0, rowStride: columns, columnStride: 1 };
}

test('shapes that no file can hold are refused', () => {
  expect(() => checkShape([2n ** 40n, 2n ** 40n])).toThrow(BadFileError);
  expect(() => checkShape([0n, 2n ** 60n])).toThrow(BadFileError);
  expect(() => checkShape(Array.from({ length: 1000 }, () => 1n))).toThrow(TooLargeError);
  for (const shape of [[], [5n], [0n, 4n], [4n, 5n, 2n, 3n]]) expect(() => checkShape(shape)).not.toThrow();
});

test('a plane of any strides holds the elements that they lead to, with no longer reads than it says', async () => {
  const stride = fc.integer({ min: -40, max: 40 });
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 9 }),
      fc.integer({ min: 0, max: 9 }),
      stride,
      stride,
      fc.constantFrom(1, 3000, 2 ** 20),
      async (rows, columns, rowStride, columnStride, elementBytes) => {
        const plane = { rows, columns, start: 800, rowStride, columnStride };
        const reader = { ...counting(1600), elementBytes };
        const values = await readPlane(reader, plane);
        expect([...values]).toEqual(placesOf(plane));
        const bytes = reader.ranges.reduce((all, [start, end]) => all + end - start, 0);
        // A mapping leads to no cell twice.
        if (columnStride !== 0 && Math.abs(rowStride) >= Math.abs(columnStride) * columns)
          expect(bytes).toBeLessThanOrEqual(planeReadElements(plane, planeReach(reader)));
      },
    ),
    { numRuns: 500 },
  );
});

test('bools are shown as true and false', async () => {
  const reader: TensorReader = { dtype: 'bool', count: 3, read: async () => new Uint8Array([0, 1, 1]) };
  expect(await readCells(reader, matrix(1, 3))).toEqual(['false', 'true', 'true']);
});

test('one read fetches rows that lie close, others take one read each, in ascending order', async () => {
  const window = (columnEnd: number) => ({ rowStart: 2, rowEnd: 6, columnStart: 0, columnEnd });
  const near = counting(10 * 1000);
  await readCells(near, planePart(matrix(10, 1000), window(100)));
  expect(near.ranges).toEqual([[2000, 5100]]);
  const far = counting(10 * 100_000);
  const plane = planePart(matrix(10, 100_000), window(2));
  await readCells(far, plane);
  const ranges = [
    [200_000, 200_002],
    [300_000, 300_002],
    [400_000, 400_002],
    [500_000, 500_002],
  ];
  expect(far.ranges).toEqual(ranges);
  // The same read, with the columns along the rows.
  far.ranges.length = 0;
  const { rows, columns, start, rowStride, columnStride } = plane;
  await readCells(far, { start, rows: columns, columns: rows, rowStride: columnStride, columnStride: rowStride });
  expect(far.ranges).toEqual(ranges);
});

test('no read is longer than its limit, however many rows lie close', async () => {
  const column = { rows: 20_000, columns: 1, start: 0, rowStride: 8000, columnStride: 1 };
  const reads: number[] = [];
  const reader: TensorReader = {
    dtype: 'uint8',
    count: 160_000_000,
    async read(start, end) {
      reads.push(end - start);
      return new Uint8Array(end - start);
    },
  };
  expect(await readCells(reader, column)).toHaveLength(20_000);
  expect(Math.max(...reads)).toBeLessThanOrEqual(MAX_WINDOW_READ);
});

test('elements that are long are read with fewer between them', async () => {
  const reads: [number, number][] = [];
  const read = async (start: number, end: number) => {
    reads.push([start, end]);
    return Array.from({ length: end - start }, (_, at) => String(start + at));
  };
  const reader = { dtype: 'string', count: 4000, elementBytes: 65_536, read };
  const plane = planePart(matrix(40, 100), { rowStart: 0, rowEnd: 3, columnStart: 5, columnEnd: 7 });
  expect(await readCells(reader, plane)).toEqual(['5', '6', '105', '106', '205', '206']);
  expect(reads).toEqual([
    [5, 7],
    [105, 107],
    [205, 207],
  ]);
  reads.length = 0;
  await readCells({ ...reader, elementBytes: 8 }, plane);
  expect(reads).toEqual([[5, 207]]);
});

test('a plane outside the tensor, or larger than the limit, is refused before anything is read', async () => {
  const whole = { rows: 10, columns: 10, start: 0, rowStride: 1000, columnStride: 1 };
  const refused: Partial<TensorPlane>[] = [
    { start: -1 },
    { start: 2_999_000 },
    { start: 0.5 },
    { rowStride: -1 },
    { rows: 3001 },
    { columnStride: 2 ** 60 },
    { columns: Number.NaN },
    { rows: -1 },
  ];
  for (const part of refused) {
    const reader = counting(3_000_000);
    await expect(readPlane(reader, { ...whole, ...part })).rejects.toBeInstanceOf(InternalError);
    expect(reader.ranges).toEqual([]);
  }
  const reader = counting(3_000_000);
  expect(await readCells(reader, matrix(20, MAX_WINDOW_CELLS / 20))).toHaveLength(MAX_WINDOW_CELLS);
  await expect(readCells(reader, matrix(1, MAX_WINDOW_CELLS + 1))).rejects.toBeInstanceOf(TooLargeError);
});

test('an abort between two reads ends them', async () => {
  const controller = new AbortController();
  const reader = counting(30 * 100_000);
  const plane = { rows: 30, columns: 2, start: 0, rowStride: 100_000, columnStride: 1 };
  const result = readPlane(reader, plane, controller.signal);
  controller.abort();
  await expect(result).rejects.toBeInstanceOf(CancelledError);
  expect(reader.ranges.length).toBeLessThan(6);
});

test('a read that fails ends them, and what was asked for ahead says nothing', async () => {
  const reader: TensorReader = {
    ...counting(1),
    count: 1000_000,
    read: () => Promise.reject(new BadFileError('zip/crc-mismatch', 'Wrong.')),
  };
  const plane = { rows: 9, columns: 1, start: 0, rowStride: 100_000, columnStride: 1 };
  await expect(readPlane(reader, plane)).rejects.toMatchObject({ code: 'zip/crc-mismatch' });
});

test('bits are those that are stored', async () => {
  const values = new Float32Array([1, -0, Number.NaN]);
  new Uint32Array(values.buffer)[2] = 0x7fc0_1234;
  const reader = new NumericReader(memorySource('t', new Uint8Array(values.buffer)), 'float32', 3);
  expect(await readCells(bitsReader(reader, 32), matrix(1, 3))).toEqual(['3f800000', '80000000', '7fc01234']);
  expect(() => bitsReader(reader, 4)).toThrow(BadFileError);
});
