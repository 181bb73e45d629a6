import { useEffect, useState } from 'react';
import { baseName } from '../../model/file/file-name.ts';
import type { Returned } from '../../state/draft/editing.ts';
import { useApp } from '../../state/hooks.ts';
import { visibleText } from '../../widgets/name-text.tsx';
import { NOTE_MS, PassingNote } from '../../widgets/passing-note.tsx';

function textOf({ act, name, takenOut }: Returned): string {
  const done = `${act === 'undo' ? 'Undone' : 'Redone'}: ${visibleText(name)}`;
  const [path] = takenOut;
  return path === undefined ? done : `${done}. Open ${visibleText(baseName(path))} to go on with its changes.`;
}

/** Says for a moment what Undo or Redo did, because the change may be out of view. */
export function ReturnedNote() {
  const returned = useApp((state) => state.returned);
  const [over, setOver] = useState(returned);
  useEffect(() => {
    const timer = setTimeout(() => setOver(returned), NOTE_MS);
    return () => clearTimeout(timer);
  }, [returned]);
  const isShown = returned !== undefined && returned !== over;
  return <PassingNote label="Last step" text={isShown ? textOf(returned) : undefined} />;
}
