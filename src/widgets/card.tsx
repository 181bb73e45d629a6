import type { ComponentProps } from 'react';
import classes from './card.module.css';

interface Props extends ComponentProps<'div'> {
  /** What it is in the document. Default `div`. */
  as?: 'div' | 'section' | 'article' | 'ul' | 'ol' | 'dl';
  /** Its children are rows from edge to edge, with hairlines between them. Without it, it has a padding of 16 px. */
  rows?: boolean;
}

/** A white sheet with a hairline around it and a whisper of shadow. Cards do not stand in cards. */
export function Card({ as: Tag = 'div', rows = false, className, ...props }: Props) {
  const names = [classes.card, rows ? classes.rows : classes.padded, className];
  // The props of all these elements that a card is given are the same.
  const Element = Tag as 'div';
  return <Element {...props} className={names.filter(Boolean).join(' ')} />;
}
