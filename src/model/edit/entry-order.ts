import { addTo } from '../../base/group-by.ts';

/**
 * The entries of an edited table: stored ones in the order of the file, and each new one behind the one that it follows
 * in the table. A table of values has keys that are numbers first, whatever the file's order.
 *
 * @param stored the keys of the file, in its order; also those that the table no longer has
 */
export function inStoredOrder<T>(entries: ReadonlyMap<string, T>, stored: Iterable<string>): ReadonlyMap<string, T> {
  const kept = [...stored].filter((key) => entries.has(key));
  const isStored = new Set(kept);
  const behind = new Map<string | undefined, string[]>();
  let last: string | undefined;
  for (const key of entries.keys()) {
    if (isStored.has(key)) last = key;
    else addTo(behind, last, key);
  }
  const keys = [...(behind.get(undefined) ?? []), ...kept.flatMap((key) => [key, ...(behind.get(key) ?? [])])];
  return new Map(keys.map((key) => [key, entries.get(key) as T]));
}
