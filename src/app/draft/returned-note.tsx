import { useEffect, useState } from 'react';
import { baseName } from '../../model/file/file-name.ts';
import type { Returned } from '../../state/draft/editing.ts';
import { useApp } from '../../state/hooks.ts';
import { visibleText } from '../../widgets/name-text.tsx';
import classes from './returned-note.module.css';

/** How long the note is shown, in milliseconds. Not long, because the note is short. */
const SHOWN_MS = 5000;

function textOf({ act, name, takenOut }: Returned): string {
  const done = `${act === 'undo' ? 'Undone' : 'Redone'}: ${visibleText(name)}`;
  const [path] = takenOut;
  return path === undefined ? done : `${done}. Open ${visibleText(baseName(path))} to go on with its changes.`;
}

/**
 * Says for a moment what Undo or Redo did, because the change may be out of view. It covers no control and moves
 * nothing.
 */
export function ReturnedNote() {
  const returned = useApp((state) => state.returned);
  const [over, setOver] = useState(returned);
  useEffect(() => {
    const timer = setTimeout(() => setOver(returned), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [returned]);
  const isShown = returned !== undefined && returned !== over;
  return (
    <p role="status" aria-label="Last step" className={classes.note} data-shown={isShown || undefined}>
      {isShown && textOf(returned)}
    </p>
  );
}
