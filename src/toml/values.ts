import type { Edit } from '../model/edit.ts';
import { type FieldValue, isTable, valueAt } from '../model/field.ts';

/** Values of a TOML file as its parser gives them: dates as `Date`, where plain data has their text. */

/** A copy; dates, which nothing changes, stay the same. */
export function copyOf<T>(value: T): T {
  if (Array.isArray(value)) return value.map(copyOf) as T;
  if (!isTable(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copyOf(item)])) as T;
}

/** The edit for values with dates in them: a text that is an old date's own stays that date. Half a surrogate pair becomes U+FFFD, as in UTF-8. */
export function fittedEdit(edit: Edit, values: unknown): Edit {
  if (edit.kind === 'set') return { ...edit, value: fitted(edit.value, valueAt(values, edit.path)) };
  if (edit.kind === 'insert') return { ...edit, value: fitted(edit.value, undefined) };
  return edit.kind === 'rename' ? { ...edit, to: wellFormed(edit.to) } : edit;
}

function fitted(value: FieldValue, old: unknown): FieldValue {
  if (typeof value === 'string')
    return old instanceof Date && old.toISOString() === value ? (old as unknown as FieldValue) : wellFormed(value);
  if (Array.isArray(value)) return value.map((item, i) => fitted(item, Array.isArray(old) ? old[i] : undefined));
  if (!isTable(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [wellFormed(key), fitted(item, valueAt(old, [key]))]),
  );
}

function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}
