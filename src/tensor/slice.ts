import { throwIfAborted } from '../base/abort.ts';
import { checkShape, type ReadReach, readReach } from './reader.ts';
import type { Shape } from './shape.ts';
import type { ElementValues, TensorReader } from './values.ts';

/** The indices that are taken of one dimension: `start`, `start + step`, and so on, `count` of them. */
export interface IndexSteps {
  start: number;
  step: number;
  count: number;
  /** A single index was given, so the result does not have the dimension. */
  isIndex: boolean;
}

/** The same, in elements of the tensor. */
interface Steps extends IndexSteps {
  /** Elements of the tensor from one index of this dimension to the next. */
  stride: number;
}

/** A part of a tensor, as `parseSlice` understood it. */
export interface TensorSlice {
  /** Of the part. */
  shape: Shape;
  /** Elements of the part. */
  count: number;
  steps: readonly Steps[];
}

/** What is wrong with a slice, and which characters of its text are: `start` to `end`, half-open. */
export interface SliceMistake {
  mistake: string;
  start: number;
  end: number;
}

const ITEM = /^(?:\.\.\.|-?\d+|(?:-?\d+)?\s*:\s*(?:-?\d+)?\s*(?::\s*(?:-?\d+)?)?)$/;

/** One part of a slice between its commas, trimmed, and where it begins in the text. */
interface Item {
  text: string;
  at: number;
}

/** The parts of a slice. A comma after the last one changes nothing, as in Python. */
function itemsOf(text: string): Item[] {
  const [, before = '', inner = text] = /^(\s*\[)(.*)\]\s*$/s.exec(text) ?? [];
  const items: Item[] = [];
  let at = before.length;
  for (const part of inner.split(',')) {
    items.push({ text: part.trim(), at: at + part.length - part.trimStart().length });
    at += part.length + 1;
  }
  if (items.at(-1)?.text === '') items.pop();
  return items;
}

/** The steps along every index of a dimension. */
export function everyIndex(size: number): IndexSteps {
  return { start: 0, step: 1, count: size, isIndex: false };
}

/**
 * The part of a tensor that a slice in NumPy's way of writing takes ("basic indexing"): `0`, `[0, :, 3]`, `..., ::2`,
 * `-1`, `5:1:-2`. Says what is wrong where it is invalid or does not fit the shape. Throws as `checkShape` for shapes that
 * no file has.
 */
export function parseSlice(text: string, shape: Shape): TensorSlice | SliceMistake {
  checkShape(shape);
  const items = itemsOf(text);
  const wrong = (item: Item, mistake: string) => ({ mistake, start: item.at, end: item.at + item.text.length });
  const invalid = items.find((item) => !ITEM.test(item.text));
  if (invalid) {
    const what = invalid.text === '' ? 'An empty part' : `“${invalid.text}”`;
    return wrong(invalid, `${what} is not an index, a slice such as 1:10:2, or “...”.`);
  }
  const dots = items.findIndex((item) => item.text === '...');
  const again = items.find((item, at) => item.text === '...' && at > dots);
  if (again) return wrong(again, '“...” can be there only once.');
  const given = items.length - (dots >= 0 ? 1 : 0);
  if (given > shape.length) {
    const first = items[items.length - (given - shape.length)] as Item;
    return {
      mistake: `It has ${given} parts, and the tensor has ${shape.length} dimensions.`,
      start: first.at,
      end: text.trimEnd().length - (text.trimEnd().endsWith(']') ? 1 : 0),
    };
  }
  const all = Array.from({ length: shape.length - given }, () => undefined);
  const whole = dots >= 0 ? items.toSpliced(dots, 1, ...(all as [])) : [...items, ...all];
  const steps: IndexSteps[] = [];
  for (const [dimension, item] of whole.entries()) {
    const size = Number(shape[dimension]);
    const taken = item ? stepsOf(item.text, size) : everyIndex(size);
    if (taken) steps.push(taken);
    else if (/:/.test((item as Item).text)) return wrong(item as Item, 'A step of 0 goes nowhere.');
    else return wrong(item as Item, `Index ${item?.text} is not in dimension ${dimension}, which has ${size}.`);
  }
  return sliceOfSteps(steps, shape);
}

/** The part of a tensor that takes these indices of its dimensions. */
export function sliceOfSteps(taken: readonly IndexSteps[], shape: Shape): TensorSlice {
  const steps: Steps[] = [];
  let stride = 1;
  for (let dimension = shape.length - 1; dimension >= 0; dimension--) {
    steps.unshift({ ...(taken[dimension] as IndexSteps), stride });
    stride *= Number(shape[dimension]);
  }
  return {
    steps,
    shape: steps.flatMap(({ isIndex, count }) => (isIndex ? [] : [BigInt(count)])),
    count: steps.reduce((product, { count }) => product * count, 1),
  };
}

/**
 * The indices of one dimension in NumPy's way of writing: `3`, `:`, `1:10:2`, `4::-1`.
 *
 * @param size of the dimension
 */
export function stepsText({ start, step, count, isIndex }: IndexSteps, size: number): string {
  if (isIndex) return String(start);
  const end = start + step * count;
  const isStart = start === (step > 0 ? 0 : size - 1);
  const reachesEnd = step > 0 ? end >= size : end < 0;
  if (count === 0) return '0:0';
  const bounds = `${isStart ? '' : start}:${reachesEnd ? '' : step > 0 ? Math.min(end, size) : end}`;
  return step === 1 ? bounds : `${bounds}:${step}`;
}

/** A step that is not longer than its dimension: a longer one takes one index too, but no number may count its elements. */
export function stepWithin(step: number, size: number): number {
  const longest = Math.max(1, size);
  return Math.max(-longest, Math.min(longest, step));
}

/** As Python has it (`slice.indices`). Undefined for an index outside, and for a step of 0. */
function stepsOf(item: string, size: number): IndexSteps | undefined {
  const [first, second, third] = item.split(':').map((part) => part.trim());
  if (second === undefined) {
    const index = Number(first) < 0 ? Number(first) + size : Number(first);
    return index >= 0 && index < size ? { start: index, step: 1, count: 1, isIndex: true } : undefined;
  }
  const wanted = third ? Number(third) : 1;
  if (wanted === 0) return undefined;
  const step = stepWithin(wanted, size);
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
