import { elementText } from '../../../../tensor/elements.ts';
import { shortestFloat } from '../../../../tensor/short-float.ts';
import { MAX_LIST_DEPTH } from '../limits.ts';
import type { Encoding } from './cursor.ts';
import { type NumberValue, numberAt, VALUE_TYPES, type ValueType, valueWidth } from './value-type.ts';

/** A list in a list. */
export interface InnerList {
  type: ValueType;
  count: number;
}

/** A value of a list. */
export type ListItem = NumberValue | string | InnerList;

/** A list, of which the first items are known. `readItems` gives any others from the file's bytes. */
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
  const reader = new ItemReader(bytes, encoding, maxBytes);
  const items: ListItem[] = [];
  for (let index = 0; index < count; index++) {
    const item = reader.item(type);
    if (item === undefined) break;
    items.push(item);
  }
  return items;
}

class ItemReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #encoding: Encoding;
  readonly #maxBytes: number;
  #at = 0;

  constructor(bytes: Uint8Array, encoding: Encoding, maxBytes: number) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#encoding = encoding;
    this.#maxBytes = maxBytes;
  }

  /** Undefined where the bytes end. */
  item(type: ValueType): ListItem | undefined {
    if (type === 'string') return this.#text();
    if (type === 'array') return this.#list(1);
    const width = valueWidth(type) as number;
    if (this.#at + width > this.#bytes.length) return undefined;
    const value = numberAt(this.#view, this.#at, type, this.#encoding.little);
    this.#at += width;
    return value;
  }

  #text(): string | undefined {
    const length = this.#length();
    if (length === undefined || this.#at + length > this.#bytes.length) return undefined;
    const text = shownText(this.#bytes.subarray(this.#at, this.#at + Math.min(length, this.#maxBytes)));
    this.#at += length;
    return length > this.#maxBytes ? `${text}…` : text;
  }

  /** What a list in a list is. Its items are skipped. */
  #list(depth: number): InnerList | undefined {
    if (depth > MAX_LIST_DEPTH || this.#at + 4 > this.#bytes.length) return undefined;
    const type = VALUE_TYPES[this.#view.getUint32(this.#at, this.#encoding.little)];
    this.#at += 4;
    const count = this.#length();
    if (type === undefined || count === undefined) return undefined;
    const width = valueWidth(type);
    if (width !== undefined) this.#at += count * width;
    for (let left = width === undefined ? count : 0; left > 0; left--) {
      if (type === 'array') {
        if (!this.#list(depth + 1)) return undefined;
        continue;
      }
      const length = this.#length();
      if (length === undefined) return undefined;
      this.#at += length;
    }
    return this.#at > this.#bytes.length ? undefined : { type, count };
  }

  #length(): number | undefined {
    const { little, lengthBytes } = this.#encoding;
    if (this.#at + lengthBytes > this.#bytes.length) return undefined;
    const at = this.#at;
    this.#at += lengthBytes;
    return lengthBytes === 4 ? this.#view.getUint32(at, little) : Number(this.#view.getBigUint64(at, little));
  }
}
