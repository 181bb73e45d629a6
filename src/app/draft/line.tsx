import type { ReactNode } from 'react';
import { type Tone, ToneLine } from '../../widgets/severity.tsx';
import classes from './draft-dialog.module.css';

/** A sentence of a dialog, with the gap to what is below it. */
export function Line({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <ToneLine tone={tone} className={classes.line}>
      {children}
    </ToneLine>
  );
}
