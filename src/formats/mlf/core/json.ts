import type { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import { decodeText } from '../../../json/encoding.ts';
import { JsonError, JsonReader } from '../../../json/reader.ts';

/** A value of a JSON file. Integers are exact. */
export type Json = string | boolean | null | bigint | number | readonly Json[] | JsonObject;
export type JsonObject = ReadonlyMap<string, Json>;

/** Digits of a number that is read exactly. No size has more. */
const MAX_DIGITS = 40;

/** What Python's `json` writes and reads of numbers that JSON does not have. */
const PYTHON_CONSTANT = /NaN|-?Infinity/y;

/** Reads a JSON file. Reports what keeps it from being read as `mlf/bad-json`, and gives undefined then. */
export function readJson(bytes: Uint8Array, path: string, report: Report): Json | undefined {
  const { text } = decodeText(bytes);
  const hasMark = text.startsWith('\ufeff');
  if (hasMark) report.add('mlf/bad-json', `${quote(path)} begins with a byte-order mark (U+FEFF).`, { path });
  const reader = new JsonReader(text, hasMark ? 1 : 0);
  try {
    const value = valueIn(reader, path, report);
    reader.end();
    return value;
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    const line = text.slice(0, error.at).split('\n').length;
    report.add('mlf/bad-json', `${quote(path)} is not JSON: ${error.message}.`, { path, line });
    return undefined;
  }
}

function valueIn(reader: JsonReader, path: string, report: Report): Json {
  const constant = reader.match(PYTHON_CONSTANT)?.[0];
  if (constant !== undefined) {
    report.add('mlf/not-a-number', `${quote(path)} has the value ${constant}, which JSON does not have.`, { path });
    return Number(constant);
  }
  const kind = reader.kind();
  if (kind === 'string') return reader.string();
  if (kind === 'number') return numberOf(reader.number());
  if (kind === 'boolean') return reader.boolean();
  if (kind === 'null') {
    reader.null();
    return null;
  }
  if (kind === 'array') {
    const items: Json[] = [];
    reader.array(() => {
      items.push(valueIn(reader, path, report));
    });
    return items;
  }
  const members = new Map<string, Json>();
  reader.object((name) => {
    if (members.has(name)) {
      report.add('mlf/duplicate-key', `${quote(path)} has the key ${quote(name)} more than once.`, { path });
    }
    members.set(name, valueIn(reader, path, report));
  });
  return members;
}

function numberOf(text: string): bigint | number {
  return /^-?[0-9]+$/.test(text) && text.length <= MAX_DIGITS ? BigInt(text) : Number(text);
}

export function isObject(value: Json | undefined): value is JsonObject {
  return value instanceof Map;
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** A value as text: as it is, or as JSON. */
export function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(plain(value));
}

function plain(value: Json): unknown {
  if (isList(value)) return value.map(plain);
  if (isObject(value)) return Object.fromEntries(Array.from(value, ([key, item]) => [key, plain(item)]));
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  return typeof value === 'bigint' ? Number(value) : value;
}
