import { useCallback, useEffect, useRef, useState } from 'react';
import { type ErrorData, isCancelled, toErrorData } from '../../base/errors.ts';

interface Progress {
  /** In bytes. A total of 0 means that it is not known. */
  done: number;
  total: number;
}

export type JobState =
  | { status: 'idle' }
  | { status: 'running'; progress?: Progress }
  | { status: 'done' }
  | { status: 'failed'; error: ErrorData };

/** What the work of a job is given. It rejects once the signal is aborted. */
export interface JobOptions {
  signal: AbortSignal;
  onProgress(progress: Progress): void;
}

/** One job of a control, and how far it is. */
export interface Job {
  state: JobState;
  /** Begins the job, and ends one that is running. Never rejects. */
  run(work: (options: JobOptions) => Promise<void>): Promise<void>;
  /** The job goes back to `idle` when its work has ended. */
  cancel(): void;
}

/** A job that a control begins, one at a time. It is canceled when the control goes away. */
export function useJob(): Job {
  const [state, setState] = useState<JobState>({ status: 'idle' });
  const running = useRef<AbortController>(undefined);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      running.current?.abort();
    };
  }, []);
  const run = useCallback<Job['run']>(async (work) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    // The control can go away while the browser asks where to save.
    if (isGone.current) controller.abort();
    const show = (next: JobState) => {
      if (running.current === controller) setState(next);
    };
    show({ status: 'running' });
    try {
      const { signal } = controller;
      await work({ signal, onProgress: ({ done, total }) => show({ status: 'running', progress: { done, total } }) });
      show({ status: signal.aborted ? 'idle' : 'done' });
    } catch (error) {
      show(isCancelled(error) ? { status: 'idle' } : { status: 'failed', error: toErrorData(error) });
    }
  }, []);
  const cancel = useCallback(() => running.current?.abort(), []);
  return { state, run, cancel };
}
