import { NumberInput } from '@mantine/core';
import { formatCount } from '../../base/amounts.ts';
import classes from './lead.module.css';

interface GotoProps {
  rows: number;
  columns: number;
  /** The chosen cell. */
  row: number;
  column: number;
  onChoose(row: number, column: number): void;
}

/** An axis with more cells than this does not fit the screen. */
const SEEN_ROWS = 16;
const SEEN_COLUMNS = 12;

/**
 * Goes to a cell by its index. It has a field for each axis that does not fit the screen, and is left out where both
 * fit.
 */
export function TensorGridGoto({ rows, columns, row, column, onChoose }: GotoProps) {
  if (rows <= SEEN_ROWS && columns <= SEEN_COLUMNS) return null;
  const rowNames = columns === 1 ? { label: 'Index', name: 'Index' } : { label: 'Row' };
  return (
    <div className={classes.root}>
      {rows > SEEN_ROWS && <IndexField {...rowNames} count={rows} value={row} onValue={(to) => onChoose(to, column)} />}
      {columns > SEEN_COLUMNS && (
        <IndexField label="Column" count={columns} value={column} onValue={(to) => onChoose(row, to)} />
      )}
    </div>
  );
}

interface FieldProps {
  label: string;
  /** The accessible name of the field itself. */
  name?: string;
  /** The index is below this. */
  count: number;
  value: number;
  onValue(value: number): void;
}

/** A field for an index, as large as 0 to `count` - 1 allow. */
function IndexField({ label, name = `${label} index`, count, value, onValue }: FieldProps) {
  return (
    <div className={classes.dimension}>
      <span className={classes.label}>{label}</span>
      <NumberInput
        className={classes.input ?? ''}
        size="sm"
        aria-label={`${name}, 0 to ${formatCount(count - 1)}`}
        value={value}
        min={0}
        max={count - 1}
        clampBehavior="strict"
        allowDecimal={false}
        allowNegative={false}
        hideControls
        onChange={(to) => typeof to === 'number' && to !== value && onValue(to)}
      />
      <span className={classes.of}>of {formatCount(count)}</span>
    </div>
  );
}
