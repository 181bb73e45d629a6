import { MAX_RANK } from '../base/limits.ts';
import { elementCount, type Shape } from '../tensor/shape.ts';
import { gridSize } from '../tensor/slices.ts';
import type { TensorWindow } from '../tensor/values.ts';

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
