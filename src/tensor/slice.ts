import { throwIfAborted } from '../base/abort.ts';
import { BadFileError } from '../base/errors.ts';
import { gridSize, type ReadReach, readReach } from './reader.ts';
import type { Shape } from './shape.ts';
import type { ElementValues, TensorReader } from './values.ts';
import './findings.ts';

/** The indices that a slice takes of one dimension: `start`, `start + step`, and so on, `count` of them. */
interface Steps {
  start: number;
  step: number;
  count: number;
  /** Elements of the tensor from one index of this dimension to the next. */
  stride: number;
  /** A single index was given, so the result does not have the dimension. */
  isIndex: boolean;
}

/** A part of a tensor, as `parseSlice` understood it. */
export interface TensorSlice {
  /** Of the part. */
  shape: Shape;
  /** Elements of the part. */
  count: number;
  steps: readonly Steps[];
}

const ITEM = /^(?:\.\.\.|-?\d+|(?:-?\d+)?\s*:\s*(?:-?\d+)?\s*(?::\s*(?:-?\d+)?)?)$/;

/**
 * The part of a tensor that a slice in NumPy's way of writing takes ("basic indexing"): `0`, `[0, :, 3]`, `..., ::2`,
 * `-1`, `5:1:-2`. Gives a sentence where it is invalid or does not fit the shape. Throws as `gridSize` for shapes that no
 * file has.
 */
export function parseSlice(text: string, shape: Shape): TensorSlice | string {
  gridSize(shape);
  const inner = (/^\[(.*)\]$/s.exec(text.trim())?.[1] ?? text).trim();
  const parts = inner === '' ? [] : inner.replace(/,$/, '').split(',');
  const items = parts.map((item) => item.trim());
  const wrong = items.find((item) => !ITEM.test(item));
  if (wrong !== undefined) return `“${wrong}” is not an index, a slice such as 1:10:2, or “...”.`;
  const dots = items.indexOf('...');
  if (dots >= 0 && items.includes('...', dots + 1)) return '“...” can be there only once.';
  const given = items.length - (dots >= 0 ? 1 : 0);
  if (given > shape.length) return `It has ${given} parts, and the tensor has ${shape.length} dimensions.`;
  const all = Array.from({ length: shape.length - given }, () => ':');
  const whole = dots >= 0 ? items.toSpliced(dots, 1, ...all) : [...items, ...all];
  const steps: Steps[] = [];
  let stride = 1;
  for (let dimension = shape.length - 1; dimension >= 0; dimension--) {
    const size = Number(shape[dimension]);
    const taken = stepsOf(whole[dimension] as string, size);
    if (!taken) return `Index ${whole[dimension]} is not in dimension ${dimension}, which has ${size}.`;
    steps.unshift({ ...taken, stride });
    stride *= size;
  }
  return {
    steps,
    shape: steps.flatMap(({ isIndex, count }) => (isIndex ? [] : [BigInt(count)])),
    count: steps.reduce((product, { count }) => product * count, 1),
  };
}

/** As Python has it (`slice.indices`). Undefined for an index outside, and for a step of 0. */
function stepsOf(item: string, size: number): Omit<Steps, 'stride'> | undefined {
  const [first, second, third] = item.split(':').map((part) => part.trim());
  if (second === undefined) {
    const index = Number(first) < 0 ? Number(first) + size : Number(first);
    return index >= 0 && index < size ? { start: index, step: 1, count: 1, isIndex: true } : undefined;
  }
  const step = third ? Number(third) : 1;
  if (step === 0) return undefined;
  const [low, high] = step > 0 ? [0, size] : [-1, size - 1];
  const bound = (part: string | undefined, otherwise: number) => {
    if (!part) return otherwise;
    const index = Number(part);
    return Math.min(high, Math.max(low, index < 0 ? index + size : index));
  };
  const start = bound(first, step > 0 ? low : high);
  const end = bound(second, step > 0 ? high : low);
  return { start, step, count: Math.max(0, Math.ceil((end - start) / step)), isIndex: false };
}

/** Elements that one read brings: `start` to `end`, and which of them the slice takes, in its order. */
interface SliceRead {
  start: number;
  end: number;
  /** From `start` on. */
  taken: readonly number[];
}

/**
 * The reads for a slice, in the order of its elements, as far as `reach` says. */
function* readsOf({ steps, count }: TensorSlice, { gap, most }: ReadReach): Generator<SliceRead> {
  const indices = steps.map(() => 0);
  let at = steps.reduce((sum, { start, stride }) => sum + start * stride, 0);
  let places: number[] = [];
  let start = at;
  let end = at + 1;
  for (let done = 0; done < count; done++) {
    const last = places.at(-1);
    const isNear =
      last !== undefined && Math.abs(at - last) <= gap && Math.max(end, at + 1) - Math.min(start, at) <= most;
    if (!isNear) {
      if (places.length > 0) yield readOf(places, start, end);
      places = [];
      start = at;
      end = at + 1;
    }
    places.push(at);
    start = Math.min(start, at);
    end = Math.max(end, at + 1);
    for (let dimension = steps.length - 1; dimension >= 0; dimension--) {
      const { step, stride, count: size } = steps[dimension] as Steps;
      at += step * stride;
      indices[dimension] = (indices[dimension] as number) + 1;
      if ((indices[dimension] as number) < size) break;
      at -= step * stride * size;
      indices[dimension] = 0;
    }
  }
  if (places.length > 0) yield readOf(places, start, end);
}

function readOf(places: readonly number[], start: number, end: number): SliceRead {
  return { start, end, taken: places.map((place) => place - start) };
}

/**
 * The values of a slice in row-major order, one stretch after another. `slice` must be one of the reader's tensor.
 * Rejects as `TensorReader.read`.
 */
export async function* sliceValues(
  reader: TensorReader,
  slice: TensorSlice,
  signal?: AbortSignal,
): AsyncGenerator<ElementValues> {
  for (const { start, end, taken } of readsOf(slice, readReach(reader))) {
    const values = await reader.read(start, end, signal);
    throwIfAborted(signal);
    yield pick(values, taken);
  }
}

function pick(values: ElementValues, taken: readonly number[]): ElementValues {
  if (isTexts(values)) return taken.map((index) => values[index] as string);
  const numbers: { [index: number]: unknown } = values;
  const picked: typeof numbers = new (values.constructor as new (length: number) => typeof values)(taken.length);
  for (const [to, index] of taken.entries()) picked[to] = numbers[index];
  return picked as typeof values;
}

function isTexts(values: ElementValues): values is readonly string[] {
  return Array.isArray(values);
}

/**
 * The little-endian bytes of a slice's elements in row-major order, one stretch after another.
 *
 * @param width bytes of one element. Elements of parts of a byte cannot be cut out
 */
export async function* sliceBytes(
  reader: TensorReader,
  slice: TensorSlice,
  width: number,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const { data } = reader;
  if (!data || !Number.isInteger(width)) {
    throw new BadFileError('tensor/not-in-npy', `Elements of type ${reader.dtype} have no bytes themselves.`);
  }
  for (const { start, end, taken } of readsOf(slice, readReach(reader))) {
    const bytes = await data.read(start * width, end * width, signal);
    throwIfAborted(signal);
    const picked = new Uint8Array(taken.length * width);
    for (const [to, index] of taken.entries()) {
      picked.set(bytes.subarray(index * width, (index + 1) * width), to * width);
    }
    yield picked;
  }
}
