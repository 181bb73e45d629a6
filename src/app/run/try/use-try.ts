import { useCallback, useEffect, useRef, useState } from 'react';
import { type ErrorData, isCancelled, toErrorData } from '../../../base/errors.ts';
import type { RunOutputs } from '../../../model/run/run-session.ts';
import type { RunTensor } from '../../../model/run/run-thread.ts';
import { useActions } from '../../../state/hooks.ts';

/** A model that is tried. */
export interface Try {
  /** What came last. It stays while the next one runs. */
  result: RunOutputs | undefined;
  /** What the result is of. */
  inputs: readonly RunTensor[] | undefined;
  error: ErrorData | undefined;
  /** Since when it runs, as `performance.now()` gives it. */
  began: number | undefined;
  /** Whether it runs again with each change: from the first press of Run until it is stopped, or fails. */
  isLive: boolean;
  run(inputs: readonly RunTensor[]): void;
  stop(): void;
}

/**
 * Runs the model with what it is given. What is given while it runs takes its turn then: of several, the last. The thread
 * ends with the component.
 */
export function useTry(): Try {
  const { tryModel, endTry } = useActions();
  const [state, setState] = useState<Omit<Try, 'run' | 'stop'>>({
    result: undefined,
    inputs: undefined,
    error: undefined,
    began: undefined,
    isLive: false,
  });
  const next = useRef<readonly RunTensor[]>(undefined);
  const running = useRef<AbortController>(undefined);

  const run = useCallback(
    (inputs: readonly RunTensor[]) => {
      next.current = inputs;
      if (running.current) return;
      const own = new AbortController();
      running.current = own;
      const runAll = async () => {
        while (next.current) {
          const given = next.current;
          next.current = undefined;
          setState((before) => ({ ...before, began: before.began ?? performance.now(), isLive: true }));
          const result = await tryModel(given, { signal: own.signal });
          own.signal.throwIfAborted();
          setState((before) => ({ ...before, result, inputs: given, error: undefined }));
        }
      };
      runAll()
        .catch((error: unknown) => {
          next.current = undefined;
          const told = isCancelled(error) ? undefined : toErrorData(error);
          if (running.current === own) setState((before) => ({ ...before, error: told, isLive: false }));
        })
        .finally(() => {
          if (running.current !== own) return;
          running.current = undefined;
          setState((before) => ({ ...before, began: undefined }));
        });
    },
    [tryModel],
  );
  const stop = useCallback(() => {
    next.current = undefined;
    running.current?.abort();
  }, []);
  useEffect(
    () => () => {
      stop();
      running.current = undefined;
      endTry();
    },
    [stop, endTry],
  );
  return { ...state, run, stop };
}
