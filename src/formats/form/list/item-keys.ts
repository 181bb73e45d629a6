import { useState } from 'react';
import { addTo } from '../../../base/group-by.ts';
import { sameProps } from '../same-props.ts';

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
  const [known, setKnown] = useState<{ items: readonly T[]; keys: readonly string[]; made: number }>(NO_KEYS);
  if (known.items === items || sameProps(known.items, items)) return known.keys;
  let { made } = known;
  const next = nextKeys(known.items, known.keys, items, () => String(made++));
  const keys = sameProps(known.keys, next) ? known.keys : next;
  setKnown({ items, keys, made });
  return keys;
}

const NO_KEYS = { items: [], keys: [], made: 0 };
