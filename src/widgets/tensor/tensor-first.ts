import { MAX_RANK } from '../../base/limits.ts';
import type { DecodedDtype } from '../../tensor/dtype.ts';
import type { TensorPlane } from '../../tensor/mapping.ts';
import { type Shape, safeElementCount } from '../../tensor/shape.ts';
import { visibleText } from '../name-text.tsx';
import { shortString, shortValue } from '../tensor-grid/text.ts';

/**
 * A tensor's first elements, at most `most`, in one row. Undefined where the tensor has none, or more than a file can
 * hold.
 */
export function firstPlane(shape: Shape, most: number): TensorPlane | undefined {
  const count = shape.length > MAX_RANK ? undefined : safeElementCount(shape);
  return count ? { rows: 1, columns: Math.min(count, most), start: 0, rowStride: 0, columnStride: 1 } : undefined;
}

/** Values that a line beside a tensor's name has room for. */
export const FIRST_IN_LINE = 4;

/** Characters of a string in that line. */
const MAX_STRING = 40;

/**
 * The first values of a tensor in a line: "0.5, 1, 2, 3, …". Empty where there are none.
 *
 * @param cells exact values, as a plane gives them
 * @param count elements of the whole tensor
 */
export function firstLine(dtype: DecodedDtype, cells: readonly string[], count: bigint): string {
  const values = cells.map((exact) =>
    dtype === 'string' ? `“${visibleText(shortString(exact, MAX_STRING))}”` : shortValue(dtype, exact),
  );
  const isMore = cells.length > 0 && count > BigInt(cells.length);
  return [...values, ...(isMore ? ['…'] : [])].join(', ');
}
