import { memo } from '../../base/memo.ts';
import type { DataColumn, SortValue } from './data-column.ts';

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
