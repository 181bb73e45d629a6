import { type CSSProperties, useRef } from 'react';
import { useKeptScroll } from '../kept-state.ts';
import { useOverflow } from '../overflow.ts';
import { ROLE } from '../table-rows.ts';
import type { Columns } from './columns.ts';
import { DataRow, HeadingRow, type RowParts } from './data-row.tsx';
import classes from './data-table.module.css';
import { useRowFocus } from './row-focus.ts';
import { type KeyedRow, rowId } from './shown-rows.ts';
import { TableHead } from './table-head.tsx';
import { useVirtualRows } from './virtual-rows.ts';

/** Height of the scrolling box where rows are virtual. */
const MAX_HEIGHT = 'min(70vh, 720px)';

interface Props<Row extends object> extends RowParts<Row> {
  label: string;
  shown: readonly KeyedRow<Row>[];
  columns: Columns<Row>;
  fills: boolean;
  kept: string | undefined;
  rowHeight: number | undefined;
  /** What is said where the filter finds nothing. */
  empty: string | undefined;
}

/** The table itself, in the box that it scrolls in. */
export function ScrolledTable<Row extends object>(props: Props<Row>) {
  const { label, shown, columns, fills, kept, rowHeight, empty, ...parts } = props;
  const { minWidth } = columns;
  const box = useRef<HTMLDivElement>(null);
  const scrolls = useOverflow(box) ? { tabIndex: 0, role: 'region', 'aria-label': `${label}, scrollable` } : {};
  const rows = useVirtualRows(box, shown, useKeptScroll(kept, box), rowHeight);
  const selected = parts.selectedKey === undefined ? undefined : rowId(parts.selectedKey);
  const { stop, setActive, onKeyDown } = useRowFocus(box, shown, rows, selected, fills);
  const { isVirtual, before, after, measure } = rows;

  const rowAt = (index: number) => {
    const keyed = shown[index];
    if (!keyed) return null;
    const { id } = keyed;
    const isHeading = 'heading' in keyed;
    const counted = isVirtual && !isHeading ? index + 2 : undefined;
    const virtual = { ref: measure, 'data-index': index, 'aria-rowindex': counted };
    const rest = { columns: columns.shown, isStop: id === stop, onFocus: () => setActive(id), virtual, ...parts };
    return isHeading ? (
      <HeadingRow key={id} columns={columns.shown.length} virtual={virtual}>
        {keyed.heading}
      </HeadingRow>
    ) : (
      <DataRow key={id} row={keyed.row} isSelected={id === selected} {...rest} />
    );
  };
  return (
    <div
      ref={box}
      className={classes.box}
      data-virtual={isVirtual || undefined}
      style={isVirtual && !fills ? { maxHeight: MAX_HEIGHT } : undefined}
      {...scrolls}
    >
      <table
        {...ROLE.table}
        className={classes.table}
        data-sized={minWidth !== undefined || undefined}
        style={minWidth === undefined ? undefined : ({ '--min-width': `${minWidth}px` } as CSSProperties)}
        aria-label={label}
        aria-rowcount={isVirtual ? shown.length + 1 : undefined}
      >
        <TableHead columns={columns} rowIndex={isVirtual ? 1 : undefined} />
        <tbody {...ROLE.group} className={classes.body} onKeyDown={parts.onSelect && onKeyDown}>
          {before > 0 && <tr aria-hidden className={classes.spacer} style={{ height: before }} />}
          {rows.items.map(({ index }) => rowAt(index))}
          {after > 0 && <tr aria-hidden className={classes.spacer} style={{ height: after }} />}
          {empty !== undefined && (
            <tr {...ROLE.row} className={classes.row}>
              <td {...ROLE.cell} className={classes.empty} colSpan={columns.shown.length}>
                {empty}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}
