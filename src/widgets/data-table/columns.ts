import {
  type ColumnDef,
  columnOrderingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  type Updater,
  useTable,
} from '@tanstack/react-table';
import { type RefObject, useMemo, useState } from 'react';
import { useKeptState } from '../kept-state.ts';
import { useStoredSetting } from '../stored-setting.ts';
import type { DataColumn } from './data-column.ts';

// Rows are sorted and filtered outside of it, which would make a large object for each of a hundred thousand.
const FEATURES = tableFeatures({
  columnOrderingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
});

/** How a press in the menu changes a width, in CSS pixels. */
const WIDTH_STEP = 16;

/** What users made of the columns. Ids of columns that a table does not have are kept for those that have them. */
interface Layout {
  columnOrder: string[];
  columnSizing: Record<string, number>;
  columnVisibility: Record<string, boolean>;
}

const UNSORTED: SortingState = [];

const UNCHANGED: Layout = { columnOrder: [], columnSizing: {}, columnVisibility: {} };

/** The narrowest and the widest that a column can be made, in CSS pixels. */
const MIN_COLUMN = 48;
const MAX_COLUMN = 1600;

/** The narrowest that a column becomes whose width nobody has changed, where the others take all the room. */
const MIN_UNCHANGED = 96;

/** What is stored, without what no table can have. */
export function layoutOf(stored: unknown): Layout {
  if (typeof stored !== 'object' || stored === null) return UNCHANGED;
  const { columnOrder, columnSizing, columnVisibility } = stored as Record<string, unknown>;
  const isWidth = (width: unknown) => typeof width === 'number' && width >= MIN_COLUMN && width <= MAX_COLUMN;
  return {
    columnOrder: Array.isArray(columnOrder) ? columnOrder.filter((id) => typeof id === 'string') : [],
    columnSizing: membersThat(isWidth, columnSizing) as Record<string, number>,
    columnVisibility: membersThat((shown) => typeof shown === 'boolean', columnVisibility) as Record<string, boolean>,
  };
}

function membersThat(isRight: (value: unknown) => boolean, of: unknown): Record<string, unknown> {
  const members = typeof of === 'object' && of !== null ? Object.entries(of) : [];
  return Object.fromEntries(members.filter(([, value]) => isRight(value)));
}

function isUnchanged({ columnOrder, columnSizing, columnVisibility }: Layout): boolean {
  return [columnOrder, columnSizing, columnVisibility].every((of) => Object.keys(of).length === 0);
}

/** A layout whose first column is first and shown. */
function withFirst(layout: Layout, first = ''): Layout {
  return {
    ...layout,
    columnOrder: [first, ...layout.columnOrder.filter((id) => id !== first)],
    columnVisibility: { ...layout.columnVisibility, [first]: true },
  };
}

/** A list with one item at another place. Undefined where it has no such place, or what is before `first` would move. */
export function withMoved(
  order: readonly string[],
  from: number,
  to: number,
  first: number,
): readonly string[] | undefined {
  if (from < first || to < first || to >= order.length || from === to) return undefined;
  const moved = order.toSpliced(from, 1);
  return moved.toSpliced(to, 0, order[from] as string);
}

/**
 * The columns of a table: which are shown, in which order, how wide, and which one sorts.
 *
 * @param name by which the browser remembers the layout of all tables of a kind. Null where nothing is remembered
 * @param isFixed whether the first column stays the first, as it chooses the row
 * @param box what the table is in
 * @param kept by which what it is sorted by is kept
 */
