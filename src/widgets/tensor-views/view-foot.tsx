import type { ReactNode } from 'react';
import type { DecodedDtype } from '../../tensor/dtype.ts';
import { indexText } from '../../tensor/shape.ts';
import { shortestFloat } from '../../tensor/short-float.ts';
import { CopyButton } from '../copy-button.tsx';
import { ExactValue } from '../tensor/exact-value.tsx';
import classes from './view-foot.module.css';

interface Props {
  dtype: DecodedDtype;
  /** Of the marked value, and the value itself once it is read. */
  index: readonly number[];
  exact: string | undefined;
  /** What is shown. */
  children: ReactNode;
}

/** The row below a drawing: the marked value, and what is shown. */
export function ViewFoot({ dtype, index, exact, children }: Props) {
  return (
    <div className={classes.root}>
      <div className={classes.value}>
        <span className={classes.index}>{indexText(index)}</span>
        {exact === undefined ? <span>…</span> : <ExactValue exact={exact} short={shortestFloat(dtype, exact)} />}
        {exact !== undefined && <CopyButton value={exact} label="Copy value" kind="text" />}
      </div>
      <p className={classes.says} data-shown>
        {children}
      </p>
    </div>
  );
}
