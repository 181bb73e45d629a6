import { grouped } from '../../../../base/amounts.ts';
import type { FieldValue } from '../../../../model/edit/field.ts';
import type { GgufFile } from '../file.ts';
import { type KeyValue, type ListValue, readItems, valueText } from '../header/key-value.ts';
import { MAX_EDITED_ITEMS, MAX_EDITED_LIST_BYTES, MAX_EDITED_LISTS_BYTES } from '../limits.ts';
import { listType } from './edited-value.ts';

/**
 * A key-value pair as it is edited: the name of its type (`EDITED_TYPES`), and its value as people write it. A list has
 * the texts of its items. Of what is too long to be edited `kept` says how long it is.
 */
export type Entry = { type: string; value: string | string[] } | { type: string; kept: string };

/**
 * The pairs of a header by their keys, in its order. Reads lists that can be edited. Rejects as the source does.
 *
 * @param file one whose keys are all different
 */
export async function storedEntries(file: GgufFile, signal?: AbortSignal): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>();
  let left = MAX_EDITED_LISTS_BYTES;
  for (const pair of file.header.keyValues) {
    const { key, list } = pair;
    if (list && isShort(list) && list.end - list.start <= left) {
      left -= list.end - list.start;
      entries.set(key, await listEntry(file, list, signal));
    } else entries.set(key, entryOf(pair));
  }
  return entries;
}

function isShort({ type, count, start, end }: ListValue): boolean {
  return type !== 'array' && count <= MAX_EDITED_ITEMS && end - start <= MAX_EDITED_LIST_BYTES;
}

async function listEntry({ source, header }: GgufFile, list: ListValue, signal?: AbortSignal): Promise<Entry> {
  const { type, count, start, end } = list;
  const bytes = start === end ? new Uint8Array(0) : await source.read(start, end, signal);
  const items = readItems(bytes, type, count, header, MAX_EDITED_LIST_BYTES);
  return { type: listType(type), value: items.map((item) => valueText(type, item)) };
}

function entryOf({ type, value, list, cutBytes }: KeyValue): Entry {
  if (list) return { type: listType(list.type), kept: grouped`${list.count} items` };
  if (cutBytes !== undefined) return { type, kept: grouped`${cutBytes} bytes` };
  return { type, value: value === undefined ? '' : valueText(type, value) };
}

/** Whether two entries are the same. */
export function sameEntry(a: Entry | undefined, b: Entry | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && JSON.stringify(a) === JSON.stringify(b));
}

/** An entry's value in a line: a list as JSON. */
export function entryText(entry: Entry): string {
  if ('kept' in entry) return entry.kept;
  return typeof entry.value === 'string' ? entry.value : JSON.stringify(entry.value);
}

/** The entry that a value of a draft is. Undefined where it is not one. Keys in the order of `Entry`. */
export function parsedEntry(value: FieldValue | undefined): Entry | undefined {
  if (typeof value !== 'object' || Array.isArray(value)) return undefined;
  const { type, value: held, kept } = value;
  if (typeof type !== 'string') return undefined;
  if (typeof kept === 'string') return { type, kept };
  if (typeof held === 'string') return { type, value: held };
  return Array.isArray(held) && held.every((item) => typeof item === 'string')
    ? { type, value: held as string[] }
    : undefined;
}