export function useColumns<Row extends object>(
  name: string | null,
  columns: readonly DataColumn<Row>[],
  isFixed: boolean,
  box: RefObject<HTMLElement | null>,
  kept?: string,
) {
  const remembered = useStoredSetting(`columns-${name}`, layoutOf);
  const own = useState(UNCHANGED);
  const [layout, store] = name === null ? own : remembered;
  const [sorting, setSorting] = useKeptState<SortingState>(kept && `${kept} sorting`, UNSORTED);
  const definitions = useMemo(
    () =>
      columns.map(
        ({ id, header, value }, index): ColumnDef<typeof FEATURES, object> => ({
          id,
          header,
          accessorFn: () => undefined,
          enableSorting: value !== undefined,
          enableHiding: !(isFixed && index === 0),
          sortDescFirst: false,
          minSize: MIN_COLUMN,
          maxSize: MAX_COLUMN,
        }),
      ),
    [columns, isFixed],
  );
  const change =
    <Key extends keyof Layout>(key: Key) =>
    (to: Updater<Layout[Key]>) =>
      store({ ...layout, [key]: typeof to === 'function' ? to(layout[key]) : to });
  const hidden = useMemo(
    () => Object.fromEntries(columns.filter(({ extra }) => extra).map(({ id }) => [id, false])),
    [columns],
  );
  const known = { ...layout, columnVisibility: { ...hidden, ...layout.columnVisibility } };
  const state = isFixed ? withFirst(known, columns[0]?.id) : known;
  const table = useTable<typeof FEATURES, object>({
    features: FEATURES,
    columns: definitions,
    data: NO_ROWS,
    manualSorting: true,
    enableMultiSort: false,
    state: { ...state, sorting },
    onSortingChange: setSorting,
    onColumnOrderChange: change('columnOrder'),
    onColumnSizingChange: change('columnSizing'),
    onColumnVisibilityChange: change('columnVisibility'),
  });
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns]);
  const visible = table.getVisibleLeafColumns().flatMap(({ id }) => byId.get(id) ?? []);
  // Of what this table has, all may have been hidden in another one of its kind.
  const shown = visible.length > 0 ? visible : columns.slice(0, 1);
  const widths = layout.columnSizing;
  const order = table.getAllLeafColumns().map(({ id }) => id);

  function move(id: string, to: number): void {
    const moved = withMoved(order, order.indexOf(id), to, isFixed ? 1 : 0);
    if (moved) table.setColumnOrder([...moved, ...layout.columnOrder.filter((other) => !order.includes(other))]);
  }

  /** Whether the columns stand side by side. In a narrow box they do not. */
  function haveWidths(): boolean {
    const group = box.current?.querySelector('colgroup');
    return group !== null && group !== undefined && getComputedStyle(group).display !== 'none';
  }

  /** As they are drawn, of all but the last. */
  function seenWidths(): Record<string, number> {
    const heads = [...(box.current?.querySelectorAll('thead th') ?? [])].slice(0, -1);
    return Object.fromEntries(heads.map((head, at) => [shown[at]?.id, Math.round(head.getBoundingClientRect().width)]));
  }

  /** The others keep the widths that they have. */
  function resize(id: string, width: number): void {
    if (!haveWidths()) return;
    const within = Math.round(Math.min(MAX_COLUMN, Math.max(MIN_COLUMN, width)));
    table.setColumnSizing({ ...seenWidths(), ...widths, [id]: within });
  }

  return {
    table,
    /** Those that are shown, in their order. At least one. */
    shown,
    /** Whether there is something to choose from. */
    canChange: order.length > 1,
    /** Undefined where the column is hidden: another table of the kind may have hidden it. */
    sorting: sorting.find(({ id }) => shown.some((column) => column.id === id)),
    /** Of the columns that somebody has made wider or narrower, in CSS pixels. */
    widths,
    /** Below it the table scrolls sideways. Undefined where nobody has changed a width. */
    minWidth: shown.some(({ id }) => widths[id] !== undefined)
      ? shown.reduce((sum, { id }) => sum + (widths[id] ?? MIN_UNCHANGED), 0)
      : undefined,
    isChanged: !isUnchanged(layout),
    reset: () => store(UNCHANGED),
    /** Moves a column before the one that it follows, or behind the one that follows it. */
    moveBy: (id: string, by: 1 | -1) => move(id, order.indexOf(id) + by),
    /** Gives a column the place of another one. */
    moveTo: (id: string, other: string) => move(id, order.indexOf(other)),
    haveWidths,
    resize,
    widen: (id: string, steps: 1 | -1) => resize(id, (seenWidths()[id] ?? 0) + steps * WIDTH_STEP),
    /** Shows or hides a column. Rows are not sorted by what nobody sees. */
    show(id: string, isShown: boolean): void {
      table.getColumn(id)?.toggleVisibility(isShown);
      if (!isShown) setSorting((by) => by.filter((column) => column.id !== id));
    },
  };
}

export type Columns<Row extends object> = ReturnType<typeof useColumns<Row>>;

const NO_ROWS: never[] = [];
