import type { MouseEvent } from 'react';
import { NameText } from '../name-text.tsx';
import { ROLE } from '../table-rows.ts';
import type { DataColumn } from './data-column.ts';
import classes from './data-table.module.css';

/** What the rows of a table do. */
export interface RowParts<Row> {
  /** `data-…` attributes of a row. */
  rowAttributes?(row: Row): Readonly<Record<`data-${string}`, string | undefined>>;
  /** Rows can be chosen: the first column becomes a button, and a click anywhere in the row presses it. */
  onSelect?(row: Row): void;
  /** Of a row whose button opens and closes what is below it: whether that is open. Undefined for other rows. */
  rowExpanded?(row: Row): boolean | undefined;
  selectedKey?: string | undefined;
}

/** What a row of a virtual table has besides: it is measured, and counted. */
export interface VirtualRow {
  ref: ((row: HTMLElement | null) => void) | undefined;
  'data-index': number;
  'aria-rowindex': number | undefined;
}

interface Props<Row> extends Omit<RowParts<Row>, 'selectedKey'> {
  row: Row;
  columns: readonly DataColumn<Row>[];
  isSelected: boolean;
  /** Whether the Tab key reaches it. */
  isStop: boolean;
  onFocus(): void;
  virtual: VirtualRow;
}

export function DataRow<Row>({ row, columns, isSelected, isStop, onFocus, virtual, ...parts }: Props<Row>) {
  const { rowAttributes, onSelect, rowExpanded } = parts;
  const cell = (column: DataColumn<Row>, index: number) => {
    const content = column.cell(row, isStop);
    if (!onSelect || index > 0) return content;
    return (
      <button
        type="button"
        className={classes.control}
        tabIndex={isStop ? 0 : -1}
        data-row-control=""
        aria-expanded={rowExpanded?.(row)}
        onClick={() => onSelect(row)}
      >
        {content}
      </button>
    );
  };
  const choosable = onSelect && {
    'data-choosable': true,
    'aria-selected': isSelected,
    onClick: onRowClick,
    onFocus,
  };
  return (
    <tr {...ROLE.row} {...rowAttributes?.(row)} className={classes.row} {...virtual} {...choosable}>
      {columns.map((column, index) => (
        <td
          {...ROLE.cell}
          className={classes.cell}
          key={column.id}
          data-numeric={column.numeric || undefined}
          data-narrow={narrowPlace(column, index)}
        >
          {cell(column, index)}
        </td>
      ))}
    </tr>
  );
}

/** A click beside the row's button presses that, unless it ended the selection of text. */
function onRowClick(event: MouseEvent<HTMLElement>): void {
  if ((event.target as HTMLElement).closest('a, button, input') || window.getSelection()?.type === 'Range') return;
  event.currentTarget.querySelector<HTMLElement>('[data-row-control]')?.click();
}

export function HeadingRow({ children, columns, virtual }: { children: string; columns: number; virtual: VirtualRow }) {
  return (
    <tr {...ROLE.row} className={classes.heading} {...virtual}>
      <th {...ROLE.cell} className={classes.group} colSpan={columns} scope="rowgroup">
        <NameText>{children}</NameText>
      </th>
    </tr>
  );
}

/** Where a column stands in a narrow box. */
export function narrowPlace<Row>({ narrow }: DataColumn<Row>, index: number): DataColumn<Row>['narrow'] {
  return narrow ?? (index === 0 ? 'title' : 'detail');
}
