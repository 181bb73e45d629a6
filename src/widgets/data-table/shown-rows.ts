import { useDeferredValue, useEffect, useMemo } from 'react';
import { groupBy } from '../../base/group-by.ts';
import { wordsTest } from '../../base/text.ts';
import type { DataColumn } from './data-column.ts';
import { rowText, sortedBy } from './rows.ts';

/** A row, or the heading of those that follow. The id of a heading never equals that of a row. */
export type KeyedRow<Row> = HeldRow<Row> | { id: string; heading: string };

interface HeldRow<Row> {
  id: string;
  row: Row;
}

interface Wanted<Row> {
  rowKey(row: Row, index: number): string;
  /** What the rows are filtered by. Undefined where they never are. */
  query: string | undefined;
  sorting: { id: string; desc: boolean } | undefined;
  groupOf: ((row: Row) => string | undefined) | undefined;
}

/** The rows that the filter finds, sorted, or else below their headings. */
export function useShownRows<Row extends object>(
  rows: readonly Row[],
  columns: readonly DataColumn<Row>[],
  { rowKey, query, sorting, groupOf }: Wanted<Row>,
) {
  const wanted = useDeferredValue(query?.trim() ?? '');
  const textOf = useMemo(() => rowText(columns), [columns]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row keeps its key.
  const keyed = useMemo(() => rows.map((row, index) => ({ id: rowId(rowKey(row, index)), row })), [rows]);
  const sorted = useMemo(() => {
    const by = sorting && columns.find(({ id }) => id === sorting.id);
    return by?.value ? sortedBy(keyed, ({ row }) => by.value?.(row), sorting?.desc === true) : keyed;
  }, [keyed, columns, sorting]);
  const found = useMemo(() => {
    const matches = wordsTest(wanted);
    return wanted === '' ? sorted : sorted.filter(({ row }) => matches(textOf(row)));
  }, [sorted, wanted, textOf]);
  const shown = useMemo(
    (): readonly KeyedRow<Row>[] => (groupOf && !sorting ? withHeadings(found, groupOf) : found),
    [found, groupOf, sorting],
  );
  usePrepared(rows, query === undefined ? undefined : textOf);
  return { shown, wanted, found: found.length };
}

/** The id of the row with a key. */
export function rowId(key: string): string {
  return `row ${key}`;
}

/** Rows below their headings. Those without one come last. */
export function withHeadings<Row>(
  rows: readonly HeldRow<Row>[],
  groupOf: (row: Row) => string | undefined,
): readonly KeyedRow<Row>[] {
  const groups = groupBy(rows, ({ row }) => groupOf(row));
  const others = groups.get(undefined);
  groups.delete(undefined);
  if (groups.size === 0) return rows;
  const headed = [...groups].flatMap(([heading, of]) => [
    { id: `heading ${heading}`, heading: heading as string },
    ...of,
  ]);
  return others ? [...headed, { id: 'others', heading: 'Others' }, ...others] : headed;
}

/** Rows whose text is made ready at once for the filter, while nothing else is to be done: some milliseconds. */
const PREPARED_AT_ONCE = 2_000;

/** Makes the texts of many rows before somebody looks for one of them, a few at a time. */
function usePrepared<Row>(rows: readonly Row[], textOf: ((row: Row) => string) | undefined): void {
  useEffect(() => {
    if (!textOf || rows.length <= PREPARED_AT_ONCE) return;
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
