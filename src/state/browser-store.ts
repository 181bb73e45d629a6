import { createStore, type UseStore } from 'idb-keyval';
import type { KeptStore } from '../recovery/stores.ts';

/**
 * A store in IndexedDB, in a database of its own, which is opened by the first call. Calls reject where the browser has
 * no IndexedDB: `createStore` throws there.
 *
 * @param onDeleted called where others delete the database while it is open here. The next call makes it again
 */
export function browserStore({ database, store }: KeptStore, onDeleted?: () => void): UseStore {
  let opened: UseStore | undefined;
  return async (mode, callback) => {
    opened ??= createStore(database, store);
    return opened(mode, (entries) => {
      const { db } = entries.transaction;
      const leave = () => {
        db.removeEventListener('close', leave);
        opened = undefined;
        onDeleted?.();
      };
      if (!watched.has(db)) {
        watched.add(db);
        db.addEventListener('close', leave);
        // Whoever deletes the database, and everybody who opens it after them, waits until no page has it open.
        db.addEventListener('versionchange', () => {
          db.close();
          leave();
        });
      }
      return callback(entries);
    });
  };
}

/** Whether the browser refuses to write because it has no space left for this site. */
export function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}

/** Databases whose end is listened for. */
const watched = new WeakSet<IDBDatabase>();
