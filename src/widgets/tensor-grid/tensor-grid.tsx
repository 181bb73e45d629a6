// biome-ignore-all lint/a11y/useSemanticElements: cells are placed by hand, which a real table does not allow.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid keeps the focus and names its active cell, which may not be drawn.
import { useMediaQuery } from '@mantine/hooks';
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useMemo,
  useReducer,
  useRef,
} from 'react';
import type { DecodedDtype } from '../../tensor/dtype.ts';
import type { Cell, PlaneWindow, TensorPlane } from '../../tensor/mapping.ts';
import { ErrorNote } from '../error-note.tsx';
import { type Axis, drawnAt, scrollLength, visibleCells } from './axis.ts';
import { type CellColor, type DrawnColumns, GridHead, GridRow, HEAD_HEIGHT, isIn } from './grid-cells.tsx';
import { cellByKey } from './grid-keys.ts';
import classes from './tensor-grid.module.css';
import { columnWidth, type NumberNotation, valueColumnWidth } from './text.ts';
import { type LoadCells, TEXT_TILE_CELLS, TileLoader } from './tiles.ts';
import { useBoxSize, useGridPosition } from './use-grid-position.ts';

/** Tensors up to this size are in the document whole: the browser's find sees every cell, and nothing appears late. */
const WHOLE_COLUMNS = 48;
const WHOLE_CELLS = 2400;

const OVERSCAN_ROWS = 8;
const OVERSCAN_COLUMNS = 3;

/** Room for the rows' scroll bar beside the last column. */
const SCROLL_BAR = 16;

const FIRST_CELL: Cell = { row: 0, column: 0 };

/** Width of a single column of texts, in pixels. */
const LONE_TEXT_WIDTH = 520;

export interface TensorGridProps {
  /** Of the tensor; the grid is "Values of {name}". */
  name: string;
  dtype: DecodedDtype;
  /** Its object changes only with what it says. */
  plane: TensorPlane;
  /** The index of a row or a column, where it is not its number. */
  headOf: { row(row: number): number; column(column: number): number };
  /** Whether columns have indices. One that has none is headed "value". */
  hasColumns: boolean;
  /** One value that has no index. */
  scalar?: boolean;
  /** Keep it stable: a new one loads everything again. */
  load: LoadCells;
  /** The chosen cell: at first the first one. */
  cell: Cell | undefined;
  onCell(cell: Cell, isExtending: boolean): void;
  /** The other corner of what is selected. */
  anchor: Cell | undefined;
  /** Copies what is selected. Gets the exact value of the chosen cell, where it is loaded. */
  onCopy(exact: string | undefined): void;
  onSelectAll(): void;
  notation: NumberNotation;
  /** Loads the bits of cells, where the notation shows these. Keep it stable. */
  loadBits?: LoadCells | undefined;
  /** The background of a cell, by its exact value. Keep it stable. */
  colorOf?: ((exact: string) => CellColor | undefined) | undefined;
  /** Renders what stands below the grid, from the chosen cell and its exact value, which is undefined while it is not loaded. */
  children?(cell: Cell, exact: string | undefined): ReactNode;
}

/**
 * A plane of a tensor, with any number of rows and columns. Only the cells in view are loaded and drawn. The arrow
 * keys, Page Up, Page Down, Home and End move the chosen cell, with Ctrl to the grid's edges; with Shift, or by dragging,
 * they select. Ctrl+C copies what is selected.
 */
