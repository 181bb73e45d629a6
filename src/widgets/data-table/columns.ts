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
import { useMemo, useState } from 'react';
import { useStoredSetting } from '../stored-setting.ts';
import type { DataColumn } from './data-column.ts';

// Rows are sorted and filtered by their index: a table of a hundred thousand makes no object for each.
const FEATURES = tableFeatures({
  columnOrderingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
});

/** How an arrow key changes a width, in CSS pixels. With Shift, four times as much. */
export const WIDTH_STEP = 16;

/** What users made of the columns. Ids of columns that a table does not have are kept for those that have them. */
interface Layout {
  columnOrder: string[];
  columnSizing: Record<string, number>;
  columnVisibility: Record<string, boolean>;
}

const UNCHANGED: Layout = { columnOrder: [], columnSizing: {}, columnVisibility: {} };

/** The narrowest and the widest that a column can be made, in CSS pixels. */
export const MIN_COLUMN = 48;
export const MAX_COLUMN = 1600;

function layoutOf(stored: unknown): Layout {
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

/**
 * The columns of a table: which are shown, in which order, how wide, and which one sorts.
 *
 * @param name by which the browser remembers the layout of all tables of a kind
 * @param isFixed whether the first column stays the first, as it chooses the row
 */
export function useColumns<Row extends object>(name: string, columns: readonly DataColumn<Row>[], isFixed: boolean) {
  const [layout, store] = useStoredSetting(`columns-${name}`, layoutOf);
  const [sorting, setSorting] = useState<SortingState>([]);
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
  const first = columns[0]?.id;
  const columnOrder =
    isFixed && first !== undefined ? [first, ...layout.columnOrder.filter((id) => id !== first)] : layout.columnOrder;
  const table = useTable<typeof FEATURES, object>({
    features: FEATURES,
    columns: definitions,
    data: NO_ROWS,
    manualSorting: true,
    enableMultiSort: false,
    state: { ...layout, columnOrder, sorting },
    onSortingChange: setSorting,
    onColumnOrderChange: change('columnOrder'),
    onColumnSizingChange: change('columnSizing'),
    onColumnVisibilityChange: change('columnVisibility'),
  });
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns]);
  const shown = table.getVisibleLeafColumns().flatMap(({ id }) => byId.get(id) ?? []);
  return {
    table,
    /** Those that are shown, in their order. */
    shown,
    sorting: sorting[0],
    /** Of the columns that somebody has made wider or narrower, in CSS pixels. */
    widths: layout.columnSizing,
    isChanged: layout !== UNCHANGED,
    reset: () => store(UNCHANGED),
  };
}

export type Columns<Row extends object> = ReturnType<typeof useColumns<Row>>;

const NO_ROWS: never[] = [];
