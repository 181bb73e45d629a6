import { abortable, throwIfAborted } from '../../base/abort.ts';
import { BadFileError } from '../../base/errors.ts';
import { MAX_OPEN_CURSORS } from '../../base/limits.ts';
import type { ZipEntry } from './record-entry.ts';

/**
 * Reads forward through decoded chunks. A read before the current chunk decodes from the first byte again. Reads run
 * one at a time. An aborted read leaves the cursor where it is.
 */
export class Cursor {
  readonly #start: (signal: AbortSignal) => AsyncGenerator<Uint8Array>;
  #controller = new AbortController();
  #chunks: AsyncGenerator<Uint8Array> | undefined;
  /** A chunk on its way. An aborted reader leaves it to the next one. */
  #pending: Promise<IteratorResult<Uint8Array>> | undefined;
  #chunk: Uint8Array = new Uint8Array(0);
  #chunkStart = 0;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(start: (signal: AbortSignal) => AsyncGenerator<Uint8Array>) {
    this.#start = start;
  }

  /** Whether a read from here would decode again from the first byte. */
  isPast(start: number): boolean {
    return start < this.#chunkStart;
  }

  /** Bytes `start` to `end`, both within the entry. */
  read(start: number, end: number, signal: AbortSignal | undefined): Promise<Uint8Array> {
    const result = this.#turn.then(() => this.#readNow(start, end, signal));
    // The turn ends without what was read: an entry may have a hundred megabytes, and the cursor stays.
    this.#turn = result.then(
      () => {},
      () => {},
    );
    return abortable(result, signal);
  }

  /** Frees what the decoder holds, after the reads that have begun. */
  close(): void {
    this.#turn = this.#turn.then(() => this.#reset());
  }

  #reset(): void {
    this.#controller.abort();
    this.#chunks?.return(undefined).catch(() => {});
    this.#controller = new AbortController();
    this.#chunks = undefined;
    this.#pending = undefined;
    this.#chunk = new Uint8Array(0);
    this.#chunkStart = 0;
  }

  async #readNow(start: number, end: number, signal: AbortSignal | undefined): Promise<Uint8Array> {
    throwIfAborted(signal);
    if (start < this.#chunkStart) this.#reset();
    const bytes = new Uint8Array(end - start);
    let at = start;
    for (;;) {
      const chunkEnd = this.#chunkStart + this.#chunk.length;
      if (at < chunkEnd) {
        const part = this.#chunk.subarray(at - this.#chunkStart, end - this.#chunkStart);
        bytes.set(part, at - start);
        at += part.length;
      }
      if (at >= end) return bytes;
      this.#chunks ??= this.#start(this.#controller.signal);
      this.#pending ??= this.#chunks.next();
      this.#pending.catch(() => {});
      let next: IteratorResult<Uint8Array>;
      try {
        next = await abortable(this.#pending, signal);
      } catch (error) {
        // A failure is not kept: the next read starts again.
        if (!signal?.aborted) this.#reset();
        throw error;
      }
      this.#pending = undefined;
      if (next.done) throw new BadFileError('zip/size-mismatch', 'Decompressing it gives less than its stated size.');
      this.#chunkStart = chunkEnd;
      this.#chunk = next.value;
    }
  }
}

/** The open cursors of this thread, of all archives. Nobody closes an archive, but a decoder's memory must be freed. */
const open = new Map<ZipEntry, Cursor>();

/** The cursor of an entry. Keeps a few open, and closes the one that was unused the longest for a new one. */
export function cursorOf(entry: ZipEntry, make: () => Cursor): Cursor {
  const cursor = open.get(entry) ?? make();
  open.delete(entry);
  open.set(entry, cursor);
  for (const [other, old] of open) {
    if (open.size <= MAX_OPEN_CURSORS) break;
    open.delete(other);
    old.close();
  }
  return cursor;
}
