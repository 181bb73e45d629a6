import { MAX_RANK } from '../../base/limits.ts';
import type { DecodedDtype } from '../../tensor/dtype.ts';
import { gridSize } from '../../tensor/reader.ts';
import { elementCount, type Shape } from '../../tensor/shape.ts';
import type { TensorWindow } from '../../tensor/values.ts';
import { visibleText } from '../name-text.tsx';
import { shortString, shortValue } from '../tensor-grid/text.ts';

/**
 * The window of a tensor's first elements: whole rows, or the beginning of the first row where it has more than `most`
 * elements. A vector is one column. Undefined where the tensor has no elements, or more than a file can hold.
 */
export function firstWindow(shape: Shape, most: number): TensorWindow | undefined {
  if (shape.length > MAX_RANK || elementCount(shape) > BigInt(Number.MAX_SAFE_INTEGER)) return undefined;
  const { rows, columns, lead } = gridSize(shape);
  if (rows === 0 || columns === 0 || lead.includes(0)) return undefined;
  const columnEnd = Math.min(columns, most);
  return {
    lead: lead.map(() => 0),
    rowStart: 0,
    // Whole rows only: one row and a part of the next would need two windows.
    rowEnd: Math.min(rows, Math.max(1, Math.floor(most / columns))),
    columnStart: 0,
    columnEnd,
  };
}

/** Values that a line beside a tensor's name has room for. */
export const FIRST_IN_LINE = 4;

/** Characters of a string in that line. */
const MAX_STRING = 40;

/**
 * The first values of a tensor in a line: "0.5, 1, 2, 3, …". Empty where there are none.
 *
 * @param cells exact values, as a window gives them
 * @param count elements of the whole tensor
 */
export function firstLine(dtype: DecodedDtype, cells: readonly string[], count: bigint): string {
  const values = cells.map((exact) =>
    dtype === 'string' ? `“${visibleText(shortString(exact, MAX_STRING))}”` : shortValue(dtype, exact),
  );
  const isMore = cells.length > 0 && count > BigInt(cells.length);
  return [...values, ...(isMore ? ['…'] : [])].join(', ');
}
