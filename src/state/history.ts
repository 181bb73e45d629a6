/**
 * States that undo and redo go through, oldest first. Plain data, where a library records each `set` of a store: a state that the worker refuses leaves the middle
 * of it, and all of it changes in one `set` along with what the page shows.
 */
export interface History<T> {
  readonly past: readonly T[];
  readonly current: T;
  /** What redo goes to, next first. */
  readonly future: readonly T[];
}

export function historyOf<T>(current: T): History<T> {
  return { past: [], current, future: [] };
}

/** A new state. What was undone is gone. */
export function pushed<T>({ past, current }: History<T>, next: T): History<T> {
  return { past: [...past, current], current: next, future: [] };
}

/** Another state in the current one's place. What was undone is gone. */
export function replaced<T>({ past }: History<T>, next: T): History<T> {
  return { past, current: next, future: [] };
}

/** One state back; the same history where there is none. */
export function undone<T>(history: History<T>): History<T> {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  return { past: history.past.slice(0, -1), current: before, future: [history.current, ...history.future] };
}

/** One state on; the same history where there is none. */
export function redone<T>(history: History<T>): History<T> {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.current], current: next, future };
}

/** Every state, oldest first. */
export function allOf<T>({ past, current, future }: History<T>): T[] {
  return [...past, current, ...future];
}

/** Only the states that `keep` is true of. Where the current one is not among them, the one before it takes its place, or the next. */
export function filtered<T>(history: History<T>, keep: (state: T) => boolean): History<T> | undefined {
  const past = history.past.filter(keep);
  const future = history.future.filter(keep);
  if (keep(history.current)) return { past, current: history.current, future };
  const current = past.pop() ?? future.shift();
  return current === undefined ? undefined : { past, current, future };
}
