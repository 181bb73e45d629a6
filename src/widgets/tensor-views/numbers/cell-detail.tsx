import { formatCount } from '../../../base/amounts.ts';
import type { DecodedDtype } from '../../../tensor/dtype.ts';
import { type Cell, cellIndex, cellPlane, type TensorMapping, type TensorPlane } from '../../../tensor/mapping.ts';
import { indexText } from '../../../tensor/shape.ts';
import { shortestFloat } from '../../../tensor/short-float.ts';
import { CopyButton } from '../../copy-button.tsx';
import { ExactValue } from '../../tensor/exact-value.tsx';
import { StringText } from '../../tensor/string-text.tsx';
import { readKey, useLatest } from '../use-latest.ts';
import type { TensorAccess } from '../view-props.ts';
import classes from './numbers.module.css';

/** Characters of one string shown whole below the grid; longer ones can be copied. */
const WHOLE_STRING = 20_000;

/** Dimensions whose index is cut where there is no room for it. */
const LONG_INDEX = 6;

interface Props {
  dtype: DecodedDtype;
  mapping: TensorMapping;
  plane: TensorPlane;
  cell: Cell;
  /** Undefined while it is not loaded. */
  exact: string | undefined;
  access: TensorAccess;
}

/** The chosen element whole, where a view shows it in short: its index, its value and its bits. */
export function CellDetail({ dtype, mapping, plane, cell, exact, access }: Props) {
  const index = cellIndex(mapping, cell);
  const isText = dtype === 'string';
  return (
    <div className={classes.detail} data-text={isText || undefined}>
      {index.length > 0 && (
        <span className={classes.index} data-long={index.length > LONG_INDEX || undefined}>
          {indexText(index)}
        </span>
      )}
      <span className={classes.exact}>
        {exact === undefined ? (
          '…'
        ) : isText ? (
          <StringText multiline>{exact.slice(0, WHOLE_STRING)}</StringText>
        ) : (
          <ExactValue exact={exact} short={shortestFloat(dtype, exact)} />
        )}
      </span>
      {exact !== undefined && exact.length > WHOLE_STRING && (
        <span className={classes.note}>… and {formatCount(exact.length - WHOLE_STRING)} more characters</span>
      )}
      {exact !== undefined && <CopyButton value={exact} label="Copy value" kind="text" />}
      {!isText && access.hasBits && <Bits plane={plane} cell={cell} access={access} />}
    </div>
  );
}

/** The bits of the chosen element, as hexadecimal digits. */
function Bits({ plane, cell, access }: Pick<Props, 'plane' | 'cell' | 'access'>) {
  const part = cellPlane(plane, cell);
  const asked = readKey(access, part.start);
  const { value, key } = useLatest(asked, (signal) => access.cells(part, signal, 'bits'));
  if (!value || key !== asked) return null;
  return <span className={classes.note}>bits {value[0]}</span>;
}
