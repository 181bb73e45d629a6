/** A float of at most 16 bits: sign, exponent, mantissa. The bias of the exponent is half of its range. */
export interface NarrowFloat {
  exponentBits: number;
  mantissaBits: number;
  /**
   * Whether the largest exponent means infinity and NaN, as in IEEE 754. Otherwise (`fn`) only the pattern of all ones
   * is NaN.
   */
  infinite: boolean;
}

/** IEEE 754 binary16. */
const FLOAT16: NarrowFloat = { exponentBits: 5, mantissaBits: 10, infinite: true };

/** "FP8 Formats for Deep Learning" (Micikevicius and others, 2022), as ml_dtypes has them. */
const FLOAT8_E4M3FN: NarrowFloat = { exponentBits: 4, mantissaBits: 3, infinite: false };
const FLOAT8_E5M2: NarrowFloat = { exponentBits: 5, mantissaBits: 2, infinite: true };

/**
 * The value of each bit pattern, at the pattern's index. Exact: float32 has more bits of both exponent and mantissa.
 */
function valueTable({ exponentBits, mantissaBits, infinite }: NarrowFloat): Float32Array<ArrayBuffer> {
  const mantissas = 2 ** mantissaBits;
  const maxExponent = 2 ** exponentBits - 1;
  const bias = 2 ** (exponentBits - 1) - 1;
  const half = mantissas * (maxExponent + 1);
  const table = new Float32Array(2 * half);
  for (let pattern = 0; pattern < half; pattern++) {
    const exponent = Math.floor(pattern / mantissas);
    const mantissa = pattern % mantissas;
    // Subnormals have the exponent of the smallest normal number and no leading 1.
    let value = (exponent > 0 ? mantissas + mantissa : mantissa) * 2 ** (Math.max(exponent, 1) - bias - mantissaBits);
    if (exponent === maxExponent) {
      if (infinite) value = mantissa === 0 ? Number.POSITIVE_INFINITY : Number.NaN;
      else if (mantissa === mantissas - 1) value = Number.NaN;
    }
    table[pattern] = value;
    table[half + pattern] = -value;
  }
  return table;
}

/** Decodes bit patterns with a table, which is made on first use: 256 KB for float16, 1 KB for a float8. */
function tableDecoder(float: NarrowFloat): (patterns: Uint8Array | Uint16Array) => Float32Array<ArrayBuffer> {
  let table: Float32Array | undefined;
  return (patterns) => {
    table ??= valueTable(float);
    const length = patterns.length;
    const values = new Float32Array(length);
    for (let index = 0; index < length; index++) values[index] = table[patterns[index] as number] as number;
    return values;
  };
}

export const decodeFloat16 = tableDecoder(FLOAT16);
export const decodeFloat8E4m3fn = tableDecoder(FLOAT8_E4M3FN);
export const decodeFloat8E5m2 = tableDecoder(FLOAT8_E5M2);

/** A bfloat16 is the upper half of a float32. */
export function decodeBfloat16(patterns: Uint16Array): Float32Array<ArrayBuffer> {
  const length = patterns.length;
  const bits = new Uint32Array(length);
  for (let index = 0; index < length; index++) bits[index] = (patterns[index] as number) << 16;
  return new Float32Array(bits.buffer);
}
