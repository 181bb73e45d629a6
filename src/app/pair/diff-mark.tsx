import type { FileDiff } from '../../model/pair/file-diffs.ts';
import type { TensorDiffKind } from '../../model/pair/tensor-diffs.ts';
import classes from './diff-mark.module.css';

type Tone = 'error' | 'warning' | 'ok' | 'info' | 'quiet';

const MARKS: Readonly<Record<FileDiff['diff'] | TensorDiffKind | 'renamed', { word: string; tone: Tone }>> = {
  added: { word: 'added', tone: 'info' },
  removed: { word: 'removed', tone: 'error' },
  changed: { word: 'changed', tone: 'warning' },
  moved: { word: 'moved', tone: 'info' },
  renamed: { word: 'renamed', tone: 'info' },
  unread: { word: 'not compared', tone: 'quiet' },
  same: { word: 'the same', tone: 'quiet' },
};

/** How something differs, in a word on its surface. */
export function DiffMark({ diff }: { diff: keyof typeof MARKS }) {
  const { word, tone } = MARKS[diff];
  return <ToneWord tone={tone}>{word}</ToneWord>;
}

/** A word or two on the surface of a tone. */
export function ToneWord({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={classes.mark} data-tone={tone}>
      {children}
    </span>
  );
}
