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
import { groupBy } from '../../base/group-by.ts';
import { wordsTest } from '../../base/text.ts';
import { FilterInput } from '../filter-input.tsx';
import { NameText } from '../name-text.tsx';
import { useOverflow } from '../overflow.ts';
import { ROLE, rowAfter } from '../table-rows.ts';
import { ColumnHead } from './column-head.tsx';
import { type Columns, useColumns } from './columns.ts';
import { ColumnsMenu } from './columns-menu.tsx';
import type { DataColumn } from './data-column.ts';
import classes from './data-table.module.css';
import { filledColumns, rowText, sortedBy } from './rows.ts';

/**
 * Tables with more rows keep only those in view in the document. In shorter ones, the browser's find sees every row.
 */
const VIRTUAL_FROM = 200;

/** Height of a row of one line, with its border. */
const ROW_HEIGHT = 34;

/** Height of the scrolling box where rows are virtual. */
const MAX_HEIGHT = 'min(70vh, 720px)';

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
  /** What the rows are filtered by, where the filter box stands elsewhere. */
  query?: string | undefined;
  /**
   * The heading that a row stands below. Rows of one heading follow each other. Without a sorted column, headings are
   * shown. Keep it stable.
   */
  groupOf?: ((row: Row) => string | undefined) | undefined;
  /** By which the browser remembers the columns of all tables of a kind. By default its label. */
  name?: string;
  /** It fills the box around it, and its rows scroll in it. */
  fills?: boolean;
}

/** A row with its key, or the heading of those that follow. */
type KeyedRow<Row> = { id: string; row: Row } | { id: string; heading: string };

/** Rows whose text is made ready at once for the filter, while nothing else is to be done: some milliseconds. */
const PREPARED_AT_ONCE = 2_000;

