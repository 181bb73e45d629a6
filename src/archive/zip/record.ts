import { concatBytes, encodeUtf8 } from '../../base/bytes.ts';
import { crc32 } from '../../codec/crc32.ts';
import { deflate } from '../../codec/deflate.ts';
import { longer, zip64Field, zip64Places } from './extra-field.ts';
import {
  EXTRA,
  FILE_MODE,
  FIRST_DATE,
  FLAG,
  LENGTH,
  MAX_16,
  MAX_32,
  METHOD,
  SIGNATURE,
  setUint64,
  VERSION,
} from './layout.ts';

/** New and changed records of a zip's directory and end (APPNOTE 4.3.12 to 4.3.16), and new entries. */

/** A record of the directory, as far as it says where its entry lies. */
export interface Located {
  /**
   * Offsets in the directory's bytes: where the record starts and ends, and where its name and its extra fields end.
   */
  at: number;
  end: number;
  nameEnd: number;
  extraEnd: number;
  /** The local header's offset, as stated. */
  offset: number;
  storedSize: number;
}

/** Reads the record at `at`. `readDirectory` has found one there. */
export function locatedAt(view: DataView, at: number): Located {
  const nameEnd = at + LENGTH.centralHeader + view.getUint16(at + 28, true);
  const extraEnd = nameEnd + view.getUint16(at + 30, true);
  const end = extraEnd + view.getUint16(at + 32, true);
  let storedSize = view.getUint32(at + 20, true);
  let offset = view.getUint32(at + 42, true);
  if (storedSize === MAX_32 || offset === MAX_32) {
    const field = zip64Field(view, nameEnd, extraEnd);
    const places = field && zip64Places(view, at, field);
    storedSize = longer(view, storedSize, places?.storedSize);
    offset = longer(view, offset, places?.offset);
  }
  return { at, end, nameEnd, extraEnd, offset, storedSize };
}

/** The records of a new directory. */
export class Records {
  count = 0;
  #bytes: Uint8Array<ArrayBuffer>;
  #view: DataView;
  #length = 0;

  /** @param room bytes to reserve at first */
  constructor(room: number) {
    this.#bytes = new Uint8Array(room);
    this.#view = new DataView(this.#bytes.buffer);
  }

  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length);
  }

  add(record: Uint8Array): void {
    this.#append(record);
    this.count++;
  }

  /**
   * Adds a record of the old directory with another offset. All else stays as stored. A zip64 field that has the offset
   * keeps it. Where the offset does not fit in 32 bits, the field is extended, or added. False where the record has no
   * room for that; it is then not added.
   */
  addMoved(directory: Uint8Array, view: DataView, located: Located, offset: number): boolean {
    const { at, end, nameEnd, extraEnd } = located;
    const field = zip64Field(view, nameEnd, extraEnd);
    const places = field && zip64Places(view, at, field);
    if (places?.offset !== undefined || offset < MAX_32) {
      const start = this.#append(directory.subarray(at, end));
      if (places?.offset === undefined) this.#view.setUint32(start + 42, offset, true);
      else setUint64(this.#view, start + places.offset - at, offset);
      this.count++;
      return true;
    }
    const long = new Uint8Array(8);
    setUint64(new DataView(long.buffer), 0, offset);
    let extra: Uint8Array;
    if (field && places) {
      const disk = places.disk === undefined ? new Uint8Array(0) : directory.subarray(places.disk, places.disk + 4);
      extra = concatBytes([
        directory.subarray(nameEnd, field.start - 4),
        extraField(EXTRA.zip64, [directory.subarray(field.start, places.sizesEnd), long, disk]),
        directory.subarray(field.end, extraEnd),
      ]);
    } else extra = concatBytes([extraField(EXTRA.zip64, [long]), directory.subarray(nameEnd, extraEnd)]);
    if (extra.length > MAX_16) return false;
    const record = concatBytes([directory.subarray(at, nameEnd), extra, directory.subarray(extraEnd, end)]);
    const out = new DataView(record.buffer);
    out.setUint16(6, Math.max(out.getUint16(6, true), VERSION.zip64), true);
    out.setUint16(30, extra.length, true);
    out.setUint32(42, MAX_32, true);
    this.add(record);
    return true;
  }

  /** Appends a record, and returns where it begins. */
  #append(record: Uint8Array): number {
    const start = this.#length;
    if (start + record.length > this.#bytes.length) {
      const larger = new Uint8Array(2 * this.#bytes.length + record.length);
      larger.set(this.bytes);
      this.#bytes = larger;
      this.#view = new DataView(larger.buffer);
    }
    this.#bytes.set(record, start);
    this.#length += record.length;
    return start;
  }
}

function extraField(id: number, parts: readonly Uint8Array[]): Uint8Array {
  const data = concatBytes(parts);
  const head = new Uint8Array(4);
  const view = new DataView(head.buffer);
  view.setUint16(0, id, true);
  view.setUint16(2, data.length, true);
  return concatBytes([head, data]);
}

