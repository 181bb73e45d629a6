import { NetworkError } from '../../base/errors.ts';

/** The types of the page do not know it. */
export interface SyncAccess {
  read(bytes: Uint8Array, options: { at: number }): number;
  write(bytes: Uint8Array, options: { at: number }): number;
  flush(): void;
  close(): void;
}

/**
 * Bytes that are written to a private file at once. In a private window, the browser holds these files in another
 * process, and each write takes as long as some hundred KB do.
 */
const WRITE_BYTES = 1024 * 1024;

/** A private file that is written from its first byte on. Writing rejects with `source/save-failed`. */
export class AppendedFile {
  readonly #access: SyncAccess;
  /** Bytes that are still to be written, and how many there are. */
  readonly #waiting = new Uint8Array(WRITE_BYTES);
  #waits = 0;
  #written = 0;
  #isOpen = true;

  constructor(access: SyncAccess) {
    this.#access = access;
  }

  /** In bytes, with those that are still to be written. */
  get size(): number {
    return this.#written + this.#waits;
  }

  append(bytes: Uint8Array): void {
    if (this.#waits + bytes.length > WRITE_BYTES) this.write();
    if (bytes.length > WRITE_BYTES) {
      writeAll(this.#access, bytes, this.#written);
      this.#written += bytes.length;
    } else {
      this.#waiting.set(bytes, this.#waits);
      this.#waits += bytes.length;
    }
  }

  /** Writes over bytes that are there. */
  patch(bytes: Uint8Array, at: number): void {
    this.write();
    writeAll(this.#access, bytes, at);
  }

  /** How many bytes were read. */
  read(bytes: Uint8Array, at: number): number {
    if (at + bytes.length > this.#written) this.write();
    return this.#access.read(bytes, { at });
  }

  /** Gives all bytes to the browser. */
  write(): void {
    if (this.#waits === 0) return;
    writeAll(this.#access, this.#waiting.subarray(0, this.#waits), this.#written);
    this.#written += this.#waits;
    this.#waits = 0;
  }

  /** Gives all bytes to the disk. */
  flush(): void {
    this.write();
    this.#access.flush();
  }

  /** Closes it. What was not written is lost. */
  drop(): void {
    if (this.#isOpen) this.#access.close();
    this.#isOpen = false;
  }
}

/** What Chromium's private windows give instead of throwing where the file is gone: -4 as an unsigned number. */
const GONE = 2 ** 32 - 4;

function writeAll(access: SyncAccess, bytes: Uint8Array, at: number): void {
  let written: number | undefined;
  let cause: unknown;
  try {
    written = access.write(bytes, { at });
    if (written === bytes.length) return;
    cause = new Error(`${written} of ${bytes.length} bytes were written`);
  } catch (error) {
    cause = error;
  }
  // Those windows do not throw on a full disk either.
  const isFull = cause instanceof DOMException ? cause.name === 'QuotaExceededError' : written !== undefined;
  const why = isFull ? ': it has no room left for this site' : '';
  const message =
    written === GONE
      ? 'This site’s data was deleted in this browser while it was written. Try again.'
      : `The browser could not write to a private file${why}.`;
  throw new NetworkError('source/save-failed', message, { cause });
}
