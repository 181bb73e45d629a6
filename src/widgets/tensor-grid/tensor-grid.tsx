// biome-ignore-all lint/a11y/useSemanticElements: cells are placed by hand, which a real table does not allow.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid keeps the focus and names its active cell, which may not be drawn.
import { useMediaQuery } from '@mantine/hooks';
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type UIEvent,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react';
import type { DecodedDtype } from '../../tensor/dtype.ts';
import type { Cell, PlaneWindow, TensorPlane } from '../../tensor/mapping.ts';
import { ErrorNote } from '../error-note.tsx';
import { StringText } from '../tensor/string-text.tsx';
import {
  AXIS_START,
  type Axis,
  drawnAt,
  isSeen,
  positionAt,
  revealing,
  scrolledTo,
  scrollLength,
  visibleCells,
} from './axis.ts';
import { cellByKey } from './grid-keys.ts';
import classes from './tensor-grid.module.css';
import {
  columnWidth,
  formattedBits,
  formattedValue,
  type NumberNotation,
  shortString,
  valueColumnWidth,
} from './text.ts';
import { type LoadCells, TEXT_TILE_CELLS, TileLoader } from './tiles.ts';

/** Tensors up to this size are in the document whole: the browser's find sees every cell, and nothing appears late. */
const WHOLE_COLUMNS = 48;
const WHOLE_CELLS = 2400;

const OVERSCAN_ROWS = 8;
const OVERSCAN_COLUMNS = 3;

const HEAD_HEIGHT = 26;

/** Room for the rows' scroll bar beside the last column. */
const SCROLL_BAR = 16;

