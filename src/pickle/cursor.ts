import { throwIfAborted } from '../base/abort.ts';
import { FIRST_WINDOW_BYTES, MAX_LINE_BYTES, WINDOW_BYTES } from './limits.ts';
import { WalkError } from './walk-error.ts';

/** What the walk reads of a byte source. */
export interface PickleSource {
  readonly size: number;
  read(start: number, end: number, signal?: AbortSignal): Promise<Uint8Array>;
}

/** A place in a file that moves forward. Holds one window of the file; what is skipped is not read. */
export class Cursor {
  readonly size: number;
  readonly #source: PickleSource;
  readonly #signal: AbortSignal | undefined;
  #window: Uint8Array = new Uint8Array(0);
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

  /** Whether so many bytes can be taken at once. A caller asks `fill` where not. */
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
    const window = new Uint8Array(held.length + more.length);
    window.set(held);
    window.set(more, held.length);
    this.#window = window;
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

  /** Moves on by so many bytes, which are not read where they are not held. */
  skip(count: number): void {
    if (this.has(count)) {
      this.#at += count;
      return;
    }
    this.seek(this.offset + count);
  }

  /** Moves to a place in the file, forward or back. */
  seek(offset: number): void {
    this.#next = FIRST_WINDOW_BYTES;
    this.#start = offset;
    this.#window = new Uint8Array(0);
    this.#at = 0;
  }

  /**
   * Bytes up to the next line feed, which is taken too, or the first `keep` of them. Undefined where none follows
   * within `MAX_LINE_BYTES`: the place is then where it was.
   */
  async line(keep: number): Promise<{ bytes: Uint8Array; isCut: boolean } | undefined> {
    let from = 0;
    for (;;) {
      const end = this.#window.indexOf(0x0a, this.#at + from);
      if (end >= 0) {
        const length = end - this.#at;
        const bytes = this.#window.subarray(this.#at, this.#at + Math.min(length, keep));
        this.#at = end + 1;
        return { bytes, isCut: length > keep };
      }
      from = this.#window.length - this.#at;
      if (this.left === from || from >= MAX_LINE_BYTES) return undefined;
      await this.fill(from + 1);
    }
  }
}
