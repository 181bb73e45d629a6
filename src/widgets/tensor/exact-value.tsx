import type { ComponentProps } from 'react';
import classes from './exact-value.module.css';

interface Props extends ComponentProps<'span'> {
  /** The value in all its digits. */
  exact: string;
  /** How it is shown. */
  short: string;
}

/** A number to read. In full it is its text for programs and screen readers, and its title. */
export function ExactValue({ exact, short, ...props }: Props) {
  const isWhole = short === exact;
  const shortened = isWhole ? {} : { 'data-short': short, title: exact, className: classes.root };
  return (
    <span {...props} data-value={exact} {...shortened}>
      {isWhole ? exact : <span className="visually-hidden">{exact}</span>}
    </span>
  );
}
