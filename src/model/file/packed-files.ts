import { HASH_BYTES, setHex, toHex } from '../../base/bytes.ts';
import type { PackageFile } from '../package.ts';
import { FileView, plainFile } from './file-view.ts';

const LOWER_SHA256 = /^[0-9a-f]{64}$/;

/** What a file says beside its path, sizes and SHA-256: the files of a package share some dozens of these. */
type FileTraits = Pick<PackageFile, 'role' | 'hash' | 'kind' | 'storage' | 'compressed'>;

/** More than any real package has. Their places take a byte. */
const MAX_TRAITS = 255;

/** The place of a file that has a whole object of its own. */
const OTHER = 255;

/**
 * Files of a package in columns, to be posted, and kept so on the page: half the bytes of as many objects, and a package
 * may have a million files.
 */
export interface PackedFiles {
  /** All paths, one after the other, and where each ends. */
  readonly paths: string;
  readonly ends: Uint32Array<ArrayBuffer>;
  /** Decoded bytes and bytes in the archive. NaN where they are left out. */
  readonly sizes: Float64Array<ArrayBuffer>;
  readonly storedSizes: Float64Array<ArrayBuffer>;
  /** 32 bytes for each file. Zeros for a file without a hash. */
  readonly hashes: Uint8Array<ArrayBuffer>;
  /** 1 for a file with a hash. */
  readonly isHashed: Uint8Array<ArrayBuffer>;
  /** The place of each file's traits. 255 for one that is among `others`, in their order. */
  readonly traitsOf: Uint8Array<ArrayBuffer>;
  readonly traits: readonly FileTraits[];
  /** Files that say more than the columns do: symlinks, linked files, odd names and hashes. */
  readonly others: readonly PackageFile[];
}

/** Puts files into columns. */
export function packFiles(files: readonly PackageFile[]): PackedFiles {
  const columns = {
    ends: new Uint32Array(files.length),
    sizes: new Float64Array(files.length),
    storedSizes: new Float64Array(files.length),
    hashes: new Uint8Array(files.length * HASH_BYTES),
    isHashed: new Uint8Array(files.length),
    traitsOf: new Uint8Array(files.length),
  };
  const known = new Map<string, { place: number; traits: FileTraits }>();
  const others: PackageFile[] = [];
  let paths = '';
  for (const [place, file] of files.entries()) {
    const at = traitsPlace(file, known);
    columns.traitsOf[place] = at;
    if (at === OTHER) others.push(plainFile(file));
    else {
      const { path, size = Number.NaN, storedSize = Number.NaN, sha256 } = file;
      paths += path;
      columns.sizes[place] = size;
      columns.storedSizes[place] = storedSize;
      if (sha256 !== undefined) {
        columns.isHashed[place] = 1;
        setHex(columns.hashes, place * HASH_BYTES, sha256);
      }
    }
    columns.ends[place] = paths.length;
  }
  return { paths, ...columns, traits: Array.from(known.values(), ({ traits }) => traits), others };
}

/** The memory of columns, to be posted without a copy. */
export function buffersOf({ ends, sizes, storedSizes, hashes, isHashed, traitsOf }: PackedFiles): ArrayBuffer[] {
  return [ends, sizes, storedSizes, hashes, isHashed, traitsOf].map(({ buffer }) => buffer);
}

/** The place of a file's traits; that of `others` where the columns do not say all of the file. */
function traitsPlace(file: PackageFile, all: Map<string, { place: number; traits: FileTraits }>): number {
  const { path, size, storedSize, sha256, role, hash, kind, storage, compressed, ...more } = file;
  const saysMore = Object.values(more).some((value) => value !== undefined);
  if (saysMore || (sha256 !== undefined && !LOWER_SHA256.test(sha256))) return OTHER;
  const key = `${role} ${hash} ${kind} ${compressed} ${storage}`;
  const known = all.get(key);
  if (known) return known.place;
  if (all.size >= MAX_TRAITS) return OTHER;
  const place = all.size;
  all.set(key, {
    place,
    traits: { role, hash, kind, storage, compressed },
  });
  return place;
}

/** A file in columns. It takes an eighth of the memory of a plain one. */
class PackedFile extends FileView {
  readonly #columns: PackedFiles;
  readonly #place: number;

  constructor(columns: PackedFiles, place: number) {
    super();
    this.#columns = columns;
    this.#place = place;
  }

  get path(): string {
    const { paths, ends } = this.#columns;
    return paths.slice(ends[this.#place - 1] ?? 0, ends[this.#place]);
  }

  get size(): number | undefined {
    return stated(this.#columns.sizes[this.#place]);
  }

  get storedSize(): number | undefined {
    return stated(this.#columns.storedSizes[this.#place]);
  }

  get isHashed(): boolean {
    return this.#columns.isHashed[this.#place] === 1;
  }

  get sha256(): string | undefined {
    const at = this.#place * HASH_BYTES;
    return this.isHashed ? toHex(this.#columns.hashes.subarray(at, at + HASH_BYTES)) : undefined;
  }

  get role(): PackageFile['role'] {
    return this.#traits.role;
  }

  get hash(): PackageFile['hash'] {
    return this.#traits.hash;
  }

  get kind(): PackageFile['kind'] {
    return this.#traits.kind;
  }

  get storage(): string | undefined {
    return this.#traits.storage;
  }

  get compressed(): true | undefined {
    return this.#traits.compressed;
  }

  get #traits(): FileTraits {
    return this.#columns.traits[this.#columns.traitsOf[this.#place] as number] as FileTraits;
  }
}

/** The files that were put into columns. Those that the columns say all of read it there. */
export function* unpackFiles(columns: PackedFiles): Generator<PackageFile> {
  let other = 0;
  for (const [place, at] of columns.traitsOf.entries())
    yield at === OTHER ? (columns.others[other++] as PackageFile) : new PackedFile(columns, place);
}

function stated(size: number | undefined): number | undefined {
  return Number.isNaN(size) ? undefined : size;
}
