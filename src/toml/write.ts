import type { FieldValue } from '../model/edit/field.ts';
import { quotedKey, rewriteString, type StringContext, writeString } from './string.ts';
import { BARE, type Quote, type Style } from './style.ts';
import { scalarText } from './value-text.ts';

/** Writes values and keys as TOML 1.0, which the reference reader's parser accepts. */

export interface WriteContext extends StringContext {
  style: Style;
  /** What the line is indented by. */
  indent: string;
}

/** One part of a new key. */
export function writeKey(name: string, { quotesKeys, keyQuote }: Pick<Style, 'quotesKeys' | 'keyQuote'>): string {
  return BARE.test(name) && !quotesKeys ? name : quotedKey(name, keyQuote);
}

/** Replaces the key `raw`, which was `old`, by a new name. Quotes that the old name did not need stay. */
export function rewriteKey(raw: string, old: string, name: string, style: Style): string {
  const quote: Quote | undefined = raw.startsWith('"') ? 'basic' : raw.startsWith("'") ? 'literal' : undefined;
  if (quote === undefined) return BARE.test(name) ? name : quotedKey(name, style.keyQuote);
  return BARE.test(old) || !BARE.test(name) ? quotedKey(name, quote) : writeKey(name, style);
}

/** A key and its value. */
export function writePair(key: string, value: FieldValue, context: WriteContext): string {
  return `${writeKey(key, context.style)}${context.style.equals}${writeValue(value, context)}`;
}

export function writeValue(value: FieldValue, context: WriteContext): string {
  if (typeof value === 'string') return writeString(value, context);
  if (typeof value !== 'object') return scalarText(value);
  const { style, eol, indent } = context;
  const inside = { ...context, inline: true };
  if (!Array.isArray(value)) {
    const pairs = Object.entries(value).map(
      ([key, item]) => `${writeKey(key, style)}${style.innerEquals}${writeValue(item, inside)}`,
    );
    return pairs.length === 0 ? '{}' : `{${style.pad}${pairs.join(style.comma)}${style.pad}}`;
  }
  if (value.length === 0) return '[]';
  const items = value.map((item) => writeValue(item, inside));
  const lines = context.inline ? undefined : style.lines(typeof value[0] === 'object' && !Array.isArray(value[0]));
  if (!lines) return `[${style.listPad}${items.join(style.comma)}${style.listPad}]`;
  const joined = items.join(`,${eol}${indent}${lines.indent}`);
  return `[${eol}${indent}${lines.indent}${joined}${lines.trailing ? ',' : ''}${eol}${indent}]`;
}

/**
 * The text of a value that takes the place of `raw`. A string keeps its kind of quotes, an integer its base and its
 * groups of digits.
 */
export function rewriteValue(raw: string, value: FieldValue, context: WriteContext): string {
  if (typeof value === 'string' && /^["']/.test(raw)) return rewriteString(raw, value, context);
  if (typeof value === 'bigint') return rewriteInteger(raw, value);
  return writeValue(value, context);
}

const RADIX: Readonly<Record<string, number>> = { x: 16, o: 8, b: 2 };

function rewriteInteger(raw: string, value: bigint): string {
  const [, prefix, digits = ''] = /^0([xob])(\w+)$/.exec(raw) ?? [];
  if (prefix !== undefined && value >= 0n) {
    const text = value.toString(RADIX[prefix]);
    const cased = /[A-F]/.test(digits) ? text.toUpperCase() : text;
    return `0${prefix}${digits.startsWith('0') ? cased.padStart(digits.replaceAll('_', '').length, '0') : cased}`;
  }
  if (/^[+-]?\d{1,3}(_\d{3})+$/.test(raw)) return String(value).replace(/\B(?=(\d{3})+$)/g, '_');
  return String(value);
}
