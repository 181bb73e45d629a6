import { MADE_FORMAT } from '../../formats/views.ts';
import { ToneLine } from '../../widgets/severity.tsx';
import { ActButton } from '../draft/act-button.tsx';
import { takeFocusInPlace } from '../focus.ts';
import classes from './new-package.module.css';

interface Props {
  fileName: string;
  notes: readonly string[];
  onOpen(): void;
}

/** Notes that the page shows: each is a line of the dialog, and there may be one for each file. */
const MAX_NOTES = 200;

/** What the files of a saved package said before, to be read before it opens. */
export function MadeNotes({ fileName, notes, onOpen }: Props) {
  return (
    <div className={classes.form}>
      <div role="status" className={classes.notes}>
        <p className={classes.text}>{fileName} is saved.</p>
        {notes.slice(0, MAX_NOTES).map((note) => (
          <ToneLine key={note} tone="warning">
            {note}
          </ToneLine>
        ))}
        {notes.length > MAX_NOTES && (
          <p className={classes.text}>{notes.length - MAX_NOTES} more files do not match.</p>
        )}
      </div>
      <div className={classes.footer}>
        <ActButton ref={takeFocusInPlace} onClick={onOpen}>
          Open {MADE_FORMAT.one}
        </ActButton>
      </div>
    </div>
  );
}
