import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

interface Props {
  /** What is missing, as "No examples". */
  title: string;
  /** What would be here and how it gets there. */
  children?: ReactNode;
}

/** Shown instead of content that the package does not have, in one line: what is empty is small. */
export function EmptyState({ title, children }: Props) {
  return (
    <div className={classes.root}>
      <p className={classes.title}>{title}</p>
      {children ? <div className={classes.text}>{children}</div> : null}
    </div>
  );
}
