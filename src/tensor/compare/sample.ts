import { paced } from '../../codec/pause.ts';
import type { GatherOptions } from '../statistics/statistics.ts';
import type { ElementValues } from '../values.ts';
import { type ComparedTensors, compareTensors, pairComparer } from './compare.ts';
import { notComparable, type TensorComparison } from './comparer.ts';
import { ConvertedReader } from './converted.ts';
import type { Tolerance } from './tolerance.ts';
import { TransposedReader } from './transposed.ts';

/** Elements of a block of a sample. A request of a host brings as many float32 as a block of its cache has. */
export const SAMPLE_BLOCK = 4096;

/** Blocks begin and end at multiples of it, as those of every quantized type do. */
const SAMPLE_STEP = 256;

/** Blocks that are read at once of each tensor. Those near each other become one request. */
const BLOCKS_AT_ONCE = 8;

/** Spreads numbers evenly, without a period that could be one of the tensor’s rows. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** How much of two tensors is compared. */
export interface SampleSize {
  /** Stretches of `SAMPLE_BLOCK` elements at most. Each costs one read of either tensor. */
  blocks: number;
}

interface SampleOptions extends GatherOptions {
  /** One block is read after the other, since going back starts again: one of both lies in a compressed file. */
  inOrder?: boolean | undefined;
}

/**
 * The stretches of a sample, half-open, in order: in each of so many equal parts of the tensor one, the same ones each
 * time. Undefined where the sample would be half of the tensor or more.
 *
 * @param row elements of a row that no stretch may go beyond
 */
export function sampleStretches(
  count: number,
  blocks: number,
  row?: number,
): [start: number, end: number][] | undefined {
  if (2 * blocks * SAMPLE_BLOCK >= count) return undefined;
  const steps = Math.floor(count / SAMPLE_STEP);
  const length = SAMPLE_BLOCK / SAMPLE_STEP;
  return Array.from({ length: blocks }, (_, at) => {
    const from = Math.floor((at * steps) / blocks);
    const room = Math.floor(((at + 1) * steps) / blocks) - from - length;
    const start = (from + Math.floor((((at + 1) * GOLDEN) % 1) * (room + 1))) * SAMPLE_STEP;
    const end = start + SAMPLE_BLOCK;
    // Rows of fewer elements come together anyway.
    return [start, row && row >= SAMPLE_STEP ? Math.min(end, (Math.floor(start / row) + 1) * row) : end];
  });
}

/**
 * Compares a sample of two tensors, and says so in the result; whole tensors where they are small. Tells progress in
 * elements of the sample. Rejects as `compareTensors`, and with `tensor/not-comparable` for the transpose of a tensor,
 * whose elements do not lie together.
 */
export async function compareSample(
  of: ComparedTensors,
  tolerance: Tolerance,
  { blocks }: SampleSize,
  { inOrder = false, ...options }: SampleOptions = {},
): Promise<TensorComparison> {
  const { a, b } = of;
  if (b instanceof TransposedReader) throw notComparable('A tensor and a transpose are compared whole.');
  const stretches = sampleStretches(a.count, blocks, b instanceof ConvertedReader ? b.rowElements : undefined);
  if (!stretches) return compareTensors(of, tolerance, options);
  const { signal, onProgress } = options;
  const comparer = pairComparer(of, tolerance);
  const total = stretches.reduce((sum, [start, end]) => sum + end - start, 0);
  let done = 0;
  for await (const read of paced(readStretches(of, stretches, inOrder ? 1 : BLOCKS_AT_ONCE, signal), signal)) {
    for (const { start, values } of read) {
      comparer.add(...values, start);
      done += values[0].length;
    }
    onProgress?.(done, total);
  }
  return { ...comparer.result(), sample: { blocks, elements: a.count } };
}

interface ReadStretch {
  start: number;
  values: [a: ElementValues, b: ElementValues];
}

async function* readStretches(
  { a, b }: ComparedTensors,
  stretches: readonly [start: number, end: number][],
  atOnce: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<ReadStretch[]> {
  for (let first = 0; first < stretches.length; first += atOnce) {
    yield await Promise.all(
      stretches.slice(first, first + atOnce).map(async ([start, end]) => ({
        start,
        values: await Promise.all([a.read(start, end, signal), b.read(start, end, signal)]),
      })),
    );
  }
}
