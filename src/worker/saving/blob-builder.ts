import { STREAM_CHUNK } from '../../base/limits.ts';

/** Bytes gathered before they become a Blob, which browsers keep on disk once there are many. */
const PIECE = 4 * STREAM_CHUNK;

/** A Blob made of bytes that come one after the other, without all of them being held at once. */
export class BlobBuilder {
  readonly #blobs: Blob[] = [];
  #parts: Uint8Array<ArrayBuffer>[] = [];
  #gathered = 0;
  #size = 0;

  /** Bytes so far. */
  get size(): number {
    return this.#size;
  }

  /** Takes the next bytes, which nobody may change any more. */
  add(bytes: Uint8Array): void {
    // Not a copy where they are in a buffer of their own; a shared buffer could not become a Blob.
    this.#parts.push(bytes.buffer instanceof ArrayBuffer ? (bytes as Uint8Array<ArrayBuffer>) : bytes.slice());
    this.#gathered += bytes.length;
    this.#size += bytes.length;
    if (this.#gathered < PIECE) return;
    this.#blobs.push(new Blob(this.#parts));
    this.#parts = [];
    this.#gathered = 0;
  }

  finish(type: string): Blob {
    return new Blob([...this.#blobs, ...this.#parts], { type });
  }
}
