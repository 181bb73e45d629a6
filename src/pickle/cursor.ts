import { throwIfAborted } from '../base/abort.ts';
import { concatBytes, viewOf } from '../base/bytes.ts';
import type { ByteSource } from '../source/source.ts';
import { FIRST_WINDOW_BYTES, WINDOW_BYTES } from './limits.ts';
import { WalkError } from './walk-error.ts';

/** What the walk reads of a byte source. */
export type PickleSource = Pick<ByteSource, 'size' | 'read'>;

/** An argument that ends with its line, without the line feed. */
export interface Line {
  bytes: Uint8Array;
  /** Only the first bytes are kept. */
  isCut: boolean;
  /** The file ends before a line feed. */
  isOpen: boolean;
}

/** A place in a file that moves forward. Holds one window of the file; what is skipped is not read. */
export class Cursor {
  readonly size: number;
  readonly #source: PickleSource;
  readonly #signal: AbortSignal | undefined;
  #window: Uint8Array = new Uint8Array(0);
  #view = viewOf(this.#window);
  /** Where the window starts in the file, and the place in the window. */
  #start: number;
  #at = 0;
  #next = FIRST_WINDOW_BYTES;
  #mayRead: number;

  /** @param mayRead bytes that it reads in all: then `fill` throws `unread` */
  constructor(source: PickleSource, start: number, mayRead: number, signal: AbortSignal | undefined) {
    this.#source = source;
    this.#mayRead = mayRead;
    this.size = source.size;
    this.#start = start;
    this.#signal = signal;
  }

  /** Bytes from the start of the file. */
  get offset(): number {
    return this.#start + this.#at;
  }

  get left(): number {
    return this.size - this.offset;
  }

  /** Whether that many bytes can be taken at once. If not, a caller asks `fill`. */
  has(count: number): boolean {
    return this.#at + count <= this.#window.length;
  }

  /** Reads on, so that at least `count` bytes can be taken, or all that are left. */
  async fill(count: number): Promise<void> {
    const { offset } = this;
    throwIfAborted(this.#signal);
    const end = Math.min(this.size, offset + Math.max(count, this.#next));
    this.#next = Math.min(WINDOW_BYTES, 2 * this.#next);
    const held = this.#window.subarray(this.#at);
    this.#mayRead -= end - offset - held.length;
    if (this.#mayRead < 0) throw new WalkError('unread', 'the rest was not read');
    const more = await this.#source.read(offset + held.length, end, this.#signal);
    throwIfAborted(this.#signal);
    this.#window = held.length === 0 ? more : concatBytes([held, more]);
    this.#view = viewOf(this.#window);
    this.#start = offset;
    this.#at = 0;
  }

  /** The next byte. It must be there. */
  byte(): number {
    return this.#window[this.#at++] as number;
  }

  /** The next bytes. They must be there, and hold until the next `fill`. */
  bytes(count: number): Uint8Array {
    const bytes = this.#window.subarray(this.#at, this.#at + count);
    this.#at += count;
    return bytes;
  }

  /** A whole number without a sign. Its bytes must be there. */
  number(bytes: number): number {
    let value = 0;
    for (let byte = bytes - 1; byte >= 0; byte--) value = value * 256 + (this.#window[this.#at + byte] as number);
    this.#at += bytes;
    return value;
  }

  /** A number of `BINFLOAT`, which is big-endian. Its bytes must be there. */
  float(): number {
    const number = this.#view.getFloat64(this.#at);
    this.#at += 8;
    return number;
  }

  /** Moves to a place in the file that is not before this one. What lies between is not read where it is not held. */
  seek(offset: number): void {
    const at = offset - this.#start;
    if (at <= this.#window.length) {
      this.#at = at;
      return;
    }
    this.#next = FIRST_WINDOW_BYTES;
    this.#start = offset;
    this.#window = new Uint8Array(0);
    this.#at = 0;
  }

  /**
   * The bytes up to the next line feed, at most `keep` of them, where the window has it: it is taken, too. Undefined
   * where it does not, or not before `end`.
   */
  heldLine(keep: number, end: number): Line | undefined {
    const to = this.#window.indexOf(LINE_FEED, this.#at);
    if (to < 0 || this.#start + to >= end) return undefined;
    const length = to - this.#at;
    const bytes = this.#window.subarray(this.#at, this.#at + Math.min(length, keep));
    this.#at = to + 1;
    return { bytes, isCut: length > keep, isOpen: false };
  }

  /** Like `heldLine`, for a line of any length. Reads each byte once. Where none ends, all that is left. */
  async line(keep: number): Promise<Line> {
    let kept: Uint8Array = new Uint8Array(0);
    let isCut = false;
    for (;;) {
      const end = this.#window.indexOf(LINE_FEED, this.#at);
      const part = this.#window.subarray(this.#at, end < 0 ? this.#window.length : end);
      isCut ||= kept.length + part.length > keep;
      const more = part.subarray(0, keep - kept.length);
      if (more.length > 0) kept = kept.length === 0 ? more : concatBytes([kept, more]);
      this.#at += part.length;
      if (end >= 0) {
        this.#at++;
        return { bytes: kept, isCut, isOpen: false };
      }
      if (this.left === 0) return { bytes: kept, isCut, isOpen: true };
      await this.fill(1);
    }
  }
}

const LINE_FEED = 0x0a;
