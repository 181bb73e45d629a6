// biome-ignore-all lint/a11y/useSemanticElements: cells are placed by hand, which a real table does not allow.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid keeps the focus and names its active cell, which may not be drawn.
import type { CSSProperties } from 'react';
import type { DecodedDtype } from '../../tensor/dtype.ts';
import type { Cell, PlaneWindow } from '../../tensor/mapping.ts';
import { StringText } from '../tensor/string-text.tsx';
import classes from './tensor-grid.module.css';
import { formattedBits, formattedValue, type NumberNotation, shortString } from './text.ts';
import type { TileLoader } from './tiles.ts';

/** Pixels of the head, with its line. */
export const HEAD_HEIGHT = 26;

/** The columns that are drawn, and where. */
export interface DrawnColumns {
  indices: readonly number[];
  styleOf(column: number): CSSProperties;
  /** Pixels of the indices of rows, before the first column. */
  headWidth: number;
  /** Pixels of all columns, with `headWidth`. */
  width: number;
}

interface HeadProps {
  columns: DrawnColumns;
  isText: boolean;
  scalar: boolean;
  /** What stands above a column. */
  titleOf(column: number): number | string;
}

/** The indices of the columns. */
export function GridHead({ columns: { indices, styleOf, headWidth, width }, isText, scalar, titleOf }: HeadProps) {
  return (
    <div role="rowgroup" className={classes.head} style={{ width, height: HEAD_HEIGHT }}>
      <div role="row" aria-rowindex={1}>
        <span role="columnheader" aria-colindex={1} className={classes.corner} style={{ width: headWidth }}>
          <span className="visually-hidden">{scalar ? 'No index' : 'Index'}</span>
        </span>
        {indices.map((column) => (
          <span
            key={column}
            role="columnheader"
            aria-colindex={column + 2}
            className={classes.columnHead}
            data-text={isText || undefined}
            style={styleOf(column)}
          >
            {titleOf(column)}
          </span>
        ))}
      </div>
    </div>
  );
}

/** What the cells of a grid show, and how. */
export interface CellLook {
  dtype: DecodedDtype;
  tiles: TileLoader;
  /** Of the bits of cells, where the notation shows these. */
  bits: TileLoader | undefined;
  notation: NumberNotation;
  colorOf: ((exact: string) => CellColor | undefined) | undefined;
  idOf(cell: Cell): string;
  active: Cell;
  selected: PlaneWindow;
}

/** What a cell looks like by its value. */
export interface CellColor {
  background: string;
  color: string;
}

interface RowProps {
  row: number;
  /** Its index; undefined of a scalar, which has none. */
  index: number | undefined;
  columns: DrawnColumns;
  /** CSS pixels. */
  top: number;
  height: number;
  look: CellLook;
}

/** One row: its index and the cells that are drawn of it. */
export function GridRow({ row, index, columns, top, height, look }: RowProps) {
  return (
    <div role="row" aria-rowindex={row + 2} className={classes.row} style={{ top, height, width: columns.width }}>
      <span role="rowheader" aria-colindex={1} className={classes.rowHead} style={{ width: columns.headWidth }}>
        {index ?? <span className="visually-hidden">Scalar</span>}
      </span>
      {columns.indices.map((column) => (
        <GridCell key={column} row={row} column={column} style={columns.styleOf(column)} look={look} />
      ))}
    </div>
  );
}

function GridCell({ row, column, style, look }: Cell & { style: CSSProperties; look: CellLook }) {
  const { dtype, tiles, bits, notation, colorOf, idOf, active, selected } = look;
  const exact = tiles.cell(row, column);
  const shownBits = bits?.cell(row, column);
  const color = exact === undefined ? undefined : colorOf?.(exact);
  const isText = dtype === 'string';
  return (
    <span
      id={idOf({ row, column })}
      role="gridcell"
      aria-colindex={column + 2}
      aria-selected={isIn(selected, { row, column })}
      data-active={(row === active.row && column === active.column) || undefined}
      data-colored={color ? true : undefined}
      data-special={exact === undefined || isText ? undefined : SPECIAL.get(exact)}
      className={classes.cell}
      style={color ? { ...style, ...color } : style}
      data-cell={`${row},${column}`}
      data-value={exact}
      data-text={isText || undefined}
    >
      {exact === undefined || (bits && shownBits === undefined) ? (
        '…'
      ) : isText ? (
        <StringText>{shortString(exact)}</StringText>
      ) : (
        <bdi>
          {shownBits === undefined ? formattedValue(dtype, exact, notation) : formattedBits(shownBits, notation)}
        </bdi>
      )}
    </span>
  );
}

/** Whether a cell is in a window. */
export function isIn({ rowStart, rowEnd, columnStart, columnEnd }: PlaneWindow, { row, column }: Cell): boolean {
  return row >= rowStart && row < rowEnd && column >= columnStart && column < columnEnd;
}

/** What is marked of a value: not a number, infinite, or a zero with a sign. */
const SPECIAL: ReadonlyMap<string, string> = new Map([
  ['NaN', 'nan'],
  ['Infinity', 'infinite'],
  ['-Infinity', 'infinite'],
  ['-0', 'negative-zero'],
]);
