import { formatCount } from '../../../base/amounts.ts';
import type { DecodedDtype } from '../../../tensor/dtype.ts';
import { type Cell, cellIndex, cellPlane, type TensorMapping, type TensorPlane } from '../../../tensor/mapping.ts';
import { indexText } from '../../../tensor/shape.ts';
import { shortestFloat } from '../../../tensor/short-float.ts';
import { ExactValue } from '../../tensor/exact-value.tsx';
import { readKey, useLatest } from '../use-latest.ts';
import type { TensorAccess } from '../view-props.ts';
import type { KnownValue } from './shown.ts';
import classes from './status.module.css';

interface Props {
  dtype: DecodedDtype;
  mapping: TensorMapping;
  plane: TensorPlane;
  access: TensorAccess;
  cell: Cell | undefined;
  known: KnownValue | undefined;
  /** What stands for many values. */
  reduction: string;
  /** Whether the cell was chosen, and not only pointed at: then it is read. */
  isChosen: boolean;
  /** Whether `known` is of what is shown: nothing is read before it is. */
  isCurrent: boolean;
}

/** Index and value of the cell under the pointer, or of the chosen one. */
export function Status({ dtype, mapping, plane, access, cell, known, reduction, isChosen, isCurrent }: Props) {
  const part = cell && isCurrent && (isChosen || !known) ? cellPlane(plane, cell) : undefined;
  const key = part && readKey(access, part);
  const read = useLatest(key, async (signal) => {
    const of = part as TensorPlane;
    const bits = access.hasBits ? access.cells(of, signal, 'bits') : undefined;
    return { exact: (await access.cells(of, signal))[0], bits: (await bits)?.[0] };
  });
  if (!cell)
    return (
      <span className={classes.quiet}>
        <span className={classes.keys}>Point at a value, or press an arrow key</span>
        <span className={classes.touch}>Tap a value</span>
      </span>
    );
  const isRead = part !== undefined && read.key === key;
  const exact = isRead ? read.value?.exact : known && !known.cells ? known.text : undefined;
  const bits = isRead ? read.value?.bits : undefined;
  return (
    <span className={classes.root} aria-live={isChosen ? 'polite' : 'off'}>
      <span className={classes.index}>{indexText(cellIndex(mapping, cell))}</span>
      {exact !== undefined ? (
        <b className={classes.value}>
          <ExactValue exact={exact} short={shortestFloat(dtype, exact)} />
        </b>
      ) : known?.cells ? (
        <span>
          {reduction} of {formatCount(known.cells.height)} × {formatCount(known.cells.width)}:{' '}
          <b className={classes.value}>{known.text}</b>
        </span>
      ) : (
        '…'
      )}
      {bits !== undefined && <span className={classes.index}>bits {bits}</span>}
    </span>
  );
}
