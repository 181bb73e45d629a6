import { throwIfAborted } from '../base/abort.ts';
import { cachedSource } from '../source/cache.ts';
import { rangedSource } from '../source/ranged.ts';
import type { ByteSource } from '../source/source.ts';
import type { Shape } from './shape.ts';
import type { TensorReader } from './values.ts';

/** Bytes between two elements that are read as well and dropped, and the block that the cache keeps of each place. */
const GAP_BYTES = 16 * 1024;

/** Elements whose places are computed at once: 8 bytes each. */
const PLANNED_ELEMENTS = 2 ** 20;

/** Reads at once. As many as a host is asked at once. */
const READS_AT_ONCE = 6;

/**
 * All elements between the first and the last one that is wanted are read at once if they are at most this many times as
 * many as those that are wanted.
 */
const MAX_SPAN_FACTOR = 4;

/** Whether both orders are the same: at most one dimension has more than one element. */
export function isOneOrder(shape: Shape): boolean {
  return shape.filter((size) => size !== 1n).length <= 1 || shape.includes(0n);
}

/**
 * The elements of a column-major tensor (Fortran's order: the first index changes fastest) in row-major order. The
 * result has the size of `stored`, and any range of bytes can be read from it. A row of a wide matrix takes a read for
 * each of its elements, the next rows come from a cache then. A stream of all of it reads `stored` many times: what may
 * read the elements in any order should use `stored` itself.
 *
 * @param stored the bytes of all elements and no others
 * @param width bytes of one element
 */
export function rowMajorSource(stored: ByteSource, shape: Shape, width: number): ByteSource {
  let stride = 1;
  const strides = shape.map((size) => {
    const own = stride;
    stride *= Number(size);
    return own;
  });
  return stridedSource(stored, shape, strides, width);
}

/**
 * The elements of a tensor in row-major order, where each dimension has a stride: that many elements of `stored` lie
 * between two neighbors along it. Reads as `rowMajorSource`. A stride of 0 repeats elements, so the result can be
 * longer than `stored`.
 *
 * @param stored bytes that hold every element which the strides lead to
 * @param strides one for each dimension, not negative
 * @param width bytes of one element
 */
export function stridedSource(stored: ByteSource, shape: Shape, strides: readonly number[], width: number): ByteSource {
  const sizes = shape.map(Number);
  const places = new Places(sizes, strides);
  const cached = cachedSource(stored, { blockBytes: GAP_BYTES });
  const bytes = sizes.reduce((count, size) => count * size, width);
  return rangedSource(stored.name, bytes, async (start, end, signal) => {
    const first = Math.floor(start / width);
    const last = Math.ceil(end / width);
    const elements = new Uint8Array((last - first) * width);
    await gather(cached, places, { first, last, width }, elements, signal);
    return elements.subarray(start - first * width, end - first * width);
  });
}

/** A reader of `rowMajorSource`, with the bytes as they are stored for those who need no order. */
export function columnMajorReader(reader: TensorReader, stored: ByteSource, shape: Shape): TensorReader {
  const sizes = shape.map(Number);
  const indexOf = (place: number) => {
    let index = 0;
    let stride = sizes.reduce((count, size) => count * size, 1);
    // The first index changes fastest there, and slowest in row-major order.
    for (const size of sizes) {
      stride /= size;
      index += (place % size) * stride;
      place = Math.floor(place / size);
    }
    return index;
  };
  return {
    dtype: reader.dtype,
    count: reader.count,
    ...(reader.data ? { data: reader.data, columnMajor: { data: stored, indexOf } } : {}),
    read: (start, end, signal) => reader.read(start, end, signal),
  };
}

/** Where elements, counted in row-major order, lie in the stored order. */
class Places {
  readonly #shape: readonly number[];
  readonly #strides: readonly number[];

  constructor(shape: readonly number[], strides: readonly number[]) {
    this.#shape = shape;
    this.#strides = strides;
  }

