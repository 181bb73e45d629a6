import type { FileChangeKind, FileMark } from '../../model/file/file-changes.ts';
import type { Tone } from '../severity.tsx';
import classes from './change-mark.module.css';

interface Look {
  letter: string;
  word: string;
  tone: Tone;
}

/** The letters are those of version control. */
const LOOKS: Readonly<Record<FileChangeKind, Look>> = {
  added: { letter: 'A', word: 'Added', tone: 'ok' },
  replaced: { letter: 'M', word: 'Modified', tone: 'warning' },
  renamed: { letter: 'R', word: 'Renamed', tone: 'info' },
  removed: { letter: 'D', word: 'Removed', tone: 'error' },
  linked: { letter: 'L', word: 'Linked', tone: 'info' },
};

const BROUGHT_IN: Look = { letter: 'A', word: 'Brought in', tone: 'ok' };
const MOVED_LINK: Look = { ...LOOKS.linked, word: 'URLs changed' };

interface Props {
  mark: FileMark;
  /** Whether the file was a link before. */
  wasLinked: boolean;
}

/** What an unsaved change makes of a file: a letter on the surface of its tone, and a word. */
export function ChangeMark({ mark: { kind, isBroughtIn }, wasLinked }: Props) {
  const { letter, word, tone } = isBroughtIn ? BROUGHT_IN : kind === 'linked' && wasLinked ? MOVED_LINK : LOOKS[kind];
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
