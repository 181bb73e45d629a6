import type { ReactNode } from 'react';

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
  /** Left out until somebody chooses it in the menu of columns. */
  extra?: boolean;
  /** Left out where no row has a value or text of it. */
  optional?: boolean;
  /**
   * Where the box is narrower than 560 px, a row is two lines: on the first its `title` (the first column by default)
   * and its `end`, on the second its `detail`s (the default). A `line` has one of its own; `hidden` leaves it out.
   */
  narrow?: 'title' | 'end' | 'detail' | 'line' | 'hidden';
}
