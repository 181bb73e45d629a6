import type { FieldValue } from '../model/field.ts';
import { rewriteString, type StringContext, writeString } from './string.ts';

/** Writes values and keys as TOML 1.0, which the reference reader's parser accepts. */

/** How a file spaces what stands on one line. */
export interface Style {
  /** Stands between a key and its value: ` = ` or `=`. */
  equals: string;
  /** Stands inside the braces of an inline table: a space or nothing. */
  pad: string;
}

export const PLAIN_STYLE: Style = { equals: ' = ', pad: ' ' };

export interface WriteContext extends StringContext {
  style: Style;
}

const BARE = /^[A-Za-z0-9_-]+$/;

/** One part of a key. */
export function writeKey(name: string): string {
  return BARE.test(name) ? name : writeString(name, { eol: '\n', inline: true });
}

export function writeKeys(names: readonly string[]): string {
  return names.map(writeKey).join('.');
}

export function writeValue(value: FieldValue, context: WriteContext): string {
  if (typeof value === 'string') return writeString(value, context);
  if (typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return writeFloat(value);
  const inside = { ...context, inline: true };
  if (Array.isArray(value)) return `[${value.map((item) => writeValue(item, inside)).join(', ')}]`;
  const { equals, pad } = context.style;
  const pairs = Object.entries(value).map(([key, item]) => `${writeKey(key)}${equals}${writeValue(item, inside)}`);
  return pairs.length === 0 ? '{}' : `{${pad}${pairs.join(', ')}${pad}}`;
}

/** The text of a value that takes the place of `raw`. A string keeps its kind of quotes. */
export function rewriteValue(raw: string, value: FieldValue, context: WriteContext): string {
  if (typeof value === 'string' && /^["']/.test(raw)) return rewriteString(raw, value, context);
  return writeValue(value, context);
}

/** A float with a point or an exponent. Without one it would be an integer. */
function writeFloat(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (Object.is(value, -0)) return '-0.0';
  const text = String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}
