import { STREAM_CHUNK } from '../base/limits.ts';

/** Bytes gathered before they become a Blob, which browsers keep on disk once there are many. */
const PIECE = 4 * STREAM_CHUNK;

/** Builds a Blob of bytes that come one after the other, and does not hold them all in memory. */
export class BlobBuilder {
  readonly #blobs: Blob[] = [];
  #parts: Uint8Array<ArrayBuffer>[] = [];
  #gathered = 0;
  /** Bytes so far. */
  size = 0;

  /** Takes the next bytes. Nobody may change them afterwards. */
  add(bytes: Uint8Array): void {
    this.#parts.push(bytes as Uint8Array<ArrayBuffer>);
    this.#gathered += bytes.length;
    this.size += bytes.length;
    if (this.#gathered < PIECE) return;
    this.#blobs.push(new Blob(this.#parts));
    this.#parts = [];
    this.#gathered = 0;
  }

  finish(type = ''): Blob {
    return new Blob([...this.#blobs, ...this.#parts], { type });
  }
}
