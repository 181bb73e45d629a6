/**
 * Whether two values of plain data (what JSON has, `undefined` and bigint) say the same. Keys that are undefined count
 * as not there. Objects of classes, such as a Map, are the same only if they are one object.
 */
export function sameData(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => sameData(item, b[index]));
  if (!isPlain(a) || !isPlain(b)) return false;
  for (const key of Object.keys(a)) if (!sameData(a[key], b[key])) return false;
  for (const key of Object.keys(b)) if (b[key] !== undefined && a[key] === undefined) return false;
  return true;
}

function isPlain(value: unknown): value is { readonly [key: string]: unknown } {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
