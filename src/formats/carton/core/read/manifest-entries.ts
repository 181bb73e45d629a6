import { HASH_BYTES, setHex, toHex } from '../../../../base/bytes.ts';

/** A well-formed line of MANIFEST. */
export interface ManifestEntry {
  path: string;
  /** 64 hexadecimal digits, in the case that the line has. */
  sha256: string;
  /** 1-based. */
  line: number;
}

/** Hashes in one piece of memory. Pieces are added as lines come, so that no hash is copied into a larger one. */
const HASHES_PER_PIECE = 4096;

/**
 * The lines of MANIFEST by path, in its order. A million are held as bytes: as objects with texts, they take three
 * times the memory. Each line is made when it is asked for.
 */
export class ManifestEntries {
  /** Where the hash and the number of a path's line are. */
  readonly #places = new Map<string, number>();
  readonly #hashes: Uint8Array[] = [];
  readonly #lines: number[] = [];
  /** By place, the hashes with upper-case digits: no packer writes any. */
  readonly #upper = new Map<number, string>();

  get size(): number {
    return this.#places.size;
  }

  has(path: string): boolean {
    return this.#places.has(path);
  }

  /** Adds a line. A later line replaces an earlier one with the same path. */
  set({ path, sha256, line }: ManifestEntry): void {
    const place = this.#places.get(path) ?? this.#places.size;
    this.#places.set(path, place);
    this.#lines[place] = line;
    const [piece, at] = hashPlace(place);
    this.#hashes[piece] ??= new Uint8Array(HASHES_PER_PIECE * HASH_BYTES);
    const lower = sha256.toLowerCase();
    setHex(this.#hashes[piece], at, lower);
    if (lower === sha256) this.#upper.delete(place);
    else this.#upper.set(place, sha256);
  }

  get(path: string): ManifestEntry | undefined {
    const place = this.#places.get(path);
    return place === undefined ? undefined : this.#entry(path, place);
  }

  /** The hash of a path's line, in the letter case of the line. */
  sha256Of(path: string): string | undefined {
    const place = this.#places.get(path);
    return place === undefined ? undefined : this.#sha256(place);
  }

  keys(): Iterable<string> {
    return this.#places.keys();
  }

  *values(): Generator<ManifestEntry> {
    for (const [path, place] of this.#places) yield this.#entry(path, place);
  }

  [Symbol.iterator](): Generator<ManifestEntry> {
    return this.values();
  }

  #entry(path: string, place: number): ManifestEntry {
    return { path, sha256: this.#sha256(place), line: this.#lines[place] as number };
  }

  #sha256(place: number): string {
    const [piece, at] = hashPlace(place);
    return this.#upper.get(place) ?? toHex((this.#hashes[piece] as Uint8Array).subarray(at, at + HASH_BYTES));
  }
}

/** The piece with the hash at a place, and the hash's first byte in it. */
function hashPlace(place: number): [piece: number, at: number] {
  return [Math.floor(place / HASHES_PER_PIECE), (place % HASHES_PER_PIECE) * HASH_BYTES];
}
