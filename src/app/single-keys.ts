import { useSyncExternalStore } from 'react';

/**
 * The name in the browser's storage. It has a value only once the setting was changed: a page that opens writes none.
 */
const STORED = 'boxcutter-single-keys';

let isOn: boolean | undefined;

const listeners = new Set<() => void>();

/**
 * Whether keys without Ctrl are in use: `/` and `?`. Speech input and shaky hands press them unmeant (WCAG 2.1.4). The
 * setting is kept in this browser, and for this page where that is not allowed.
 */
export function useSingleKeys(): [on: boolean, set: (on: boolean) => void] {
  return [useSyncExternalStore(subscribe, singleKeys), setSingleKeys];
}

function singleKeys(): boolean {
  isOn ??= stored();
  return isOn;
}

function stored(): boolean {
  try {
    return window.localStorage.getItem(STORED) !== 'off';
  } catch {
    return true;
  }
}

function setSingleKeys(on: boolean): void {
  try {
    window.localStorage.setItem(STORED, on ? 'on' : 'off');
  } catch {
    // It holds until the page is closed.
  }
  show(on);
}

function show(on: boolean): void {
  isOn = on;
  for (const listener of listeners) listener();
}

/** Another tab has changed it. */
function onStorage({ key }: StorageEvent): void {
  if (key === STORED) show(stored());
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', onStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', onStorage);
  };
}
