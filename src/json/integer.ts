/** What a number that should be an unsigned integer of 64 bits is instead. */
export type NoUnsigned = 'negative' | 'fraction' | 'too-large';

/** Largest unsigned integer of 64 bits. */
export const MAX_UINT64 = 2n ** 64n - 1n;

/** Digits of `MAX_UINT64`. A number with more of them is too large: JSON allows no zeros before the first digit. */
const MAX_DIGITS = 20;

/** Numbers of fewer digits are exact as a float64. */
const EXACT_DIGITS = 15;

/**
 * The exact value of a JSON number that is written as an unsigned integer of 64 bits, or what it is instead. A number
 * with a point or an exponent is not one, not even `2.0` or `8e0`; neither is `-0`. serde_json does the same.
 *
 * @param text a number as `JsonReader.number` gives it
 */
export function unsignedInteger(text: string): bigint | NoUnsigned {
  // A number may have millions of digits, and a BigInt of that many takes minutes.
  if (text.length <= EXACT_DIGITS && /^\d+$/.test(text)) return BigInt(Number(text));
  if (text.startsWith('-')) return 'negative';
  if (/[.e]/i.test(text)) return 'fraction';
  if (text.length > MAX_DIGITS) return 'too-large';
  const value = BigInt(text);
  return value <= MAX_UINT64 ? value : 'too-large';
}