/** A new entry: its local header with the data, and its record for any offset. */
export interface NewEntry {
  path: string;
  bytes: Uint8Array<ArrayBuffer>;
  record(offset: number): Uint8Array;
}

/**
 * Makes a file's entry. Deflates the content where that makes it smaller, unless `stored` forbids it. The bytes do not
 * depend on when and where they are written. `content` has less than 4 GiB: larger buffers cannot be deflated here.
 */
export function newEntry(path: string, content: Uint8Array, stored: boolean): NewEntry {
  const name = encodeUtf8(path);
  const deflated = stored ? undefined : deflate(content);
  const pays = deflated !== undefined && deflated.length < content.length;
  const data = pays ? deflated : content;
  // Only names that need it are marked as UTF-8: old tools may not know the mark.
  const flags = name.some((byte) => byte > 127) ? FLAG.utf8 : 0;
  const version = pays ? VERSION.deflate : VERSION.stored;
  /** The part that local header and record share, from the version needed to the lengths (4.3.7). */
  const common = (needed: number, extraLength: number) => {
    const bytes = new Uint8Array(26);
    const view = new DataView(bytes.buffer);
    view.setUint16(0, needed, true);
    view.setUint16(2, flags, true);
    view.setUint16(4, pays ? METHOD.deflate : METHOD.stored, true);
    view.setUint16(6, 0, true);
    view.setUint16(8, FIRST_DATE, true);
    view.setUint32(10, crc32(content), true);
    view.setUint32(14, data.length, true);
    view.setUint32(18, content.length, true);
    view.setUint16(22, name.length, true);
    view.setUint16(24, extraLength, true);
    return bytes;
  };
  return {
    path,
    bytes: concatBytes([signature(SIGNATURE.localHeader), common(version, 0), name, data]),
    record(offset) {
      const isLong = offset >= MAX_32;
      const long = new Uint8Array(8);
      setUint64(new DataView(long.buffer), 0, offset);
      const extra = isLong ? extraField(EXTRA.zip64, [long]) : new Uint8Array(0);
      const head = new Uint8Array(2);
      new DataView(head.buffer).setUint16(0, VERSION.madeBy, true);
      const tail = new Uint8Array(14);
      const view = new DataView(tail.buffer);
      view.setUint32(6, FILE_MODE * 2 ** 16, true);
      view.setUint32(10, isLong ? MAX_32 : offset, true);
      return concatBytes([
        signature(SIGNATURE.centralHeader),
        head,
        common(isLong ? VERSION.zip64 : version, extra.length),
        tail,
        name,
        extra,
      ]);
    },
  };
}

function signature(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, true);
  return bytes;
}

/** What the end of a zip says about its directory. */
export interface DirectoryFacts {
  count: number;
  offset: number;
  size: number;
}

/**
 * The end of a zip: its end record. A zip64 end record and a locator precede it where the old zip had them, or where a
 * number does not fit.
 *
 * @param old the old end record: fields that referred to the zip64 end record still do
 */
export function endRecords(
  old: Uint8Array,
  comment: Uint8Array,
  wasZip64: boolean,
  facts: DirectoryFacts,
): Uint8Array<ArrayBuffer> {
  const { count, offset, size } = facts;
  const before = new DataView(old.buffer, old.byteOffset, old.length);
  const needed = count >= MAX_16 || size >= MAX_32 || offset >= MAX_32;
  const isLong = wasZip64 || needed;
  const parts: Uint8Array[] = [];
  if (isLong) {
    const end64 = new Uint8Array(LENGTH.zip64End);
    const view = new DataView(end64.buffer);
    view.setUint32(0, SIGNATURE.zip64End, true);
    // The size of the record without its signature and this number.
    setUint64(view, 4, LENGTH.zip64End - 12);
    view.setUint16(12, VERSION.madeBy, true);
    view.setUint16(14, VERSION.zip64, true);
    setUint64(view, 24, count);
    setUint64(view, 32, count);
    setUint64(view, 40, size);
    setUint64(view, 48, offset);
    const locator = new Uint8Array(LENGTH.zip64Locator);
    const locatorView = new DataView(locator.buffer);
    locatorView.setUint32(0, SIGNATURE.zip64Locator, true);
    setUint64(locatorView, 8, offset + size);
    locatorView.setUint32(16, 1, true);
    parts.push(end64, locator);
  }
  const end = new Uint8Array(LENGTH.end);
  const view = new DataView(end.buffer);
  const countField = isLong && (count >= MAX_16 || before.getUint16(10, true) === MAX_16) ? MAX_16 : count;
  const field = (at: number, value: number) =>
    view.setUint32(at, isLong && (value >= MAX_32 || before.getUint32(at, true) === MAX_32) ? MAX_32 : value, true);
  view.setUint32(0, SIGNATURE.end, true);
  view.setUint16(8, countField, true);
  view.setUint16(10, countField, true);
  field(12, size);
  field(16, offset);
  view.setUint16(20, comment.length, true);
  parts.push(end, comment);
  return concatBytes(parts);
}
