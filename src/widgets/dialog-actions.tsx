import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './dialog-actions.module.css';

interface Props {
  /** Undefined while something runs that has a button of the same name. */
  onCancel: (() => void) | undefined;
  /** What the last button says. */
  word?: 'Cancel' | 'Close';
  /** The buttons before it: the main action of the dialog. */
  children: ReactNode;
}

/** The buttons at the end of a dialog. The last one only closes it. */
export function DialogActions({ onCancel, word = 'Cancel', children }: Props) {
  return (
    <div className={classes.root}>
      {children}
      {onCancel && <Button onClick={onCancel}>{word}</Button>}
    </div>
  );
}
