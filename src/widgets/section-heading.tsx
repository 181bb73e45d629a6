import type { ReactNode } from 'react';
import classes from './section-heading.module.css';

interface Props {
  children: ReactNode;
  /** For `aria-labelledby` of the section. */
  id?: string;
  /** What stands at the end of its line: a link, a count, a button. */
  aside?: ReactNode;
}

/** The heading of a part of the page: h2, 18 px. */
export function SectionHeading({ children, id, aside }: Props) {
  return (
    <div className={classes.root}>
      <h2 className={classes.heading} id={id}>
        {children}
      </h2>
      {aside === undefined ? null : <div className={classes.aside}>{aside}</div>}
    </div>
  );
}
