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
   * - `scale`: the last one is NaN, and there is neither sign nor zero (OCP MX, 5.4.1).
   */
  special: 'ieee' | 'fn' | 'fnuz' | 'none' | 'scale';
}

/**
 * By their names in `DTYPES`. The first are IEEE 754's; `fn` from "FP8 Formats for Deep Learning" (Micikevicius and
 * others, 2022), `fnuz` from "8-bit Numerical Formats for Deep Neural Networks" (Noune and others, 2022), all as
 * ml_dtypes has them. The last ones are those of "OCP Microscaling Formats (MX) Specification", version 1.0, 5.3.
 */
const FLOATS = {
  float16: { exponentBits: 5, mantissaBits: 10, special: 'ieee' },
  bfloat16: { exponentBits: 8, mantissaBits: 7, special: 'ieee' },
  float8_e4m3fn: { exponentBits: 4, mantissaBits: 3, special: 'fn' },
  float8_e5m2: { exponentBits: 5, mantissaBits: 2, special: 'ieee' },
  float8_e3m4: { exponentBits: 3, mantissaBits: 4, special: 'ieee' },
  float8_e4m3: { exponentBits: 4, mantissaBits: 3, special: 'ieee' },
  float8_e4m3b11fnuz: { exponentBits: 4, mantissaBits: 3, bias: 11, special: 'fnuz' },
  float8_e4m3fnuz: { exponentBits: 4, mantissaBits: 3, bias: 8, special: 'fnuz' },
  float8_e5m2fnuz: { exponentBits: 5, mantissaBits: 2, bias: 16, special: 'fnuz' },
  float8_e8m0fnu: { exponentBits: 8, mantissaBits: 0, special: 'scale' },
  F6_E2M3: { exponentBits: 2, mantissaBits: 3, special: 'none' },
  F6_E3M2: { exponentBits: 3, mantissaBits: 2, special: 'none' },
  F4: { exponentBits: 2, mantissaBits: 1, special: 'none' },
} as const satisfies Record<string, NarrowFloat>;

export type NarrowDtype = keyof typeof FLOATS;

export function isNarrowFloat(dtype: string): dtype is NarrowDtype {
  return Object.hasOwn(FLOATS, dtype);
}

/** Exact: float32 has at least as many bits of both exponent and mantissa. */
function valueTable(float: NarrowFloat): Float32Array<ArrayBuffer> {
  const { exponentBits, mantissaBits, bias = 2 ** (exponentBits - 1) - 1, special } = float;
  if (special === 'scale') {
    return Float32Array.from({ length: 256 }, (_, pattern) => (pattern === 255 ? Number.NaN : 2 ** (pattern - bias)));
  }
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

const tables = new Map<NarrowDtype, Float32Array>();

/** The value of each bit pattern, at the pattern's index. Made on first use: 256 KB for 16 bits, 1 KB for 8. */
export function floatTable(dtype: NarrowDtype): Float32Array {
  const table = tables.get(dtype) ?? valueTable(FLOATS[dtype]);
  tables.set(dtype, table);
  return table;
}

/** Decodes bit patterns, one in each element. */
export function decodeFloats(dtype: NarrowDtype, patterns: Uint8Array | Uint16Array): Float32Array<ArrayBuffer> {
  const table = floatTable(dtype);
  const length = patterns.length;
  const values = new Float32Array(length);
  for (let index = 0; index < length; index++) values[index] = table[patterns[index] as number] as number;
  return values;
}

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

/** Rounds a number to a type: gives the bit pattern, or -1 where the type has no such number. */
export type FloatEncoder = (value: number) => number;

const double = new Float64Array(1);
const halves = new Uint32Array(double.buffer);

/** The exponent of a positive number. Of those below 2^-1022, the least of any. */
function exponentOf(value: number): number {
  double[0] = value;
  return ((halves[1] as number) >>> 20) - 1023;
}

/**
 * Rounds to the nearest number of the type, of two that are as near to the one whose pattern is even (IEEE 754, 4.3.1).
 * A number beyond the largest, a NaN and an infinity have no pattern where the type lacks them.
 */
export function floatEncoder(dtype: NarrowDtype): FloatEncoder {
  const float: NarrowFloat = FLOATS[dtype];
  const { exponentBits, mantissaBits, bias = 2 ** (exponentBits - 1) - 1, special } = float;
  const mantissas = 2 ** mantissaBits;
  const signBit = mantissas * 2 ** exponentBits;
  if (special === 'scale') return scaleEncoder(bias);
  const infinity = special === 'ieee' ? signBit - mantissas : -1;
  const nan = { ieee: infinity + mantissas / 2, fn: signBit - 1, fnuz: signBit, none: -1 }[special];
  const largest = { ieee: infinity - 1, fn: signBit - 2, fnuz: signBit - 1, none: signBit - 1 }[special];
  const hasNegativeZero = special !== 'fnuz';
  const least = 1 - bias;
  /** Units of the last place in 1, by the exponent: from that of the smallest normal number up to those of float64. */
  const scales = Float64Array.from({ length: 1024 - least }, (_, at) => 2 ** (mantissaBits - least - at));
  return (value) => {
    if (Number.isNaN(value)) return nan;
    const isNegative = value < 0 || (value === 0 && 1 / value < 0);
    const size = Math.abs(value);
    if (size === Number.POSITIVE_INFINITY) return infinity < 0 ? -1 : isNegative ? infinity + signBit : infinity;
    // Subnormals have the exponent of the smallest normal number.
    const step = Math.max(exponentOf(size) - least, 0);
    const units = size * (scales[step] as number);
    const whole = Math.floor(units);
    let pattern = step * mantissas + whole;
    const rest = units - whole;
    if (rest > 0.5 || (rest === 0.5 && pattern % 2 === 1)) pattern++;
    if (pattern > largest) return -1;
    return isNegative && (pattern > 0 || hasNegativeZero) ? pattern + signBit : pattern;
  };
}

/** Powers of two from 2^-bias on. The last pattern is NaN. */
function scaleEncoder(bias: number): FloatEncoder {
  return (value) => {
    if (Number.isNaN(value)) return 255;
    if (!(value > 0)) return -1;
    const exponent = exponentOf(value);
    const rest = value / 2 ** exponent - 1;
    let pattern = exponent + bias;
    if (rest > 0.5 || (rest === 0.5 && pattern % 2 !== 0)) pattern++;
    return pattern >= 0 && pattern < 255 ? pattern : -1;
  };
}

/** The opposite of `unpackBits`. Bits that are left in the last byte are 0. */
export function packBits(patterns: Uint8Array, bits: 4 | 6): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.ceil((patterns.length * bits) / 8));
  for (let index = 0; index < patterns.length; index++) {
    const bit = index * bits;
    const at = bit >> 3;
    const held = (patterns[index] as number) << (bit & 7);
    bytes[at] = (bytes[at] as number) | held;
    if (held > 255) bytes[at + 1] = held >> 8;
  }
  return bytes;
}
