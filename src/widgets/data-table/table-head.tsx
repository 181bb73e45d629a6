import { type KeyboardEvent, useState } from 'react';
import { ROLE } from '../table-rows.ts';
import { ColumnHead } from './column-head.tsx';
import type { Columns } from './columns.ts';
import classes from './data-table.module.css';

interface Props<Row extends object> {
  columns: Columns<Row>;
  /** Undefined where all rows are in the document. */
  rowIndex: number | undefined;
}

/** The widths of the columns, and their heads. Tab reaches one of these, and arrow keys the others. */
export function TableHead<Row extends object>({ columns, rowIndex }: Props<Row>) {
  const { shown, widths } = columns;
  const [focused, setFocused] = useState<string>();
  const sortable = shown.filter(({ value }) => value);
  const stop = sortable.find(({ id }) => id === focused) ?? sortable[0];
  return (
    <>
      <colgroup>
        {shown.map(({ id, width }, index) => (
          <col key={id} style={{ width: index === shown.length - 1 ? undefined : (widths[id] ?? width) }} />
        ))}
      </colgroup>
      <thead
        {...ROLE.group}
        className={classes.head}
        onKeyDown={onKeyDown}
        // Once it is left, one begins with the first again, which is never out of sight.
        onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && setFocused(undefined)}
      >
        <tr {...ROLE.row} aria-rowindex={rowIndex}>
          {shown.map((column, index) => (
            <ColumnHead
              key={column.id}
              column={column}
              index={index}
              columns={columns}
              isStop={column === stop}
              onFocus={() => setFocused(column.id)}
            />
          ))}
        </tr>
      </thead>
    </>
  );
}

function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
  const heads = [...event.currentTarget.querySelectorAll('button')].filter((head) => head.checkVisibility());
  const at = heads.indexOf(event.target as HTMLButtonElement);
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: heads.length - 1 }[event.key];
  if (to === undefined || at < 0) return;
  event.preventDefault();
  heads[to]?.focus();
}
