import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import classes from './fact-list.module.css';

interface ListProps {
  /** Without a card, where a pane is around them. */
  plain?: boolean;
  /** Each name above its value: for long ones. */
  stacked?: boolean;
  children: ReactNode;
}

/** Short facts with their names, in a card. Its children are `FactRow`. */
export function FactList({ plain = false, stacked, children }: ListProps) {
  return (
    <Card as="dl" rows className={plain ? classes.plain : classes.list} data-stacked={stacked}>
      {children}
    </Card>
  );
}

interface RowProps {
  label: ReactNode;
  /** What kind of fact it is, for those who script the page: its `data-fact`. */
  fact?: string;
  children: ReactNode;
}

/** One fact: its name at the left, what it is at the right. On a narrow screen the second is below the first. */
export function FactRow({ label, fact, children }: RowProps) {
  return (
    <div className={classes.row} data-fact={fact}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>{children}</dd>
    </div>
  );
}
