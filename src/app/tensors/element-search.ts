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
  /** How it came to what it found: to the one where it began, or around the end of the tensor. */
  came: 'back' | 'around' | undefined;
  error: ErrorData | undefined;
}

interface Searched {
  progress?: { done: number; total: number } | undefined;
  missing?: WantedValue | undefined;
  came?: ElementSearches['came'];
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
      tell(found === undefined ? { missing: wanted } : { came: cameTo(found, from, isBackward) });
      if (found !== undefined) onFound(found);
    } catch (error) {
      tell(isCancelled(error) ? {} : { error: toErrorData(error) });
    }
  };
  const cancel = () => {
    running.current?.abort();
    setSearched({});
  };
  const { progress, missing, came, error } = searched;
  return { find, cancel, progress, missing, came, error };
}

/** How a search went from an element to the one it found. */
export function cameTo(found: number, from: number, isBackward: boolean): ElementSearches['came'] {
  if (found === from) return 'back';
  return found > from === isBackward ? 'around' : undefined;
}
