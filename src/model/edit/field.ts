/**
 * Values of a small text file (TOML; later also JSON) as trees of plain data, whatever the file's own syntax looks
 * like.
 */

/** Any value. An integer (bigint) and a float (number) are told apart; dates are their text. */
export type FieldValue = string | bigint | number | boolean | FieldValue[] | { [key: string]: FieldValue };

/** A whole file, also what is wrong or unknown of it. */
export type FieldValues = { readonly [key: string]: FieldValue };

/** Keys and indices (from 0) that lead to a value of a file: `['input', 0, 'name']`. */
export type FieldPath = readonly (string | number)[];

/**
 * Whether a value is a table: keys with values. A list is not one, nor is a date, which TOML's parser gives as `Date`.
 */
export function isTable(value: unknown): value is { [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/** The value at a path, or undefined. */
export function valueAt(values: unknown, path: FieldPath): FieldValue | undefined {
  let at = values;
  for (const part of path) {
    if (Array.isArray(at)) at = typeof part === 'number' ? at[part] : undefined;
    else at = isTable(at) && typeof part === 'string' && Object.hasOwn(at, part) ? at[part] : undefined;
  }
  return at as FieldValue | undefined;
}

/**
 * Whether two values are the same, type by type: `1` is not `1.0`, and `-0.0` not `0.0`. The order of a table's keys
 * does not matter.
 */
export function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (a instanceof Date || b instanceof Date)
    return a instanceof Date && b instanceof Date && a.toISOString() === b.toISOString();
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, i) => sameValue(item, b[i]));
  if (!isTable(a) || !isTable(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && sameValue(a[key], b[key]))
  );
}

/** The values of a JSON text. Undefined unless it is a JSON object. */
export function parsedValues(text: string): FieldValues | undefined {
  try {
    const values: unknown = JSON.parse(text);
    return isTable(values) ? (values as FieldValues) : undefined;
  } catch {
    return undefined;
  }
}
