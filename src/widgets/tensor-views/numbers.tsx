import { useCallback, useMemo } from 'react';
import { formatCount } from '../../base/amounts.ts';
import { type DecodedDtype, DTYPES } from '../../tensor/dtype.ts';
import { cellIndex } from '../../tensor/mapping.ts';
import { shortestFloat } from '../../tensor/short-float.ts';
import { CopyButton } from '../copy-button.tsx';
import { ExactValue } from '../tensor/exact-value.tsx';
import { StringText } from '../tensor/string-text.tsx';
import { TensorGrid } from '../tensor-grid/tensor-grid.tsx';
import type { LoadCells } from '../tensor-grid/tiles.ts';
import classes from './numbers.module.css';
import type { TensorViewProps } from './view-props.ts';

/** Characters of one string shown whole below the grid; longer ones can be copied. */
const WHOLE_STRING = 20_000;

/** The values of a plane in a grid, and the chosen one exactly. */
export function Numbers({ name, dtype, shape, mapping, plane, cell, onCell, access }: TensorViewProps) {
  const load = useCallback<LoadCells>((part, signal) => access.cells(part, signal), [access]);
  const headOf = useMemo(() => {
    const along = (dimension: number | undefined) => {
      const { start, step } = (dimension === undefined ? undefined : mapping.steps[dimension]) ?? { start: 0, step: 1 };
      return (at: number) => start + at * step;
    };
    return { row: along(mapping.rows), column: along(mapping.columns) };
  }, [mapping]);
  return (
    <TensorGrid
      name={name}
      dtype={dtype}
      plane={plane}
      headOf={headOf}
      hasColumns={mapping.columns !== undefined}
      scalar={shape.length === 0}
      load={load}
      cell={cell}
      onCell={onCell}
    >
      {(at, exact) => <Detail dtype={dtype} index={cellIndex(mapping, at)} exact={exact} />}
    </TensorGrid>
  );
}

interface DetailProps {
  dtype: DecodedDtype;
  index: readonly number[];
  exact: string | undefined;
}

/** The chosen element whole, where the grid shows it in short. */
function Detail({ dtype, index, exact }: DetailProps) {
  const isText = dtype === 'string';
  return (
    <div className={classes.detail} data-text={isText || undefined}>
      {index.length > 0 && <span className={classes.index}>[{index.join(', ')}]</span>}
      <span className={classes.exact}>
        {exact === undefined ? (
          '…'
        ) : isText ? (
          <StringText multiline>{exact.slice(0, WHOLE_STRING)}</StringText>
        ) : (
          <ExactValue exact={exact} short={DTYPES[dtype].kind === 'float' ? shortestFloat(dtype, exact) : exact} />
        )}
      </span>
      {exact !== undefined && exact.length > WHOLE_STRING && (
        <span className={classes.note}>… and {formatCount(exact.length - WHOLE_STRING)} more characters</span>
      )}
      {exact !== undefined && <CopyButton value={exact} label="Copy value" kind="text" />}
    </div>
  );
}
