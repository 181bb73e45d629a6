import type { TomlValue } from '../../../../model/carton-toml.ts';
import type { Edit, FieldPath } from '../../../../model/edit.ts';

/** Values of a TOML file as its parser gives them: dates as `Date`, where plain data has their text. */

export function isTableValue(value: unknown): value is Record<string, TomlValue> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/** Whether two values are the same, of the same types: `1` is not `1.0`, `-0.0` not `0.0`. The order of a table's keys is none of it. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (a instanceof Date || b instanceof Date)
    return a instanceof Date && b instanceof Date && a.toISOString() === b.toISOString();
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, i) => sameValue(item, b[i]));
  if (!isTableValue(a) || !isTableValue(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && sameValue(a[key], b[key]))
  );
}

/** The value at a path, or undefined. */
export function valueIn(values: unknown, path: FieldPath): TomlValue | undefined {
  let at = values;
  for (const part of path) {
    if (Array.isArray(at)) at = typeof part === 'number' ? at[part] : undefined;
    else at = isTableValue(at) && typeof part === 'string' && Object.hasOwn(at, part) ? at[part] : undefined;
  }
  return at as TomlValue | undefined;
}

/** A copy; dates, which nothing changes, stay the same. */
export function copyOf<T>(value: T): T {
  if (Array.isArray(value)) return value.map(copyOf) as T;
  if (!isTableValue(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copyOf(item)])) as T;
}

/** The edit for values with dates in them: a text that is an old date's own stays that date. Half a surrogate pair becomes U+FFFD, as in UTF-8. */
export function fittedEdit(edit: Edit, values: unknown): Edit {
  if (edit.kind === 'set') return { ...edit, value: fitted(edit.value, valueIn(values, edit.path)) };
  if (edit.kind === 'insert') return { ...edit, value: fitted(edit.value, undefined) };
  return edit.kind === 'rename' ? { ...edit, to: wellFormed(edit.to) } : edit;
}

function fitted(value: TomlValue, old: unknown): TomlValue {
  if (typeof value === 'string')
    return old instanceof Date && old.toISOString() === value ? (old as unknown as TomlValue) : wellFormed(value);
  if (Array.isArray(value)) return value.map((item, i) => fitted(item, Array.isArray(old) ? old[i] : undefined));
  if (!isTableValue(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [wellFormed(key), fitted(item, valueIn(old, [key]))]),
  );
}

function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}
