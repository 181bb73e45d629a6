import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BadFileError, CancelledError } from '../../base/errors.ts';
import type { TensorWindow } from '../../tensor/values.ts';
import { TEXT_TILE_CELLS, TileLoader } from './tiles.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Cells that say where they are. */
function cellsOf({ lead, rowStart, rowEnd, columnStart, columnEnd }: TensorWindow): string[] {
  const cells: string[] = [];
  for (let row = rowStart; row < rowEnd; row++) {
    for (let column = columnStart; column < columnEnd; column++) cells.push(`${lead.join()}:${row},${column}`);
  }
  return cells;
}

test('every cell that is wanted arrives, at the edges too', async () => {
  const load = vi.fn(async (window: TensorWindow) => cellsOf(window));
  const changed = vi.fn();
  const tiles = new TileLoader({ rows: 300, columns: 1000, lead: [2], load }, changed);
  tiles.want(50, 80, 900, 1000);
  expect(tiles.busy).toBe(true);
  await vi.runAllTimersAsync();
  expect(tiles.busy).toBe(false);
  for (let row = 50; row < 80; row++) {
    for (let column = 900; column < 1000; column++) expect(tiles.cell(row, column)).toBe(`2:${row},${column}`);
  }
  expect(tiles.cell(299, 0)).toBeUndefined();
  expect(load.mock.calls.every(([{ rowEnd, columnEnd }]) => rowEnd <= 300 && columnEnd <= 1000)).toBe(true);
  const before = load.mock.calls.length;
  tiles.want(50, 80, 900, 1000);
  await vi.runAllTimersAsync();
  expect(load).toHaveBeenCalledTimes(before);
  expect(changed).toHaveBeenCalledTimes(before);
});

test('texts, which may be long, are asked for and kept in smaller parts', async () => {
  const load = vi.fn(async (window: TensorWindow) => cellsOf(window));
  const tiles = new TileLoader({ rows: 10_000, columns: 40, lead: [], isText: true, load }, () => {});
  tiles.want(0, 40, 0, 20);
  await vi.runAllTimersAsync();
  expect(tiles.cell(39, 19)).toBe(':39,19');
  for (let row = 0; row < 10_000; row += 160) {
    tiles.want(row, row + 1, 0, 1);
    await vi.runAllTimersAsync();
  }
  for (const [{ rowStart, rowEnd, columnStart, columnEnd }] of load.mock.calls) {
    expect((rowEnd - rowStart) * (columnEnd - columnStart)).toBeLessThanOrEqual(TEXT_TILE_CELLS);
  }
  let kept = 0;
  for (let row = 0; row < 10_000; row += 16) if (tiles.cell(row, 0) !== undefined) kept++;
  expect(kept).toBe(16);
});

test('what is scrolled past is never asked for, and what is wanted no more is canceled', async () => {
  const signals: AbortSignal[] = [];
  const load = vi.fn(
    (_: TensorWindow, signal: AbortSignal) =>
      new Promise<string[]>((_resolve, reject) => {
        signals.push(signal);
        signal.addEventListener('abort', () => reject(new CancelledError()));
      }),
  );
  const tiles = new TileLoader({ rows: 1_000_000, columns: 4, lead: [], load }, () => {});
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
  const load = vi.fn(async (window: TensorWindow) => {
    if (fail) throw new BadFileError('tensor/size-mismatch', 'Too short.');
    return cellsOf(window);
  });
  const tiles = new TileLoader({ rows: 3, columns: 3, lead: [], load }, () => {});
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
  expect(tiles.cell(2, 2)).toBe(':2,2');
});

test('after closing, wanting starts again', async () => {
  const load = vi.fn(async (window: TensorWindow) => cellsOf(window));
  const tiles = new TileLoader({ rows: 3, columns: 3, lead: [], load }, () => {});
  tiles.want(0, 3, 0, 3);
  tiles.close();
  tiles.want(0, 3, 0, 3);
  await vi.runAllTimersAsync();
  expect(tiles.cell(0, 0)).toBe(':0,0');
});

test('the number of tiles that are kept is limited', async () => {
  const load = vi.fn(async (window: TensorWindow) => cellsOf(window));
  const tiles = new TileLoader({ rows: 10_000_000, columns: 1, lead: [], load }, () => {});
  for (let row = 0; row < 1_000_000; row += 10_000) {
    tiles.want(row, row + 20, 0, 1);
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(tiles.cell(0, 0)).toBeUndefined();
  expect(tiles.cell(990_000, 0)).toBe(':990000,0');
});
