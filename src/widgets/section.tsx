import { type ComponentProps, type ReactNode, useId } from 'react';
import classes from './section.module.css';

interface Props extends Omit<ComponentProps<'section'>, 'title'> {
  title: ReactNode;
  /** What stands at the end of the title's line: a link, a count, a button. */
  aside?: ReactNode;
}

/** A part of the page with its heading: h2, 18 px. */
export function Section({ title, aside, children, ...props }: Props) {
  const id = useId();
  return (
    <section {...props} aria-labelledby={id}>
      <div className={classes.root}>
        <h2 className={classes.heading} id={id}>
          {title}
        </h2>
        {aside === undefined ? null : <div className={classes.aside}>{aside}</div>}
      </div>
      {children}
    </section>
  );
}
