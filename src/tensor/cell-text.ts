import { type DecodedDtype, DTYPES } from './dtype.ts';

/** How cells are copied. */
export const CELL_TEXTS = ['TSV', 'Python', 'JSON'] as const;

export type CellText = (typeof CELL_TEXTS)[number];

/**
 * Exact cells, as `readCells` gives them, as text for another program, in all their digits. TSV is for spreadsheets;
 * Python and JSON are lists of rows, or one list where there is one row or one column. JSON has no numbers that are not
 * finite, and no complex ones: they are strings.
 *
 * @param columns cells in each row
 */
export function cellText(as: CellText, dtype: DecodedDtype, cells: readonly string[], columns: number): string {
  const rows = Array.from({ length: Math.ceil(cells.length / columns) }, (_, row) =>
    cells.slice(row * columns, (row + 1) * columns),
  );
  if (as === 'TSV') return rows.map((row) => row.map(spreadsheetCell).join('\t')).join('\n');
  const write = as === 'Python' ? pythonValue : jsonValue;
  const lists = rows.map((row) => row.map((cell) => write(dtype, cell)));
  if (columns === 1 || rows.length === 1)
    return cells.length === 1 ? (lists[0]?.[0] ?? '') : `[${lists.flat().join(', ')}]`;
  return `[${lists.map((list) => `[${list.join(', ')}]`).join(',\n ')}]`;
}

/** A cell that spreadsheets take as one, and as no formula. */
function spreadsheetCell(cell: string): string {
  const text = /^[=@+\t\r]/.test(cell) ? `'${cell}` : cell;
  return /["\t\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const PYTHON: Readonly<Record<string, string>> = {
  true: 'True',
  false: 'False',
  NaN: "float('nan')",
  Infinity: "float('inf')",
  '-Infinity': "float('-inf')",
};

function pythonValue(dtype: DecodedDtype, cell: string): string {
  const { kind } = DTYPES[dtype];
  if (kind === 'string') return JSON.stringify(cell);
  if (kind === 'complex' && /NaN|Infinity/.test(cell))
    return `complex('${cell.replaceAll('NaN', 'nan').replaceAll('Infinity', 'inf')}')`;
  if (PYTHON[cell] !== undefined) return PYTHON[cell];
  // "1" of a float would be an integer.
  return kind === 'float' && /^-?\d+$/.test(cell) ? `${cell}.0` : cell;
}

function jsonValue(dtype: DecodedDtype, cell: string): string {
  const { kind } = DTYPES[dtype];
  const isText = kind === 'string' || kind === 'complex' || /NaN|Infinity/.test(cell);
  return isText ? JSON.stringify(cell) : cell;
}
