import type { FieldPath } from '../model/field.ts';

/** Where new keys of a file go. */
export interface TomlOrder {
  /** The known keys of the table at a path, in order. */
  keys(path: FieldPath): readonly string[];
  /** Whether a new table below the top level gets a header of its own; one at the top level always does. */
  hasHeader(path: FieldPath): boolean;
}

/** Where nothing is known of a file's keys: what is new goes last. */
export const NO_ORDER: TomlOrder = { keys: () => [], hasHeader: () => false };

/** Where among `names` a new one goes: after the nearest that the order has before it, else before the first that it has after it. */
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

/** Entries of a new table: known keys in the format's order, then the others as they come. */
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
