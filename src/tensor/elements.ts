import type { TensorValues } from './values.ts';

/** Decoded numbers: a typed array of the dtype's own element type. */
export type NumericValues = Exclude<TensorValues, readonly string[]>;

/**
 * One element as text: the value as JavaScript's `String()` gives it from a float64 or a bigint, minus zero as "-0", strings as they
 * are. A float32 is widened first, so that 0.1 stored as float32 is "0.10000000149011612".
 */
export function elementText(value: number | bigint | string): string {
  return Object.is(value, -0) ? '-0' : String(value);
}
