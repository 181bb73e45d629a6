import { formatCount } from '../byte-size.ts';
import classes from './lead.module.css';
import { IndexInput } from './lead.tsx';

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
      <IndexInput label={name} count={count} value={value} onValue={onValue} />
      <span className={classes.of}>of {formatCount(count)}</span>
    </div>
  );
}
