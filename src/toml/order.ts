import type { FieldPath } from '../model/edit/field.ts';

/** Where a file's new keys go. */
export interface TomlOrder {
  /** The known keys of the table at a path, in the format's order. */
  keys(path: FieldPath): readonly string[];
  /** Whether a new table below the top level gets a header of its own. A new table at the top level always does. */
  hasHeader(path: FieldPath): boolean;
}

/**
 * The index among `names` where a new name goes: after the nearest name that comes before it in the order, else before
 * the first that comes after it, else last.
 */
export function placeIn(order: readonly string[], names: readonly string[], name: string): number {
  const rank = order.indexOf(name);
  if (rank < 0) return names.length;
  let best = -1;
  let bestRank = -1;
  for (const [i, other] of names.entries()) {
    const otherRank = order.indexOf(other);
    if (otherRank >= 0 && otherRank <= rank && otherRank >= bestRank) [best, bestRank] = [i, otherRank];
  }
  if (best >= 0) return best + 1;
  const after = names.findIndex((other) => order.indexOf(other) > rank);
  return after < 0 ? names.length : after;
}

/** The entries of a new table: known keys in the format's order, then the others in their own. */
export function inOrder<T>(
  entries: readonly (readonly [string, T])[],
  order: readonly string[],
): (readonly [string, T])[] {
  const rank = (key: string) => {
    const at = order.indexOf(key);
    return at < 0 ? order.length : at;
  };
  return [...entries].sort(([a], [b]) => rank(a) - rank(b));
}
