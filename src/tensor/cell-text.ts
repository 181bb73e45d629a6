import { type DecodedDtype, DTYPES } from './dtype.ts';
import { textCell } from './text-cell.ts';

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
  if (as === 'TSV') {
    const write = dtype === 'string' ? textCell : (cell: string) => cell;
    return rows.map((row) => row.map(write).join('\t')).join('\n');
  }
  const write = as === 'Python' ? pythonValue : jsonValue;
  const lists = rows.map((row) => row.map((cell) => write(dtype, cell)));
  if (columns === 1 || rows.length === 1)
    return cells.length === 1 ? (lists[0]?.[0] ?? '') : `[${lists.flat().join(', ')}]`;
  return `[${lists.map((list) => `[${list.join(', ')}]`).join(',\n ')}]`;
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
  if (isText) return JSON.stringify(cell);
  // Python would read "-0" as a whole number, which has no sign.
  return cell === '-0' ? '-0.0' : cell;
}
