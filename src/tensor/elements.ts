import type { NumericDtype } from './dtype.ts';
import {
  decodeBfloat16,
  decodeFloat4E2m1,
  decodeFloat6E2m3,
  decodeFloat6E3m2,
  decodeFloat8E3m4,
  decodeFloat8E4m3,
  decodeFloat8E4m3b11fnuz,
  decodeFloat8E4m3fn,
  decodeFloat8E4m3fnuz,
  decodeFloat8E5m2,
  decodeFloat8E5m2fnuz,
  decodeFloat8E8m0fnu,
  decodeFloat16,
  unpackBits,
} from './float.ts';
import type { ElementValues } from './values.ts';

/** Decoded numbers: 64-bit integers as bigints, floats of less than 32 bits as float32, bools as 0 and 1. */
export type NumericValues = Exclude<ElementValues, readonly string[]>;

const FROM_BYTES: Record<NumericDtype, (buffer: ArrayBuffer) => NumericValues> = {
  bool: (buffer) => decodeBools(new Uint8Array(buffer)),
  int8: (buffer) => new Int8Array(buffer),
  int16: (buffer) => new Int16Array(buffer),
  int32: (buffer) => new Int32Array(buffer),
  int64: (buffer) => new BigInt64Array(buffer),
  uint8: (buffer) => new Uint8Array(buffer),
  uint16: (buffer) => new Uint16Array(buffer),
  uint32: (buffer) => new Uint32Array(buffer),
  uint64: (buffer) => new BigUint64Array(buffer),
  float16: (buffer) => decodeFloat16(new Uint16Array(buffer)),
  float32: (buffer) => new Float32Array(buffer),
  float64: (buffer) => new Float64Array(buffer),
  bfloat16: (buffer) => decodeBfloat16(new Uint16Array(buffer)),
  float8_e4m3fn: (buffer) => decodeFloat8E4m3fn(new Uint8Array(buffer)),
  float8_e5m2: (buffer) => decodeFloat8E5m2(new Uint8Array(buffer)),
  float8_e3m4: (buffer) => decodeFloat8E3m4(new Uint8Array(buffer)),
  float8_e4m3: (buffer) => decodeFloat8E4m3(new Uint8Array(buffer)),
  float8_e4m3b11fnuz: (buffer) => decodeFloat8E4m3b11fnuz(new Uint8Array(buffer)),
  float8_e4m3fnuz: (buffer) => decodeFloat8E4m3fnuz(new Uint8Array(buffer)),
  float8_e5m2fnuz: (buffer) => decodeFloat8E5m2fnuz(new Uint8Array(buffer)),
  float8_e8m0fnu: (buffer) => decodeFloat8E8m0fnu(new Uint8Array(buffer)),
  F6_E2M3: (buffer) => decodeFloat6E2m3(unpackBits(new Uint8Array(buffer), 6)),
  F6_E3M2: (buffer) => decodeFloat6E3m2(unpackBits(new Uint8Array(buffer), 6)),
  F4: (buffer) => decodeFloat4E2m1(unpackBits(new Uint8Array(buffer), 4)),
};

/** Makes every byte 0 or 1, in place. As in NumPy and C, every byte other than 0 is true. */
function decodeBools(bytes: Uint8Array): Uint8Array {
  for (let index = 0; index < bytes.length; index++) if (bytes[index] !== 0) bytes[index] = 1;
  return bytes;
}

/**
 * Decodes little-endian bytes, which must be a whole number of elements, and of packed ones of `elementGroup`. Every
 * machine that runs a browser has this byte order. Where `bytes` is all of its buffer, the result takes the buffer
 * over: the caller must not use the bytes any more.
 */
export function decodeElements(dtype: NumericDtype, bytes: Uint8Array): NumericValues {
  // A typed array must begin at a multiple of its element's width, so a part of a buffer is copied.
  const whole = bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength;
  return FROM_BYTES[dtype]((whole ? bytes.buffer : bytes.slice().buffer) as ArrayBuffer);
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
