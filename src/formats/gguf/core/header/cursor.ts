import { grouped } from '../../../../base/amounts.ts';
import { concatBytes, viewOf } from '../../../../base/bytes.ts';
import { BadFileError } from '../../../../base/errors.ts';
import { memorySource } from '../../../../source/memory.ts';
import type { ByteSource } from '../../../../source/source.ts';
import {
  HEAD_BYTES,
  MAX_ENTRIES_READ,
  MAX_HEADER_BYTES,
  MAX_HEADER_READ,
  MAX_INNER_LISTS,
  MAX_TENSORS,
  MAX_VALUES_BYTES,
} from '../limits.ts';
import { type NumberType, type NumberValue, numberAt, VALUE_TYPES, type ValueType, valueWidth } from './value-type.ts';

/** How a header writes its numbers. */
export interface Encoding {
  /** The least significant byte of a number comes first. */
  little: boolean;
  /** Bytes of a count or length: 4 in version 1, else 8. */
  lengthBytes: 4 | 8;
}

/**
 * What opening may still read and keep of the headers of one model. The files of a split model share one: a small
 * archive can hold a thousand headers, each of them as long as a header may be.
 */
export class HeaderBudget {
  /** Bytes that may still be read. */
  bytes = MAX_HEADER_BYTES;
  /** Key-value pairs and entries of tensors that may still be read, and tensors that may still be kept. */
  pairs = MAX_ENTRIES_READ;
  tensors = MAX_ENTRIES_READ;
  keptTensors = MAX_TENSORS;
  /** Bytes of texts that may still be kept. */
  textBytes = MAX_VALUES_BYTES;
  /** Lists in lists that may still be walked through. */
  innerLists = MAX_INNER_LISTS;
  /** A header was not read to its end because of one of these. Nothing more is read. */
  isSpent = false;
}

/** Thrown where a header cannot be read on: it breaks off, or opening reads no more. */
export class HeaderStop extends BadFileError {}

/**
 * Reads a file forward, through a buffer. `need` brings bytes; all other methods read from what it has brought, and
 * move on. What is skipped is not read, unless a read has brought it already.
 */
export class Cursor {
  readonly size: number;
  readonly budget: HeaderBudget;
  readonly #source: ByteSource;
  readonly #signal: AbortSignal | undefined;
  encoding: Encoding = { little: true, lengthBytes: 8 };
  /** The next byte of the file. */
  at = 0;
  /** What is being read, for the sentence that says where a file ends. */
  part = () => 'its header';
  #bytes: Uint8Array = new Uint8Array(0);
  #view: DataView = new DataView(new ArrayBuffer(0));
  /** Where `#bytes` begins in the file. */
  #start = 0;
  #step = HEAD_BYTES;

  constructor(source: ByteSource, signal?: AbortSignal, budget = new HeaderBudget()) {
    this.#source = source;
    this.size = source.size;
    this.#signal = signal;
    this.budget = budget;
  }

  /** A cursor over bytes that are all here. What is not throws a `RangeError`. */
  static over(bytes: Uint8Array, encoding: Encoding): Cursor {
    const cursor = new Cursor(memorySource('', bytes));
    cursor.encoding = encoding;
    cursor.#bytes = bytes;
    cursor.#view = viewOf(bytes);
    return cursor;
  }

  /** Bytes of the file from here to its end. */
  get left(): number {
    return Math.max(0, this.size - this.at);
  }

  /** Whether the next `bytes` are here already: `need` would give true at once. */
  has(bytes: number): boolean {
    return this.at >= this.#start && this.at + bytes <= this.#start + this.#bytes.length;
  }

  /**
   * Brings the next `bytes`. Rejects with a `HeaderStop` where the file ends before or too much was read, and as the
   * source does.
   */
  async need(bytes: number): Promise<void> {
    if (this.has(bytes)) return;
    if (bytes > this.left) this.cut();
    const held = this.#start + this.#bytes.length;
    const isNear = this.at >= this.#start && this.at < held;
    const from = isNear ? held : this.at;
    const to = Math.min(this.size, Math.max(this.at + bytes, from + this.#step));
    if (to - from > this.budget.bytes) this.exceed();
    this.#step = Math.min(2 * this.#step, MAX_HEADER_READ);
    this.budget.bytes -= to - from;
    const more = await this.#source.read(from, to, this.#signal);
    this.#bytes = isNear ? concatBytes([this.#bytes.subarray(this.at - this.#start), more]) : more;
    this.#start = this.at;
    this.#view = viewOf(this.#bytes);
  }

  /** Stops where the header breaks off. */
  cut(message = `The file ends in ${this.part()}.`): never {
    throw new HeaderStop('gguf/header-cut', message);
  }

  /** Stops because opening reads no more of this model. */
  exceed(): never {
    this.budget.isSpent = true;
    throw new HeaderStop(
      'gguf/header-too-large',
      grouped`Boxcutter reads up to ${MAX_HEADER_BYTES} bytes of a model’s headers, with ${MAX_ENTRIES_READ} pairs and as many tensors.`,
    );
  }

  /** Says about how many bytes will be needed from here on, so that few reads bring them. */
  expect(bytes: number): void {
    this.#step = Math.min(Math.max(this.#step, bytes), MAX_HEADER_READ);
  }

  /** Moves on without reading. The place may lie past the end. */
  skip(bytes: number): void {
    this.at += bytes;
  }

  u32(): number {
    return this.#view.getUint32(this.#here(4), this.encoding.little);
  }

  u64(): bigint {
    return this.#view.getBigUint64(this.#here(8), this.encoding.little);
  }

  number(type: NumberType): NumberValue {
    return numberAt(this.#view, this.#here(valueWidth(type) as number), type, this.encoding.little);
  }

  /** A count or length, exact. */
  length(): bigint {
    return this.encoding.lengthBytes === 4 ? BigInt(this.u32()) : this.u64();
  }

  /** A count or length, rounded above 2^53. Faster: a vocabulary has hundreds of thousands. */
  lengthNumber(): number {
    const { little, lengthBytes } = this.encoding;
    const at = this.#here(lengthBytes);
    if (lengthBytes === 4) return this.#view.getUint32(at, little);
    const low = this.#view.getUint32(little ? at : at + 4, little);
    return this.#view.getUint32(little ? at + 4 : at, little) * 2 ** 32 + low;
  }

  /** The next bytes, valid until the next `need`. */
  take(bytes: number): Uint8Array {
    const at = this.#here(bytes);
    return this.#bytes.subarray(at, at + bytes);
  }

  /** The first bytes of a text, at most `most`; moves on to its end. Rejects as `need`. */
  async text(length: number, most: number): Promise<Uint8Array> {
    const kept = Math.min(length, most);
    await this.need(kept);
    const bytes = this.take(kept);
    this.skip(length - kept);
    return bytes;
  }

  /** The next type. Throws a `HeaderStop` where it does not exist. */
  valueType(what: string): ValueType {
    const id = this.u32();
    const type = VALUE_TYPES[id];
    if (type === undefined) throw new HeaderStop('gguf/value-type', `${what} the type ${id}, which does not exist.`);
    return type;
  }

  /** The place in the buffer of bytes that are taken now. */
  #here(bytes: number): number {
    if (!this.has(bytes)) throw new RangeError('Bytes of a header are read before they are there.');
    const at = this.at - this.#start;
    this.at += bytes;
    return at;
  }
}
