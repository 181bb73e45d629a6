import { MAX_RANK } from '../base/limits.ts';
import { elementCount, type Shape } from '../tensor/shape.ts';
import { gridSize } from '../tensor/slices.ts';
import type { TensorWindow } from '../tensor/values.ts';

/** The window of a tensor's first elements, at most `most` and all in its first row (of a vector, its one column). Undefined where
 * there are none, or no file can hold them all. */
export function firstWindow(shape: Shape, most: number): TensorWindow | undefined {
  if (shape.length > MAX_RANK || elementCount(shape) > BigInt(Number.MAX_SAFE_INTEGER)) return undefined;
  const { rows, columns, lead } = gridSize(shape);
  if (rows === 0 || columns === 0 || lead.includes(0)) return undefined;
  const columnEnd = Math.min(columns, most);
  return {
    lead: lead.map(() => 0),
    rowStart: 0,
    // Whole rows only: a part of the second after all of the first would need two windows.
    rowEnd: Math.min(rows, Math.max(1, Math.floor(most / columns))),
    columnStart: 0,
    columnEnd,
  };
}
