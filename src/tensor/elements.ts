import type { NumericDtype } from './dtype.ts';
import type { TensorValues } from './values.ts';

/** Decoded numbers: a typed array of the dtype's own element type. */
export type NumericValues = Exclude<TensorValues, readonly string[]>;

const FROM_BYTES: Record<NumericDtype, (buffer: ArrayBuffer) => NumericValues> = {
  float32: (buffer) => new Float32Array(buffer),
  float64: (buffer) => new Float64Array(buffer),
  int8: (buffer) => new Int8Array(buffer),
  int16: (buffer) => new Int16Array(buffer),
  int32: (buffer) => new Int32Array(buffer),
  int64: (buffer) => new BigInt64Array(buffer),
  uint8: (buffer) => new Uint8Array(buffer),
  uint16: (buffer) => new Uint16Array(buffer),
  uint32: (buffer) => new Uint32Array(buffer),
  uint64: (buffer) => new BigUint64Array(buffer),
};

/**
 * Elements from little-endian bytes, a whole number of them, as every machine that runs a browser orders them. Takes the buffer over
 * where it holds nothing else: the caller must not use the bytes any more.
 */
export function decodeElements(dtype: NumericDtype, bytes: Uint8Array): NumericValues {
  // Wider elements need a buffer that begins where the data does.
  const whole = bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength;
  return FROM_BYTES[dtype]((whole ? bytes.buffer : bytes.slice().buffer) as ArrayBuffer);
}

/**
 * One element as text: the value as JavaScript's `String()` gives it from a float64 or a bigint, minus zero as "-0", strings as they
 * are. A float32 is widened first, so that 0.1 stored as float32 is "0.10000000149011612".
 */
export function elementText(value: number | bigint | string): string {
  return Object.is(value, -0) ? '-0' : String(value);
}
