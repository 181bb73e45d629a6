import { expect, test, vi } from 'vitest';
import { BadFileError, CancelledError } from '../../base/errors.ts';
import { fileSource } from '../../source/file.ts';
import { memorySource } from '../../source/memory.ts';
import { sliceSource } from '../../source/slice.ts';
import { tensorReader } from '../../tensor/reader.ts';
import { tensorStatistics } from '../../tensor/statistics/statistics.ts';
import { poolInThread } from '../../testing/gatherer-in-thread.ts';
import { statisticsOf } from './statistics.ts';

const COUNT = 9_000_001;

function floatsInFile() {
  const values = Float32Array.from({ length: COUNT }, (_, at) => Math.sin(at) * 2);
  values[5_000_000] = 9000;
  values[8_999_999] = Number.NaN;
  values[4_194_304] = 0;
  const file = fileSource(new Blob(['1234567', values, 'x']), 'f');
  return sliceSource(file, 7, 7 + values.byteLength);
}

test('a large tensor on this machine is gathered by parts on threads, with the same result', async () => {
  const { threads, pool } = poolInThread();
  const reader = tensorReader(floatsInFile(), 'float32', COUNT);
  const onProgress = vi.fn();
  const pooled = await statisticsOf(reader, undefined, pool, { onProgress });
  const { mean, std, ...exact } = await tensorStatistics(reader);
  expect(pooled).toMatchObject(exact);
  expect(pooled.places).toEqual({ min: pooled.places.min, max: 5_000_000, nan: 8_999_999, zero: 0 });
  expect(pooled.mean).toBeCloseTo(mean as number, 12);
  expect(pooled.std).toBeCloseTo(std as number, 9);
  expect(threads.map(({ tasks }) => tasks.length).reduce((sum, tasks) => sum + tasks)).toBe(2);
  expect(threads.every(({ terminated, tasks }) => terminated && tasks.length > 0)).toBe(true);
  expect(onProgress.mock.lastCall).toEqual([4 * COUNT, 4 * COUNT]);
});

test('what is small, not on this machine, or a plane, is gathered in the thread that asks', async () => {
  const { threads, pool } = poolInThread();
  const values = Float32Array.from({ length: COUNT }, (_, at) => at % 251);
  const far = tensorReader(memorySource('t', new Uint8Array(values.buffer)), 'float32', COUNT);
  expect(await statisticsOf(far, undefined, pool, {})).toMatchObject({ max: '250', places: { max: 250 } });
  const near = tensorReader(floatsInFile(), 'float32', COUNT);
  const plane = { rows: 2, columns: 3, start: 4_999_999, rowStride: 2_000_000, columnStride: 1 };
  expect(await statisticsOf(near, plane, pool, {})).toMatchObject({ count: 6, places: { max: 5_000_000 } });
  expect(threads).toEqual([]);
});

test('a plane has the places of its cells in the tensor, whatever way it lies in the file', async () => {
  const values = Int16Array.from({ length: 4 * 5 * 6 }, (_, at) => (at * 37) % 101);
  const reader = tensorReader(memorySource('t', new Uint8Array(values.buffer)), 'int16', values.length);
  for (const [rowStride, columnStride] of [
    [30, 1],
    [1, 30],
    [6, 1],
    [1, 6],
    [-6, 2],
  ] as const) {
    const plane = { rows: 3, columns: 3, start: rowStride < 0 ? 20 : 4, rowStride, columnStride };
    const cells = Array.from({ length: 9 }, (_, cell) => {
      const index = plane.start + Math.floor(cell / 3) * rowStride + (cell % 3) * columnStride;
      return { index, value: values[index] as number };
    });
    const most = Math.max(...cells.map(({ value }) => value));
    const { max, places, count } = await statisticsOf(reader, plane, poolInThread().pool, {});
    expect([max, count]).toEqual([String(most), 9]);
    expect(cells.find(({ index }) => index === places.max)?.value).toBe(most);
  }
});

test('a cancel, a thread that dies, and bytes that cannot be read end the run and its threads', async () => {
  const reader = tensorReader(floatsInFile(), 'float32', COUNT);
  const canceled = poolInThread();
  const controller = new AbortController();
  const run = statisticsOf(reader, undefined, canceled.pool, { signal: controller.signal });
  controller.abort();
  await expect(run).rejects.toBeInstanceOf(CancelledError);
  expect(canceled.threads.every(({ terminated }) => terminated)).toBe(true);

  const dying = poolInThread();
  const ended = statisticsOf(reader, undefined, dying.pool, {});
  dying.threads[0]?.die();
  await expect(ended).rejects.toMatchObject({ code: 'internal/worker-died' });
  expect(dying.threads.every(({ terminated }) => terminated)).toBe(true);

  const broken = poolInThread();
  const stored = { bytes: new Blob(['123']), type: 'float32', count: COUNT, order: 'little' } as const;
  const unreadable = { ...reader, data: reader.data, dtype: 'float32', count: COUNT, stored: () => stored };
  await expect(statisticsOf(unreadable as never, undefined, broken.pool, {})).rejects.toBeInstanceOf(BadFileError);
  expect(broken.threads.every(({ terminated }) => terminated)).toBe(true);
});
