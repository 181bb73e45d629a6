import { useEffect, useState } from 'react';
import { NOTE_MS, PassingNote } from '../../widgets/passing-note.tsx';

/** Says for a moment, once in this browser, that the page is there without a network from now on. */
export default function ReadyNote() {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    // Screen readers read what comes into a note that is there.
    setShown(true);
    const timer = setTimeout(() => setShown(false), NOTE_MS);
    return () => clearTimeout(timer);
  }, []);
  return <PassingNote label="Offline" text={isShown ? 'Ready to work offline' : undefined} />;
}
