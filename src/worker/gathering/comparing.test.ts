import { expect, test, vi } from 'vitest';
import { BadFileError, CancelledError } from '../../base/errors.ts';
import { fileSource } from '../../source/file.ts';
import { memorySource } from '../../source/memory.ts';
import { compareTensors } from '../../tensor/compare/compare.ts';
import type { NumericDtype } from '../../tensor/dtype.ts';
import { tensorReader } from '../../tensor/reader.ts';
import { poolInThread } from '../../testing/gatherer-in-thread.ts';
import { markedAdded } from './added-reader.ts';
import { comparisonOf } from './comparing.ts';

const COUNT = 9_000_001;
const TOLERANCE = { rtol: 1e-5, atol: 1e-8, equalNan: false };

function inFile(values: Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer>, dtype: NumericDtype) {
  return tensorReader(fileSource(new Blob([values]), 'f'), dtype, values.length);
}

test('two large tensors on this machine are compared by parts on threads, with the same result', async () => {
  const { threads, pool } = poolInThread();
  const one = new Float32Array(COUNT);
  const other = new Float64Array(COUNT);
  for (let at = 0; at < COUNT; at++) {
    one[at] = (at % 1009) - 500;
    other[at] = (one[at] as number) * (at % 3 === 0 ? 1 + 1e-7 : 1);
  }
  other[8_999_999] = Number.NaN;
  other[4_194_305] = 7000;
  other[5_000_000] = Number.POSITIVE_INFINITY;
  const of = { a: inFile(one, 'float32'), b: inFile(other, 'float64') };
  const onProgress = vi.fn();
  const pooled = await comparisonOf(of, TOLERANCE, pool, { onProgress });
  const { rmse, relativeRmse, cosine, ...exact } = await compareTensors(of, TOLERANCE);
  expect(pooled).toMatchObject(exact);
  expect(pooled).toMatchObject({ nan: 1, infinite: 1, first: 4_194_305, beyond: 3, maxAbs: { at: 4_194_305 } });
  expect(pooled.rmse).toBeCloseTo(rmse as number, 12);
  expect(pooled.relativeRmse).toBeCloseTo(relativeRmse as number, 12);
  expect(pooled.cosine).toBeCloseTo(cosine as number, 12);
  expect(threads.map(({ tasks }) => tasks.length).reduce((sum, tasks) => sum + tasks)).toBe(3);
  expect(threads.every(({ terminated }) => terminated)).toBe(true);
  expect(onProgress.mock.lastCall).toEqual([COUNT, COUNT]);
});

test('what one of the two is not on this machine for is compared in the thread that asks', async () => {
  const { threads, pool } = poolInThread();
  const values = new Float32Array(COUNT).fill(2.5);
  const far = tensorReader(memorySource('t', new Uint8Array(values.slice().buffer)), 'float32', COUNT);
  const found = await comparisonOf({ a: inFile(values, 'float32'), b: far }, TOLERANCE, pool, {});
  expect(found).toMatchObject({ count: COUNT, differs: 0, maxAbs: { value: 0 } });
  expect(threads).toEqual([]);
});

test('a cancel, and bytes that cannot be read, end the run; the other file’s errors say that they are of it', async () => {
  const reader = inFile(new Float32Array(COUNT), 'float32');
  const canceled = poolInThread();
  const controller = new AbortController();
  const of = { a: reader, b: reader };
  const run = comparisonOf(of, TOLERANCE, canceled.pool, { signal: controller.signal });
  controller.abort();
  await expect(run).rejects.toBeInstanceOf(CancelledError);
  expect(canceled.threads.every(({ terminated }) => terminated)).toBe(true);

  const cut = { bytes: new Blob(['123']), type: 'float32', count: COUNT, order: 'little' } as const;
  const broken = { dtype: 'float32', count: COUNT, read: () => Promise.reject(new Error()), stored: () => cut };
  const ended = comparisonOf({ a: reader, b: broken }, TOLERANCE, poolInThread().pool, {});
  await expect(ended).rejects.toBeInstanceOf(BadFileError);

  const stored = (start: number, end: number) => {
    const bytes = new Blob([new Uint8Array(4 * (end - start))]);
    const gone = () => new DOMException('gone', 'NotReadableError');
    bytes.slice = (...range) => {
      const slice = Blob.prototype.slice.apply(bytes, range);
      slice.arrayBuffer = () => Promise.reject(gone());
      slice.stream = () => new ReadableStream({ type: 'bytes', pull: (stream) => stream.error(gone()) });
      return slice;
    };
    return { bytes, type: 'float32', count: end - start, order: 'little' } as const;
  };
  const lost = { dtype: 'float32', count: COUNT, read: () => Promise.reject(new Error()), stored };
  await expect(
    comparisonOf({ a: reader, b: markedAdded(lost) }, TOLERANCE, poolInThread().pool, {}),
  ).rejects.toMatchObject({
    code: 'source/changed',
    fields: { added: true },
  });
});
