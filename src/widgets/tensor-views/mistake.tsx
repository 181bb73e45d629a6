import type { SliceMistake } from '../../tensor/slice.ts';
import classes from './mistake.module.css';

interface Props {
  id: string;
  /** What was typed. */
  text: string;
  of: SliceMistake;
  /** The side of the field that it begins at. */
  side: 'start' | 'end';
}

/** What is wrong with what was typed, at its place. Below the field, over the view: what is typed moves nothing. */
export function Mistake({ id, text, of: { start, end, mistake }, side }: Props) {
  return (
    <p id={id} className={classes.root} data-side={side}>
      <code>
        {text.slice(0, start)}
        <mark>{text.slice(start, end) || ' '}</mark>
        {text.slice(end)}
      </code>{' '}
      {mistake}
    </p>
  );
}
