import classes from './passing-note.module.css';

/** How long a note is shown, in milliseconds. Not long, because notes are short. */
export const NOTE_MS = 5000;

/** A few words over the foot of the page. They cover no control and move nothing. Not drawn without a text. */
export function PassingNote({ label, text }: { label: string; text: string | undefined }) {
  return (
    <p role="status" aria-label={label} className={classes.note} data-shown={text !== undefined || undefined}>
      {text}
    </p>
  );
}