export function TensorGrid({
  name,
  dtype,
  plane,
  headOf,
  hasColumns,
  scalar = false,
  load,
  cell: chosen,
  onCell,
  anchor,
  onCopy,
  onSelectAll,
  notation,
  loadBits,
  colorOf,
  children,
}: TensorGridProps) {
  const { rows, columns } = plane;
  const id = useId();
  const idOf = ({ row, column }: Cell) => `${id}-${row}-${column}`;
  const box = useRef<HTMLDivElement>(null);
  const isText = dtype === 'string';
  const view = useBoxSize(box);
  const touch = useMediaQuery('(pointer: coarse)') ?? false;
  const rowHeight = touch ? 44 : 32;
  const headWidth = scalar ? 0 : columnWidth(String(Math.max(headOf.row(0), headOf.row(rows - 1))).length);
  const narrow = valueColumnWidth(dtype, notation, Math.max(headOf.column(0), headOf.column(columns - 1)));
  // A single column of texts takes all the width that there is, up to what reads well.
  const cellWidth =
    isText && columns === 1 ? Math.max(narrow, Math.min(LONE_TEXT_WIDTH, view.width - headWidth)) : narrow;

  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const tiles = useMemo(() => new TileLoader({ plane, load, isText }, redraw), [plane, load, isText]);
  const bits = useMemo(() => loadBits && new TileLoader({ plane, load: loadBits }, redraw), [plane, loadBits]);
  useEffect(() => () => tiles.close(), [tiles]);
  useEffect(() => () => bits?.close(), [bits]);

  const rowAxis: Axis = { count: rows, size: rowHeight, view: Math.max(rowHeight, view.height - HEAD_HEIGHT) };
  const columnAxis: Axis = { count: columns, size: cellWidth, view: Math.max(cellWidth, view.width - headWidth) };
  const active = chosen ?? FIRST_CELL;
  const axes = { row: rowAxis, column: columnAxis };
  const { position, onScroll, onScrollEnd, showOnScreen } = useGridPosition({
    box,
    size: view,
    ...axes,
    plane,
    active,
  });

  const wholeColumns = columns <= WHOLE_COLUMNS;
  const seenColumns = wholeColumns
    ? { start: 0, end: columns }
    : visibleCells(columnAxis, position.column, OVERSCAN_COLUMNS);
  const seenRows =
    wholeColumns && rows * columns <= (isText ? TEXT_TILE_CELLS : WHOLE_CELLS)
      ? { start: 0, end: rows }
      : visibleCells(rowAxis, position.row, OVERSCAN_ROWS);
  useEffect(() => {
    for (const each of [tiles, bits]) each?.want(seenRows.start, seenRows.end, seenColumns.start, seenColumns.end);
  });

  function onKeyDown(event: KeyboardEvent): void {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'c') {
      // Text that is selected in the grid is copied by the browser.
      const text = window.getSelection();
      if (text && !text.isCollapsed && box.current?.contains(text.anchorNode)) return;
      event.preventDefault();
      onCopy(tiles.cell(active.row, active.column));
      return;
    }
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') {
      event.preventDefault();
      onSelectAll();
      return;
    }
    const page = Math.max(1, Math.floor(rowAxis.view / rowHeight) - 1);
    const to = cellByKey(event, active, { rows, columns, page });
    if (!to) return;
    event.preventDefault();
    showOnScreen(idOf(to));
    onCell(to, event.shiftKey);
  }

  /** The cell under the pointer. */
  function cellAt({ target }: PointerEvent): Cell | undefined {
    const [row, column] = ((target as HTMLElement).closest<HTMLElement>('[data-cell]')?.dataset.cell ?? '')
      .split(',')
      .map(Number);
    return row === undefined || column === undefined ? undefined : { row, column };
  }

  function onPointerDown(event: PointerEvent): void {
    const cell = event.button === 0 ? cellAt(event) : undefined;
    if (cell) onCell(cell, event.shiftKey);
  }

  /** A mouse selects; a finger scrolls. */
  function onPointerMove(event: PointerEvent): void {
    if (event.pointerType !== 'mouse' || event.buttons !== 1) return;
    const cell = cellAt(event);
    if (cell && (cell.row !== active.row || cell.column !== active.column)) onCell(cell, true);
  }

  const isDrawn = isIn(
    { rowStart: seenRows.start, rowEnd: seenRows.end, columnStart: seenColumns.start, columnEnd: seenColumns.end },
    active,
  );
  const drawn: DrawnColumns = {
    indices: indices(seenColumns),
    styleOf: (column) => ({
      insetInlineStart: headWidth + drawnAt(columnAxis, position.column, column),
      width: cellWidth,
    }),
    headWidth,
    width: headWidth + scrollLength(columnAxis),
  };
  const height = HEAD_HEIGHT + scrollLength(rowAxis);
  const look = { dtype, tiles, bits, notation, colorOf, idOf, active, selected: selectionOf(active, anchor) };
  const error = tiles.error ?? bits?.error;
  // Some systems hide scroll bars until somebody scrolls: a shade shows on which sides there is more.
  const more = {
    'data-more-start': position.column.offset > 0 || undefined,
    'data-more-end': position.column.offset + columnAxis.view < columns * cellWidth - 1 || undefined,
    'data-more-above': position.row.offset > 0 || undefined,
    'data-more-below': position.row.offset + rowAxis.view < rows * rowHeight - 1 || undefined,
  };

  return (
    <div className={classes.root}>
      {error && (
        <ErrorNote
          error={error}
          onRetry={() => {
            tiles.retry();
            bits?.retry();
          }}
        />
      )}
      {!(error && tiles.cell(seenRows.start, seenColumns.start) === undefined) && (
        <div
          className={classes.frame}
          style={
            {
              maxWidth: drawn.width + (height > rowAxis.view + HEAD_HEIGHT ? SCROLL_BAR : 0),
              '--index-width': `${headWidth}px`,
              '--seen-width': `${view.width}px`,
              '--seen-height': `${view.height}px`,
            } as CSSProperties
          }
          {...more}
        >
          <div
            ref={box}
            className={classes.box}
            data-scalar={scalar || undefined}
            role="grid"
            aria-label={`Values of ${name}`}
            aria-rowcount={rows + 1}
            aria-colcount={columns + 1}
            aria-readonly
            aria-multiselectable
            aria-busy={tiles.busy || bits?.busy === true}
            aria-activedescendant={isDrawn ? idOf(active) : undefined}
            tabIndex={0}
            onScroll={onScroll}
            onScrollEnd={onScrollEnd}
            onKeyDown={onKeyDown}
            onPointerDown={onPointerDown}
            onPointerMove={onPointerMove}
          >
            <GridHead
              columns={drawn}
              isText={isText}
              scalar={scalar}
              titleOf={(column) => (hasColumns ? headOf.column(column) : 'value')}
            />
            <div role="rowgroup" className={classes.body} style={{ width: drawn.width, height: height - HEAD_HEIGHT }}>
              {indices(seenRows).map((row) => (
                <GridRow
                  key={row}
                  row={row}
                  index={scalar ? undefined : headOf.row(row)}
                  columns={drawn}
                  top={drawnAt(rowAxis, position.row, row)}
                  height={rowHeight}
                  look={look}
                />
              ))}
            </div>
          </div>
        </div>
      )}
      {!error && <div className={classes.foot}>{children?.(active, tiles.cell(active.row, active.column))}</div>}
    </div>
  );
}

/** Rows and columns that are selected, half-open. */
export function selectionOf(active: Cell, anchor: Cell = active): PlaneWindow {
  return {
    rowStart: Math.min(active.row, anchor.row),
    rowEnd: Math.max(active.row, anchor.row) + 1,
    columnStart: Math.min(active.column, anchor.column),
    columnEnd: Math.max(active.column, anchor.column) + 1,
  };
}

function indices({ start, end }: { start: number; end: number }): number[] {
  return Array.from({ length: Math.max(0, end - start) }, (_, index) => start + index);
}
