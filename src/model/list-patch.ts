import { sameData } from '../base/same-data.ts';

/**
 * A list as stretches of another one (half-open) and new items between them, in order: what is sent of a list of a
 * million where few items differ.
 */
export type ListPatch<T> = readonly (
  | { readonly start: number; readonly end: number }
  | { readonly items: readonly T[] }
)[];

/**
 * What makes `after` of `before`; undefined where they say the same.
 *
 * @param keyOf what an item is found by in the other list
 * @param plainOf an item as plain data
 */
export function patchOf<T extends object>(
  before: readonly T[],
  after: readonly T[],
  keyOf: (item: T) => string,
  plainOf: (item: T) => T = (item) => item,
): ListPatch<T> | undefined {
  const patch: ({ start: number; end: number } | { items: T[] })[] = [];
  let places: Map<string, number> | undefined;
  let next = 0;
  const isSame = (one: T, other: T) => one === other || sameData(plainOf(one), plainOf(other));
  const has = (at: number | undefined, item: T) =>
    at !== undefined && at < before.length && isSame(before[at] as T, item);
  for (const item of after) {
    let at: number | undefined = next;
    if (!has(at, item)) {
      // Of several with one key, the first: the others mostly follow their neighbors.
      places ??= firstPlaces(before, keyOf);
      at = places.get(keyOf(item));
    }
    const last = patch.at(-1);
    if (at === undefined || !has(at, item)) {
      if (last && 'items' in last) last.items.push(plainOf(item));
      else patch.push({ items: [plainOf(item)] });
      // What has taken the place of one that changed is mostly followed by what followed that.
      next = at === undefined ? next : at + 1;
      continue;
    }
    if (last && 'end' in last && last.end === at) last.end = at + 1;
    else patch.push({ start: at, end: at + 1 });
    next = at + 1;
  }
  const [only] = patch;
  const isWhole = patch.length === 1 && only && 'end' in only && only.start === 0 && only.end === before.length;
  return isWhole || (before.length === 0 && after.length === 0) ? undefined : patch;
}

/** The list that a patch makes; the very same one without a patch. */
export function patched<T>(before: T[], patch: ListPatch<T> | undefined): T[] {
  if (!patch) return before;
  const after: T[] = [];
  for (const piece of patch) {
    if ('items' in piece) for (const item of piece.items) after.push(item);
    else for (let at = piece.start; at < piece.end && at < before.length; at++) after.push(before[at] as T);
  }
  return after;
}

function firstPlaces<T>(list: readonly T[], keyOf: (item: T) => string): Map<string, number> {
  const places = new Map<string, number>();
  for (const [at, item] of list.entries()) {
    const key = keyOf(item);
    if (!places.has(key)) places.set(key, at);
  }
  return places;
}
