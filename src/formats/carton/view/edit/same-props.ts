/**
 * For `memo`: whether two sets of props are the same. Lists, such as a field's path or findings, are compared item by
 * item, because each rendering makes new ones.
 */
export function sameProps<P extends object>(before: P, now: P): boolean {
  const keys = Object.keys(now) as (keyof P)[];
  return keys.length === Object.keys(before).length && keys.every((key) => isSameProp(before[key], now[key]));
}

function isSameProp(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, i) => Object.is(item, b[i]));
}
