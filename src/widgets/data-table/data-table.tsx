import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useDeferredValue,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { formatCount } from '../../base/amounts.ts';
import { memo } from '../../base/memo.ts';
import { wordsTest } from '../../base/text.ts';
import { FilterInput } from '../filter-input.tsx';
import { useOverflow } from '../overflow.ts';
import { ROLE, rowAfter } from '../table-rows.ts';
import classes from './data-table.module.css';

/**
 * Tables with more rows keep only those in view in the document. In shorter ones, the browser's find sees every row.
 */
const VIRTUAL_FROM = 200;

/** Height of a row before it was measured (36 px of text and its border). */
const ROW_HEIGHT = 37;

/** Height of the scrolling box where rows are virtual. */
const MAX_HEIGHT = 'min(70vh, 720px)';

/** What a column sorts by. Undefined comes last in either direction. */
export type SortValue = string | number | bigint | undefined;

/** One column. Keep the array stable (module scope or `useMemo`): a new one makes the table sort and filter again. */
export interface DataColumn<Row> {
  id: string;
  /** The header's text, and its accessible name. */
  header: string;
  /** `stop` is true in the one row that the Tab key reaches. In all other rows, links need `tabIndex={-1}`. */
  cell(row: Row, stop: boolean): ReactNode;
  /** What the column sorts by. Without it, the column has no sort button. */
  value?(row: Row): SortValue;
  /** What the filter looks in. Without it, `value` as text. */
  text?(row: Row): string | undefined;
  /** Right-aligned, with tabular numerals. */
  numeric?: boolean;
  /**
   * A CSS width, as `30%` or `120px`. Above 200 rows columns without one share what is left. The last column that is
   * shown takes what is left, whatever its width.
   */
  width?: string;
  /** Left out where no row has a value or text of it. */
  optional?: boolean;
  /**
   * Where the box is narrower than 560 px, a row is two lines: on the first its `title` (the first column by default)
   * and its `end`, on the second its `detail`s (the default). A `line` has one of its own; `hidden` leaves it out.
   */
  narrow?: 'title' | 'end' | 'detail' | 'line' | 'hidden';
}

export interface DataTableProps<Row extends object> {
  /** The table's accessible name. */
  label: string;
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  /** Unique among the rows, and the same for a row when the list changes. */
  rowKey(row: Row, index: number): string;
  /** Name of the filter box, as "Filter inputs". Without it there is none. */
  filterLabel?: string | undefined;
  /** `data-…` attributes of a row. */
  rowAttributes?(row: Row): Readonly<Record<`data-${string}`, string | undefined>>;
  /** Rows can be chosen: the first column becomes a button, and a click anywhere in the row presses it. */
  onSelect?(row: Row): void;
  /** Of a row whose button opens and closes what is below it: whether that is open. Undefined for other rows. */
  rowExpanded?(row: Row): boolean | undefined;
  selectedKey?: string | undefined;
  /** The columns mean nothing without their names: in a narrow box too, the table has columns, and scrolls sideways. */
  keepsColumns?: boolean;
  /** Stands right of the filter box. */
  aside?: ReactNode;
}

/** A row with its key. */
interface KeyedRow<Row> {
  id: string;
  row: Row;
}

/** The column that the rows are sorted by. */
interface Sorting {
  id: string;
  desc: boolean;
}

/** Rows whose text is made ready at once for the filter, while nothing else is to be done: some milliseconds. */
const PREPARED_AT_ONCE = 2_000;

const collator = new Intl.Collator(undefined, { numeric: true });

