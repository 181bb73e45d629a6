import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './extremes.module.css';

/** The lowest or the highest value of what a view shows, and where it is. */
export interface Extreme {
  name: 'Lowest' | 'Highest';
  value: string;
  index: string;
  /** Whether none is farther from 0. */
  isLargest: boolean;
  onGo(): void;
}

interface Props {
  of: readonly Extreme[];
  /** Whether they are of what is shown now. Others keep their room, so that nothing moves. */
  isCurrent: boolean;
  /** What stands in their place, where there are none, and beside them. */
  none: string;
  children?: ReactNode;
}

/** The extremes of what is shown. A press goes to one: it can be a single point among millions. */
export function Extremes({ of, isCurrent, none, children }: Props) {
  return (
    <div className={classes.root} data-stale={!isCurrent || undefined}>
      {of.length === 0 && <span className={classes.dim}>{none}</span>}
      {of.map(({ name, value, index, isLargest, onGo }) => (
        <UnstyledButton key={name} className={classes.extreme} title={`Go to ${index}`} onClick={onGo}>
          <span className={classes.dim}>{name}</span>
          <b className={classes.value}>{value}</b>
          <span className={classes.index}>{index}</span>
          {isLargest && <span className={classes.dim}>largest magnitude</span>}
        </UnstyledButton>
      ))}
      {children && <span className={classes.beside}>{children}</span>}
    </div>
  );
}
