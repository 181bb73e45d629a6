import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { PointerEvent } from 'react';
import { ROLE } from '../table-rows.ts';
import type { Columns } from './columns.ts';
import type { DataColumn } from './data-column.ts';
import { narrowPlace } from './data-row.tsx';
import classes from './data-table.module.css';

/** What a dragged column head is known by. */
const DRAGGED = 'application/x-boxcutter-column';

interface Props<Row extends object> {
  column: DataColumn<Row>;
  index: number;
  columns: Columns<Row>;
  /** Whether the Tab key reaches it. */
  isStop: boolean;
  onFocus(): void;
}

/** The head of a column: its name, which sorts; it is dragged to another place, and its edge to another width. */
export function ColumnHead<Row extends object>({ column, index, columns, isStop, onFocus }: Props<Row>) {
  const { table, sorting, shown, moveTo, resize } = columns;
  const direction = sorting?.id === column.id ? (sorting.desc ? 'descending' : 'ascending') : undefined;
  const of = table.getColumn(column.id);
  const canMove = of?.getCanHide() === true;
  return (
    <th
      {...ROLE.column}
      className={classes.header}
      scope="col"
      data-numeric={column.numeric || undefined}
      data-narrow={narrowPlace(column, index)}
      aria-sort={column.value ? (direction ?? 'none') : undefined}
      draggable={canMove || undefined}
      onDragStart={(event) => event.dataTransfer.setData(DRAGGED, column.id)}
      onDragOver={(event) => canMove && event.dataTransfer.types.includes(DRAGGED) && event.preventDefault()}
      onDrop={(event) => moveTo(event.dataTransfer.getData(DRAGGED), column.id)}
    >
      {column.value ? (
        <button
          type="button"
          className={classes.sort}
          tabIndex={isStop ? 0 : -1}
          onFocus={onFocus}
          onClick={() => {
            const next = nextDirection(direction, column.numeric === true);
            if (next === undefined) of?.clearSorting();
            else of?.toggleSorting(next);
          }}
        >
          <span>{column.header}</span>
          {direction === undefined && <IconArrowsSort className={classes.unsorted} size={14} aria-hidden />}
          {direction === 'ascending' && <IconArrowUp size={14} aria-hidden />}
          {direction === 'descending' && <IconArrowDown size={14} aria-hidden />}
        </button>
      ) : (
        column.header
      )}
      {/* The last column has no edge: it takes what the others leave. */}
      {index < shown.length - 1 && (
        <Edge onWidth={(width) => resize(column.id, width)} onReset={() => of?.resetSize()} />
      )}
    </th>
  );
}

/**
 * The edge of a column head, moved by the pointer and put back by a double click. Tab skips it: by keyboard,
 * the menu of columns makes them wider and narrower.
 */
function Edge({ onWidth, onReset }: { onWidth(width: number): void; onReset(): void }) {
  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0) return;
    const edge = event.currentTarget;
    const from = event.clientX - (edge.parentElement?.getBoundingClientRect().width ?? 0);
    event.preventDefault();
    edge.setPointerCapture(event.pointerId);
    edge.onpointermove = (moved) => onWidth(moved.clientX - from);
    edge.onlostpointercapture = () => {
      edge.onpointermove = null;
    };
  }
  return (
    <div
      aria-hidden
      className={classes.edge}
      // The head itself is dragged to another place.
      draggable
      onDragStart={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
      onPointerDown={onPointerDown}
      onDoubleClick={onReset}
    />
  );
}

/**
 * Whether the next press sorts from the last to the first. Undefined: the order of the rows themselves. Of numbers, the
 * first press asks for the largest.
 */
function nextDirection(direction: 'ascending' | 'descending' | undefined, isNumeric: boolean): boolean | undefined {
  if (direction === undefined) return isNumeric;
  return (direction === 'descending') === isNumeric ? !isNumeric : undefined;
}
