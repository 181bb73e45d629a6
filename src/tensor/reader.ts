import { grouped } from '../base/amounts.ts';
import { BadFileError, TooLargeError } from '../base/errors.ts';
import { MAX_RANK, MAX_WINDOW_READ, WINDOW_GAP_ELEMENTS } from '../base/limits.ts';
import type { ByteSource } from '../source/source.ts';
import { type ByteOrder, littleEndianSource } from './byte-order.ts';
import {
  type ComplexDtype,
  type DecodedDtype,
  elementBytes,
  elementGroup,
  isComplexDtype,
  type NumericDtype,
} from './dtype.ts';
import { complexText, decodeElements, type NumericValues } from './elements.ts';
import { elementCount, type Shape } from './shape.ts';
import type { StoredElements, TensorReader } from './values.ts';
import './findings.ts';

/**
 * Reads a numeric tensor whose elements are stored one after another in row-major order. Reads only the elements asked
 * for.
 */
export class NumericReader implements TensorReader {
  readonly dtype: NumericDtype;
  readonly count: number;
  readonly data: ByteSource;
  readonly #bytes: ByteSource;
  readonly #order: ByteOrder;

  /**
   * @param data the bytes of the tensor and no others, for example a `sliceSource` of its file
   * @param count number of elements; throws `tensor/size-mismatch` where `data` holds more or fewer
   */
  constructor(data: ByteSource, dtype: NumericDtype, count: number, order: ByteOrder = 'little') {
    checkSize(data, dtype, count);
    this.dtype = dtype;
    this.count = count;
    const { elements, bytes } = elementGroup(dtype);
    this.#bytes = data;
    this.#order = order;
    this.data = order === 'little' || elements > 1 ? data : littleEndianSource(data, bytes);
  }

  stored(start: number, end: number): StoredElements | undefined {
    const { elements, bytes } = elementGroup(this.dtype);
    if (start % elements !== 0 || (end % elements !== 0 && end !== this.count)) return undefined;
    const to = Math.min(this.data.size, Math.ceil(end / elements) * bytes);
    const blob = this.#bytes.blob?.((start / elements) * bytes, to);
    return blob && { bytes: blob, type: this.dtype, count: end - start, order: this.#order };
  }

  async read(start: number, end: number, signal?: AbortSignal): Promise<NumericValues> {
    checkElements(this, start, end);
    const { elements, bytes } = elementGroup(this.dtype);
    // Packed elements are read from the byte on at which one begins.
    const first = start - (start % elements);
    const from = (first / elements) * bytes;
    const to = Math.min(this.data.size, Math.ceil(end / elements) * bytes);
    const values = decodeElements(this.dtype, await this.data.read(from, to, signal));
    return elements === 1 ? values : values.slice(start - first, end - first);
  }
}

/** Reads a tensor of complex numbers, stored as `NumericReader` has it. Its values are texts (`complexText`). */
export class ComplexReader implements TensorReader {
  readonly dtype: ComplexDtype;
  readonly count: number;
  readonly data: ByteSource;

  /** As for `NumericReader`. */
  constructor(data: ByteSource, dtype: ComplexDtype, count: number, order: ByteOrder = 'little') {
    const width = checkSize(data, dtype, count);
    this.dtype = dtype;
    this.count = count;
    this.data = order === 'little' ? data : littleEndianSource(data, width / 2);
  }

  async read(start: number, end: number, signal?: AbortSignal): Promise<string[]> {
    checkElements(this, start, end);
    const width = elementBytes(this.dtype);
    const bytes = await this.data.read(start * width, end * width, signal);
    const parts = decodeElements(this.dtype === 'complex64' ? 'float32' : 'float64', bytes);
    return Array.from({ length: end - start }, (_, index) =>
      complexText(Number(parts[2 * index]), Number(parts[2 * index + 1])),
    );
  }
}

/**
 * The reader of a tensor of numbers, real or complex. Arguments and errors are those of `NumericReader`. Strings are
 * stored in each format's own way.
 */
export function tensorReader(
  data: ByteSource,
  dtype: Exclude<DecodedDtype, 'string'>,
  count: number,
  order: ByteOrder = 'little',
): NumericReader | ComplexReader {
  return isComplexDtype(dtype)
    ? new ComplexReader(data, dtype, count, order)
    : new NumericReader(data, dtype, count, order);
}

/** The bytes of one element. Throws unless `data` holds `count` of them. */
function checkSize(data: ByteSource, dtype: NumericDtype | ComplexDtype, count: number): number {
  const width = elementBytes(dtype);
  if (data.size === count * width) return width;
  throw new BadFileError(
    'tensor/size-mismatch',
    grouped`The tensor’s data has ${data.size} bytes, but ${count} elements of type ${dtype} need ${count * width}.`,
  );
}

/** Throws `source/out-of-range` unless 0 ≤ start ≤ end ≤ count, all whole numbers of elements. */
export function checkElements({ count }: Pick<TensorReader, 'count'>, start: number, end: number): void {
  if (Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start <= end && end <= count) return;
  throw new BadFileError(
    'source/out-of-range',
    `Elements ${start} to ${end} were requested, but the tensor has ${count}.`,
  );
}

/**
 * Checks a shape before positions are computed of it. Throws `source/too-large` above `MAX_RANK` dimensions, and
 * `tensor/size-mismatch` for more elements than a number counts exactly (no file holds that many).
 */
export function checkShape(shape: Shape): void {
  if (shape.length > MAX_RANK) {
    throw new TooLargeError(
      'source/too-large',
      `The tensor has ${shape.length} dimensions. Boxcutter shows up to ${MAX_RANK}.`,
      { limit: MAX_RANK, actual: shape.length },
    );
  }
  // Each size on its own too: [0, 2^60] has no elements but a size that no number holds.
  if ([...shape, elementCount(shape)].some((size) => size > BigInt(Number.MAX_SAFE_INTEGER))) {
    throw new BadFileError('tensor/size-mismatch', 'The tensor’s shape has more elements than any file can hold.');
  }
}

/**
 * How far apart elements may lie that one read fetches, and how many it fetches, those between included. Counted in
 * elements of at most 8 bytes; of longer ones, fewer.
 */
export interface ReadReach {
  gap: number;
  most: number;
}

/** The reach of reads of a tensor. */
export function readReach({ elementBytes = 8 }: Pick<TensorReader, 'elementBytes'>): ReadReach {
  const times = Math.max(1, elementBytes / 8);
  return { gap: Math.floor(WINDOW_GAP_ELEMENTS / times), most: Math.floor(MAX_WINDOW_READ / times) };
}
