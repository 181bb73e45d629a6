import { type CSSProperties, type ReactNode, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { formatCount } from '../../base/amounts.ts';
import { FilterInput } from '../filter-input.tsx';
import { useColumns } from './columns.ts';
import { ColumnsMenu } from './columns-menu.tsx';
import type { DataColumn } from './data-column.ts';
import type { RowParts } from './data-row.tsx';
import classes from './data-table.module.css';
import { filledColumns } from './rows.ts';
import { ScrolledTable } from './scrolled-table.tsx';
import { useShownRows } from './shown-rows.ts';

export interface DataTableProps<Row extends object> extends RowParts<Row> {
  /** The table's accessible name. */
  label: string;
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  /** Unique among the rows, and the same for a row when the list changes. */
  rowKey(row: Row, index: number): string;
  /** Name of the filter box, as "Filter inputs". Without it there is none. */
  filterLabel?: string | undefined;
  /** The columns mean nothing without their names: in a narrow box too, the table has columns, and scrolls sideways. */
  keepsColumns?: boolean;
  /** Stands right of the filter box. */
  aside?: ReactNode;
  /** What the rows are filtered by, where the filter box stands elsewhere. */
  query?: string | undefined;
  /** What the button for columns stands in, where the filter box stands elsewhere. Null until it is there. */
  menuIn?: HTMLElement | null | undefined;
  /**
   * The heading that a row stands below. Rows of one heading follow each other. Without a sorted column, headings are
   * shown. Keep it stable.
   */
  groupOf?: ((row: Row) => string | undefined) | undefined;
  /** By which the browser remembers the columns of all tables of a kind. By default its label. Null remembers nothing. */
  name?: string | null;
  /** By which what it is sorted by, and its place, are kept while it is not shown. By default they are not. */
  kept?: string | undefined;
  /** Columns are as wide as they say, also of few rows: cells cut what is longer. */
  cuts?: boolean;
  /** Of most rows, in CSS pixels. By default that of one line. */
  rowHeight?: number;
  /** It fills the box around it, and its rows scroll in it. */
  fills?: boolean;
}

/** Rows of a list that people sort to find something in it. */
const LONG = 12;

/** The columns to show. The same array as long as they are the same: others make the table sort and filter again. */
function useFilled<Row extends object>(all: readonly DataColumn<Row>[], rows: readonly Row[]) {
  const filled = useMemo(() => filledColumns(all, rows), [all, rows]);
  const [kept, keep] = useState(filled);
  const isSame = kept.length === filled.length && kept.every((column, at) => column === filled[at]);
  if (!isSame) keep(filled);
  return isSame ? kept : filled;
}

/** A sortable, filterable table; a real `<table>`, whose rows above 200 are virtual. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, columns: all, rows, rowKey, filterLabel, aside, groupOf, menuIn, keepsColumns = false } = props;
  const { name = label, fills = false, kept, ...parts } = props;
  const root = useRef<HTMLDivElement>(null);
  const filled = useFilled(all, rows);
  const columns = useColumns(name, filled, props.onSelect !== undefined, root, kept);
  const [typed, setTyped] = useState('');
  const query = props.query ?? (filterLabel === undefined ? undefined : typed);
  const { shown, found, wanted } = useShownRows(rows, filled, { rowKey, query, sorting: columns.sorting, groupOf });

  const hasBar = filterLabel !== undefined && rows.length > 0;
  const count = (
    <span role="status" className={classes.count}>
      {wanted !== '' && `${formatCount(found)} of ${formatCount(rows.length)}`}
    </span>
  );
  const inBar = hasBar || menuIn !== undefined;
  const menu = columns.canChange && <ColumnsMenu label={label} columns={columns} inBar={inBar} />;
  return (
    <div
      ref={root}
      className={classes.root}
      data-fills={fills || undefined}
      data-columns={keepsColumns || undefined}
      data-cuts={props.cuts || undefined}
      style={keepsColumns ? ({ '--columns': columns.shown.length } as CSSProperties) : undefined}
    >
      {hasBar && (
        <div className={classes.bar}>
          <FilterInput label={filterLabel} value={typed} onChange={setTyped} className={classes.filter} />
          {count}
          {aside}
          {menu}
        </div>
      )}
      {props.query !== undefined && count}
      {menuIn && createPortal(menu, menuIn)}
      <div
        className={classes.frame}
        data-long={rows.length >= LONG || undefined}
        data-menu={!inBar && menu ? (columns.isChanged ? 'changed' : 'unchanged') : undefined}
      >
        {!inBar && menu}
        <ScrolledTable
          {...parts}
          shown={shown}
          columns={columns}
          fills={fills}
          kept={kept}
          rowHeight={props.rowHeight}
          empty={rows.length > 0 && found === 0 ? `No match for “${wanted}”.` : undefined}
        />
      </div>
    </div>
  );
}
