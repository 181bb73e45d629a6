import { createStore, type UseStore } from 'idb-keyval';
import type { KeptStore } from '../recovery/stores.ts';

/**
 * A store in IndexedDB, in a database of its own, which is opened by the first call. Calls reject where the browser has
 * no IndexedDB: `createStore` throws there.
 */
export function browserStore({ database, store }: KeptStore): UseStore {
  let opened: UseStore | undefined;
  return async (mode, callback) => {
    opened ??= createStore(database, store);
    return opened(mode, callback);
  };
}
