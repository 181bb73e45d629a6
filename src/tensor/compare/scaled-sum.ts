/** A sum as `value · 2^exponent`. Plain data. */
export interface ScaledSum {
  value: number;
  exponent: number;
}

export const NOTHING: ScaledSum = { value: 0, exponent: 0 };

/** The sum of both, in the larger scale: what is 2^1000 times as small is nothing beside the other. */
export function added(a: ScaledSum, b: ScaledSum): ScaledSum {
  if (a.exponent === b.exponent) return { value: a.value + b.value, exponent: a.exponent };
  if (a.value === 0) return b;
  if (b.value === 0) return a;
  const [large, small] = a.exponent > b.exponent ? [a, b] : [b, a];
  return { value: large.value + small.value * 2 ** (small.exponent - large.exponent), exponent: large.exponent };
}

/** The root of a sum of squares over `count`. The exponent of such a sum is even. */
export function rootMean({ value, exponent }: ScaledSum, count: number): number {
  return Math.sqrt(value / count) * 2 ** (exponent / 2);
}

/** √(a / b), of sums of squares. */
export function rootRatio(a: ScaledSum, b: ScaledSum): number {
  return Math.sqrt(a.value / b.value) * 2 ** ((a.exponent - b.exponent) / 2);
}

/**
 * Squares of values beyond these may overflow, or be nothing, alone or summed. Such values are scaled first, which
 * loses no visible precision.
 */
const HUGE = 2 ** 480;
const TINY = 2 ** -480;

/** The exponent of the power of two that values of this magnitude are divided by before they are squared. */
export function exponentFor(magnitude: number): number {
  if (magnitude > HUGE) return 600;
  return magnitude < TINY && magnitude > 0 ? -600 : 0;
}

/** Whether a sum of squares of so many values surely lost nothing of them: it neither overflowed nor came near 0. */
export function isSafeSum(sum: number): boolean {
  return sum < HUGE * HUGE && sum >= TINY * TINY;
}
