import { throwIfAborted } from '../../base/abort.ts';
import { TooLargeError } from '../../base/errors.ts';
import { pacer } from '../../codec/pause.ts';
import { BlobBuilder } from '../../source/blob-builder.ts';
import { fileSource } from '../../source/file.ts';
import type { ByteSource } from '../../source/source.ts';
import { dataBytes, elementGroup, isComplexDtype } from '../dtype.ts';
import { allPieces, wholePieces } from '../element-pieces.ts';
import { elementCount, type Shape } from '../shape.ts';
import { type BytesCast, elementsIn, groupBytes, type LossCounter, type StoredDtype } from './cast.ts';
import type { NumericContents } from './contents.ts';

/** What is asked of long work. */
export interface WorkOptions {
  signal?: AbortSignal | undefined;
  /** In bytes that are read. */
  onProgress?: ((progress: { done: number; total: number }) => void) | undefined;
}

/**
 * Keeps bytes, and gives them as a Blob. Bytes of up to `MAX_MEMORY_CONTENTS` may stay in memory; more are written to a
 * private file as they come.
 */
export type KeepBytes = (
  bytes: AsyncIterable<Uint8Array>,
  size: number,
  signal: AbortSignal | undefined,
) => Promise<Pick<NumericContents, 'data' | 'privateFiles'>>;

/** Bytes of new elements that are held in memory: a picture of 8 megapixels as float32 has 96 MB, and is not. */
export const MAX_MEMORY_CONTENTS = 64 * 2 ** 20;

/**
 * Keeps bytes in a Blob of memory. Throws `source/too-large` beyond `limit`.
 *
 * @param limit where there are no private files, more than `MAX_MEMORY_CONTENTS`
 */
export function keepInMemory(limit = MAX_MEMORY_CONTENTS): KeepBytes {
  return async (bytes, size, signal) => {
    if (size > limit) {
      const message = 'The values take more memory than this browser lets a page keep.';
      throw new TooLargeError('source/too-large', message, { limit, actual: size });
    }
    const builder = new BlobBuilder();
    for await (const piece of bytes) {
      throwIfAborted(signal);
      builder.add(piece.slice());
    }
    return { data: builder.finish() };
  };
}

/** Elements that are made as they are read, perhaps more than once. */
export interface Flow {
  dtype: StoredDtype;
  shape: Shape;
  /** All bytes, in whole elements. A piece belongs to the caller until the next one is asked for. */
  pieces(signal: AbortSignal | undefined): AsyncIterable<Uint8Array>;
}

/** The bytes of a flow. */
function flowBytes({ dtype, shape }: Pick<Flow, 'dtype' | 'shape'>): number {
  return Number(dataBytes(dtype, elementCount(shape)));
}

/** Elements of a source, little-endian and in row-major order. */
export function sourceFlow(data: ByteSource, dtype: StoredDtype, shape: Shape): Flow {
  return { dtype, shape, pieces: (signal) => wholePieces(allPieces(data, signal), groupBytes(dtype)) };
}

export function contentsFlow({ data, dtype, shape }: NumericContents): Flow {
  return sourceFlow(fileSource(data as Blob & { name?: string }), dtype, shape);
}

/** A flow that tells how far it was read, and pauses so that a cancel arrives. */
export function watchedFlow(flow: Flow, { onProgress }: WorkOptions): Flow {
  const total = flowBytes(flow);
  return {
    ...flow,
    async *pieces(signal) {
      let done = 0;
      const pace = pacer();
      onProgress?.({ done, total });
      for await (const piece of flow.pieces(signal)) {
        throwIfAborted(signal);
        yield piece;
        done += piece.length;
        onProgress?.({ done, total });
        const pause = pace();
        if (pause) await pause;
      }
    },
  };
}

/** The elements as those of another type. */
export function castFlow(flow: Flow, dtype: StoredDtype, cast: BytesCast, losses: LossCounter): Flow {
  return {
    dtype,
    shape: flow.shape,
    async *pieces(signal) {
      let at = 0;
      const end = Number(elementCount(flow.shape));
      for await (const piece of flow.pieces(signal)) {
        const count = Math.min(end - at, elementsIn(flow.dtype, piece.length));
        const made = cast(piece, losses, at);
        // The last byte of packed elements may have room for more.
        yield made.subarray(0, Number(dataBytes(dtype, BigInt(count))));
        at += count;
      }
    },
  };
}

/** Bytes of the result that are made in one pass over what is transposed: of 2 GiB, in eleven passes. */
const SLAB_BYTES = 192 * 2 ** 20;

