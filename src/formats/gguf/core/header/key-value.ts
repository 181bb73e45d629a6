import { elementText } from '../../../../tensor/elements.ts';
import { shortestFloat } from '../../../../tensor/short-float.ts';
import { MAX_LIST_DEPTH } from '../limits.ts';
import { Cursor, type Encoding } from './cursor.ts';
import { type NumberValue, VALUE_TYPES, type ValueType, valueWidth } from './value-type.ts';

/** A list in a list. */
export interface InnerList {
  type: ValueType;
  count: number;
}

/** A value of a list. */
export type ListItem = NumberValue | string | InnerList;

/** A list whose first items are known. `readItems` gives any others from the file's bytes. */
export interface ListValue {
  /** The type of its items. */
  type: ValueType;
  count: number;
  /** Bytes of the file that hold the items. */
  start: number;
  end: number;
  /** At most `FIRST_ITEMS`. Texts are cut at `MAX_ITEM_BYTES`. */
  first: readonly ListItem[];
  /**
   * The places of the items 0, `MARK_EVERY`, 2 · `MARK_EVERY` … in the file. Empty where all items have one size, which
   * tells the places.
   */
  marks: readonly number[];
}

/** A key with its value, and where they are in the file. */
export interface KeyValue {
  key: string;
  type: ValueType;
  /** Of a list undefined. Texts are cut at `MAX_VALUE_BYTES`. */
  value?: NumberValue | string;
  list?: ListValue;
  /** Bytes of a text that was cut. */
  cutBytes?: number;
  /**
   * The file's byte at which the pair begins, with the length of its key; the one at which its type begins; then its
   * value.
   */
  start: number;
  typeStart: number;
  valueStart: number;
  /** The byte after it. */
  end: number;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Text for people. What is not UTF-8 becomes U+FFFD. */
export function shownText(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/**
 * A value as people read it: a float32 with the fewest digits that mean it, as 1e-5 and not 0.000009999999747378752.
 */
export function valueText(type: ValueType, value: ListItem): string {
  if (typeof value === 'object') return `${value.count} × ${value.type}`;
  return type === 'float32' ? shortestFloat(type, elementText(value)) : elementText(value);
}

/** Bytes of a list that are to be read for some of its items. */
export interface ItemRange {
  start: number;
  end: number;
  /** The item at `start`, and how many there are. */
  first: number;
  count: number;
}

/**
 * Where the items from the `index`th on are, up to the next mark or `most` of them.
 *
 * @param every the distance of the list's marks
 */
export function itemRange(list: ListValue, index: number, every: number, most = every): ItemRange {
  const width = valueWidth(list.type);
  if (width !== undefined) {
    const count = Math.min(most, list.count - index);
    const start = list.start + index * width;
    return { start, end: start + count * width, first: index, count };
  }
  const mark = Math.floor(index / every);
  const first = mark * every;
  return {
    start: list.marks[mark] ?? list.end,
    end: list.marks[mark + 1] ?? list.end,
    first,
    count: Math.min(every, list.count - first),
  };
}

/**
 * Items of a list from their bytes. Gives fewer than `count` where the bytes end before: the file has changed. Texts
 * are cut at `maxBytes`. Never throws.
 */
export function readItems(
  bytes: Uint8Array,
  type: ValueType,
  count: number,
  encoding: Encoding,
  maxBytes: number,
): ListItem[] {
  const cursor = Cursor.over(bytes, encoding);
  const items: ListItem[] = [];
  try {
    for (let index = 0; index < count; index++) items.push(readItem(cursor, type, maxBytes));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return items;
}

function readItem(cursor: Cursor, type: ValueType, maxBytes: number): ListItem {
  if (type === 'array') return skipList(cursor, 1);
  if (type !== 'string') return cursor.number(type);
  const bytes = cursor.take(cursor.lengthNumber());
  const text = shownText(bytes.subarray(0, maxBytes));
  return bytes.length > maxBytes ? `${text}…` : text;
}

/** What a list in a list is. Its items are skipped. */
function skipList(cursor: Cursor, depth: number): InnerList {
  const type = VALUE_TYPES[cursor.u32()];
  if (type === undefined || depth > MAX_LIST_DEPTH) throw new RangeError('A list has changed.');
  const count = cursor.lengthNumber();
  const width = valueWidth(type);
  if (width !== undefined) cursor.take(count * width);
  for (let left = width === undefined ? count : 0; left > 0; left--) {
    if (type === 'array') skipList(cursor, depth + 1);
    else cursor.take(cursor.lengthNumber());
  }
  return { type, count };
}
