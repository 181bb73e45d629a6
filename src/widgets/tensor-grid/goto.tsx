import { NumberInput } from '@mantine/core';
import { formatCount } from '../byte-size.ts';
import classes from './lead.module.css';

interface Props {
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
export function TensorGridGoto({ rows, columns, row, column, onChoose }: Props) {
  if (rows <= SEEN_ROWS && columns <= SEEN_COLUMNS) return null;
  return (
    <div className={classes.root}>
      {rows > SEEN_ROWS && (
        <Field
          label={columns === 1 ? 'Index' : 'Row'}
          name={columns === 1 ? 'Index' : 'Row index'}
          count={rows}
          value={row}
          onValue={(to) => onChoose(to, column)}
        />
      )}
      {columns > SEEN_COLUMNS && (
        <Field label="Column" name="Column index" count={columns} value={column} onValue={(to) => onChoose(row, to)} />
      )}
    </div>
  );
}

interface FieldProps {
  label: string;
  name: string;
  count: number;
  value: number;
  onValue(value: number): void;
}

function Field({ label, name, count, value, onValue }: FieldProps) {
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
