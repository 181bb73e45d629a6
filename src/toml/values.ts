import { wellFormed } from '../base/text.ts';
import type { Edit } from '../model/edit/edit.ts';
import { type FieldValue, isTable, valueAt } from '../model/edit/field.ts';

/** Values as the TOML parser gives them: dates are `Date`, where plain data has their text. */

/** A deep copy. Shares the dates, which nothing changes. */
export function copyOf<T>(value: T): T {
  if (Array.isArray(value)) return value.map(copyOf) as T;
  if (!isTable(value)) return value;
  return mappedTable(value, copyOf) as T;
}

/** A table with the same keys and other values. Makes no object for each entry: a file may have 80,000. */
export function mappedTable<T>(table: { [key: string]: unknown }, map: (value: unknown) => T): { [key: string]: T } {
  const mapped: { [key: string]: T } = {};
  for (const key of Object.keys(table)) {
    const value = map(table[key]);
    // An assignment would set the prototype.
    if (key === '__proto__')
      Object.defineProperty(mapped, key, { value, enumerable: true, configurable: true, writable: true });
    else mapped[key] = value;
  }
  return mapped;
}

/**
 * The edit for values that hold dates: a new text that equals an old date's text keeps that date. Half a surrogate pair
 * becomes U+FFFD, as in UTF-8.
 */
export function fittedEdit(edit: Edit, values: unknown): Edit {
  if (edit.kind === 'set') return { ...edit, value: fitted(edit.value, valueAt(values, edit.path)) };
  if (edit.kind === 'insert') return { ...edit, value: fitted(edit.value, undefined) };
  return edit.kind === 'rename' ? { ...edit, to: wellFormed(edit.to) } : edit;
}

function fitted(value: FieldValue, old: unknown): FieldValue {
  if (typeof value === 'string')
    return old instanceof Date && old.toISOString() === value ? (old as unknown as FieldValue) : wellFormed(value);
  if (Array.isArray(value)) {
    const items: unknown[] = Array.isArray(old) ? old : [];
    const dates = new Map(items.flatMap((item) => (item instanceof Date ? [[item.toISOString(), item]] : [])));
    // A date may have another place in the list.
    return value.map((item, i) => fitted(item, (typeof item === 'string' && dates.get(item)) || items[i]));
  }
  if (!isTable(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [wellFormed(key), fitted(item, valueAt(old, [key]))]),
  );
}
