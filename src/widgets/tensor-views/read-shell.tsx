import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorNote } from '../error-note.tsx';
import { RunningJob, useSlow } from '../loading/loading-view.tsx';
import classes from './read-shell.module.css';
import type { Latest } from './use-latest.ts';

/** A reading that a view waits for. `progress` in bytes. */
export interface Reading extends Pick<Latest<unknown>, 'error' | 'isLoading' | 'isStopped' | 'stop' | 'retry'> {
  progress?: { done: number; total: number } | undefined;
}

/** Milliseconds of a reading before it is said: what comes sooner would only flicker. */
const PATIENCE_MS = 300;

interface Props {
  /** What is read, as "the lines". */
  what: string;
  reading: Reading;
  /** What was read before, or undefined. */
  children: ReactNode;
}

/** A view while it is read, in one way: what was read before stays, dimmed, and what is read is said over it. */
export function ReadShell({ what, reading, children }: Props) {
  const note = useReadingNote(what, reading);
  return (
    <div className={classes.root}>
      <div className={classes.content} data-dim={note !== undefined || undefined} aria-busy={reading.isLoading}>
        {children}
      </div>
      {note && (
        <div className={classes.over}>
          <div className={classes.note}>{note}</div>
        </div>
      )}
    </div>
  );
}

/** What is said of a reading: how far it is, once it takes long, and why it has ended. Undefined where all is well. */
export function useReadingNote(what: string, reading: Reading): ReactNode | undefined {
  const { error, isLoading, isStopped, progress, stop, retry } = reading;
  const isSlow = useSlow(isLoading, PATIENCE_MS);
  if (error) return <ErrorNote error={error} onRetry={retry} />;
  if (isStopped)
    return (
      <p className={classes.stopped}>
        Not read.
        <Button size="compact-sm" onClick={retry}>
          Try again
        </Button>
      </p>
    );
  return isLoading && isSlow ? <RunningJob what={`Reading ${what}`} progress={progress} onCancel={stop} /> : undefined;
}
