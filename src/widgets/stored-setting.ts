import { useMemo, useSyncExternalStore } from 'react';

/** Characters of a stored setting. The layout of a table, the longest, has a few hundred. All is parsed. */
const MAX_STORED_CHARACTERS = 64 * 1024;

/**
 * What is stored, by key: read once, because a read of the browser's storage waits for the disk or another process.
 * Where the browser stores nothing, what was stored since the page began.
 */
const texts = new Map<string, string | null>();
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
 *   have written. It gets undefined where nothing is stored, or more than a setting can be. Keep it stable.
 */
export function useStoredSetting<T>(
  name: string,
  check: (stored: unknown) => T,
): [setting: T, store: (setting: T) => void] {
  const key = `boxcutter-${name}`;
  const read = () => textOf(key);
  const text = useSyncExternalStore(subscribe, read, read);
  const setting = useMemo(() => check(parsed(text)), [text, check]);
  const store = (next: T) => {
    const written = JSON.stringify(next);
    texts.set(key, written);
    try {
      window.localStorage.setItem(key, written);
    } catch {
      // It is full, or not allowed.
    }
    for (const listener of listeners) listener();
  };
  return [setting, store];
}

function textOf(key: string): string | null {
  const known = texts.get(key);
  if (known !== undefined) return known;
  const text = storedText(key);
  texts.set(key, text);
  return text;
}

function storedText(key: string): string | null {
  try {
    const text = window.localStorage.getItem(key);
    return text !== null && text.length <= MAX_STORED_CHARACTERS ? text : null;
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