/** Whether the elements of a type lie apart, so that they can be put in another order. */
export function hasOwnBytes(dtype: StoredDtype): boolean {
  return isComplexDtype(dtype) || elementGroup(dtype).elements === 1;
}

/**
 * The elements in another order of dimensions: the first of the result is `axes[0]` of what there is, as NumPy's
 * `transpose`. Reads all of it once for each `slab` bytes, and holds so many.
 */
export function transposedFlow(flow: Flow, axes: readonly number[], slab = SLAB_BYTES): Flow {
  const width = groupBytes(flow.dtype);
  const shape = axes.map((axis) => flow.shape[axis] as bigint);
  /** How far apart in the result two neighbors along each dimension of the flow are. */
  const strides = new Array<number>(axes.length).fill(0);
  let stride = 1;
  for (const [at, axis] of [...axes.entries()].reverse()) {
    strides[axis] = stride;
    stride *= Number(shape[at]);
  }
  const count = stride;
  const perSlab = Math.max(1, Math.floor(slab / width));
  return {
    dtype: flow.dtype,
    shape,
    async *pieces(signal) {
      for (let first = 0; first < count; first += perSlab) {
        const made = new Scattered(flow.shape.map(Number), strides, width, first, Math.min(count, first + perSlab));
        for await (const piece of flow.pieces(signal)) made.take(piece);
        yield made.bytes;
      }
    },
  };
}

/** A stretch of the result of a transposition, filled as the elements come. */
class Scattered {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly #sizes: readonly number[];
  readonly #strides: readonly number[];
  readonly #first: number;
  readonly #count: number;
  /** Elements are copied as so many numbers of one type. */
  readonly #lanes: number;
  readonly #made: Uint8Array | Uint16Array | Uint32Array;
  readonly #index: number[];
  #place = 0;

  constructor(sizes: readonly number[], strides: readonly number[], width: number, first: number, end: number) {
    // A scalar has one row of one element.
    this.#sizes = sizes.length > 0 ? sizes : [1];
    this.#strides = sizes.length > 0 ? strides : [1];
    this.#index = this.#sizes.map(() => 0);
    this.#first = first;
    this.#count = end - first;
    this.bytes = new Uint8Array(this.#count * width);
    this.#lanes = Math.max(1, width / 4);
    this.#made = this.#numbers(this.bytes);
  }

  #numbers(bytes: Uint8Array): Uint8Array | Uint16Array | Uint32Array {
    const width = this.bytes.length / this.#count;
    if (width === 1) return bytes;
    const unit = Math.min(4, width);
    const { buffer, byteOffset, byteLength } = bytes.byteOffset % unit === 0 ? bytes : bytes.slice();
    return unit === 2
      ? new Uint16Array(buffer, byteOffset, byteLength / 2)
      : new Uint32Array(buffer, byteOffset, byteLength / 4);
  }

  /** Takes the next elements. */
  take(piece: Uint8Array): void {
    const numbers = this.#numbers(piece);
    const lanes = this.#lanes;
    const last = this.#sizes.length - 1;
    const [size, stride] = [this.#sizes[last] as number, this.#strides[last] as number];
    const total = numbers.length / lanes;
    for (let at = 0; at < total; ) {
      const run = Math.min(size - (this.#index[last] as number), total - at);
      const place = this.#place - this.#first;
      // Those of the run that are in this stretch.
      const from = Math.max(0, Math.ceil(-place / stride));
      const to = Math.min(run, Math.ceil((this.#count - place) / stride));
      for (let step = from; step < to; step++)
        for (let lane = 0; lane < lanes; lane++)
          this.#made[(place + step * stride) * lanes + lane] = numbers[(at + step) * lanes + lane] as number;
      at += run;
      this.#pass(run);
    }
  }

  /** Goes on by a run, which ends with the last dimension at most. */
  #pass(run: number): void {
    let axis = this.#sizes.length - 1;
    this.#index[axis] = (this.#index[axis] as number) + run;
    this.#place += run * (this.#strides[axis] as number);
    while (axis > 0 && this.#index[axis] === this.#sizes[axis]) {
      this.#place -= (this.#sizes[axis] as number) * (this.#strides[axis] as number);
      this.#index[axis] = 0;
      axis--;
      this.#index[axis] = (this.#index[axis] as number) + 1;
      this.#place += this.#strides[axis] as number;
    }
  }
}

/** Keeps the elements of a flow. */
export async function keepFlow(flow: Flow, keep: KeepBytes, options: WorkOptions = {}): Promise<NumericContents> {
  const { dtype, shape } = flow;
  return { dtype, shape, ...(await keep(flow.pieces(options.signal), flowBytes(flow), options.signal)) };
}
