/** Explicit roles: in some browsers a table loses its own when CSS lays it out as blocks or a grid. */
export const ROLE = {
  table: { role: 'table' },
  tree: { role: 'treegrid' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  column: { role: 'columnheader' },
  key: { role: 'rowheader' },
  cell: { role: 'cell' },
  treeCell: { role: 'gridcell' },
} as const;

/** The index of the row that a key leads to from another: perhaps beyond the rows. Undefined for other keys. */
export function rowAfter(key: string, at: number, page: number, count: number): number | undefined {
  const to: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: count - 1,
  };
  return to[key];
}
