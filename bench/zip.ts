import { closeSync, openSync, readSync, writeSync } from 'node:fs';

/** Compression methods by their numbers in the zip format. */
const METHODS = { stored: 0, deflate: 8, zstd: 93 } as const;
export type Method = keyof typeof METHODS;

export interface Entry {
  name: string;
  method: Method;
  /** CRC-32 and length of the decoded content. */
  crc: number;
  size: number;
}

interface Written extends Entry {
  packed: number;
  offset: number;
}

/** A number that does not fit in a field of 32 or 16 bits stands in a zip64 field. */
const MAX_32 = 0xffffffff;
const MAX_16 = 0xffff;
/** 1 January 1980, the first day that a zip can express. */
const DATE = 0x0021;
/** Made on Unix, by version 4.5 of the format, which knows zip64. */
const MADE_BY = 0x032d;
const NEEDED = { stored: 20, deflate: 20, zstd: 63 } as const;
/** A regular file, rw-r--r--, where Unix keeps the mode. */
const ATTRIBUTES = 0o100644 * 0x10000;
const COPY_BYTES = 4 << 20;
/** Bytes that are collected before a write, so that 100,000 records do not take 200,000 calls. */
const GATHERED_BYTES = 1 << 20;

/** Writes a zip of any size, piece by piece, from packed entries. The same entries always give the same bytes. */
export class ZipWriter {
  readonly #file: number;
  readonly #entries: Written[] = [];
  #gathered: Buffer[] = [];
  #pending = 0;
  #offset = 0;

  constructor(path: string) {
    this.#file = openSync(path, 'w');
  }

  /** Adds an entry whose packed bytes are in memory. */
  addBytes(entry: Entry, packed: Uint8Array): void {
    this.#begin(entry, packed.length);
    this.#write(Buffer.from(packed.buffer, packed.byteOffset, packed.length));
  }

