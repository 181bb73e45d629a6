import { IconArrowRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './sides.module.css';

interface Props {
  /** Each is a `Side`. */
  inputs: ReactNode;
  outputs: ReactNode;
}

/** Inputs on the left, outputs on the right; below each other where there is no room. */
export function Sides({ inputs, outputs }: Props) {
  return (
    <div className={classes.root}>
      <div className={classes.sides}>
        {inputs}
        <div className={classes.band}>
          <IconArrowRight className={classes.arrow} size={16} stroke={1.75} aria-hidden />
        </div>
        {outputs}
      </div>
    </div>
  );
}

interface SideProps {
  /** For those who do not see which side it is, where no heading says it. */
  label?: string;
  children: ReactNode;
}

/** The values of one side. Their pictures are as large as the side allows. */
export function Side({ label, children }: SideProps) {
  return (
    <div className={classes.side} {...(label !== undefined && { role: 'group', 'aria-label': label })}>
      {children}
    </div>
  );
}
