import { InternalError } from '../base/errors.ts';
import { DTYPE_BYTES, type NumericDtype } from './dtype.ts';
import type { TensorReader, TensorValues } from './values.ts';

/** Decoded numbers: a typed array of the dtype's own element type. */
export type NumericValues = Exclude<TensorValues, readonly string[]>;

const ARRAYS = {
  float32: Float32Array,
  float64: Float64Array,
  int8: Int8Array,
  int16: Int16Array,
  int32: Int32Array,
  int64: BigInt64Array,
  uint8: Uint8Array,
  uint16: Uint16Array,
  uint32: Uint32Array,
  uint64: BigUint64Array,
} as const satisfies Record<NumericDtype, unknown>;

/**
 * Little-endian bytes (the format document: "little-endian, contiguous, C-order") as a typed array of their own, aligned copy; the
 * given bytes stay the caller's. Their number must be a multiple of the element's.
 */
export function decodeElements(dtype: NumericDtype, bytes: Uint8Array): NumericValues {
  const width = DTYPE_BYTES[dtype];
  if (bytes.length % width !== 0) {
    throw new InternalError('internal/bug', `${bytes.length} bytes are no whole number of ${dtype} elements.`);
  }
  const copy = bytes.slice();
  if (!littleEndian) reverseEach(copy, width);
  return new ARRAYS[dtype](copy.buffer as ArrayBuffer);
}

/** The bytes of a typed array, little-endian; the inverse of `decodeElements`. A view of the same memory where that is possible. */
export function encodeElements(values: NumericValues): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(values.buffer as ArrayBuffer, values.byteOffset, values.byteLength);
  if (littleEndian) return bytes;
  const copy = bytes.slice();
  reverseEach(copy, values.BYTES_PER_ELEMENT);
  return copy;
}

const littleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

function reverseEach(bytes: Uint8Array, width: number): void {
  for (let at = 0; at < bytes.length; at += width) bytes.subarray(at, at + width).reverse();
}

/**
 * One element as text: the value as JavaScript's `String()` gives it from a float64 or a bigint, minus zero as "-0", strings as they
 * are. A float32 is widened first, so that 0.1 stored as float32 is "0.10000000149011612".
 */
export function elementText(value: number | bigint | string): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

/**
 * A reader over bytes that stand in a file. `read` gives exactly the bytes asked for (a `ByteSource`'s `read` does); the file's
 * length must have been compared with `count` before.
 */
export function bytesReader(
  dtype: NumericDtype,
  count: number,
  read: (start: number, end: number, signal?: AbortSignal) => Promise<Uint8Array>,
): TensorReader {
  const width = DTYPE_BYTES[dtype];
  return {
    dtype,
    count,
    async read(start, end, signal) {
      return decodeElements(dtype, await read(start * width, end * width, signal));
    },
  };
}
