import { useEffect, useRef, useState } from 'react';
import { type ErrorData, isCancelled, toErrorData } from '../../base/errors.ts';
import { useStopped } from './stopped.tsx';
import type { TensorAccess } from './view-props.ts';

/** What was last asked for, as far as it is there. */
export interface Latest<T> {
  /** The newest answer, which stays while the next one is read. */
  value: T | undefined;
  /** What `value` is the answer to. */
  key: string | undefined;
  /** Why the newest question has no answer. */
  error: ErrorData | undefined;
  isLoading: boolean;
  /** Whether the reader ended the reading, here or where the same is read. */
  isStopped: boolean;
  stop(): void;
  retry(): void;
}

/** Milliseconds that a question waits at most for the next one, where answers take long. */
const MAX_WAIT_MS = 200;

interface Answer<T> {
  key?: string | undefined;
  value?: T | undefined;
  failed?: { key: string; error: ErrorData } | undefined;
}

/** A question about elements: another one where these may be others. */
export function readKey(access: Pick<TensorAccess, 'of'>, of: unknown): string {
  return `${access.of} ${JSON.stringify(of)}`;
}

/**
 * The answer to what is asked, where questions follow each other quickly, as those of a slider. An older answer never
 * comes after a newer one, and what is no longer asked is canceled. Questions that are answered quickly are asked at
 * once; where answers take long, each waits that long for the next one, up to `MAX_WAIT_MS`.
 *
 * @param asked says all that the answer depends on. Undefined asks nothing
 * @param isHeld whether the answer is at hand, so that nothing needs to wait
 */
export function useLatest<T>(
  asked: string | undefined,
  load: (signal: AbortSignal) => Promise<T>,
  isHeld: () => boolean = () => false,
): Latest<T> {
  const [answer, setAnswer] = useState<Answer<T>>({});
  const [attempt, setAttempt] = useState(0);
  const stopped = useStopped();
  const isStopped = asked !== undefined && stopped.has(asked);
  const key = isStopped ? undefined : asked;
  const pace = useRef({ began: Number.NEGATIVE_INFINITY, took: 0 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` says what is asked, and `attempt` asks again.
  useEffect(() => {
    if (key === undefined) return;
    const controller = new AbortController();
    const { signal } = controller;
    let isDone = false;
    const ask = async () => {
      pace.current.began = performance.now();
      try {
        const value = await load(signal);
        if (!signal.aborted) setAnswer({ key, value });
      } catch (error) {
        if (!signal.aborted && !isCancelled(error))
          setAnswer((last) => ({ ...last, failed: { key, error: toErrorData(error) } }));
      }
      isDone = true;
      if (!signal.aborted) pace.current.took = performance.now() - pace.current.began;
    };
    const { began, took } = pace.current;
    const wait = isHeld() ? 0 : Math.min(MAX_WAIT_MS, took) - (performance.now() - began);
    const timer = wait > 0 ? setTimeout(ask, wait) : undefined;
    if (timer === undefined) void ask();
    return () => {
      clearTimeout(timer);
      controller.abort();
      // One that was given up takes at least this long.
      if (!isDone && pace.current.began > began)
        pace.current.took = Math.max(pace.current.took, performance.now() - pace.current.began);
    };
  }, [key, attempt]);
  const failed = answer.failed?.key === key ? answer.failed : undefined;
  return {
    value: answer.value,
    key: answer.key,
    error: failed?.error,
    isLoading: key !== undefined && key !== answer.key && !failed,
    isStopped,
    stop: () => stopped.set(asked, true),
    retry() {
      stopped.set(asked, false);
      setAnswer((last) => ({ ...last, failed: undefined }));
      setAttempt(attempt + 1);
    },
  };
}
