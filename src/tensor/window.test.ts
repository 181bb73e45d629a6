import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BadFileError, CancelledError, InternalError, TooLargeError } from '../base/errors.ts';
import { MAX_WINDOW_CELLS, MAX_WINDOW_READ } from '../base/limits.ts';
import { gridSize, planWindow, readWindow } from './reader.ts';
import type { TensorReader, TensorWindow } from './values.ts';

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

const product = (sizes: readonly number[]) => sizes.reduce((all, size) => all * size, 1);

test('a grid has the last two dimensions as rows and columns', () => {
  expect(gridSize([])).toEqual({ rows: 1, columns: 1, lead: [] });
  expect(gridSize([5n])).toEqual({ rows: 5, columns: 1, lead: [] });
  expect(gridSize([2n, 3n])).toEqual({ rows: 2, columns: 3, lead: [] });
  expect(gridSize([4n, 5n, 2n, 3n])).toEqual({ rows: 2, columns: 3, lead: [4, 5] });
});

test('shapes that no file can hold are refused', () => {
  expect(() => gridSize([2n ** 40n, 2n ** 40n])).toThrow(BadFileError);
  expect(() => gridSize([0n, 2n ** 60n])).toThrow(BadFileError);
  expect(() => gridSize(Array.from({ length: 1000 }, () => 1n))).toThrow(TooLargeError);
  expect(gridSize([0n, 4n])).toEqual({ rows: 0, columns: 4, lead: [] });
});

test('a window holds the same values as indexing element by element', async () => {
  const size = fc.integer({ min: 1, max: 7 });
  await fc.assert(
    fc.asyncProperty(fc.array(size, { maxLength: 5 }), fc.infiniteStream(fc.nat(1000)), async (sizes, random) => {
      const next = (most: number) => (random.next().value as number) % (most + 1);
      const { rows, columns, lead } = gridSize(sizes.map(BigInt));
      const rowStart = next(rows);
      const columnStart = next(columns);
      const window: TensorWindow = {
        lead: lead.map((count) => next(count - 1)),
        rowStart,
        rowEnd: rowStart + next(rows - rowStart),
        columnStart,
        columnEnd: columnStart + next(columns - columnStart),
      };
      const plane = window.lead.reduce((at, index, dimension) => at * (lead[dimension] as number) + index, 0);
      const expected: string[] = [];
      for (let row = window.rowStart; row < window.rowEnd; row++) {
        for (let column = window.columnStart; column < window.columnEnd; column++) {
          expected.push(String((plane * rows + row) * columns + column));
        }
      }
      const cells = await readWindow(counting(product(sizes)), sizes.map(BigInt), window);
      expect(cells).toEqual(expected);
    }),
  );
});

test('bools are shown as true and false', async () => {
  const reader: TensorReader = { dtype: 'bool', count: 3, read: async () => new Uint8Array([0, 1, 1]) };
  const window = { lead: [], rowStart: 0, rowEnd: 3, columnStart: 0, columnEnd: 1 };
  expect(await readWindow(reader, [3n], window)).toEqual(['false', 'true', 'true']);
});

test('one read fetches rows that lie close, others take one read each, in ascending order', async () => {
  const window = (columnEnd: number): TensorWindow => ({ lead: [], rowStart: 2, rowEnd: 6, columnStart: 0, columnEnd });
  const near = counting(10 * 1000);
  await readWindow(near, [10n, 1000n], window(100));
  expect(near.ranges).toEqual([[2000, 5100]]);
  const far = counting(10 * 100_000);
  await readWindow(far, [10n, 100_000n], window(2));
  expect(far.ranges).toEqual([
    [200_000, 200_002],
    [300_000, 300_002],
    [400_000, 400_002],
    [500_000, 500_002],
  ]);
});

test('no read is longer than its limit, however many rows lie close', () => {
  const { ranges, rows } = planWindow([20_000n, 8000n], {
    lead: [],
    rowStart: 0,
    rowEnd: 20_000,
    columnStart: 0,
    columnEnd: 1,
  });
  expect(rows).toHaveLength(20_000);
  for (const { start, end } of ranges) expect(end - start).toBeLessThanOrEqual(MAX_WINDOW_READ);
});

test('elements that are long are read with fewer between them', async () => {
  const reads: [number, number][] = [];
  const read = async (start: number, end: number) => {
    reads.push([start, end]);
    return Array.from({ length: end - start }, (_, at) => String(start + at));
  };
  const reader = { dtype: 'string', count: 4000, elementBytes: 65_536, read };
  const window = { lead: [], rowStart: 0, rowEnd: 3, columnStart: 5, columnEnd: 7 };
  expect(await readWindow(reader, [40n, 100n], window)).toEqual(['5', '6', '105', '106', '205', '206']);
  expect(reads).toEqual([
    [5, 7],
    [105, 107],
    [205, 207],
  ]);
  reads.length = 0;
  await readWindow({ ...reader, elementBytes: 8 }, [40n, 100n], window);
  expect(reads).toEqual([[5, 207]]);
});

test('a window outside the tensor, or larger than the limit, is refused before anything is read', async () => {
  const shape = [3n, 1000n, 1000n];
  const whole = { lead: [0], rowStart: 0, rowEnd: 10, columnStart: 0, columnEnd: 10 };
  const refused: Partial<TensorWindow>[] = [
    { lead: [] },
    { lead: [3] },
    { lead: [-1] },
    { lead: [0.5] },
    { rowEnd: 1001 },
    { rowStart: 11 },
    { columnStart: -1 },
    { columnEnd: Number.NaN },
  ];
  for (const part of refused) {
    const reader = counting(3_000_000);
    await expect(readWindow(reader, shape, { ...whole, ...part })).rejects.toBeInstanceOf(InternalError);
    expect(reader.ranges).toEqual([]);
  }
  expect(() => planWindow(shape, { ...whole, rowEnd: 1000, columnEnd: MAX_WINDOW_CELLS / 1000 })).not.toThrow();
  expect(() => planWindow(shape, { ...whole, rowEnd: 1000, columnEnd: MAX_WINDOW_CELLS / 1000 + 1 })).toThrow(
    TooLargeError,
  );
});

test('an abort between two reads ends the window', async () => {
  const controller = new AbortController();
  const reader = counting(10 * 100_000);
  const window = { lead: [], rowStart: 0, rowEnd: 10, columnStart: 0, columnEnd: 2 };
  const result = readWindow(reader, [10n, 100_000n], window, controller.signal);
  controller.abort();
  await expect(result).rejects.toBeInstanceOf(CancelledError);
  expect(reader.ranges.length).toBeLessThan(3);
});
