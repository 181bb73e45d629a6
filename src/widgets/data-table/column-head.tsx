import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { ROLE } from '../table-rows.ts';
import { type Columns, MAX_COLUMN, MIN_COLUMN, WIDTH_STEP } from './columns.ts';
import type { DataColumn } from './data-column.ts';
import classes from './data-table.module.css';

/** What a dragged column head is known by. */
const DRAGGED = 'application/x-boxcutter-column';

interface Props<Row> {
  column: DataColumn<Row>;
  index: number;
  /** Of the cell. */
  id: string;
  columns: Pick<Columns<never>, 'table' | 'sorting' | 'widths'>;
  /** The last column has no edge: it takes what the others leave. */
  isLast: boolean;
  /** Moves the column with an id to the place of this one. */
  onDrop(id: string): void;
  onWidth(width: number): void;
}

/** The head of a column: its name, which sorts; it is dragged to another place, and its edge to another width. */
export function ColumnHead<Row>({ column, index, id, columns, isLast, onDrop, onWidth }: Props<Row>) {
  const { table, sorting, widths } = columns;
  const direction = sorting?.id === column.id ? (sorting.desc ? 'descending' : 'ascending') : undefined;
  const of = table.getColumn(column.id);
  const canMove = of?.getCanHide() === true;
  return (
    <th
      {...ROLE.column}
      className={classes.header}
      id={id}
      scope="col"
      // Without the separator in it.
      aria-label={column.header}
      data-numeric={column.numeric || undefined}
      data-narrow={column.narrow ?? (index === 0 ? 'title' : 'detail')}
      aria-sort={column.value ? (direction ?? 'none') : undefined}
      draggable={canMove || undefined}
      onDragStart={(event) => event.dataTransfer.setData(DRAGGED, column.id)}
      onDragOver={(event) => canMove && event.dataTransfer.types.includes(DRAGGED) && event.preventDefault()}
      onDrop={(event) => onDrop(event.dataTransfer.getData(DRAGGED))}
    >
      {column.value ? (
        <button type="button" className={classes.sort} onClick={() => of?.toggleSorting(nextDirection(direction))}>
          <span>{column.header}</span>
          {direction === undefined && <IconArrowsSort className={classes.unsorted} size={14} aria-hidden />}
          {direction === 'ascending' && <IconArrowUp size={14} aria-hidden />}
          {direction === 'descending' && <IconArrowDown size={14} aria-hidden />}
        </button>
      ) : (
        column.header
      )}
      {!isLast && (
        <Edge header={column.header} width={widths[column.id]} onWidth={onWidth} onReset={() => of?.resetSize()} />
      )}
    </th>
  );
}

interface EdgeProps {
  header: string;
  /** Undefined where nobody has changed it. */
  width: number | undefined;
  onWidth(width: number): void;
  onReset(): void;
}

/** The edge of a column head: a separator that pointer and arrow keys move. A double click or Enter puts it back. */
function Edge({ header, width, onWidth, onReset }: EdgeProps) {
  const seen = (edge: HTMLElement) => edge.parentElement?.getBoundingClientRect().width ?? MIN_COLUMN;

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    const edge = event.currentTarget;
    const [from, start] = [event.clientX, seen(edge)];
    event.preventDefault();
    edge.setPointerCapture(event.pointerId);
    edge.onpointermove = (moved) => onWidth(start + moved.clientX - from);
    edge.onlostpointercapture = () => {
      edge.onpointermove = null;
    };
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const sign = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (event.key === 'Enter') onReset();
    else if (sign === undefined) return;
    else onWidth(seen(event.currentTarget) + sign * (event.shiftKey ? 4 : 1) * WIDTH_STEP);
    event.preventDefault();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: an `hr` cannot be moved.
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={`Width of ${header}`}
      aria-valuenow={width ?? MIN_COLUMN}
      aria-valuetext={width === undefined ? 'As wide as it needs' : `${width} pixels`}
      aria-valuemin={MIN_COLUMN}
      aria-valuemax={MAX_COLUMN}
      className={classes.edge}
      // The head itself is dragged to another place.
      draggable
      onDragStart={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
      onPointerDown={onPointerDown}
      onDoubleClick={onReset}
      onKeyDown={onKeyDown}
    />
  );
}

/** Whether the next press sorts from the last to the first. Undefined: the order of the rows themselves. */
function nextDirection(direction: 'ascending' | 'descending' | undefined): boolean | undefined {
  return direction === undefined ? false : direction === 'ascending' ? true : undefined;
}
