import { Button, Progress } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { formatBytes } from '../../base/amounts.ts';
import type { ErrorData } from '../../base/errors.ts';
import { ErrorNote } from '../error-note.tsx';
import { useReading } from './load-together.tsx';
import classes from './loading-view.module.css';

/** A value that arrives later, as the store's hooks give it. */
export type LoadingOf<T> =
  | { status: 'loading'; progress?: { done: number; total: number } }
  | { status: 'ready'; value: T }
  | { status: 'failed'; error: ErrorData };

interface Props<T> {
  of: LoadingOf<T> & { retry?: () => void };
  /** What is loading, as "the picture". */
  what: string;
  onCancel?: (() => void) | undefined;
  children(value: T): ReactNode;
}

/** Milliseconds of a wait before anything is shown, so that nothing flickers. */
const PATIENCE_MS = 150;

/** Shows a value once it is loaded, its progress until then, or what went wrong. */
export function LoadingView<T>({ of, what, onCancel, children }: Props<T>) {
  const waiting = of.status === 'loading';
  const isSlow = useSlow(waiting);
  useReading(waiting);
  if (of.status === 'ready') return children(of.value);
  if (of.status === 'failed') return <ErrorNote error={of.error} onRetry={of.retry} />;
  if (!isSlow) return <div className={classes.root} />;
  return <RunningJob what={`Reading ${what}`} progress={of.progress} onCancel={onCancel} />;
}

/** Whether somebody has waited for a moment, in milliseconds. */
export function useSlow(isWaiting: boolean, patience = PATIENCE_MS): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setSlow(true), patience);
    return () => {
      clearTimeout(timer);
      // Now, as the next wait would begin with it for one frame.
      setSlow(false);
    };
  }, [isWaiting, patience]);
  return isSlow;
}

/** How far a job is, with a button to cancel it. */
export function RunningJob({ onCancel, ...job }: Omit<JobProps, 'inline'> & { onCancel: (() => void) | undefined }) {
  return (
    <div className={classes.root}>
      <JobProgress {...job} />
      {onCancel ? (
        <Button size="compact-sm" onClick={onCancel}>
          Cancel
        </Button>
      ) : null}
    </div>
  );
}

interface JobProps {
  what: string;
  /** In bytes. A total of 0 means that the total is not known. */
  progress: { done: number; total: number } | undefined;
  /** The figures alone, in one line below a text that says what runs, and the bar below them, which takes no room. */
  inline?: boolean;
}

/** How much was done at a time, in milliseconds. */
interface Sample {
  at: number;
  done: number;
}

/** Between two samples of how much is done. */
const SAMPLE_MS = 1000;

/** Adds a sample, and keeps those of the last seconds: a job that reaches many tiny files is slow from then on. */
export function sampled(samples: readonly Sample[], next: Sample): readonly Sample[] {
  return [...samples.filter(({ at }) => at > next.at - 2.5 * SAMPLE_MS), next];
}

/** How much is done in a second, by the last seconds. 0 where that cannot be said yet. */
export function rateOf([first]: readonly Sample[], now: Sample): number {
  return first && now.at - first.at > SAMPLE_MS / 2 ? (1000 * (now.done - first.done)) / (now.at - first.at) : 0;
}

function useRate(begun: boolean, done: number): number {
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  const take = useEffectEvent(() => setSamples((kept) => sampled(kept, { at: performance.now(), done })));
  useEffect(() => {
    if (!begun) return;
    take();
    const timer = setInterval(take, SAMPLE_MS);
    return () => clearInterval(timer);
  }, [begun]);
  return rateOf(samples, { at: performance.now(), done });
}

/** A bar with bytes, rate and time left. */
export function JobProgress({ what, progress, inline = false }: JobProps) {
  // Some hosts do not say how many bytes they send.
  const known = progress !== undefined && progress.total > 0;
  const share = known ? Math.min(1, progress.done / progress.total) : 0;
  const rate = useRate(progress !== undefined, progress?.done ?? 0);
  const left = known && rate > 0 ? (progress.total - progress.done) / rate : undefined;
  const parts = [
    progress && (known || progress.done > 0) && amountText(progress),
    rate > 0 && `${formatBytes(rate)}/s`,
    left !== undefined && `${formatSeconds(left)} left`,
  ].filter(Boolean);
  return (
    <div className={classes.job} data-inline={inline || undefined}>
      <div className={classes.line}>
        {inline ? null : <span>{what}…</span>}
        <span className={classes.figures}>{parts.join(' · ')}</span>
      </div>
      {/* Progress comes ten times a second. A transition would lay out the page sixty times. */}
      <Progress
        aria-label={what}
        value={known ? share * 100 : 100}
        animated={!known}
        size="sm"
        transitionDuration={0}
      />
    </div>
  );
}

function amountText({ done, total }: { done: number; total: number }): string {
  return total > 0 ? `${formatBytes(done)} of ${formatBytes(total)}` : formatBytes(done);
}

/** A time in its largest unit, with tenths of few seconds: "2.4 s", "59 s", "3 min", "1.5 h". */
export function formatSeconds(seconds: number): string {
  if (seconds < 0.05) return 'under 0.1 s';
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  if (seconds < 59.5) return `${Math.round(seconds)} s`;
  if (seconds < 59.5 * 60) return `${Math.max(1, Math.round(seconds / 60))} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
