import { createStore, type UseStore } from 'idb-keyval';

/**
 * A store in IndexedDB, in a database of its own, which is opened by the first call. Calls reject where the browser has
 * no IndexedDB: `createStore` throws there.
 */
export function browserStore(database: string, name: string): UseStore {
  let opened: UseStore | undefined;
  return async (mode, callback) => {
    opened ??= createStore(database, name);
    return opened(mode, callback);
  };
}
