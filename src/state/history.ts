/**
 * States that undo and redo go through, oldest first. Plain data and no library: those record each `set` of a store,
 * but here a state that the worker refuses is removed from the middle, and the history changes in one `set` with what
 * the page shows.
 */
export interface History<T> {
  readonly past: readonly T[];
  readonly current: T;
  /** The states that redo goes to, the next one first. */
  readonly future: readonly T[];
}

export function historyOf<T>(current: T): History<T> {
  return { past: [], current, future: [] };
}

/** Adds a state. Undone states are dropped. */
export function pushed<T>({ past, current }: History<T>, next: T): History<T> {
  return { past: [...past, current], current: next, future: [] };
}

/** Puts a state in the place of the current one. Undone states are dropped. */
export function replaced<T>({ past }: History<T>, next: T): History<T> {
  return { past, current: next, future: [] };
}

/** Goes one state back. Gives the same history where there is none. */
export function undone<T>(history: History<T>): History<T> {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  return { past: history.past.slice(0, -1), current: before, future: [history.current, ...history.future] };
}

/** Goes one state on. Gives the same history where there is none. */
export function redone<T>(history: History<T>): History<T> {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.current], current: next, future };
}

/** Every state, oldest first. */
export function allOf<T>({ past, current, future }: History<T>): T[] {
  return [...past, current, ...future];
}

/**
 * The history of the states that `keep` is true of; undefined where there are none. In place of a dropped current state
 * comes the one before it, or the next.
 */
export function filtered<T>(history: History<T>, keep: (state: T) => boolean): History<T> | undefined {
  const past = history.past.filter(keep);
  const future = history.future.filter(keep);
  if (keep(history.current)) return { past, current: history.current, future };
  const current = past.pop() ?? future.shift();
  return current === undefined ? undefined : { past, current, future };
}