/** A sortable, filterable table; a real `<table>`, whose rows above 200 are virtual. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, rows, rowKey, filterLabel, aside, keepsColumns = false, groupOf, name = label, fills = false } = props;
  const filled = useMemo(() => filledColumns(props.columns, rows), [props.columns, rows]);
  const columns = useColumns(name, filled, props.onSelect !== undefined);
  const { sorting } = columns;
  const [typed, setTyped] = useState('');
  const query = props.query ?? typed;
  const wanted = useDeferredValue(query.trim());

  const textOf = useMemo(() => rowText(filled), [filled]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row keeps its key.
  const keyed = useMemo(() => rows.map((row, index) => ({ id: rowKey(row, index), row })), [rows]);
  const sorted = useMemo(() => {
    const by = sorting && filled.find(({ id }) => id === sorting.id);
    return by?.value ? sortedBy(keyed, ({ row }) => by.value?.(row), sorting?.desc === true) : keyed;
  }, [keyed, filled, sorting]);
  const found = useMemo(() => {
    const matches = wordsTest(wanted);
    return wanted === '' ? sorted : sorted.filter(({ row }) => matches(textOf(row)));
  }, [sorted, wanted, textOf]);
  const shown = useMemo(
    (): readonly KeyedRow<Row>[] => (groupOf && !sorting ? withHeadings(found, groupOf) : found),
    [found, groupOf, sorting],
  );
  usePrepared(rows, filterLabel === undefined && props.query === undefined ? undefined : textOf);

  return (
    <div
      className={classes.root}
      data-fills={fills || undefined}
      data-columns={keepsColumns || undefined}
      style={keepsColumns ? ({ '--columns': columns.shown.length } as CSSProperties) : undefined}
    >
      {filterLabel !== undefined && rows.length > 0 && (
        <div className={classes.bar}>
          <FilterInput label={filterLabel} value={typed} onChange={setTyped} className={classes.filter} />
          <FoundCount wanted={wanted} found={found.length} of={rows.length} />
          {aside}
        </div>
      )}
      {props.query !== undefined && <FoundCount wanted={wanted} found={found.length} of={rows.length} />}
      <Body
        {...props}
        shown={shown}
        layout={columns}
        empty={rows.length > 0 && found.length === 0 ? `No match for “${wanted}”.` : undefined}
      />
    </div>
  );
}

function FoundCount({ wanted, found, of }: { wanted: string; found: number; of: number }) {
  return (
    <span role="status" className={classes.count}>
      {wanted !== '' && `${formatCount(found)} of ${formatCount(of)}`}
    </span>
  );
}

/** Rows below their headings. Those without one come last. */
function withHeadings<Row>(
  rows: readonly { id: string; row: Row }[],
  groupOf: (row: Row) => string | undefined,
): KeyedRow<Row>[] {
  const groups = groupBy(rows, ({ row }) => groupOf(row));
  const others = groups.get(undefined);
  groups.delete(undefined);
  if (groups.size === 0) return [...rows];
  const headed = [...groups].flatMap(([heading, of]) => [
    { id: `heading ${heading}`, heading: heading as string },
    ...of,
  ]);
  return others ? [...headed, { id: 'heading', heading: 'Others' }, ...others] : headed;
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

const NEAREST = { block: 'nearest' } as const;

function rowHeight(): number {
  return ROW_HEIGHT;
}

interface BodyProps<Row extends object> extends DataTableProps<Row> {
  shown: readonly KeyedRow<Row>[];
  layout: Columns<Row>;
  empty: string | undefined;
}

function Body<Row extends object>({
  label,
  shown,
  layout,
  rowAttributes,
  onSelect,
  rowExpanded,
  selectedKey,
  fills = false,
  empty,
}: BodyProps<Row>) {
  const { shown: columns, widths, minWidth, table } = layout;
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
    const chosen = selectedKey === undefined ? -1 : shown.findIndex(({ id }) => id === selectedKey);
    if (chosen >= 0 && virtual) virtualizer.scrollToIndex(chosen);
    // The box may have become narrow beside what is chosen, and its rows higher.
    else if (chosen >= 0 && fills) box.current?.querySelector('[aria-selected="true"]')?.scrollIntoView(NEAREST);
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
    let clamped = Math.min(shown.length - 1, Math.max(0, next));
    // A heading is passed over.
    if ('heading' in (shown[clamped] ?? {})) clamped += next > index || clamped === 0 ? 1 : -1;
    if (virtual) virtualizer.scrollToIndex(clamped);
    if (!focusRow(box.current, clamped)) awaited.current = clamped;
  }

  function onRowClick(event: MouseEvent<HTMLElement>): void {
    if ((event.target as HTMLElement).closest('a, button, input') || window.getSelection()?.type === 'Range') return;
    event.currentTarget.querySelector<HTMLElement>('[data-row-control]')?.click();
  }

  const placeOf = (id: string) => table.getAllLeafColumns().findIndex((column) => column.id === id);

  /** The widths of all columns but the last, as they are drawn. */
  function seenWidths(): Record<string, number> {
    const heads = [...(box.current?.querySelectorAll('thead th') ?? [])].slice(0, -1);
    return Object.fromEntries(
      heads.map((head, at) => [columns[at]?.id, Math.round(head.getBoundingClientRect().width)]),
    );
  }

  function resize(id: string, width: number): void {
    layout.resize(id, width, seenWidths());
  }

  function control({ id, row }: { id: string; row: Row }, column: DataColumn<Row>): ReactNode {
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
    <div className={classes.frame} data-menu={table.getAllLeafColumns().length > 1 || undefined}>
      {table.getAllLeafColumns().length > 1 && (
        <ColumnsMenu
          label={label}
          columns={layout}
          onMove={(id, by) => layout.move(id, placeOf(id) + by)}
          onWiden={(id, by) => resize(id, (seenWidths()[id] ?? 0) + by)}
        />
      )}
      <div
        ref={box}
        className={classes.box}
        data-virtual={virtual || undefined}
        style={virtual && !fills ? { maxHeight: MAX_HEIGHT } : undefined}
        {...scrolls}
      >
        <table
          {...ROLE.table}
          className={classes.table}
          data-sized={minWidth !== undefined || undefined}
          style={minWidth === undefined ? undefined : ({ '--min-width': `${minWidth}px` } as CSSProperties)}
          aria-label={label}
          aria-rowcount={virtual ? shown.length + 1 : undefined}
        >
          <colgroup>
            {columns.map(({ id, width }, index) => (
              <col key={id} style={{ width: index === columns.length - 1 ? undefined : (widths[id] ?? width) }} />
            ))}
          </colgroup>
          <thead {...ROLE.group} className={classes.head}>
            <tr {...ROLE.row} aria-rowindex={virtual ? 1 : undefined}>
              {columns.map((column, index) => (
                <ColumnHead
                  key={column.id}
                  column={column}
                  index={index}
                  id={`${headId}-${column.id}`}
                  columns={layout}
                  isLast={index === columns.length - 1}
                  onDrop={(id) => layout.move(id, placeOf(column.id))}
                  onWidth={(width) => resize(column.id, width)}
                />
              ))}
            </tr>
          </thead>
          <tbody {...ROLE.group} className={classes.body} onKeyDown={choosable ? onKeyDown : undefined}>
            {before > 0 && <tr aria-hidden className={classes.spacer} style={{ height: before }} />}
            {items.map((item) => {
              const keyed = shown[item.index];
              if (!keyed) return null;
              const { id } = keyed;
              if ('heading' in keyed)
                return (
                  <tr
                    {...ROLE.row}
                    key={id}
                    ref={virtual ? virtualizer.measureElement : undefined}
                    className={classes.heading}
                    data-index={item.index}
                  >
                    <th {...ROLE.cell} className={classes.group} colSpan={columns.length} scope="rowgroup">
                      <NameText>{keyed.heading}</NameText>
                    </th>
                  </tr>
                );
              const { row } = keyed;
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
