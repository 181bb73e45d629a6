import { grouped } from '../../../../base/amounts.ts';
import { decodeUtf8 } from '../../../../base/bytes.ts';
import type { Report } from '../../../../base/report.ts';
import { quote, shortened } from '../../../../base/text.ts';
import {
  MAX_COMPARED_UNITS,
  MAX_KEY_BYTES,
  MAX_KEY_VALUES,
  MAX_LENGTH,
  MAX_NAME_UNITS,
  MAX_VALUE_BYTES,
} from '../limits.ts';
import type { Cursor } from './cursor.ts';
import { type KeyValue, type ListValue, shownText } from './key-value.ts';
import { ListWalker } from './list-walker.ts';
import { type ValueType, valueWidth } from './value-type.ts';

export const ALIGNMENT_KEY = 'general.alignment';

/** How keys are written (format document, `gguf_metadata_kv_t`). */
const KEY = /^[a-z0-9_]+(?:\.[a-z0-9_]+)*$/;

/**
 * Reads the key-value pairs of a header, one after another, and reports what is wrong with them. Of long texts and
 * lists only the start is read.
 */
export class KeyValueReader {
  /** In the file's order. Of two with one key both. */
  readonly pairs: KeyValue[] = [];
  readonly #cursor: Cursor;
  readonly #report: Report;
  readonly #keys = new Set<string>();
  #keyUnits = 0;
  #left = 0;

  constructor(cursor: Cursor, report: Report) {
    this.#cursor = cursor;
    this.#report = report;
  }

  /** Reads `count` pairs. Rejects with a `HeaderStop` where what follows cannot be found, and as the source does. */
  async readAll(count: bigint): Promise<void> {
    for (let number = 1n; number <= count; number++) {
      if (--this.#cursor.budget.pairs < 0) this.#cursor.exceed();
      this.#cursor.part = () => `key-value pair ${number} of ${count}`;
      await this.#readPair(number);
    }
    if (this.#left > 0) {
      const message = grouped`The header has ${this.#left} pairs beyond the first ${MAX_KEY_VALUES}.`;
      this.#report.add('gguf/too-many-keys', message);
    }
  }

  async #readPair(number: bigint): Promise<void> {
    const cursor = this.#cursor;
    const start = cursor.at;
    const key = await this.#readKey(number);
    const typeStart = cursor.at;
    await cursor.need(4);
    const type = cursor.valueType(`The value of ${quote(key)} has`);
    const valueStart = cursor.at;
    cursor.part = () => `the value of ${quote(key)}`;
    const value = await this.#readValue(key, type);
    // Where the tensors begin depends on one key, wherever it stands.
    const most = key === ALIGNMENT_KEY ? MAX_KEY_VALUES + 1 : MAX_KEY_VALUES;
    if (this.pairs.length >= most) this.#left++;
    else this.pairs.push({ key, type, ...value, start, typeStart, valueStart, end: cursor.at });
  }

  /** The next key, cut for people. */
  async #readKey(number: bigint): Promise<string> {
    const cursor = this.#cursor;
    await cursor.need(cursor.encoding.lengthBytes);
    const length = cursor.length();
    if (length > BigInt(cursor.left)) {
      cursor.cut(grouped`Key ${number} claims ${length} bytes, and ${cursor.left} follow.`);
    }
    const bytes = await cursor.text(Number(length), 4 * MAX_NAME_UNITS);
    const shown = shownText(bytes);
    const key = shortened(shown, MAX_NAME_UNITS);
    if (length === 0n) this.#report.add('gguf/empty-key', `Key ${number} is empty.`);
    else if (bytes.includes(0)) this.#report.add('gguf/key-with-nul', `${quote(key)} contains a zero byte.`);
    else if (!KEY.test(key)) this.#report.add('gguf/bad-key', `${quote(key)} is not a key as the format has them.`);
    else if (length > MAX_KEY_BYTES) this.#report.add('gguf/bad-key', grouped`${quote(key)} has ${length} bytes.`);
    if (length > MAX_LENGTH) this.#report.add('gguf/too-long', grouped`The key ${quote(key)} has ${length} bytes.`);
    // Of a key that was cut it is not known how it ends.
    if (length <= bytes.length) this.#compare(shown);
    return key;
  }

  /** Compares a key with all before it, as long as there are not more than can be compared. */
  #compare(key: string): void {
    if (this.#keys.has(key)) this.#report.add('gguf/duplicate-key', `The key ${quote(key)} appears again.`);
    else {
      this.#keys.add(key);
      this.#keyUnits += key.length;
    }
    if (this.#keyUnits > MAX_COMPARED_UNITS) this.#cursor.exceed();
  }

  async #readValue(key: string, type: ValueType): Promise<Pick<KeyValue, 'value' | 'list' | 'cutBytes'>> {
    const cursor = this.#cursor;
    if (type === 'array') return { list: await this.#readList(key) };
    if (type === 'string') return this.#readString(key);
    await cursor.need(valueWidth(type) as number);
    if (type !== 'bool') return { value: cursor.number(type) };
    const [byte = 0] = cursor.take(1);
    if (byte > 1) this.#report.add('gguf/bad-bool', `The value of ${quote(key)} is the byte ${byte}, not 0 or 1.`);
    return { value: byte !== 0 };
  }

  async #readString(key: string): Promise<Pick<KeyValue, 'value' | 'cutBytes'>> {
    const cursor = this.#cursor;
    await cursor.need(cursor.encoding.lengthBytes);
    const length = cursor.length();
    if (length > BigInt(cursor.left)) {
      cursor.cut(grouped`${quote(key)} claims ${length} bytes, and ${cursor.left} follow.`);
    }
    if (length > MAX_LENGTH)
      this.#report.add('gguf/too-long', grouped`The value of ${quote(key)} has ${length} bytes.`);
    const most = Math.max(0, Math.min(MAX_VALUE_BYTES, cursor.budget.textBytes));
    const bytes = await cursor.text(Number(length), most);
    cursor.budget.textBytes -= bytes.length;
    const value = shownText(bytes);
    if (length > most) {
      const message = grouped`${quote(key)} has ${length} bytes. Boxcutter shows the first ${most}.`;
      this.#report.add('gguf/value-cut', message);
      return { value: value.replace(/\ufffd{1,3}$/, ''), cutBytes: Number(length) };
    }
    if (value.includes('\ufffd') && decodeUtf8(bytes) === undefined) {
      this.#report.add('gguf/not-utf8', `The value of ${quote(key)} is not valid UTF-8.`);
    }
    return { value };
  }

  async #readList(key: string): Promise<ListValue> {
    const cursor = this.#cursor;
    const { lengthBytes } = cursor.encoding;
    await cursor.need(4 + lengthBytes);
    const type = cursor.valueType(`The items of ${quote(key)} have`);
    const count = cursor.length();
    const least = BigInt(valueWidth(type) ?? (type === 'string' ? lengthBytes : 4 + lengthBytes));
    if (count * least > BigInt(cursor.left)) {
      cursor.cut(grouped`${quote(key)} claims ${count} items of type ${type}, and ${cursor.left} bytes follow.`);
    }
    if (count > MAX_LENGTH) this.#report.add('gguf/too-long', grouped`${quote(key)} has ${count} items.`);
    const start = cursor.at;
    const walked = await new ListWalker(cursor, this.#report, key).walk(type, Number(count));
    return { type, count: Number(count), start, end: cursor.at, ...walked };
  }
}
