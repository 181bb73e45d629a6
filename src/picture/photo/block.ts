/** A stretch of a file that other bytes of the same length replace. */
export interface Patch {
  start: number;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Reads bytes of a file; fewer at its end. */
export type ReadRange = (start: number, end: number) => Promise<Uint8Array>;

/** A part of a picture's file that describes it. */
export interface MetadataBlock {
  /** Exif (a TIFF file), XMP (a text in XML), or IPTC (resources of Photoshop, which hold it). */
  kind: 'exif' | 'xmp' | 'iptc';
  content: Uint8Array;
  /** What puts other content of the same length in its place. */
  write(content: Uint8Array<ArrayBuffer>): Patch[];
}

/**
 * What of a file could not be checked, and stays: what cannot be read to the picture's end, a description over a limit,
 * or one of a kind that is not read.
 */
export type Unchecked = 'more' | 'long' | 'kind';

/**
 * Bytes of a file that no program draws, and that nobody looks at: behind the picture's end, or in boxes beside it.
 * They can be cut out.
 */
export type Extra = 'after' | 'beside';

/** Bytes of one block. A JPEG segment has at most 64 KiB; XMP of HEIF and PNG may be longer. */
export const MAX_BLOCK_BYTES = 1 << 20;

/** Parts of a file that are walked: segments, chunks or boxes. A PNG of 100 MB has some ten thousand. */
export const MAX_PARTS = 20_000;

/** Bytes of all blocks of one file, decoded. A photo with a depth map has some ten MB of XMP. */
const MAX_ALL_BLOCKS = 32 << 20;

/** Zeros that fill up the space between two pictures, or behind one. */
export const MAX_PADDING = 4096;

/** Bytes that are searched for the end of a picture, or for a block: some seconds. */
export const MAX_SCAN_BYTES = 256 << 20;

/** Reads a file in pieces, and keeps the last one: a walk reads a few bytes every now and then. */
export class PieceReader {
  readonly size: number;
  readonly unchecked = new Set<Unchecked>();
  readonly extra = new Set<Extra>();
  /** What overwrites the bytes beside the picture. */
  readonly blanks: Patch[] = [];
  /** Where the picture ends, if bytes follow it. */
  end: number | undefined;
  readonly #read: ReadRange;
  #start = 0;
  #piece: Uint8Array = new Uint8Array(0);
  #left = MAX_ALL_BLOCKS;

  constructor(read: ReadRange, size: number) {
    this.#read = read;
    this.size = size;
  }

  /** The bytes from `start` on. Undefined where the file ends before `length` of them. */
  async take(start: number, length: number): Promise<Uint8Array | undefined> {
    if (start < 0 || start + length > this.size) return undefined;
    if (start < this.#start || start + length > this.#start + this.#piece.length) {
      this.#piece = await this.#read(start, Math.min(this.size, start + Math.max(length, PIECE_BYTES)));
      this.#start = start;
    }
    const from = start - this.#start;
    return this.#piece.length < from + length ? undefined : this.#piece.subarray(from, from + length);
  }

  /** The content of a block, as bytes of its own. Takes note of one over the limits, and gives undefined. */
  async block(start: number, length: number): Promise<Uint8Array | undefined> {
    return this.fits(length) && this.spend(length) ? (await this.take(start, length))?.slice() : undefined;
  }

  /** Takes note of a block that is too long. */
  fits(bytes: number): boolean {
    if (bytes > MAX_BLOCK_BYTES) this.unchecked.add('long');
    return bytes <= MAX_BLOCK_BYTES;
  }

  /** Takes note of where the picture ends. Zeros that fill up the file are not bytes of their own. */
  async endAt(end: number): Promise<void> {
    if (end >= this.size || (await this.isBlank(end, this.size))) return;
    this.extra.add('after');
    this.end = end;
  }

  /** Whether there are only zeros, and no more than `most`. */
  async isBlank(start: number, end: number, most = MAX_PADDING): Promise<boolean> {
    if (end - start > most) return false;
    for (let at = start; at < end; at += PIECE_BYTES) {
      const bytes = await this.take(at, Math.min(PIECE_BYTES, end - at));
      if (!bytes?.every((byte) => byte === 0)) return false;
    }
    return true;
  }

  /** Takes note of bytes of a block. Gives false where all blocks together would be too long. */
  spend(bytes: number): boolean {
    this.#left -= bytes;
    if (this.#left < 0) this.unchecked.add('long');
    return this.#left >= 0;
  }
}

const PIECE_BYTES = 1 << 16;

/** Writes content over stretches of the file, one after the other, behind their first `head` bytes. */
export function patchesOf(
  stretches: readonly { start: number; length: number }[],
  head: number,
  content: Uint8Array<ArrayBuffer>,
): Patch[] {
  const patches: Patch[] = [];
  let at = -head;
  for (const { start, length } of stretches) {
    const from = Math.max(0, -at);
    if (from < length) patches.push({ start: start + from, bytes: content.slice(at + from, at + length) });
    at += length;
  }
  return patches;
}
