import { useMemo, useSyncExternalStore } from 'react';

/** What was stored since the page began, by key: of use where the browser stores nothing. */
const stored = new Map<string, string>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * A setting that the browser remembers, known in the first render, so that nothing moves. It is stored only once it is
 * changed. All views with the same name show the same.
 *
 * @param check makes a value of what is stored, which another version of the page or another page of the origin may
 *   have written. It gets undefined where nothing is stored. Keep it stable.
 */
export function useStoredSetting<T>(
  name: string,
  check: (stored: unknown) => T,
): [setting: T, store: (setting: T) => void] {
  const key = `boxcutter-${name}`;
  const read = () => stored.get(key) ?? textAt(key);
  const text = useSyncExternalStore(subscribe, read, read);
  const setting = useMemo(() => check(parsed(text)), [text, check]);
  const store = (next: T) => {
    const written = JSON.stringify(next);
    stored.set(key, written);
    try {
      window.localStorage.setItem(key, written);
    } catch {
      // It is full, or not allowed.
    }
    for (const listener of listeners) listener();
  };
  return [setting, store];
}

function textAt(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
