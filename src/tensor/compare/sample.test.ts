import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { CancelledError } from '../../base/errors.ts';
import { memorySource } from '../../source/memory.ts';
import { countingSource } from '../../testing/counting-source.ts';
import { tensorReader } from '../reader.ts';
import type { TensorReader } from '../values.ts';
import { compareTensors } from './compare.ts';
import { ConvertedReader } from './converted.ts';
import { compareSample, SAMPLE_BLOCK, sampleStretches } from './sample.ts';
import { storageError } from './tolerance.ts';
import { TransposedReader } from './transposed.ts';

const TOLERANCE = { rtol: 1e-5, atol: 1e-8, equalNan: false };

function sourceOf(values: Float32Array<ArrayBuffer>) {
  return countingSource(memorySource('t', new Uint8Array(values.buffer)));
}

function reader(values: Float32Array<ArrayBuffer>, source = sourceOf(values)) {
  return tensorReader(source, 'float32', values.length);
}

test('a sample has one block in each equal part of a tensor, whole blocks of any type, and the same each time', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2 ** 40 }),
      fc.integer({ min: 1, max: 64 }),
      fc.option(fc.integer({ min: 1, max: 2 ** 14 })),
      (count, blocks, row) => {
        const stretches = sampleStretches(count, blocks, row ?? undefined);
        expect(stretches === undefined).toBe(2 * blocks * SAMPLE_BLOCK >= count);
        if (!stretches) return;
        expect(sampleStretches(count, blocks, row ?? undefined)).toEqual(stretches);
        expect(stretches).toHaveLength(blocks);
        let last = 0;
        for (const [at, [start, end]] of stretches.entries()) {
          expect(start % 256).toBe(0);
          expect(start).toBeGreaterThanOrEqual(last);
          expect(start).toBeGreaterThanOrEqual(Math.floor((at * Math.floor(count / 256)) / blocks) * 256);
          expect(end).toBeGreaterThan(start);
          expect(end - start).toBeLessThanOrEqual(SAMPLE_BLOCK);
          if (row && row >= 256) expect(Math.floor((end - 1) / row)).toBe(Math.floor(start / row));
          else expect(end - start).toBe(SAMPLE_BLOCK);
          last = end;
        }
        expect(last).toBeLessThanOrEqual(count);
      },
    ),
  );
});

test('a sample is compared as the whole is, reads just its blocks, and says so; a small tensor is compared whole', async () => {
  const a = Float32Array.from({ length: 1_000_000 }, (_, at) => Math.sin(at * at));
  const b = a.map((value, at) => value + 0.01 * Math.cos(at * 7));
  const [one, other] = [sourceOf(a), sourceOf(b)];
  const onProgress = vi.fn();
  const of = { a: reader(a, one), b: reader(b, other) };
  const sample = await compareSample(of, TOLERANCE, { blocks: 20 }, { onProgress });
  expect(sample).toMatchObject({ count: 20 * SAMPLE_BLOCK, sample: { blocks: 20, elements: a.length } });
  expect([one.accesses.length, other.bytes]).toEqual([20, 4 * 20 * SAMPLE_BLOCK]);
  expect(onProgress.mock.lastCall).toEqual([20 * SAMPLE_BLOCK, 20 * SAMPLE_BLOCK]);
  const running = { now: 0, most: 0 };
  const slow = reader(b);
  const counted: TensorReader['read'] = async (...range) => {
    running.most = Math.max(running.most, ++running.now);
    const values = await slow.read(...range);
    running.now--;
    return values;
  };
  const beside = { dtype: 'float32', count: b.length, read: counted };
  const ordered = await compareSample({ a: reader(a), b: beside }, TOLERANCE, { blocks: 20 }, { inOrder: true });
  expect([ordered, running.most]).toEqual([sample, 1]);
  const whole = await compareTensors(of, TOLERANCE);
  expect(Math.abs((sample.relativeRmse as number) / (whole.relativeRmse as number) - 1)).toBeLessThan(0.02);
  // Places are those of the whole tensor.
  const { maxAbs } = sample;
  expect(Math.abs((a[maxAbs?.at ?? 0] as number) - (b[maxAbs?.at ?? 0] as number))).toBe(maxAbs?.value);
  const few = { a: reader(a.slice(0, 1000)), b: reader(b.slice(0, 1000)) };
  expect(await compareSample(few, TOLERANCE, { blocks: 20 })).toEqual(await compareTensors(few, TOLERANCE));
});

