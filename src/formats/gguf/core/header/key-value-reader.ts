import { grouped } from '../../../../base/amounts.ts';
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
import { type NumberType, numberAt, VALUE_TYPES, type ValueType, valueWidth } from './value-type.ts';

export const ALIGNMENT_KEY = 'general.alignment';

/** How keys are written (format document, `gguf_metadata_kv_t`). */
const KEY = /^[a-z0-9_]+(?:\.[a-z0-9_]+)*$/;

/** What is being read, for the sentence that says where a header breaks off. */
type Broken = (code: 'gguf/header-cut' | 'gguf/value-type', what: string) => false;

/**
 * Reads the key-value pairs of a header, one after another, and reports what is wrong with them. Of long texts and
 * lists only the start is read.
 */
export class KeyValueReader {
  readonly #cursor: Cursor;
  readonly #report: Report;
  readonly #walker: ListWalker;
  readonly #pairs: KeyValue[] = [];
  readonly #keys = new Set<string>();
  #keyUnits = 0;
  #left = 0;

  constructor(cursor: Cursor, report: Report) {
    this.#cursor = cursor;
    this.#report = report;
    this.#walker = new ListWalker(cursor, report);
  }

  /** In the file's order. Of two with one key both. */
  get pairs(): readonly KeyValue[] {
    return this.#pairs;
  }

  /**
   * Reads `count` pairs. False where the header breaks off: what follows cannot be found. Rejects as the source does.
   */
  async readAll(count: bigint): Promise<boolean> {
    for (let index = 0n; index < count; index++) {
      if (--this.#cursor.budget.pairs < 0) return this.#cursor.exceed();
      if (this.#cursor.stop === 'limit' || !(await this.#readPair(index, count))) return false;
    }
    if (this.#left > 0) {
      const message = `The header has ${this.#left} pairs beyond the first ${MAX_KEY_VALUES}.`;
      this.#report.add('gguf/too-many-keys', message);
    }
    return true;
  }

  async #readPair(index: bigint, count: bigint): Promise<boolean> {
    const cursor = this.#cursor;
    const start = cursor.at;
    const broken: Broken = (code, what) => {
      // `header.ts` reports once that opening reads no more.
      if (cursor.stop !== 'limit') this.#report.add(code, what);
      return false;
    };
    const cut = () => broken('gguf/header-cut', `The file ends in key-value pair ${index + 1n} of ${count}.`);
    const key = await this.#readKey(index, cut);
    if (key === undefined) return false;
    const typeStart = cursor.at;
    if (!(await cursor.need(4))) return cut();
    const id = cursor.u32();
    const type = VALUE_TYPES[id];
    if (type === undefined) {
      return broken('gguf/value-type', `The value of ${quote(key)} has the type ${id}, which does not exist.`);
    }
    const valueStart = cursor.at;
    const value = await this.#readValue(key, type, broken);
    if (!value) return false;
    // Where the tensors begin depends on one key, wherever it stands.
    const most = key === ALIGNMENT_KEY ? MAX_KEY_VALUES + 1 : MAX_KEY_VALUES;
    if (this.#pairs.length >= most) this.#left++;
    else this.#pairs.push({ key, type, ...value, start, typeStart, valueStart, end: cursor.at });
    return true;
  }

  /** The next key, cut for people. Undefined where the file ends. */
  async #readKey(index: bigint, cut: () => false): Promise<string | undefined> {
    const cursor = this.#cursor;
    if (!(await cursor.need(cursor.encoding.lengthBytes))) {
      cut();
      return undefined;
    }
    const length = cursor.length();
    if (length > BigInt(cursor.left)) {
      cursor.stop = 'end';
      const message = grouped`Key ${index + 1n} claims ${length} bytes, and ${cursor.left} follow.`;
      this.#report.add('gguf/header-cut', message);
      return undefined;
    }
    const bytes = await this.#readText(Number(length), 4 * MAX_NAME_UNITS);
    if (!bytes) return undefined;
    const shown = shownText(bytes);
    const key = shortened(shown, MAX_NAME_UNITS);
    if (length === 0n) this.#report.add('gguf/empty-key', `Key ${index + 1n} is empty.`);
    else if (bytes.includes(0)) this.#report.add('gguf/key-with-nul', `${quote(key)} contains a zero byte.`);
    else if (!KEY.test(key)) this.#report.add('gguf/bad-key', `${quote(key)} is not a key as the format has them.`);
    else if (length > MAX_KEY_BYTES) this.#report.add('gguf/bad-key', grouped`${quote(key)} has ${length} bytes.`);
    if (length > MAX_LENGTH) this.#report.add('gguf/too-long', grouped`The key ${quote(key)} has ${length} bytes.`);
    // Of a key that was cut it is not known how it ends.
    return length > bytes.length || this.#compare(shown) ? key : undefined;
  }

  /** Compares a key with all before it. False where there are more than can be compared. */
  #compare(key: string): boolean {
    if (this.#keys.has(key)) this.#report.add('gguf/duplicate-key', `The key ${quote(key)} appears again.`);
    else {
      this.#keys.add(key);
      this.#keyUnits += key.length;
    }
    return this.#keyUnits <= MAX_COMPARED_UNITS || this.#cursor.exceed();
  }

  /** The first bytes of a text, at most `most`; moves on to its end. Undefined where no more is read. */
  async #readText(length: number, most: number): Promise<Uint8Array | undefined> {
    const cursor = this.#cursor;
    const kept = Math.min(length, most);
    if (!(await cursor.need(kept))) return undefined;
    const bytes = cursor.take(kept);
    cursor.skip(length - kept);
    return bytes;
  }

