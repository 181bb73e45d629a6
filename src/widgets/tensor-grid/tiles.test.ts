import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BadFileError, CancelledError } from '../../base/errors.ts';
import type { TensorPlane } from '../../tensor/mapping.ts';
import { TEXT_TILE_CELLS, TileLoader } from './tiles.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A plane whose elements lie so that each says where it is. */
function planeOf(rows: number, columns: number, start = 0): TensorPlane {
  return { rows, columns, start, rowStride: 10_000, columnStride: 1 };
}

/** Cells that say which element they are. */
function cellsOf({ rows, columns, start, rowStride, columnStride }: TensorPlane): string[] {
  const cells: string[] = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      cells.push(String(start + row * rowStride + column * columnStride));
  return cells;
}

test('every cell that is wanted arrives, at the edges too', async () => {
  const load = vi.fn(async (plane: TensorPlane) => cellsOf(plane));
  const changed = vi.fn();
  const tiles = new TileLoader({ plane: planeOf(300, 1000, 7), load }, changed);
  tiles.want(50, 80, 900, 1000);
  expect(tiles.busy).toBe(true);
  await vi.runAllTimersAsync();
  expect(tiles.busy).toBe(false);
  for (let row = 50; row < 80; row++) {
    for (let column = 900; column < 1000; column++)
      expect(tiles.cell(row, column)).toBe(String(7 + row * 10_000 + column));
  }
  expect(tiles.cell(299, 0)).toBeUndefined();
  expect(load.mock.calls.every(([{ rows, columns }]) => rows <= 300 && columns <= 1000)).toBe(true);
  const before = load.mock.calls.length;
  tiles.want(50, 80, 900, 1000);
  await vi.runAllTimersAsync();
  expect(load).toHaveBeenCalledTimes(before);
  expect(changed).toHaveBeenCalledTimes(before);
});

test('texts, which may be long, are asked for and kept in smaller parts', async () => {
  const load = vi.fn(async (plane: TensorPlane) => cellsOf(plane));
  const tiles = new TileLoader({ plane: planeOf(10_000, 40), isText: true, load }, () => {});
  tiles.want(0, 40, 0, 20);
  await vi.runAllTimersAsync();
  expect(tiles.cell(39, 19)).toBe('390019');
  for (let row = 0; row < 10_000; row += 160) {
    tiles.want(row, row + 1, 0, 1);
    await vi.runAllTimersAsync();
  }
  for (const [{ rows, columns }] of load.mock.calls) {
    expect(rows * columns).toBeLessThanOrEqual(TEXT_TILE_CELLS);
  }
  let kept = 0;
  for (let row = 0; row < 10_000; row += 16) if (tiles.cell(row, 0) !== undefined) kept++;
  expect(kept).toBe(16);
});

test('what is scrolled past is never asked for, and what is wanted no more is canceled', async () => {
  const signals: AbortSignal[] = [];
  const load = vi.fn(
    (_: TensorPlane, signal: AbortSignal) =>
      new Promise<string[]>((_resolve, reject) => {
        signals.push(signal);
        signal.addEventListener('abort', () => reject(new CancelledError()));
      }),
  );
  const tiles = new TileLoader({ plane: planeOf(1_000_000, 4), load }, () => {});
  tiles.want(0, 20, 0, 4);
  for (let row = 10_000; row < 900_000; row += 10_000) {
    tiles.want(row, row + 20, 0, 4);
    await vi.advanceTimersByTimeAsync(5);
  }
  await vi.advanceTimersByTimeAsync(1000);
  expect(load).toHaveBeenCalledTimes(2);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  expect(tiles.error).toBeUndefined();
  tiles.close();
  expect(signals[1]?.aborted).toBe(true);
});

test('a failure is shown once and asked again only when told to', async () => {
  let fail = true;
  const load = vi.fn(async (plane: TensorPlane) => {
    if (fail) throw new BadFileError('tensor/size-mismatch', 'Too short.');
    return cellsOf(plane);
  });
  const tiles = new TileLoader({ plane: planeOf(3, 3), load }, () => {});
  tiles.want(0, 3, 0, 3);
  await vi.runAllTimersAsync();
  expect(tiles.error).toMatchObject({ code: 'tensor/size-mismatch' });
  tiles.want(0, 3, 0, 3);
  await vi.runAllTimersAsync();
  expect(load).toHaveBeenCalledTimes(1);
  fail = false;
  tiles.retry();
  tiles.want(0, 3, 0, 3);
  await vi.runAllTimersAsync();
  expect(tiles.error).toBeUndefined();
  expect(tiles.cell(2, 2)).toBe('20002');
});

test('after closing, wanting starts again', async () => {
  const load = vi.fn(async (plane: TensorPlane) => cellsOf(plane));
  const tiles = new TileLoader({ plane: planeOf(3, 3), load }, () => {});
  tiles.want(0, 3, 0, 3);
  tiles.close();
  tiles.want(0, 3, 0, 3);
  await vi.runAllTimersAsync();
  expect(tiles.cell(0, 0)).toBe('0');
});

test('the number of tiles that are kept is limited', async () => {
  const load = vi.fn(async (plane: TensorPlane) => cellsOf(plane));
  const tiles = new TileLoader({ plane: planeOf(10_000_000, 1), load }, () => {});
  for (let row = 0; row < 1_000_000; row += 10_000) {
    tiles.want(row, row + 20, 0, 1);
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(tiles.cell(0, 0)).toBeUndefined();
  expect(tiles.cell(990_000, 0)).toBe('9900000000');
});
