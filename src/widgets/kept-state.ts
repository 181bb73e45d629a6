import { createContext, type RefObject, useContext, useEffect, useLayoutEffect, useState } from 'react';

/** What views leave for when they are shown again, by name. */
export type KeptStates = Map<string, unknown>;

const Kept = createContext<KeptStates | undefined>(undefined);

/** Keeps the states of the views in it. */
export const KeptProvider = Kept.Provider;

interface Left<T> {
  value: T;
  chosen: string | undefined;
}

/**
 * As React's, and there again when the view is: of a tab that was left, or under another name and back. It is reset
 * where a link leads to something other than what was chosen when the view was left, which a filter might hide.
 *
 * @param name unique among the views that are kept together. Undefined keeps nothing
 */
export function useKeptState<T>(
  name: string | undefined,
  first: T,
  chosen?: string,
): [state: T, change: (to: T | ((now: T) => T)) => void] {
  const kept = useContext(Kept);
  const start = () => {
    const left = name === undefined ? undefined : (kept?.get(name) as Left<T> | undefined);
    return left && (chosen === undefined || chosen === left.chosen) ? left.value : first;
  };
  const [state, setState] = useState(() => ({ name, value: start() }));
  let { value } = state;
  if (state.name !== name) {
    value = start();
    setState({ name, value });
  }
  useEffect(() => {
    if (name !== undefined) kept?.set(name, { value, chosen } satisfies Left<T>);
  }, [kept, name, value, chosen]);
  const change = (to: T | ((now: T) => T)) =>
    setState((now) => ({ name, value: to instanceof Function ? to(now.value) : to }));
  return [value, change];
}

/**
 * Scrolls a box to where it was when its view was left.
 *
 * @param name as that of `useKeptState`
 * @returns that place, in CSS pixels
 */
export function useKeptScroll(name: string | undefined, box: RefObject<HTMLElement | null>): number {
  const kept = useContext(Kept);
  const key = name === undefined ? undefined : `${name} place`;
  const [first] = useState(() => (key === undefined ? 0 : ((kept?.get(key) as number | undefined) ?? 0)));
  useLayoutEffect(() => {
    const { current: element } = box;
    if (!element || !kept || key === undefined) return;
    if (first > 0) element.scrollTop = first;
    const keep = () => kept.set(key, element.scrollTop);
    element.addEventListener('scroll', keep, { passive: true });
    return () => element.removeEventListener('scroll', keep);
  }, [kept, key, box, first]);
  return first;
}
