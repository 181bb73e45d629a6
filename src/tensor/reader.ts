import { BadFileError } from '../base/errors.ts';
import type { ByteSource } from '../source/source.ts';
import { type ByteOrder, littleEndianSource } from './byte-order.ts';
import { elementBytes, type NumericDtype } from './dtype.ts';
import { decodeElements, type NumericValues } from './elements.ts';
import type { TensorReader } from './values.ts';

/**
 * Reads a numeric tensor whose elements are stored one after another in row-major order. Reads only the elements asked
 * for.
 */
export class NumericReader implements TensorReader {
  readonly dtype: NumericDtype;
  readonly count: number;
  readonly data: ByteSource;

  /**
   * @param data the bytes of the tensor and no others, for example a `sliceSource` of its file
   * @param count number of elements; throws `tensor/size-mismatch` where `data` holds more or fewer
   */
  constructor(data: ByteSource, dtype: NumericDtype, count: number, order: ByteOrder = 'little') {
    const width = elementBytes(dtype);
    if (data.size !== count * width) {
      throw new BadFileError(
        'tensor/size-mismatch',
        `The tensor’s data has ${data.size} bytes, but ${count} elements of type ${dtype} have ${count * width}.`,
      );
    }
    this.dtype = dtype;
    this.count = count;
    this.data = order === 'little' ? data : littleEndianSource(data, width);
  }

  async read(start: number, end: number, signal?: AbortSignal): Promise<NumericValues> {
    checkElements(this, start, end);
    const width = elementBytes(this.dtype);
    return decodeElements(this.dtype, await this.data.read(start * width, end * width, signal));
  }
}

/** Throws `source/out-of-range` unless 0 ≤ start ≤ end ≤ count, all whole numbers of elements. */
export function checkElements({ count }: Pick<TensorReader, 'count'>, start: number, end: number): void {
  if (Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start <= end && end <= count) return;
  throw new BadFileError(
    'source/out-of-range',
    `Elements ${start} to ${end} were asked of a tensor that has ${count}.`,
  );
}
