import type { ArchiveEntry } from '../archive.ts';
import { FLAG, MAX_32, METHOD, MODE, UNIX_HOSTS } from './layout.ts';
import { type Method, methodName } from './method.ts';
import { locatedAt } from './record.ts';

/** An entry, with everything that reading it needs. */
export interface ZipEntry extends ArchiveEntry {
  readonly method: Method;
  /** The number of an `other` method. */
  readonly methodId?: number | undefined;
  readonly crc32: number;
  readonly encrypted?: boolean | undefined;
  linkText?: string;
  target?: string;
  /** Offset of its record in the directory. */
  readonly record: number;
  /** General purpose bits. */
  readonly flags: number;
}

/** The records of a directory, and where the entry of each lies. NaN ends one that lies outside the source. */
export interface RecordBytes {
  readonly view: DataView;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/**
 * An entry that reads what it says from its record whenever it is asked: the directory's bytes are held anyway, and a
 * zip may have a million entries. Its values are not its own properties, so `{ ...entry }` lacks them.
 */
export class RecordEntry implements ZipEntry {
  readonly path: string;
  readonly record: number;
  readonly #records: RecordBytes;
  /** Of its record, counted from 0. */
  readonly #number: number;
  /** Of an entry with a zip64 field, its numbers: thousands of other fields may stand before it. */
  #long: { readonly size: number; readonly storedSize: number } | undefined;
  // Set where they are true, of few entries.
  declare shadowed?: boolean;
  declare unsafe?: boolean;
  declare linkText?: string;
  declare target?: string;

  /** @param record the offset of a record that is whole */
  constructor(records: RecordBytes, number: number, record: number, path: string) {
    this.#records = records;
    this.#number = number;
    this.record = record;
    this.path = path;
  }

  get size(): number {
    return this.#size(24, 'size');
  }

  get storedSize(): number {
    return this.#size(20, 'storedSize');
  }

  get storage(): string {
    return methodName(this.method, this.methodId);
  }

  get compressed(): true | undefined {
    return this.method === 'stored' ? undefined : true;
  }

  get unreadable(): 'encrypted' | 'unsupported' | undefined {
    if (this.encrypted) return 'encrypted';
    return this.method === 'other' ? 'unsupported' : undefined;
  }

  get method(): Method {
    const id = this.#uint16(10);
    if (id === METHOD.stored) return 'stored';
    if (id === METHOD.deflate) return 'deflate';
    return id === METHOD.zstd ? 'zstd' : 'other';
  }

  get methodId(): number | undefined {
    return this.method === 'other' ? this.#uint16(10) : undefined;
  }

  get kind(): 'file' | 'symlink' {
    return this.type === MODE.symlink ? 'symlink' : 'file';
  }

  /** The file type of its Unix mode. 0 where the entry has none. */
  get type(): number {
    const host = this.#records.view.getUint8(this.record + 5);
    return UNIX_HOSTS.includes(host) ? (this.#uint32(38) >>> 16) & MODE.type : 0;
  }

  get crc32(): number {
    return this.#uint32(16);
  }

  get flags(): number {
    return this.#uint16(8);
  }

  get encrypted(): true | undefined {
    return this.flags & (FLAG.encrypted | FLAG.strongEncryption | FLAG.masked) ? true : undefined;
  }

  get span(): { start: number; end: number } | undefined {
    const start = this.#records.starts[this.#number] as number;
    const end = this.#records.ends[this.#number] as number;
    return Number.isNaN(end) ? undefined : { start, end };
  }

  #uint16(at: number): number {
    return this.#records.view.getUint16(this.record + at, true);
  }

  #uint32(at: number): number {
    return this.#records.view.getUint32(this.record + at, true);
  }

  /** A number of the record, or the one in its zip64 field in its place. No file has more bytes than a safe integer. */
  #size(at: number, name: 'size' | 'storedSize'): number {
    const short = this.#uint32(at);
    if (short !== MAX_32) return short;
    this.#long ??= this.#longNumbers();
    return this.#long[name];
  }

  #longNumbers() {
    const { size, storedSize } = locatedAt(this.#records.view, this.record);
    const capped = (number: number) => Math.min(number, Number.MAX_SAFE_INTEGER);
    return { size: capped(size), storedSize: capped(storedSize) };
  }
}

/** An entry that has what it says as its own properties, to be changed by `{ ...plainEntry(entry), path }`. */
export function plainEntry(entry: ZipEntry): ZipEntry {
  const { path, size, storedSize, storage, compressed, unreadable, kind, span, shadowed, unsafe } = entry;
  const { method, methodId, crc32, encrypted, linkText, target, record, flags } = entry;
  const all: ZipEntry = {
    ...{ path, size, storedSize, storage, compressed, unreadable, kind, span, shadowed, unsafe },
    ...{ method, methodId, crc32, encrypted, linkText, target, record, flags },
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as unknown as ZipEntry;
}
