import type { ByteSource } from './source.ts';

/** Read at once where headers lie close together, so that the files between them come along. */
const NEAR_BYTES = 1024 * 1024;

/** Headers less than this apart are read with what is between them. A read costs as much as this many bytes. */
export const NEAR_GAP = 128 * 1024;

/** Read at once where headers lie far apart: a header with a PAX header before it. */
const FAR_BYTES = 4 * 1024;

/** Read first. Most archives of programs begin with small files. */
const FIRST_BYTES = 64 * 1024;

/** Reads a file forward in windows. Counts its reads: of a file on a host, each of them may be a request. */
export class ForwardReader {
  readonly #source: ByteSource;
  readonly #near: number;
  readonly #most: number;
  #bytes: Uint8Array = new Uint8Array(0);
  #start = 0;
  /** Where the last read was due, and how long the way between two was. */
  #asked = 0;
  #reads = 0;

  /**
   * @param near bytes to read at once where headers lie close together
   * @param most reads until `isSpent`
   */
  constructor(source: ByteSource, { near = NEAR_BYTES, most = Number.POSITIVE_INFINITY } = {}) {
    this.#source = source;
    this.#near = near;
    this.#most = most;
  }

  /** No more reads should be made. */
  get isSpent(): boolean {
    return this.#reads >= this.#most;
  }

  /** The bytes of a range, if they were read already. */
  held(start: number, end: number): Uint8Array | undefined {
    if (start < this.#start || end > this.#start + this.#bytes.length) return undefined;
    return this.#bytes.subarray(start - this.#start, end - this.#start);
  }

  /** The bytes of a range within the file, read with some that follow where they are not held. */
  async read(start: number, end: number, signal: AbortSignal | undefined): Promise<Uint8Array> {
    const held = this.held(start, end);
    if (held) return held;
    const windowEnd = this.#start + this.#bytes.length;
    const isNear = start - Math.max(windowEnd, this.#asked) < NEAR_GAP;
    const room = this.#reads === 0 ? FIRST_BYTES : isNear ? this.#near : FAR_BYTES;
    const to = Math.min(this.#source.size, Math.max(end, start + room));
    this.#reads++;
    this.#asked = start;
    this.#bytes = await this.#source.read(start, to, signal);
    this.#start = start;
    return this.#bytes.subarray(0, end - start);
  }
}