/** Room between a chosen cell and the edge of the screen, as high as what stays there. CSS pixels. */
const PAGE_EDGE = 56;

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
  const cellId = ({ row, column }: Cell) => `${id}-${row}-${column}`;
  const box = useRef<HTMLDivElement>(null);
  const isText = dtype === 'string';
  const [{ isMeasured, ...view }, setView] = useState({ width: 960, height: 560, isMeasured: false });
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
  const [position, setPosition] = useState({ row: AXIS_START, column: AXIS_START });
  const active = chosen ?? FIRST_CELL;

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => setView({ width: element.clientWidth, height: element.clientHeight, isMeasured: true });
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

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

  /** Puts the element where the position says, and keeps what it made of it. */
  const place = useCallback((next: typeof position) => {
    const element = box.current;
    if (!element) return;
    element.scrollTop = next.row.scroll;
    element.scrollLeft = next.column.scroll;
    setPosition({
      row: { offset: next.row.offset, scroll: element.scrollTop },
      column: { offset: next.column.offset, scroll: element.scrollLeft },
    });
  }, []);

  /** Where the element has been scrolled to. */
  function scrolled(element: HTMLElement): typeof position {
    return {
      row: scrolledTo(rowAxis, position.row, element.scrollTop),
      column: scrolledTo(columnAxis, position.column, element.scrollLeft),
    };
  }

  /** Moves a scaled scroll bar to the grid's true position. During a scroll, this would end the scroll's motion. */
  function align({ currentTarget: element }: UIEvent<HTMLElement>): void {
    const next = scrolled(element);
    const row = positionAt(rowAxis, next.row.offset);
    const column = positionAt(columnAxis, next.column.offset);
    const isOff = Math.abs(row.scroll - next.row.scroll) > 1 || Math.abs(column.scroll - next.column.scroll) > 1;
    if (isOff) place({ row, column });
  }

  // A cell that was chosen by a key or its index may be in view in the grid, but not on the screen.
  const chosenId = useRef<string>(undefined);
  useLayoutEffect(() => {
    const cell = chosenId.current === undefined ? null : document.getElementById(chosenId.current);
    if (!cell) return;
    chosenId.current = undefined;
    const { top, bottom } = cell.getBoundingClientRect();
    if (bottom > window.innerHeight - PAGE_EDGE) window.scrollBy(0, bottom - window.innerHeight + PAGE_EDGE);
    else if (top < PAGE_EDGE) window.scrollBy(0, top - PAGE_EDGE);
  });

  function choose(cell: Cell, isExtending: boolean): void {
    chosenId.current = cellId(cell);
    onCell(cell, isExtending);
  }

  // Wherever it was chosen: here, by its index, or by the address.
  const activeKey = `${active.row},${active.column}`;
  const revealed = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a scroll is not undone, only another cell brought into view.
  useLayoutEffect(() => {
    // Of a grid that grows or shrinks, the cell stays whole if it is in view.
    const isNew = revealed.current !== activeKey;
    revealed.current = activeKey;
    if (!isNew && !isSeen(rowAxis, position.row, active.row)) return;
    place({
      row: revealing(rowAxis, position.row, active.row),
      column: revealing(columnAxis, position.column, active.column),
    });
  }, [activeKey, plane, isMeasured, view.width, view.height]);

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
    choose(to, event.shiftKey);
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

  const activeDrawn =
    active.row >= seenRows.start &&
    active.row < seenRows.end &&
    active.column >= seenColumns.start &&
    active.column < seenColumns.end;

  const columnIndices = indices(seenColumns);
  const width = headWidth + scrollLength(columnAxis);
  const height = HEAD_HEIGHT + scrollLength(rowAxis);
  const columnStyle = (column: number): CSSProperties => ({
    insetInlineStart: headWidth + drawnAt(columnAxis, position.column, column),
    width: cellWidth,
  });
  const error = tiles.error ?? bits?.error;
  const selected = selectionOf(active, anchor);
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
              maxWidth: width + (height > rowAxis.view + HEAD_HEIGHT ? SCROLL_BAR : 0),
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
            aria-activedescendant={activeDrawn ? cellId(active) : undefined}
            tabIndex={0}
            onScroll={({ currentTarget }) => setPosition(scrolled(currentTarget))}
            onScrollEnd={align}
            onKeyDown={onKeyDown}
            onPointerDown={onPointerDown}
            onPointerMove={onPointerMove}
          >
            <div role="rowgroup" className={classes.head} style={{ width, height: HEAD_HEIGHT }}>
              <div role="row" aria-rowindex={1}>
                <span role="columnheader" aria-colindex={1} className={classes.corner} style={{ width: headWidth }}>
                  <span className="visually-hidden">{scalar ? 'No index' : 'Index'}</span>
                </span>
                {columnIndices.map((column) => (
                  <span
                    key={column}
                    role="columnheader"
                    aria-colindex={column + 2}
                    className={classes.columnHead}
                    data-text={dtype === 'string' || undefined}
                    style={columnStyle(column)}
                  >
                    {hasColumns ? headOf.column(column) : 'value'}
                  </span>
                ))}
              </div>
            </div>
            <div role="rowgroup" className={classes.body} style={{ width, height: height - HEAD_HEIGHT }}>
              {indices(seenRows).map((row) => (
                <div
                  key={row}
                  role="row"
                  aria-rowindex={row + 2}
                  className={classes.row}
                  style={{ top: drawnAt(rowAxis, position.row, row), height: rowHeight, width }}
                >
                  <span role="rowheader" aria-colindex={1} className={classes.rowHead} style={{ width: headWidth }}>
                    {scalar ? <span className="visually-hidden">Scalar</span> : headOf.row(row)}
                  </span>
                  {columnIndices.map((column) => {
                    const exact = tiles.cell(row, column);
                    const shownBits = bits?.cell(row, column);
                    const color = exact === undefined ? undefined : colorOf?.(exact);
                    return (
                      <span
                        key={column}
                        id={cellId({ row, column })}
                        role="gridcell"
                        aria-colindex={column + 2}
                        aria-selected={isIn(selected, row, column)}
                        data-active={(row === active.row && column === active.column) || undefined}
                        data-colored={color ? true : undefined}
                        data-special={exact === undefined || isText ? undefined : specialOf(exact)}
                        className={classes.cell}
                        style={color ? { ...columnStyle(column), ...color } : columnStyle(column)}
                        data-cell={`${row},${column}`}
                        data-value={exact}
                        data-text={dtype === 'string' || undefined}
                      >
                        {exact === undefined || (bits && shownBits === undefined) ? (
                          '…'
                        ) : (
                          <Short dtype={dtype} exact={exact} bits={shownBits} notation={notation} />
                        )}
                      </span>
                    );
                  })}
                </div>
              ))}
            </div>
          </div>
        </div>
      )}
      {!error && <div className={classes.foot}>{children?.(active, tiles.cell(active.row, active.column))}</div>}
    </div>
  );
}

interface ShortProps extends Pick<TensorGridProps, 'dtype' | 'notation'> {
  exact: string;
  bits: string | undefined;
}

function Short({ dtype, exact, bits, notation }: ShortProps) {
  if (dtype === 'string') return <StringText>{shortString(exact)}</StringText>;
  return <bdi>{bits === undefined ? formattedValue(dtype, exact, notation) : formattedBits(bits, notation)}</bdi>;
}

/** What a cell looks like by its value. */
export interface CellColor {
  background: string;
  color: string;
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

function isIn({ rowStart, rowEnd, columnStart, columnEnd }: PlaneWindow, row: number, column: number): boolean {
  return row >= rowStart && row < rowEnd && column >= columnStart && column < columnEnd;
}

const SPECIAL = new Map([
  ['NaN', 'nan'],
  ['Infinity', 'infinite'],
  ['-Infinity', 'infinite'],
  ['-0', 'negative-zero'],
]);

/** What is marked of a value: not a number, infinite, or a zero with a sign. */
function specialOf(exact: string): string | undefined {
  return SPECIAL.get(exact);
}

function indices({ start, end }: { start: number; end: number }): number[] {
  return Array.from({ length: Math.max(0, end - start) }, (_, index) => start + index);
}
