import type { ReactNode } from 'react';
import classes from './spec-facts.module.css';

/** Short facts with their names. */
export function FactList({ children }: { children: ReactNode }) {
  return <dl className={classes.list}>{children}</dl>;
}

export function FactRow({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.row}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>{children}</dd>
    </div>
  );
}
