import { throwIfAborted } from '../../../base/abort.ts';
import { BadFileError, TooLargeError } from '../../../base/errors.ts';
import { MAX_STRING_TENSOR_BYTES } from '../../../base/limits.ts';
import type { ByteSource } from '../../../source/source.ts';
import { elementBytes, type NumericDtype } from '../../../tensor/dtype.ts';
import { decodeElements } from '../../../tensor/elements.ts';
import type { Shape } from '../../../tensor/shape.ts';
import type { TensorReader, TensorValues } from '../../../tensor/values.ts';
import { parseStrings } from './strings.ts';

/**
 * Number of elements of a shape of at most `MAX_RANK` sizes; undefined where it is beyond what any file can hold (2^53), which is all
 * that a caller needs to know of it.
 */
export function countOf(shape: Shape): number | undefined {
  if (shape.some((size) => size === 0n)) return 0;
  let count = 1n;
  for (const size of shape) {
    count *= size;
    if (count > BigInt(Number.MAX_SAFE_INTEGER)) return undefined;
  }
  return Number(count);
}

/** Reads a numeric `.bin`, of whose size the caller has made sure that it holds `count` elements. Reads only what is asked for. */
export class NumericReader implements TensorReader {
  readonly dtype: NumericDtype;
  readonly count: number;
  private readonly source: ByteSource;

  constructor(source: ByteSource, dtype: NumericDtype, count: number) {
    this.source = source;
    this.dtype = dtype;
    this.count = count;
  }

  async read(start: number, end: number, signal?: AbortSignal): Promise<TensorValues> {
    checkRange(start, end, this.count);
    const width = elementBytes(this.dtype);
    return decodeElements(this.dtype, await this.source.read(start * width, end * width, signal));
  }

  stream(signal?: AbortSignal): ReadableStream<Uint8Array> {
    return this.source.stream(0, this.source.size, signal);
  }
}

/** A string tensor, parsed whole. */
export class StringReader implements TensorReader {
  readonly dtype = 'string';
  readonly count: number;
  private readonly strings: readonly string[];

  constructor(strings: readonly string[]) {
    this.strings = strings;
    this.count = strings.length;
  }

  async read(start: number, end: number, signal?: AbortSignal): Promise<TensorValues> {
    throwIfAborted(signal);
    checkRange(start, end, this.count);
    return this.strings.slice(start, end);
  }
}

/** Reads the TOML file of a string tensor. Rejects with `tensor/bad-strings`, or `source/too-large` above the limit. */
export async function readStrings(source: ByteSource, path: string, signal?: AbortSignal): Promise<string[]> {
  if (source.size > MAX_STRING_TENSOR_BYTES)
    throw new TooLargeError('source/too-large', `${path} is larger than the string tensors that Boxcutter reads.`, {
      path,
      limit: MAX_STRING_TENSOR_BYTES,
      actual: source.size,
    });
  return parseStrings(await source.read(0, source.size, signal), path);
}

function checkRange(start: number, end: number, count: number): void {
  if (!(Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start <= end && end <= count))
    throw new BadFileError(
      'source/out-of-range',
      `Elements ${start} to ${end} were asked of a tensor that has ${count}.`,
    );
}
