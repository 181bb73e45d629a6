/** A float of at most 16 bits: sign, exponent, mantissa. */
interface NarrowFloat {
  exponentBits: number;
  mantissaBits: number;
  /** What is taken from the stored exponent. By default half of its range, rounded down. */
  bias?: number;
  /**
   * Which patterns are not finite numbers.
   *
   * - `ieee`: the largest exponent means infinity and NaN, as in IEEE 754.
   * - `fn`: only the patterns with all ones after the sign are NaN.
   * - `fnuz`: only the pattern of minus zero is NaN, so there is one zero.
   * - `none`: every pattern is a number.
   */
  special: 'ieee' | 'fn' | 'fnuz' | 'none';
}

/** IEEE 754 binary16. */
const FLOAT16: NarrowFloat = { exponentBits: 5, mantissaBits: 10, special: 'ieee' };

/** "FP8 Formats for Deep Learning" (Micikevicius and others, 2022), as ml_dtypes has them. */
const FLOAT8_E4M3FN: NarrowFloat = { exponentBits: 4, mantissaBits: 3, special: 'fn' };
const FLOAT8_E5M2: NarrowFloat = { exponentBits: 5, mantissaBits: 2, special: 'ieee' };

/** As ml_dtypes has them; `fnuz` from "8-bit Numerical Formats for Deep Neural Networks" (Noune and others, 2022). */
const FLOAT8_E3M4: NarrowFloat = { exponentBits: 3, mantissaBits: 4, special: 'ieee' };
const FLOAT8_E4M3: NarrowFloat = { exponentBits: 4, mantissaBits: 3, special: 'ieee' };
const FLOAT8_E4M3B11FNUZ: NarrowFloat = { exponentBits: 4, mantissaBits: 3, bias: 11, special: 'fnuz' };
const FLOAT8_E4M3FNUZ: NarrowFloat = { exponentBits: 4, mantissaBits: 3, bias: 8, special: 'fnuz' };
const FLOAT8_E5M2FNUZ: NarrowFloat = { exponentBits: 5, mantissaBits: 2, bias: 16, special: 'fnuz' };

/** "OCP Microscaling Formats (MX) Specification", version 1.0, 5.3. */
const FLOAT6_E2M3: NarrowFloat = { exponentBits: 2, mantissaBits: 3, special: 'none' };
const FLOAT6_E3M2: NarrowFloat = { exponentBits: 3, mantissaBits: 2, special: 'none' };
const FLOAT4_E2M1: NarrowFloat = { exponentBits: 2, mantissaBits: 1, special: 'none' };

/**
 * The value of each bit pattern, at the pattern's index. Exact: float32 has more bits of both exponent and mantissa.
 */
function valueTable(float: NarrowFloat): Float32Array<ArrayBuffer> {
  const { exponentBits, mantissaBits, bias = 2 ** (exponentBits - 1) - 1, special } = float;
  const mantissas = 2 ** mantissaBits;
  const maxExponent = 2 ** exponentBits - 1;
  const half = mantissas * (maxExponent + 1);
  const table = new Float32Array(2 * half);
  for (let pattern = 0; pattern < half; pattern++) {
    const exponent = Math.floor(pattern / mantissas);
    const mantissa = pattern % mantissas;
    // Subnormals have the exponent of the smallest normal number and no leading 1.
    let value = (exponent > 0 ? mantissas + mantissa : mantissa) * 2 ** (Math.max(exponent, 1) - bias - mantissaBits);
    if (exponent === maxExponent) {
      if (special === 'ieee') value = mantissa === 0 ? Number.POSITIVE_INFINITY : Number.NaN;
      else if (special === 'fn' && mantissa === mantissas - 1) value = Number.NaN;
    }
    table[pattern] = value;
    table[half + pattern] = -value;
  }
  if (special === 'fnuz') table[half] = Number.NaN;
  return table;
}

/** Powers of two from 2^-127 to 2^127, and NaN. It has neither sign nor zero (OCP MX, 5.4.1). */
function scaleTable(): Float32Array<ArrayBuffer> {
  return Float32Array.from({ length: 256 }, (_, pattern) => (pattern === 255 ? Number.NaN : 2 ** (pattern - 127)));
}

/** Decodes bit patterns with a table, which is made on first use: 256 KB for float16, 1 KB for a float8. */
function tableDecoder(make: () => Float32Array): (patterns: Uint8Array | Uint16Array) => Float32Array<ArrayBuffer> {
  let table: Float32Array | undefined;
  return (patterns) => {
    table ??= make();
    const length = patterns.length;
    const values = new Float32Array(length);
    for (let index = 0; index < length; index++) values[index] = table[patterns[index] as number] as number;
    return values;
  };
}

export const decodeFloat16 = tableDecoder(() => valueTable(FLOAT16));
export const decodeFloat8E4m3fn = tableDecoder(() => valueTable(FLOAT8_E4M3FN));
export const decodeFloat8E5m2 = tableDecoder(() => valueTable(FLOAT8_E5M2));
export const decodeFloat8E3m4 = tableDecoder(() => valueTable(FLOAT8_E3M4));
export const decodeFloat8E4m3 = tableDecoder(() => valueTable(FLOAT8_E4M3));
export const decodeFloat8E4m3b11fnuz = tableDecoder(() => valueTable(FLOAT8_E4M3B11FNUZ));
export const decodeFloat8E4m3fnuz = tableDecoder(() => valueTable(FLOAT8_E4M3FNUZ));
export const decodeFloat8E5m2fnuz = tableDecoder(() => valueTable(FLOAT8_E5M2FNUZ));
export const decodeFloat8E8m0fnu = tableDecoder(scaleTable);
/** These take one pattern in each byte: see `unpackBits`. */
export const decodeFloat6E2m3 = tableDecoder(() => valueTable(FLOAT6_E2M3));
export const decodeFloat6E3m2 = tableDecoder(() => valueTable(FLOAT6_E3M2));
export const decodeFloat4E2m1 = tableDecoder(() => valueTable(FLOAT4_E2M1));

/**
 * Patterns of `bits` bits that are packed without gaps, one in each byte of the result. The first is in the lowest bits
 * of the first byte: so PyTorch packs two floats of 4 bits (`float4_e2m1fn_x2`). Bits that are left at the end are
 * dropped.
 */
export function unpackBits(bytes: Uint8Array, bits: 4 | 6): Uint8Array {
  const patterns = new Uint8Array(Math.floor((bytes.length * 8) / bits));
  const mask = 2 ** bits - 1;
  let held = 0;
  let count = 0;
  let at = 0;
  for (let index = 0; index < bytes.length; index++) {
    held |= (bytes[index] as number) << count;
    for (count += 8; count >= bits; count -= bits) {
      patterns[at++] = held & mask;
      held >>>= bits;
    }
  }
  return patterns;
}

/** A bfloat16 is the upper half of a float32. */
export function decodeBfloat16(patterns: Uint16Array): Float32Array<ArrayBuffer> {
  const length = patterns.length;
  const bits = new Uint32Array(length);
  for (let index = 0; index < length; index++) bits[index] = (patterns[index] as number) << 16;
  return new Float32Array(bits.buffer);
}
