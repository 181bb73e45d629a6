import type { KeyboardEvent } from 'react';
import type { Cell } from '../../tensor/mapping.ts';

/** Cells of a grid, and how many rows a page of it has. */
interface Room {
  rows: number;
  columns: number;
  page: number;
}

/**
 * The cell that a key leads to: arrows, Page Up, Page Down, Home and End, and with Ctrl to the grid's edges. Undefined
 * for other keys.
 */
export function cellByKey(
  event: KeyboardEvent,
  { row, column }: Cell,
  { rows, columns, page }: Room,
): Cell | undefined {
  if (event.altKey) return undefined;
  const whole = event.ctrlKey || event.metaKey;
  const moves: Record<string, Cell> = {
    ArrowUp: { row: whole ? 0 : row - 1, column },
    ArrowDown: { row: whole ? rows - 1 : row + 1, column },
    ArrowLeft: { row, column: whole ? 0 : column - 1 },
    ArrowRight: { row, column: whole ? columns - 1 : column + 1 },
    PageUp: { row: row - page, column },
    PageDown: { row: row + page, column },
    Home: { row: whole ? 0 : row, column: 0 },
    End: { row: whole ? rows - 1 : row, column: columns - 1 },
  };
  const to = moves[event.key];
  return (
    to && {
      row: Math.min(rows - 1, Math.max(0, to.row)),
      column: Math.min(columns - 1, Math.max(0, to.column)),
    }
  );
}
