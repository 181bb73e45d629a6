import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { memorySource } from '../source/memory.ts';
import { countingSource } from '../testing/counting-source.ts';
import { Lanes } from './lanes.ts';
import { firstMapping, planeOf, type TensorPlane, withAxis, withIndex, withStep } from './mapping.ts';
import { readPlane } from './plane.ts';
import { NumericReader } from './reader.ts';

function counting(sizes: readonly number[]) {
  const count = sizes.reduce((all, size) => all * size, 1);
  const values = Float32Array.from({ length: count }, (_, at) => at);
  const source = countingSource(memorySource('t', new Uint8Array(values.buffer)));
  return { source, reader: new NumericReader(source, 'float32', count), shape: sizes.map(BigInt) };
}

test('a plane from its neighbors has the elements of the plane', async () => {
  const size = fc.integer({ min: 1, max: 6 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(size, { minLength: 2, maxLength: 4 }),
      fc.infiniteStream(fc.nat(99)),
      async (sizes, random) => {
        const next = (below: number) => Number(random.next().value) % below;
        const { reader, shape } = counting(sizes);
        const lanes = new Lanes();
        let mapping = firstMapping(shape);
        for (let turn = 0; turn < 8; turn++) {
          const dimension = next(sizes.length);
          if (next(3) === 0) mapping = withAxis(mapping, shape, next(2) === 0 ? 'rows' : 'columns', dimension);
          else if (mapping.steps[dimension]?.isIndex) mapping = withIndex(mapping, shape, dimension, next(6));
          else mapping = withStep(mapping, shape, dimension, [-1, 1, 2, 3, -2][next(5)] as number);
          const plane = planeOf(mapping, shape);
          const of = await lanes.plane('t', { reader, plane }, 4);
          expect([...(await readPlane(of.reader, of.plane))]).toEqual([...(await readPlane(reader, plane))]);
        }
      },
    ),
  );
});

test('planes of any strides come from within the tensor', async () => {
  const stride = fc.integer({ min: -9, max: 9 });
  const size = fc.integer({ min: 1, max: 5 });
  await fc.assert(
    fc.asyncProperty(size, size, stride, stride, fc.nat(8), async (rows, columns, rowStride, columnStride, more) => {
      const start = -Math.min(0, (rows - 1) * rowStride) - Math.min(0, (columns - 1) * columnStride);
      const reach = (rows - 1) * Math.abs(rowStride) + (columns - 1) * Math.abs(columnStride);
      const { reader } = counting([reach + 1 + more]);
      const plane = { rows, columns, start, rowStride, columnStride };
      const of = await new Lanes().plane('t', { reader, plane }, 4);
      expect([...(await readPlane(of.reader, of.plane))]).toEqual([...(await readPlane(reader, plane))]);
    }),
  );
});

test('a slider on the last dimension reads once, and other planes are read as they are', async () => {
  const { reader, source, shape } = counting([20, 30, 40]);
  const lanes = new Lanes();
  const first = withAxis(withAxis(firstMapping(shape), shape, 'rows', 0), shape, 'columns', 1);
  const at = (index: number): TensorPlane => planeOf(withIndex(first, shape, 2, index), shape);
  for (const index of [0, 1, 39, 7]) {
    const of = await lanes.plane('t', { reader, plane: at(index) }, 4);
    expect([...(await readPlane(of.reader, of.plane))].slice(0, 2)).toEqual([index, index + 40]);
  }
  expect(source.bytes).toBe(20 * 30 * 40 * 4);
  const plain = planeOf(firstMapping(shape), shape);
  expect(await lanes.plane('t', { reader, plane: plain }, 4)).toEqual({ reader, plane: plain });
});

