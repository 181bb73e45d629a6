import { useState } from 'react';

/**
 * A setting that the browser remembers, known in the first render, so that nothing moves. It is stored only once it is
 * changed, and kept for this view where the browser stores nothing.
 *
 * @param name unique on the page
 * @param check makes a value of what is stored, which another version of the page or another page of the origin may
 *   have written. It gets undefined where nothing is stored.
 */
export function useStoredSetting<T>(
  name: string,
  check: (stored: unknown) => T,
): [setting: T, store: (setting: T) => void] {
  const key = `boxcutter-${name}`;
  const [setting, setSetting] = useState(() => check(storedAt(key)));
  const store = (next: T) => {
    setSetting(next);
    try {
      window.localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // It is full, or not allowed.
    }
  };
  return [setting, store];
}

function storedAt(key: string): unknown {
  try {
    const text = window.localStorage.getItem(key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
