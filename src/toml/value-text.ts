import type { FieldValue } from '../model/edit/field.ts';

/** Characters of one value on the page. The file itself has the rest. */
const MAX_VALUE = 500;

/** A text, cut where it is too long to show. */
export function cutText(text: string): string {
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
}

/**
 * A value other than a list or table, as TOML writes it. A float always has its point. A string has no quotation marks.
 */
export function scalarText(value: string | bigint | number | boolean): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'number') return String(value);
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  const text = Object.is(value, -0) ? '-0' : String(value);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}

/** A value as TOML writes it, on one line. Stops early where it gets too long, since a value may have megabytes. */
export function valueText(value: FieldValue, nested = false): string {
  if (typeof value === 'string')
    return nested ? JSON.stringify(value.slice(0, MAX_VALUE)) : value.slice(0, MAX_VALUE + 1);
  if (typeof value !== 'object') return scalarText(value);
  const isList = Array.isArray(value);
  const parts: string[] = [];
  let length = 0;
  for (const [key, item] of Object.entries(value)) {
    const text = isList ? valueText(item, true) : `${keyText(key)} = ${valueText(item, true)}`;
    parts.push(text);
    length += text.length;
    if (length > MAX_VALUE) break;
  }
  const inside = parts.join(', ');
  if (isList) return `[${inside}]`;
  return inside === '' ? '{}' : `{ ${inside} }`;
}

/** A key as TOML writes it. */
export function keyText(key: string): string {
  return /^[\w-]+$/.test(key) ? key : JSON.stringify(key);
}