/** Ascending order of two defined values. Numbers and bigints compare exactly. */
export function compareValues(a: SortValue, b: SortValue): number {
  if (typeof a === 'string' || typeof b === 'string') return collator.compare(String(a), String(b));
  if (a === undefined || b === undefined) return 0;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The columns to show: without optional ones that are empty in every row. */
export function filledColumns<Row>(columns: readonly DataColumn<Row>[], rows: readonly Row[]): DataColumn<Row>[] {
  const has = (column: DataColumn<Row>, row: Row) => {
    const value = column.value?.(row);
    return (value !== undefined && value !== '') || Boolean(column.text?.(row));
  };
  return columns.filter((column) => !column.optional || rows.some((row) => has(column, row)));
}

/** A sortable, filterable table; a real `<table>`, whose rows above 200 are virtual. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { rows, rowKey, filterLabel, aside, keepsColumns = false } = props;
  const columns = useMemo(() => filledColumns(props.columns, rows), [props.columns, rows]);
  const [query, setQuery] = useState('');
  const wanted = useDeferredValue(query.trim());
  const [sorting, setSorting] = useState<Sorting>();

  const textOf = useMemo(() => rowText(columns), [columns]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row keeps its key.
  const keyed = useMemo(() => rows.map((row, index) => ({ id: rowKey(row, index), row })), [rows]);
  const sorted = useMemo(() => {
    const by = sorting && columns.find(({ id }) => id === sorting.id);
    return by?.value ? sortedBy(keyed, ({ row }) => by.value?.(row), sorting?.desc === true) : keyed;
  }, [keyed, columns, sorting]);
  const shown = useMemo(() => {
    const matches = wordsTest(wanted);
    return wanted === '' ? sorted : sorted.filter(({ row }) => matches(textOf(row)));
  }, [sorted, wanted, textOf]);
  usePrepared(rows, filterLabel === undefined ? undefined : textOf);

  function toggleSort(id: string): void {
    setSorting((now) => {
      if (now?.id !== id) return { id, desc: false };
      return now.desc ? undefined : { id, desc: true };
    });
  }

  return (
    <div
      className={classes.root}
      data-columns={keepsColumns || undefined}
      style={keepsColumns ? ({ '--columns': columns.length } as CSSProperties) : undefined}
    >
      {filterLabel !== undefined && rows.length > 0 && (
        <div className={classes.bar}>
          <FilterInput label={filterLabel} value={query} onChange={setQuery} className={classes.filter} />
          <span role="status" className={classes.count}>
            {wanted !== '' && `${formatCount(shown.length)} of ${formatCount(rows.length)}`}
          </span>
          {aside}
        </div>
      )}
      <Body
        {...props}
        columns={columns}
        shown={shown}
        sorting={sorting}
        onSort={toggleSort}
        empty={rows.length > 0 && shown.length === 0 ? `No match for “${wanted}”.` : undefined}
      />
    </div>
  );
}

/** Makes the texts of many rows before somebody looks for one of them, a few at a time. */
function usePrepared<Row>(rows: readonly Row[], textOf: ((row: Row) => string) | undefined): void {
  useEffect(() => {
    if (!textOf || rows.length <= VIRTUAL_FROM) return;
    let at = 0;
    let timer: ReturnType<typeof setTimeout>;
    const prepare = () => {
      for (const end = Math.min(at + PREPARED_AT_ONCE, rows.length); at < end; at++) textOf(rows[at] as Row);
      if (at < rows.length) timer = setTimeout(prepare, 0);
    };
    timer = setTimeout(prepare, 0);
    return () => clearTimeout(timer);
  }, [rows, textOf]);
}

/**
 * Items in the order of their values. Those with equal ones stay in their order, and those without one come last in
 * either direction.
 */
export function sortedBy<T>(items: readonly T[], keyOf: (item: T) => SortValue, descending: boolean): T[] {
  const sign = descending ? -1 : 1;
  const valued = items.map((item) => ({ item, value: keyOf(item) }));
  valued.sort((a, b) => {
    if (a.value === undefined || b.value === undefined)
      return Number(a.value === undefined) - Number(b.value === undefined);
    return sign * compareValues(a.value, b.value);
  });
  return valued.map(({ item }) => item);
}

/** A function that gives what the filter looks in of a row, in lower case. It remembers the text of each row. */
export function rowText<Row extends object>(columns: readonly DataColumn<Row>[]): (row: Row) => string {
  return memo((row: Row) =>
    columns
      .map((column) => (column.text ? column.text(row) : column.value?.(row)) ?? '')
      .join('\n')
      .toLowerCase(),
  );
}

function rowHeight(): number {
  return ROW_HEIGHT;
}

interface BodyProps<Row extends object> extends DataTableProps<Row> {
  shown: readonly KeyedRow<Row>[];
  sorting: Sorting | undefined;
  onSort(id: string): void;
  empty: string | undefined;
}

function Body<Row extends object>({
  label,
  columns,
  shown,
  rowAttributes,
  onSelect,
  rowExpanded,
  selectedKey,
  sorting,
  onSort,
  empty,
}: BodyProps<Row>) {
  const box = useRef<HTMLDivElement>(null);
  const headId = useId();
  const overflows = useOverflow(box);
  const virtual = shown.length > VIRTUAL_FROM;
  const choosable = onSelect !== undefined;

  // With another function the virtualizer measures all rows again.
  const keyOf = useCallback((index: number) => shown[index]?.id ?? index, [shown]);
  const virtualizer = useVirtualizer({
    count: shown.length,
    enabled: virtual,
    getScrollElement: () => box.current,
    estimateSize: rowHeight,
    getItemKey: keyOf,
    overscan: 12,
  });
  const items = virtual
    ? virtualizer.getVirtualItems()
    : shown.map(({ id }, index) => ({ index, key: id, start: 0, end: 0 }));
  const before = virtual ? (items[0]?.start ?? 0) : 0;
  const after = virtual ? virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0) : 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice, not another order of the rows.
  useEffect(() => {
    const chosen = virtual && selectedKey !== undefined ? shown.findIndex(({ id }) => id === selectedKey) : -1;
    if (chosen >= 0) virtualizer.scrollToIndex(chosen);
  }, [virtual, selectedKey]);

  // One row at a time is a tab stop; arrows move between them.
  const [active, setActive] = useState<string>();
  const shownKeys = items.map((item) => String(item.key));
  const stop = [active, selectedKey].find((key) => key !== undefined && shownKeys.includes(key)) ?? shownKeys[0];
  const awaited = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (awaited.current === undefined) return;
    if (focusRow(box.current, awaited.current)) awaited.current = undefined;
  });

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const target = event.target as HTMLElement;
    if (target.closest('input, textarea, select, [role="slider"]')) return;
    const index = Number(target.closest('tr')?.dataset.index);
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / ROW_HEIGHT) - 1);
    const next = rowAfter(event.key, index, page, shown.length);
    if (next === undefined) return;
    event.preventDefault();
    const clamped = Math.min(shown.length - 1, Math.max(0, next));
    if (virtual) virtualizer.scrollToIndex(clamped);
    if (!focusRow(box.current, clamped)) awaited.current = clamped;
  }

  function onRowClick(event: MouseEvent<HTMLElement>): void {
    if ((event.target as HTMLElement).closest('a, button, input') || window.getSelection()?.type === 'Range') return;
    event.currentTarget.querySelector<HTMLElement>('[data-row-control]')?.click();
  }

  function control({ id, row }: KeyedRow<Row>, column: DataColumn<Row>): ReactNode {
    return (
      <button
        type="button"
        className={classes.control}
        tabIndex={id === stop ? 0 : -1}
        data-row-control=""
        aria-expanded={rowExpanded?.(row)}
        onClick={() => onSelect?.(row)}
      >
        {column.cell(row, id === stop)}
      </button>
    );
  }

  const scrolls = overflows ? { tabIndex: 0, role: 'region', 'aria-label': `${label}, scrollable` } : {};
  return (
    <div
      ref={box}
      className={classes.box}
      data-virtual={virtual || undefined}
      style={virtual ? { maxHeight: MAX_HEIGHT } : undefined}
      {...scrolls}
    >
      <table
        {...ROLE.table}
        className={classes.table}
        aria-label={label}
        aria-rowcount={virtual ? shown.length + 1 : undefined}
      >
        <colgroup>
          {columns.map(({ id, width }, index) => (
            <col key={id} style={width === undefined || index === columns.length - 1 ? undefined : { width }} />
          ))}
        </colgroup>
        <thead {...ROLE.group} className={classes.head}>
          <tr {...ROLE.row} aria-rowindex={virtual ? 1 : undefined}>
            {columns.map((column, index) => {
              const direction = sorting?.id === column.id ? (sorting.desc ? 'descending' : 'ascending') : undefined;
              return (
                <th
                  {...ROLE.column}
                  className={classes.header}
                  key={column.id}
                  id={`${headId}-${column.id}`}
                  scope="col"
                  {...look(column, index)}
                  aria-sort={column.value ? (direction ?? 'none') : undefined}
                >
                  {column.value ? (
                    <button type="button" className={classes.sort} onClick={() => onSort(column.id)}>
                      <span>{column.header}</span>
                      {direction === undefined && <IconArrowsSort className={classes.unsorted} size={14} aria-hidden />}
                      {direction === 'ascending' && <IconArrowUp size={14} aria-hidden />}
                      {direction === 'descending' && <IconArrowDown size={14} aria-hidden />}
                    </button>
                  ) : (
                    column.header
                  )}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody {...ROLE.group} className={classes.body} onKeyDown={choosable ? onKeyDown : undefined}>
          {before > 0 && <tr aria-hidden className={classes.spacer} style={{ height: before }} />}
          {items.map((item) => {
            const keyed = shown[item.index];
            if (!keyed) return null;
            const { id, row } = keyed;
            return (
              <tr
                {...ROLE.row}
                {...rowAttributes?.(row)}
                key={id}
                ref={virtual ? virtualizer.measureElement : undefined}
                className={classes.row}
                data-index={item.index}
                data-choosable={choosable || undefined}
                aria-rowindex={virtual ? item.index + 2 : undefined}
                aria-selected={choosable ? id === selectedKey : undefined}
                onClick={choosable ? onRowClick : undefined}
                onFocus={choosable ? () => setActive(id) : undefined}
              >
                {columns.map((column, index) => (
                  <td {...ROLE.cell} className={classes.cell} key={column.id} {...look(column, index)}>
                    {choosable && index === 0 ? control(keyed, column) : column.cell(row, id === stop)}
                  </td>
                ))}
              </tr>
            );
          })}
          {after > 0 && <tr aria-hidden className={classes.spacer} style={{ height: after }} />}
          {empty !== undefined && (
            <tr {...ROLE.row} className={classes.row}>
              <td {...ROLE.cell} className={classes.empty} colSpan={columns.length}>
                {empty}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}

function look<Row>({ numeric, narrow }: DataColumn<Row>, index: number) {
  return { 'data-numeric': numeric || undefined, 'data-narrow': narrow ?? (index === 0 ? 'title' : 'detail') };
}

function focusRow(box: HTMLElement | null, index: number): boolean {
  const control = box?.querySelector<HTMLElement>(`tr[data-index="${index}"] [data-row-control]`);
  control?.focus();
  return control !== null && control !== undefined;
}
