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
