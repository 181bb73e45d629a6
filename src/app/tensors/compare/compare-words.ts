import { formatCount, formatNumberOf, formatShare } from '../../../base/amounts.ts';
import type { TensorInfo } from '../../../model/package.ts';
import { fourDigits } from '../../../model/tensor/scan-text.ts';
import type { TensorComparison } from '../../../tensor/compare/comparer.ts';
import { roundingOf, type StorageError } from '../../../tensor/compare/tolerance.ts';
import { isNumericDtype } from '../../../tensor/dtype.ts';

/** A difference to read. That of two finite values may be larger than any number. */
export function shortDifference(value: number): string {
  return value === Number.POSITIVE_INFINITY ? 'over 1.8e308' : fourDigits(String(value));
}

/** A cosine to read. Close to 1, its distance from it says more: "1 − 7e-8". */
export function shortCosine(cosine: number): string {
  const distance = 1 - Math.abs(cosine);
  if (distance === 0 || distance >= 1e-3) return fourDigits(String(cosine));
  return `${cosine < 0 ? '−1 + ' : '1 − '}${Number(distance.toPrecision(2)).toExponential()}`;
}

/** What came of a comparison, as a sentence. */
export function verdictWords({ count, differs, beyond, maxAbs }: TensorComparison): string {
  const share = (part: number) =>
    `${formatCount(part)} of ${formatNumberOf(count, 'element')} (${formatShare(part / count)})`;
  if (differs === 0)
    return count === 1 ? 'Equal: the element is the same.' : `Equal: all ${formatCount(count)} elements are the same.`;
  // Strings are equal or not: a tolerance means nothing.
  if (!maxAbs && beyond > 0) return `Not equal: ${share(beyond)} ${beyond === 1 ? 'differs' : 'differ'}.`;
  if (beyond === 0)
    return `Close: ${formatNumberOf(differs, 'element differs', 'elements differ')}, all within the tolerance.`;
  return `Not close: ${share(beyond)} ${beyond === 1 ? 'is' : 'are'} beyond the tolerance.`;
}

/** The types that a tolerance is for by default. */
export function toleranceFor(a: TensorInfo, b: TensorInfo): string {
  return a.dtype === b.dtype ? a.dtype : `${a.dtype} and ${b.dtype}`;
}

/**
 * How large an error the coarser type makes by itself. Undefined where both types are the same, or neither rounds, and
 * where nobody knows.
 *
 * @param error that the comparison has found
 */
export function typeErrorWords(a: TensorInfo, b: TensorInfo, error: StorageError | undefined): string | undefined {
  if (a.dtype === b.dtype || !error) return undefined;
  const { dtype, relativeRmse } = error;
  const rounding = isNumericDtype(dtype) ? roundingOf(dtype) : undefined;
  return rounding === undefined
    ? `${dtype} by itself makes a relative RMSE of about ${formatShare(relativeRmse)}.`
    : `Rounding to ${dtype} by itself makes relative differences up to ${formatShare(rounding)}, or 2^${Math.log2(rounding)}.`;
}
