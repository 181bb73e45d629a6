import { type DecodedDtype, DTYPES } from './dtype.ts';

/** Bits of the significand of a float, with the one that is not stored. All others have at most four. */
const SIGNIFICAND_BITS: Partial<Record<DecodedDtype, number>> = { float16: 11, bfloat16: 8, float32: 24, float64: 53 };

const FEW_BITS = 4;

/** Digits of a mean or a standard deviation of anything but float64: about those that a float32 has. */
const MEAN_DIGITS = 7;

/**
 * The shortest number that still is this value of the dtype: 0.1 for 0.10000000149011612 of float32. What is
 * not a float stays as it is.
 *
 * @param exact a value of the dtype, as `String` gives it from a float64
 */
export function shortestFloat(dtype: DecodedDtype, exact: string): string {
  if (dtype === 'float64' || DTYPES[dtype].kind !== 'float') return exact;
  const value = Number(exact);
  if (!Number.isFinite(value) || value === 0 || !/[.e]/.test(exact)) return exact;
  // Half of the way to the next value, where values lie closest: below a power of two.
  const bits = SIGNIFICAND_BITS[dtype] ?? FEW_BITS;
  const reach = 2 ** (Math.floor(Math.log2(Math.abs(value))) - bits - 1);
  for (let digits = 1; digits < exact.length; digits++) {
    const short = Number(value.toPrecision(digits));
    const isSame = dtype === 'float32' ? Math.fround(short) === value : Math.abs(short - value) < reach;
    if (isSame) return String(short);
  }
  return exact;
}

/** A mean or a standard deviation to read, of elements of this dtype. Whole numbers and float64 keep all digits. */
export function shortMean(dtype: DecodedDtype, exact: string): string {
  const value = Number(exact);
  // A rounded whole part would look exact.
  if (dtype === 'float64' || !Number.isFinite(value) || Number.isInteger(value) || Math.abs(value) >= 10 ** MEAN_DIGITS)
    return exact;
  return String(Number(value.toPrecision(MEAN_DIGITS)));
}
