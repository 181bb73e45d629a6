import type { ByteSource } from '../source/source.ts';
import type { ByteOrder } from './byte-order.ts';
import type { ElementBlock } from './element-block.ts';
import type { BlockScales } from './scan/block-scales.ts';
import type { Distribution, Quantile } from './statistics/distribution.ts';

/** Decoded elements in row-major order. */
export type ElementValues =
  | Float32Array
  | Float64Array
  | Int8Array
  | Int16Array
  | Int32Array
  | BigInt64Array
  | Uint8Array
  | Uint16Array
  | Uint32Array
  | BigUint64Array
  | readonly string[];

/** Elements as they are stored: plain data that any thread can read. */
export interface StoredElements {
  bytes: Blob;
  /** A name in `DTYPES`, or that of blocks of `format`. */
  type: string;
  /** The format that knows the blocks. */
  format?: string;
  count: number;
  order: ByteOrder;
  /** They are of another file than the open one. */
  isAdded?: true;
}

/** The same where they are read. */
export interface SourcedElements extends Omit<StoredElements, 'bytes'> {
  source: ByteSource;
}

/** The bytes of all elements in column-major order. */
export interface ColumnMajorData {
  data: ByteSource;
  /** The index in row-major order of the element that comes at a place. */
  indexOf(place: number): number;
}

/** Reads elements of one tensor that is not nested. Indices count elements in row-major order. */
export interface TensorReader {
  /** A name in `DTYPES`, or a name of the format's own. */
  readonly dtype: string;
  /** Number of elements. */
  readonly count: number;
  /**
   * Of values that are computed from blocks: the relative RMSE of normally distributed numbers once they are stored in
   * such blocks.
   */
  readonly storageError?: number | undefined;
  /** Bytes of one element, of texts that all have the same room. They can be long. */
  readonly elementBytes?: number;
  /**
   * Reads elements from `start` up to, but not including, `end`. The values belong to the caller. Rejects as
   * `ByteSource.read`, or with BadFileError `tensor/…`.
   */
  read(start: number, end: number, signal?: AbortSignal): Promise<ElementValues>;
  /**
   * The bytes of all elements and no others, little-endian, in row-major order. Strings have none. Streaming them does
   * not move the place of `read` in a compressed file. Rejects as `read`.
   */
  readonly data?: ByteSource;
  /**
   * The bytes of all elements, little-endian, in column-major order, where they are stored in this order. `data` must
   * then look for each element: statistics need no order and read these, and an .npy file can have them as they are.
   */
  readonly columnMajor?: ColumnMajorData;
  /**
   * Elements from `start` up to, but not including, `end` as they are stored on this machine, for another thread.
   * Undefined where their bytes are elsewhere, compressed or in another order, and where the range does not begin and
   * end with a block.
   */
  stored?(start: number, end: number): StoredElements | undefined;
  /**
   * What is stored of one element, of a tensor whose values are computed from blocks with scales. Only such tensors
   * have it. Reads one block. Rejects as `read`.
   */
  block?(index: number, signal?: AbortSignal): Promise<ElementBlock>;
  /** What the scales of all blocks say: their values are not computed. Only such tensors have it. Rejects as `read`. */
  scales?(options: {
    signal?: AbortSignal | undefined;
    onProgress?: ((done: number, total: number) => void) | undefined;
  }): Promise<BlockScales>;
}

/** Where values stand first. Of each, the index of the element in row-major order. */
export interface TensorPlaces {
  min?: number;
  max?: number;
  nan?: number;
  infinite?: number;
  zero?: number;
}

/**
 * Statistics over numbers of a tensor. All but the counts are over the finite values. Bools count as 0 and 1.
 */
export interface TensorStatistics {
  count: number;
  /** Exact, as text: the value as JavaScript's `String()` gives it. Undefined where there is no finite value. */
  min?: string;
  max?: string;
  /** Only of integers and bools. Exact, as text. */
  sum?: string;
  mean?: number;
  /** Of the population. */
  std?: number;
  /** As NumPy's `percentile`: 50 %, 1 % and 99 %. Exact for values of up to 16 bits, and for few values. */
  median?: Quantile;
  p1?: Quantile;
  p99?: Quantile;
  /** Different values, of integers and bools. Undefined beyond 65,536. */
  unique?: number;
  nan: number;
  infinite: number;
  /** 0 and -0. */
  zeros: number;
  places: TensorPlaces;
  distribution: Distribution;
}
