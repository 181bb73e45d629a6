import { useEffect, useRef, useState } from 'react';
import { type ErrorData, isCancelled, toErrorData } from '../../base/errors.ts';
import { useActions } from '../../state/hooks.ts';
import type { WantedValue } from '../../tensor/statistics/search.ts';

/** A search through a tensor: what of it runs, and how it ended. */
export interface ElementSearches {
  /** Looks for the next element with a wanted value, or the one before, and leads there. */
  find(wanted: WantedValue, isBackward: boolean): void;
  cancel(): void;
  /** In elements. Undefined while nothing runs. */
  progress: { done: number; total: number } | undefined;
  /** What the last search did not find. */
  missing: WantedValue | undefined;
  error: ErrorData | undefined;
}

interface Searched {
  progress?: { done: number; total: number } | undefined;
  missing?: WantedValue | undefined;
  error?: ErrorData | undefined;
}

/**
 * Searches through a tensor, one at a time.
 *
 * @param from the element where they begin: the chosen one
 * @param onFound leads to an element
 */
export function useElementSearch(tensor: string, from: number, onFound: (element: number) => void): ElementSearches {
  const { findElement } = useActions();
  const [searched, setSearched] = useState<Searched>({});
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const find = async (wanted: WantedValue, isBackward: boolean) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    const tell = (next: Searched) => signal.aborted || setSearched(next);
    tell({ progress: { done: 0, total: 0 } });
    try {
      const onProgress = (progress: { done: number; total: number }) => tell({ progress });
      const found = await findElement(tensor, { wanted, from, isBackward }, { signal, onProgress });
      if (signal.aborted) return;
      tell(found === undefined ? { missing: wanted } : {});
      if (found !== undefined) onFound(found);
    } catch (error) {
      tell(isCancelled(error) ? {} : { error: toErrorData(error) });
    }
  };
  const cancel = () => {
    running.current?.abort();
    setSearched({});
  };
  return { find, cancel, progress: searched.progress, missing: searched.missing, error: searched.error };
}
