import type { FileChangeKind } from '../../model/file/file-changes.ts';
import type { Tone } from '../severity.tsx';
import classes from './change-mark.module.css';

interface Mark {
  letter: string;
  word: string;
  tone: Tone;
}

/** The letters are those of version control. */
const MARKS: Readonly<Record<FileChangeKind, Mark>> = {
  added: { letter: 'A', word: 'Added', tone: 'ok' },
  replaced: { letter: 'M', word: 'Modified', tone: 'warning' },
  renamed: { letter: 'R', word: 'Renamed', tone: 'info' },
  removed: { letter: 'D', word: 'Removed', tone: 'error' },
  linked: { letter: 'L', word: 'Linked', tone: 'info' },
};

interface Props {
  kind: FileChangeKind;
  /** Whether the file was a link before. */
  wasLinked: boolean;
}

/** What an unsaved change makes of a file: a letter on the surface of its tone, and a word. */
export function ChangeMark({ kind, wasLinked }: Props) {
  const { letter, word: made, tone } = MARKS[kind];
  const word = kind === 'linked' && wasLinked ? 'URLs changed' : made;
  return (
    <span className={classes.root} data-change-mark={kind}>
      <span className={classes.letter} data-tone={tone} aria-hidden>
        {letter}
      </span>
      <span className={classes.word} data-word>
        {word}
      </span>
    </span>
  );
}
