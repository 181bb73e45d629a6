import { forgetPage } from './kept-page.ts';
import { KEPT_STORES, type KeptStore, SETTING_PREFIX, THEME_SETTING } from './stores.ts';

/** An entry of a store as it stands there. */
export interface KeptEntry {
  readonly key: IDBValidKey;
  /** Undefined where the browser cannot read it. */
  readonly value: unknown;
}

/** All entries of a store, each read by itself: one that cannot be read hides no other. Rejects where no database is. */
export async function keptEntries({ database, store }: KeptStore): Promise<KeptEntry[]> {
  const db = await opened(database);
  if (!db) return [];
  try {
    if (!db.objectStoreNames.contains(store)) return [];
    const read = <T>(ask: (from: IDBObjectStore) => IDBRequest<T>) =>
      answer(ask(db.transaction(store, 'readonly').objectStore(store)));
    const found: KeptEntry[] = [];
    for (const key of await read((from) => from.getAllKeys()))
      found.push({ key, value: await read<unknown>((from) => from.get(key)).catch(() => undefined) });
    return found;
  } finally {
    db.close();
  }
}

/** Forgets all that the page keeps in this browser. Never rejects: what cannot be reached is left. */
export async function forgetKept(): Promise<void> {
  await forgetPage().catch(() => {});
  for (const each of Object.values(KEPT_STORES)) await emptied(each).catch(() => {});
  try {
    const { localStorage } = window;
    const names = Object.keys(localStorage).filter((name) => name.startsWith(SETTING_PREFIX));
    for (const name of [THEME_SETTING, ...names]) localStorage.removeItem(name);
  } catch {
    // Where nothing may be stored, nothing is.
  }
}

/**
 * Empties a database. One without its store is removed, as nothing can be kept in it; not any other, since that waits
 * for all tabs that have it open, and what is opened next waits for it.
 */
async function emptied({ database, store }: KeptStore): Promise<void> {
  const db = await opened(database);
  if (!db) return;
  try {
    if (!db.objectStoreNames.contains(store)) {
      indexedDB.deleteDatabase(database);
      return;
    }
    const work = db.transaction(store, 'readwrite');
    work.objectStore(store).clear();
    await new Promise<void>((resolve, reject) => {
      work.oncomplete = () => resolve();
      work.onabort = () => reject(work.error);
    });
  } finally {
    db.close();
  }
}

/** A database that is there. Does not make one. */
async function opened(database: string): Promise<IDBDatabase | undefined> {
  const request = indexedDB.open(database);
  let isNew = false;
  request.onupgradeneeded = () => {
    isNew = true;
    request.transaction?.abort();
  };
  return answer(request).catch((error: unknown) => {
    if (isNew) return undefined;
    throw error;
  });
}

function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