  /** Undefined, or false, where the header breaks off. */
  async #readValue(key: string, type: ValueType, broken: Broken) {
    if (type === 'array') return this.#readList(key, broken);
    if (type === 'string') return this.#readString(key, broken);
    const width = valueWidth(type) as number;
    if (!(await this.#cursor.need(width))) {
      return broken('gguf/header-cut', `The file ends in the value of ${quote(key)}.`);
    }
    const bytes = this.#cursor.take(width);
    if (type === 'bool' && (bytes[0] as number) > 1) {
      this.#report.add('gguf/bad-bool', `The value of ${quote(key)} is the byte ${bytes[0]}, not 0 or 1.`);
    }
    return { value: this.#number(bytes, type) };
  }

  #number(bytes: Uint8Array, type: NumberType) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    return numberAt(view, 0, type, this.#cursor.encoding.little);
  }

  async #readString(key: string, broken: Broken): Promise<false | Pick<KeyValue, 'value' | 'cutBytes'>> {
    const cursor = this.#cursor;
    const { lengthBytes } = cursor.encoding;
    if (!(await cursor.need(lengthBytes))) {
      return broken('gguf/header-cut', `The file ends in the value of ${quote(key)}.`);
    }
    const length = cursor.length();
    if (length > BigInt(cursor.left)) {
      return broken('gguf/header-cut', grouped`${quote(key)} claims ${length} bytes, and ${cursor.left} follow.`);
    }
    if (length > MAX_LENGTH)
      this.#report.add('gguf/too-long', grouped`The value of ${quote(key)} has ${length} bytes.`);
    const most = Math.max(0, Math.min(MAX_VALUE_BYTES, cursor.budget.textBytes));
    const bytes = await this.#readText(Number(length), most);
    if (!bytes) return false;
    cursor.budget.textBytes -= bytes.length;
    const value = shownText(bytes);
    if (length > most) {
      this.#report.add(
        'gguf/value-cut',
        grouped`${quote(key)} has ${length} bytes. Boxcutter shows the first ${most}.`,
      );
      return { value: value.replace(/\ufffd{1,3}$/, ''), cutBytes: Number(length) };
    }
    if (value.includes('\ufffd') && !isUtf8(bytes)) {
      this.#report.add('gguf/not-utf8', `The value of ${quote(key)} is not valid UTF-8.`);
    }
    return { value };
  }

  async #readList(key: string, broken: Broken): Promise<false | { list: ListValue }> {
    const cursor = this.#cursor;
    const { lengthBytes } = cursor.encoding;
    if (!(await cursor.need(4 + lengthBytes))) {
      return broken('gguf/header-cut', `The file ends in the value of ${quote(key)}.`);
    }
    const id = cursor.u32();
    const type = VALUE_TYPES[id];
    const count = cursor.length();
    if (type === undefined) {
      return broken('gguf/value-type', `The items of ${quote(key)} have the type ${id}, which does not exist.`);
    }
    const least = BigInt(valueWidth(type) ?? (type === 'string' ? lengthBytes : 4 + lengthBytes));
    if (count * least > BigInt(cursor.left)) {
      const message = grouped`${quote(key)} claims ${count} items of type ${type}, and ${cursor.left} bytes follow.`;
      return broken('gguf/header-cut', message);
    }
    if (count > MAX_LENGTH) this.#report.add('gguf/too-long', grouped`${quote(key)} has ${count} items.`);
    const start = cursor.at;
    const walked = await this.#walker.walk(key, type, Number(count));
    if (!walked) return false;
    return { list: { type, count: Number(count), start, end: cursor.at, ...walked } };
  }
}

const strict = new TextDecoder('utf-8', { fatal: true });

function isUtf8(bytes: Uint8Array): boolean {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
}
