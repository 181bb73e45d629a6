import type { RunnerOption } from './carton-toml.ts';
import type { FieldValue } from './field.ts';

/** Characters shown of one value; the file itself has the rest. */
export const MAX_VALUE = 500;

/** An option's value as it reads in TOML, a float never without its point. */
export function optionText(option: RunnerOption): string {
  if (typeof option === 'string') return option;
  if (typeof option !== 'number') return String(option);
  if (Number.isNaN(option)) return 'nan';
  if (!Number.isFinite(option)) return option > 0 ? 'inf' : '-inf';
  const text = Object.is(option, -0) ? '-0' : String(option);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}

/** A value as it reads in TOML, on one line. Cut short as it grows, since it may be megabytes. */
export function valueText(value: FieldValue, nested = false): string {
  if (typeof value === 'string')
    return nested ? JSON.stringify(value.slice(0, MAX_VALUE)) : value.slice(0, MAX_VALUE + 1);
  if (typeof value !== 'object') return optionText(value);
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

function keyText(key: string): string {
  return /^[\w-]+$/.test(key) ? key : JSON.stringify(key);
}
