import { decodeUtf8 } from '../../../../../base/bytes.ts';
import { BadFileError, TooLargeError, UnsupportedError } from '../../../../../base/errors.ts';

/** The error of bytes that break the rules of WebAssembly's formats. */
export function damaged(what: string): BadFileError {
  return new BadFileError('run/damaged', `The component is damaged: ${what}.`);
}

/** The error of a component that may be sound and does not run here. */
export function otherInterface(sentence: string): UnsupportedError {
  return new UnsupportedError('run/other-interface', sentence);
}

/** The error of a component that has more of something than is read or compiled here. */
export function tooLarge(sentence: string): TooLargeError {
  return new TooLargeError('run/too-large', sentence);
}

/** Reads bytes in order, from `at` to `end`. Throws `run/damaged` where they end too early. */
export class ByteCursor {
  readonly bytes: Uint8Array;
  readonly end: number;
  at: number;

  constructor(bytes: Uint8Array, at = 0, end = bytes.length) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }

  get isDone(): boolean {
    return this.at >= this.end;
  }

  byte(): number {
    if (this.isDone) throw damaged('it ends in the middle of an entry');
    return this.bytes[this.at++] as number;
  }

  /** An unsigned LEB128 of 32 bits: a count, a size or an index. */
  count(): number {
    const { value } = this.#leb();
    if (value >= 2 ** 32) throw damaged('a number is too large');
    return value;
  }

  /** A signed LEB128 of 33 bits: an index, or below 0 the code of a type. */
  typeCode(): number {
    const { value, range } = this.#leb();
    return value < range / 2 ? value : value - range;
  }

  /** The next bytes, in the same memory. */
  take(length: number): Uint8Array {
    if (length > this.end - this.at) throw damaged('it ends in the middle of an entry');
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  text(): string {
    const text = decodeUtf8(this.take(this.count()));
    if (text === undefined) throw damaged('a name is not UTF-8');
    return text;
  }

  /** As many items as the count before them says. Each takes at least a byte. */
  list<T>(read: (at: number) => T): T[] {
    const count = this.count();
    if (count > this.end - this.at) throw damaged('a list ends early');
    return Array.from({ length: count }, (_, at) => read(at));
  }

  /** A LEB128 of up to five bytes, read without a sign, and how many values that many bytes can have. */
  #leb(): { value: number; range: number } {
    let value = 0;
    for (let unit = 1; unit < 2 ** 35; unit *= 128) {
      const byte = this.byte();
      value += (byte & 0x7f) * unit;
      if (byte < 0x80) return { value, range: unit * 128 };
    }
    throw damaged('a number is too long');
  }
}