test('a sample can be canceled, and there is none of a transpose', async () => {
  const values = new Float32Array(1_000_000);
  const controller = new AbortController();
  const of = { a: reader(values), b: reader(values) };
  const canceled = compareSample(of, TOLERANCE, { blocks: 10 }, { signal: controller.signal });
  controller.abort();
  await expect(canceled).rejects.toBeInstanceOf(CancelledError);
  const across = { a: reader(values), b: new TransposedReader(reader(values), 1000) };
  await expect(compareSample(across, TOLERANCE, { blocks: 10 })).rejects.toMatchObject({
    code: 'tensor/not-comparable',
  });
});

/** The rows of each head’s two halves in turns, as the converter writes it: `reshape(heads, 2, …).swapaxes(1, 2)`. */
function interleaved(values: Float32Array, rows: number, heads: number): Float32Array<ArrayBuffer> {
  const [columns, half, result] = [values.length / rows, rows / heads / 2, [] as number[]];
  for (let head = 0; head < heads; head++)
    for (let at = 0; at < half; at++)
      for (const of of [0, 1]) {
        const row = (head * 2 + of) * half + at;
        result.push(...values.subarray(row * columns, (row + 1) * columns));
      }
  return Float32Array.from(result);
}

test('rows are put in the order of the other side, in whatever parts they are read', async () => {
  const sizes = fc.record({
    heads: fc.integer({ min: 1, max: 5 }),
    half: fc.integer({ min: 1, max: 6 }),
    columns: fc.integer({ min: 1, max: 7 }),
    from: fc.double({ min: 0, max: 1, noNaN: true }),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
    plus: fc.constantFrom(0, 1),
  });
  await fc.assert(
    fc.asyncProperty(sizes, async ({ heads, half, columns, from, part, plus }) => {
      const rows = heads * half * 2;
      const before = Float32Array.from({ length: rows * columns }, (_, at) => at);
      const after = interleaved(before, rows, heads).map((value) => value + plus);
      const start = Math.floor(from * before.length);
      const end = start + Math.floor(part * (before.length - start));
      const made = new ConvertedReader(reader(before), rows, { heads, plus }, false);
      expect([...(await made.read(start, end))]).toEqual([...after.subarray(start, end)]);
      const undone = new ConvertedReader(reader(after), rows, { heads, plus }, true);
      expect([...(await undone.read(start, end))]).toEqual([...before.subarray(start, end)]);
    }),
  );
});

test('few rows of a long head are read without the rest, and heads that do not fit are refused', async () => {
  const source = sourceOf(new Float32Array(1000 * 64));
  const converted = new ConvertedReader(tensorReader(source, 'float32', 64_000), 1000, { heads: 1 }, false);
  await converted.read(10, 50);
  await converted.read(60, 100);
  await converted.read(640, 1280);
  expect(source.bytes).toBe(4 * (40 + 40 + 640));
  for (const heads of [3, 1000, 0.5, 0])
    expect(() => new ConvertedReader(reader(new Float32Array(1000)), 1000, { heads }, false)).toThrow('two halves');
});

test('the error of a type is told, of the coarser one of two', () => {
  const quantized = { dtype: 'Q4_K', error: 0.07 };
  expect(storageError(quantized, { dtype: 'float16' })).toEqual({ dtype: 'Q4_K', relativeRmse: 0.07 });
  expect(storageError({ dtype: 'Q8_0', error: 0.005 }, quantized)?.dtype).toBe('Q4_K');
  expect(storageError(quantized, quantized)?.dtype).toBe('Q4_K');
  expect(storageError({ dtype: 'float32' }, { dtype: 'bfloat16' })?.dtype).toBe('bfloat16');
  expect(storageError({ dtype: 'float16' }, { dtype: 'float16' })).toBeUndefined();
  expect(storageError({ dtype: 'int8' }, { dtype: 'int8' })).toBeUndefined();
  expect(storageError({ dtype: 'TQ1_0' }, { dtype: 'bfloat16' })).toBeUndefined();
  // As numbers whose logarithms are spread evenly are rounded.
  const values = Float64Array.from({ length: 100_000 }, (_, at) => 2 ** ((at * 0.618_033_988_749_895) % 8));
  const [squares, errors] = values.reduce(
    ([sum, error], value) => [sum + value ** 2, error + (Math.fround(value) - value) ** 2] as [number, number],
    [0, 0] as [number, number],
  );
  const found = storageError({ dtype: 'float32' }, { dtype: 'float64' })?.relativeRmse as number;
  expect(Math.abs(found / Math.sqrt(errors / squares) - 1)).toBeLessThan(0.05);
});