test('a question that is given up leaves the read to the next one, and a failure is not kept', async () => {
  const { reader, source, shape } = counting([20, 30, 40]);
  const lanes = new Lanes();
  const mapping = withAxis(withAxis(firstMapping(shape), shape, 'rows', 0), shape, 'columns', 1);
  const plane = planeOf(mapping, shape);
  const controller = new AbortController();
  const given = lanes.plane('t', { reader, plane }, 4, controller.signal);
  controller.abort();
  await expect(given).rejects.toThrow();
  await lanes.plane('t', { reader, plane }, 4);
  expect(source.bytes).toBe(20 * 30 * 40 * 4);
  const failing = { ...reader, dtype: 'float32', count: reader.count, read: () => Promise.reject(new Error('lost')) };
  await expect(lanes.plane('u', { reader: failing, plane }, 4)).rejects.toThrow('lost');
  const of = await lanes.plane('u', { reader, plane }, 4);
  expect([...(await readPlane(of.reader, of.plane))].slice(0, 2)).toEqual([0, 40]);
});

/** A reader whose reads never end by themselves, and how many were begun and given up. */
function endless({ reader }: ReturnType<typeof counting>) {
  const reads = { begun: 0, ended: 0 };
  const read = (_start: number, _end: number, signal?: AbortSignal) =>
    new Promise<never>((_, reject) => {
      reads.begun++;
      signal?.addEventListener('abort', () => {
        reads.ended++;
        reject(signal.reason);
      });
    });
  return { reads, endless: { dtype: 'float32', count: reader.count, read } };
}

test('a read of neighbors goes on while a slider moves, and ends a second after the last question is given up', async () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const made = counting([2, 3, 40]);
  const { reads, endless: reader } = endless(made);
  const mapping = withAxis(withAxis(firstMapping(made.shape), made.shape, 'rows', 0), made.shape, 'columns', 1);
  const lanes = new Lanes();
  /** Asks for a plane, and gives it up after so many milliseconds. */
  const ask = async (index: number, after: number) => {
    const controller = new AbortController();
    const plane = planeOf(withIndex(mapping, made.shape, 2, index), made.shape);
    const given = lanes.plane('t', { reader, plane }, 4, controller.signal).catch(() => {});
    await vi.advanceTimersByTimeAsync(after);
    controller.abort();
    await given;
  };
  // Each question is given up before its answer, and the next one comes a little later, for four seconds.
  for (let index = 0; index < 20; index++) {
    await ask(index, 50);
    await vi.advanceTimersByTimeAsync(150);
  }
  expect(reads.ended).toBe(0);
  const { begun } = reads;
  await vi.advanceTimersByTimeAsync(849);
  expect(reads.ended).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(reads.ended).toBe(begun);
  // It is forgotten: the next question reads again.
  await ask(0, 50);
  expect(reads.begun).toBe(2 * begun);
});

test('neighbors that are being read are dropped at once for those of another plane', async () => {
  const made = counting([2, 3, 40]);
  const { reads, endless: reader } = endless(made);
  const mapping = withAxis(withAxis(firstMapping(made.shape), made.shape, 'rows', 0), made.shape, 'columns', 1);
  const plane = planeOf(mapping, made.shape);
  const lanes = new Lanes();
  const controller = new AbortController();
  const given = lanes.plane('t', { reader, plane }, 4, controller.signal);
  controller.abort();
  await expect(given).rejects.toThrow();
  expect(reads.ended).toBe(0);
  const of = await lanes.plane('u', { reader: made.reader, plane }, 4);
  expect(reads.ended).toBe(reads.begun);
  expect([...(await readPlane(of.reader, of.plane))].slice(0, 2)).toEqual([0, 40]);
});

test('two groups that are read at once both come', async () => {
  const { reader, shape } = counting([20, 30, 40]);
  const lanes = new Lanes();
  const mapping = withAxis(withAxis(firstMapping(shape), shape, 'rows', 0), shape, 'columns', 1);
  const whole = planeOf(mapping, shape);
  const half = { ...whole, rows: 10 };
  const [a, b] = await Promise.all([whole, half].map((plane) => lanes.plane('t', { reader, plane }, 4)));
  for (const [of, plane] of [
    [a, whole],
    [b, half],
  ] as const)
    expect([...(await readPlane(of?.reader ?? reader, of?.plane ?? plane))]).toEqual([
      ...(await readPlane(reader, plane)),
    ]);
});
