import { useRef } from 'react';
import { addTo } from '../../../core/multi-map.ts';

/**
 * Keys for the items of a list, which stay with the items while they change and move. An item that is the same object
 * keeps its key. A new object takes over the key of the item that had its place, if that item is gone.
 */
export function nextKeys<T>(
  before: readonly T[],
  keys: readonly string[],
  now: readonly T[],
  fresh: () => string,
): string[] {
  const free = new Map<T, string[]>();
  for (const [i, item] of before.entries()) addTo(free, item, keys[i] as string);
  const kept = now.map((item) => free.get(item)?.shift());
  const taken = new Set(kept);
  return kept.map((key, i) => {
    if (key !== undefined) return key;
    const there = keys[i];
    if (there !== undefined && !taken.has(there)) {
      taken.add(there);
      return there;
    }
    return fresh();
  });
}

/** `nextKeys` from one rendering to the next. */
export function useItemKeys<T>(items: readonly T[]): readonly string[] {
  const known = useRef<{ items: readonly T[]; keys: readonly string[]; made: number }>({
    items: [],
    keys: [],
    made: 0,
  });
  if (known.current.items !== items) {
    let { made } = known.current;
    const keys = nextKeys(known.current.items, known.current.keys, items, () => String(made++));
    const { keys: before } = known.current;
    const isSame = keys.length === before.length && keys.every((key, i) => key === before[i]);
    known.current = { items, keys: isSame ? before : keys, made };
  }
  return known.current.keys;
}
