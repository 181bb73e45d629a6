import type { Cell } from '../../../tensor/mapping.ts';
import type { Extent } from '../../../tensor/plane-view.ts';

/** How much a key zooms, and what part of the view it moves. */
const KEY_ZOOM = 1.5;
const KEY_PAN = 0.1;

/** Where a key is pressed: the chosen cell, how many cells a step goes, and those of the plane. */
interface KeyPlace {
  cell: Cell | undefined;
  step: { rows: number; columns: number };
  extent: Extent;
}

type KeyAct = Cell | { x: number; y: number } | { factor: number };

/** What a key does: chooses a cell, moves the view, or zooms; by 0 to all of it. Undefined for other keys. */
export function heatKeyAct(
  {
    key,
    altKey,
    shiftKey,
    ctrlKey,
    metaKey,
  }: Pick<KeyboardEvent, 'key' | 'altKey' | 'shiftKey' | 'ctrlKey' | 'metaKey'>,
  { cell, step, extent }: KeyPlace,
): KeyAct | undefined {
  if (altKey) return undefined;
  const isWhole = ctrlKey || metaKey;
  const zooms: Record<string, number> = { '+': KEY_ZOOM, '=': KEY_ZOOM, '-': 1 / KEY_ZOOM, _: 1 / KEY_ZOOM, '0': 0 };
  const factor = zooms[key];
  if (factor !== undefined) return isWhole ? undefined : { factor };
  const ways: Record<string, [x: number, y: number]> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
    PageUp: [0, -10],
    PageDown: [0, 10],
    Home: [Number.NEGATIVE_INFINITY, 0],
    End: [Number.POSITIVE_INFINITY, 0],
  };
  const way = ways[key];
  if (!way) return undefined;
  const [x, y] = way;
  if (shiftKey) return Number.isFinite(x) ? { x: x * KEY_PAN, y: y * KEY_PAN } : undefined;
  if (!cell) return { row: 0, column: 0 };
  const far = isWhole ? Number.POSITIVE_INFINITY : 1;
  const along = (from: number, by: number, most: number) =>
    by === 0 ? from : Math.max(0, Math.min(most - 1, from + by * far));
  return {
    row: along(cell.row, y * step.rows, extent.height),
    column: along(cell.column, x * step.columns, extent.width),
  };
}
