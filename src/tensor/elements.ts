import { DTYPES, type NumericDtype } from './dtype.ts';
import { decodeFloats, isNarrowFloat, type NarrowDtype, unpackBits } from './float.ts';
import type { ElementValues } from './values.ts';

/** Decoded numbers: 64-bit integers as bigints, floats of less than 32 bits as float32, bools as 0 and 1. */
export type NumericValues = Exclude<ElementValues, readonly string[]>;

/** Whether decoded numbers are integers of 64 bits. */
export function areBig(values: ElementValues): values is BigInt64Array | BigUint64Array {
  return values instanceof BigInt64Array || values instanceof BigUint64Array;
}

/** The arrays of types whose elements a typed array has. */
const ARRAYS = {
  bool: Uint8Array,
  int8: Int8Array,
  int16: Int16Array,
  int32: Int32Array,
  int64: BigInt64Array,
  uint8: Uint8Array,
  uint16: Uint16Array,
  uint32: Uint32Array,
  uint64: BigUint64Array,
  float32: Float32Array,
  float64: Float64Array,
} satisfies Record<Exclude<NumericDtype, NarrowDtype>, unknown>;

/** Every byte as 0 or 1. As in NumPy and C, every byte other than 0 is true. */
function decodeBools(bytes: Uint8Array): Uint8Array {
  const bools = new Uint8Array(bytes.length);
  for (let index = 0; index < bytes.length; index++) bools[index] = bytes[index] === 0 ? 0 : 1;
  return bools;
}

/**
 * Decodes little-endian bytes, which must be a whole number of elements, and of packed ones of `elementGroup`. Every
 * machine that runs a browser has this byte order. Where `bytes` is all of its buffer, the result takes the buffer
 * over: the caller must not use the bytes any more.
 */
export function decodeElements(dtype: NumericDtype, bytes: Uint8Array): NumericValues {
  const isWhole = bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength;
  return viewElements(dtype, isWhole ? bytes : bytes.slice());
}

/**
 * As `decodeElements`, of bytes that stay the caller's: where it can, the result lies in the same memory, and changes
 * with the bytes. New memory for each of many pieces would take longer than what is done with them.
 */
export function viewElements(dtype: NumericDtype, bytes: Uint8Array): NumericValues {
  if (dtype === 'bool') return decodeBools(bytes);
  // A typed array must begin at a multiple of its element's width.
  const width = Math.max(1, DTYPES[dtype].bits / 8);
  const { buffer, byteOffset, length } = bytes.byteOffset % width === 0 ? bytes : bytes.slice();
  const memory = buffer as ArrayBuffer;
  if (!isNarrowFloat(dtype)) return new ARRAYS[dtype](memory, byteOffset, length / width);
  const { bits } = DTYPES[dtype];
  if (bits === 16) return decodeFloats(dtype, new Uint16Array(memory, byteOffset, length / 2));
  return decodeFloats(dtype, bits === 8 ? bytes : unpackBits(bytes, bits));
}

/** A complex number as text: "1.5-2j", both parts as `elementText` gives them. Python reads it the same way. */
export function complexText(real: number, imaginary: number): string {
  const second = elementText(imaginary);
  return `${elementText(real)}${second.startsWith('-') ? '' : '+'}${second}j`;
}

/** Both parts of a complex number from its text. */
export function complexParts(text: string): [real: string, imaginary: string] {
  const [, real = text, imaginary = ''] = /^(-?[^-+]+(?:e[-+]\d+)?)([-+][^-+]+(?:e[-+]\d+)?)j$/.exec(text) ?? [];
  return [real, imaginary.replace(/^\+/, '')];
}

/**
 * One element as text: what JavaScript's `String()` gives for a float64, a bigint or a boolean, except that minus zero
 * is "-0". Strings stay as they are. Narrower floats are widened first: 0.1 stored as float32 is "0.10000000149011612".
 */
export function elementText(value: number | bigint | boolean | string): string {
  return Object.is(value, -0) ? '-0' : String(value);
}
