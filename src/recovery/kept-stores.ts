import type { PageMessage } from '../offline/message.ts';
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

/** Milliseconds that the next version may take to come. What it fetches may be several megabytes. */
const NEXT_VERSION_MS = 20_000;

/**
 * Lets a newer version of the page come in place of the one that is kept for offline use, as that one may be what fails.
 * Settles when it is there, or there is none; rejects where the host does not answer, or there is no service worker.
 */
export async function nextVersion(): Promise<void> {
  const registration = await ownRegistration();
  await registration?.update();
  const next = registration?.installing ?? registration?.waiting;
  if (!next) return;
  const come = new Promise<void>((resolve) => {
    const look = () => {
      if (next.state === 'installed') next.postMessage({ boxcutter: 'replace' } satisfies PageMessage);
      else if (next.state !== 'installing') resolve();
    };
    next.addEventListener('statechange', look);
    look();
  });
  await Promise.race([come, new Promise((resolve) => setTimeout(resolve, NEXT_VERSION_MS))]);
}

/** What keeps this page for offline use. Not what has a folder around it: that may be of others. */
async function ownRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  const registration = await navigator.serviceWorker.getRegistration();
  return registration?.scope === new URL('.', window.location.href).href ? registration : undefined;
}

/**
 * Forgets the page as it is kept for offline use, if its host answers: without that, nothing else would be there. It may
 * answer that there is no service worker any more.
 */
async function forgetPage(): Promise<void> {
  const registration = await ownRegistration();
  if (!registration) return;
  await fetch(new URL('sw.js', registration.scope), { cache: 'no-store' });
  await registration.unregister();
  const names = await caches.keys();
  const own = names.filter((name) => name.startsWith(`boxcutter ${registration.scope} `));
  await Promise.all(own.map((name) => caches.delete(name)));
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