  /** Adds an entry whose packed bytes are those of several files in a row. */
  addFiles(entry: Entry, paths: readonly string[], packed: number): void {
    this.#begin(entry, packed);
    const start = this.#offset;
    for (const piece of readPieces(paths)) this.#write(piece);
    if (this.#offset - start !== packed) throw new Error(`${entry.name}: its files are not of ${packed} bytes`);
  }

  /**
   * Adds a stored entry of zeros, after `head`, that take no space on the disk: nothing writes that part of the file.
   */
  addHole(entry: Entry, head: Buffer = Buffer.alloc(0)): void {
    this.#begin(entry, entry.size);
    this.#write(head);
    this.#flush();
    this.#offset += entry.size - head.length;
  }

  /** Writes the directory and closes the file. */
  close(): void {
    const start = this.#offset;
    for (const entry of this.#entries) this.#write(directoryRecord(entry));
    this.#write(endRecords(this.#entries.length, start, this.#offset - start));
    this.#flush();
    closeSync(this.#file);
  }

  #begin(entry: Entry, packed: number): void {
    const written = { ...entry, packed, offset: this.#offset };
    this.#entries.push(written);
    this.#write(localHeader(written));
  }

  #write(bytes: Buffer): void {
    // A copy, since the caller may reuse its buffer.
    this.#gathered.push(bytes.length < GATHERED_BYTES ? Buffer.from(bytes) : bytes);
    this.#pending += bytes.length;
    this.#offset += bytes.length;
    if (this.#pending >= GATHERED_BYTES) this.#flush();
  }

  #flush(): void {
    const bytes = this.#gathered.length === 1 ? (this.#gathered[0] as Buffer) : Buffer.concat(this.#gathered);
    let position = this.#offset - this.#pending;
    for (let done = 0; done < bytes.length; ) {
      const count = writeSync(this.#file, bytes, done, bytes.length - done, position);
      done += count;
      position += count;
    }
    this.#gathered = [];
    this.#pending = 0;
  }
}

/** The bytes of several files in a row, in pieces. Each piece overwrites the one before. */
export function* readPieces(paths: readonly string[]): Generator<Buffer> {
  const piece = Buffer.alloc(COPY_BYTES);
  for (const path of paths) {
    const file = openSync(path, 'r');
    try {
      for (let count = readSync(file, piece); count > 0; count = readSync(file, piece)) yield piece.subarray(0, count);
    } finally {
      closeSync(file);
    }
  }
}

/**
 * The fields of both headers: version, flags (UTF-8), method, time, date, CRC-32, both sizes, lengths of name and extra
 * field.
 */
function common(entry: Written, extra: Buffer, zip64Sizes: boolean): Buffer {
  const bytes = Buffer.alloc(26);
  bytes.writeUInt16LE(zip64Sizes ? Math.max(45, NEEDED[entry.method]) : NEEDED[entry.method], 0);
  bytes.writeUInt16LE(0x0800, 2);
  bytes.writeUInt16LE(METHODS[entry.method], 4);
  bytes.writeUInt16LE(DATE, 8);
  bytes.writeUInt32LE(entry.crc, 10);
  bytes.writeUInt32LE(zip64Sizes ? MAX_32 : entry.packed, 14);
  bytes.writeUInt32LE(zip64Sizes ? MAX_32 : entry.size, 18);
  bytes.writeUInt16LE(Buffer.byteLength(entry.name), 22);
  bytes.writeUInt16LE(extra.length, 24);
  return bytes;
}

function isLarge(entry: Written): boolean {
  return entry.size >= MAX_32 || entry.packed >= MAX_32;
}

function zip64Field(values: readonly number[]): Buffer {
  if (values.length === 0) return Buffer.alloc(0);
  const bytes = Buffer.alloc(4 + 8 * values.length);
  bytes.writeUInt16LE(1, 0);
  bytes.writeUInt16LE(8 * values.length, 2);
  values.forEach((value, at) => {
    bytes.writeBigUInt64LE(BigInt(value), 4 + 8 * at);
  });
  return bytes;
}

function localHeader(entry: Written): Buffer {
  const large = isLarge(entry);
  const extra = zip64Field(large ? [entry.size, entry.packed] : []);
  return Buffer.concat([Buffer.from('PK\x03\x04'), common(entry, extra, large), Buffer.from(entry.name), extra]);
}

function directoryRecord(entry: Written): Buffer {
  const large = isLarge(entry);
  const far = entry.offset >= MAX_32;
  const extra = zip64Field([...(large ? [entry.size, entry.packed] : []), ...(far ? [entry.offset] : [])]);
  const made = Buffer.alloc(2);
  made.writeUInt16LE(MADE_BY, 0);
  // Length of the comment, disk, internal and external attributes, offset.
  const tail = Buffer.alloc(14);
  tail.writeUInt32LE(ATTRIBUTES, 6);
  tail.writeUInt32LE(far ? MAX_32 : entry.offset, 10);
  return Buffer.concat([
    Buffer.from('PK\x01\x02'),
    made,
    common(entry, extra, large),
    tail,
    Buffer.from(entry.name),
    extra,
  ]);
}

function endRecords(count: number, offset: number, size: number): Buffer {
  const zip64 = count >= MAX_16 || offset >= MAX_32 || size >= MAX_32;
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(zip64 ? MAX_16 : count, 8);
  end.writeUInt16LE(zip64 ? MAX_16 : count, 10);
  end.writeUInt32LE(zip64 ? MAX_32 : size, 12);
  end.writeUInt32LE(zip64 ? MAX_32 : offset, 16);
  if (!zip64) return end;
  const record = Buffer.alloc(56);
  record.write('PK\x06\x06', 0, 'latin1');
  record.writeBigUInt64LE(44n, 4);
  record.writeUInt16LE(MADE_BY, 12);
  record.writeUInt16LE(45, 14);
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(size), 40);
  record.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.write('PK\x06\x07', 0, 'latin1');
  locator.writeBigUInt64LE(BigInt(offset + size), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([record, locator, end]);
}