  /** Calls `visit` with the place of each element from `first` up to, but not including, `last`. */
  visit(first: number, last: number, visit: (place: number, index: number) => void): void {
    const rank = this.#shape.length;
    const index = new Array<number>(rank).fill(0);
    let rest = first;
    let place = 0;
    for (let axis = rank - 1; axis >= 0; axis--) {
      const size = this.#shape[axis] as number;
      index[axis] = rest % size;
      rest = Math.floor(rest / size);
      place += (index[axis] as number) * (this.#strides[axis] as number);
    }
    for (let at = first; at < last; at++) {
      visit(place, at - first);
      for (let axis = rank - 1; axis >= 0; axis--) {
        const stride = this.#strides[axis] as number;
        const next = (index[axis] as number) + 1;
        place += stride;
        if (next < (this.#shape[axis] as number)) {
          index[axis] = next;
          break;
        }
        index[axis] = 0;
        place -= next * stride;
      }
    }
  }
}

interface Wanted {
  /** Elements in row-major order, half-open, and the bytes of one. */
  first: number;
  last: number;
  width: number;
}

/** Fills `bytes` with the elements that are wanted. */
async function gather(
  stored: ByteSource,
  places: Places,
  { first, last, width }: Wanted,
  bytes: Uint8Array,
  signal: AbortSignal | undefined,
): Promise<void> {
  let lowest = Number.POSITIVE_INFINITY;
  let highest = -1;
  places.visit(first, last, (place) => {
    if (place < lowest) lowest = place;
    if (place > highest) highest = place;
  });
  if (highest < 0) return;
  const span = highest + 1 - lowest;
  if (span <= (last - first) * MAX_SPAN_FACTOR || span * width <= GAP_BYTES) {
    const held = await stored.read(lowest * width, (highest + 1) * width, signal);
    places.visit(first, last, (place, index) => copy(held, (place - lowest) * width, bytes, index * width, width));
    return;
  }
  for (let from = first; from < last; from += PLANNED_ELEMENTS) {
    const to = Math.min(last, from + PLANNED_ELEMENTS);
    const part = bytes.subarray((from - first) * width, (to - first) * width);
    await gatherScattered(stored, places, { first: from, last: to, width }, part, signal);
  }
}

/** As `gather`, by a read for each group of places that lie close together. */
async function gatherScattered(
  stored: ByteSource,
  places: Places,
  { first, last, width }: Wanted,
  bytes: Uint8Array,
  signal: AbortSignal | undefined,
): Promise<void> {
  const sorted = new Float64Array(last - first);
  places.visit(first, last, (place, index) => {
    sorted[index] = place;
  });
  sorted.sort();
  const runs = runsOf(sorted, Math.max(1, Math.floor(GAP_BYTES / width)));
  const held: Uint8Array[] = [];
  for (let at = 0; at < runs.length; at += READS_AT_ONCE) {
    // In ascending order: a compressed file is decoded forwards.
    const group = runs.slice(at, at + READS_AT_ONCE);
    held.push(...(await Promise.all(group.map(({ from, to }) => stored.read(from * width, to * width, signal)))));
    throwIfAborted(signal);
  }
  places.visit(first, last, (place, index) => {
    const run = runAt(runs, place);
    const start = (runs[run] as Run).from;
    copy(held[run] as Uint8Array, (place - start) * width, bytes, index * width, width);
  });
}

/** Places that one read fetches, half-open. */
interface Run {
  from: number;
  to: number;
}

function runsOf(sorted: Float64Array, gap: number): Run[] {
  const runs: Run[] = [];
  for (const place of sorted) {
    const last = runs.at(-1);
    if (last && place - last.to < gap) last.to = place + 1;
    else runs.push({ from: place, to: place + 1 });
  }
  return runs;
}

/** The index of the run that holds a place. */
function runAt(runs: readonly Run[], place: number): number {
  let low = 0;
  let high = runs.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((runs[middle] as Run).from <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Faster than `set` and `subarray` for a few bytes. */
function copy(from: Uint8Array, start: number, to: Uint8Array, at: number, width: number): void {
  for (let byte = 0; byte < width; byte++) to[at + byte] = from[start + byte] as number;
}
