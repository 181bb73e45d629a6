import type { ReactNode } from 'react';
import type { ErrorData } from '../../../base/errors.ts';
import { visibleText } from '../../../widgets/name-text.tsx';
import { ToneIcon } from '../../../widgets/severity.tsx';
import classes from './failed-line.module.css';

interface Props {
  error: ErrorData;
  /** What did not happen, as a sentence. */
  what: string;
  /** Why, where it is not simply the error's message. */
  why?: string | undefined;
  /** A button at the end. */
  children?: ReactNode;
}

/** In a line, why a job failed. What its code means, and what to do, stands elsewhere. */
export function FailedLine({ error, what, why = visibleText(error.message), children }: Props) {
  return (
    <div className={classes.root} data-code={error.code}>
      <ToneIcon tone="error" />
      <p className={classes.text} role="status">
        <strong>{what}</strong> {why}
      </p>
      {children}
    </div>
  );
}
