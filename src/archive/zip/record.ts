import { concatBytes, viewOf } from '../../base/bytes.ts';
import { extraField, numbersOf, zip64Field, zip64Places } from './extra-field.ts';
import { EXTRA, LENGTH, MAX_16, MAX_32, numbered, SIGNATURE, setUint64, VERSION } from './layout.ts';

/** New and changed records of a zip's directory and end (APPNOTE 4.3.12 to 4.3.16). */

/** A record of the directory, as far as it says where its entry lies. */
export interface Located {
  /**
   * Offsets in the directory's bytes: where the record starts and ends, and where its name and its extra fields end.
   */
  at: number;
  end: number;
  nameEnd: number;
  extraEnd: number;
  /** The local header's offset, as stated, and the sizes. */
  offset: number;
  storedSize: number;
  size: number;
}

/** Reads the record at `at`. `readDirectory` has found one there. */
export function locatedAt(view: DataView, at: number): Located {
  const nameEnd = at + LENGTH.centralHeader + view.getUint16(at + 28, true);
  const extraEnd = nameEnd + view.getUint16(at + 30, true);
  const end = extraEnd + view.getUint16(at + 32, true);
  const { storedSize, size, offset } = numbersOf(view, at, zip64Field(view, nameEnd, extraEnd));
  return { at, end, nameEnd, extraEnd, offset, storedSize, size };
}

/** The name in the record at `at`, byte for byte. */
export function rawNameAt(bytes: Uint8Array, at: number): Uint8Array {
  const start = at + LENGTH.centralHeader;
  return bytes.subarray(start, start + (bytes[at + 28] as number) + 256 * (bytes[at + 29] as number));
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
   * Adds the record at `at` of the old directory with another offset. All else stays as stored. A zip64 field that has the offset
   * keeps it. Where the offset does not fit in 32 bits, the field is extended, or added. False where the record has no
   * room for that; it is then not added.
   */
  addMoved(directory: Uint8Array, at: number, offset: number): boolean {
    const view = viewOf(directory);
    const { end, nameEnd, extraEnd } = locatedAt(view, at);
    const field = zip64Field(view, nameEnd, extraEnd);
    const places = field && zip64Places(view, at, field);
    if (places?.offset !== undefined || offset < MAX_32) {
      const start = this.#append(directory.subarray(at, end));
      if (places?.offset === undefined) this.#view.setUint32(start + 42, offset, true);
      else setUint64(this.#view, start + places.offset - at, offset);
      this.count++;
      return true;
    }
    const long = numbered([8, offset]);
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
  const before = viewOf(old);
  const needed = count >= MAX_16 || size >= MAX_32 || offset >= MAX_32;
  const isLong = wasZip64 || needed;
  const oneDisk = [4, 0] as const;
  // The size of the record is given without its signature and itself.
  const end64 = [
    numbered(
      [4, SIGNATURE.zip64End],
      [8, LENGTH.zip64End - 12],
      [2, VERSION.madeBy],
      [2, VERSION.zip64],
      oneDisk,
      oneDisk,
    ),
    numbered([8, count], [8, count], [8, size], [8, offset]),
    numbered([4, SIGNATURE.zip64Locator], oneDisk, [8, offset + size], [4, 1]),
  ];
  const countField = isLong && (count >= MAX_16 || before.getUint16(10, true) === MAX_16) ? MAX_16 : count;
  const field = (at: number, value: number) =>
    isLong && (value >= MAX_32 || before.getUint32(at, true) === MAX_32) ? MAX_32 : value;
  const end = [
    numbered([4, SIGNATURE.end], oneDisk, [2, countField], [2, countField]),
    numbered([4, field(12, size)], [4, field(16, offset)], [2, comment.length]),
  ];
  return concatBytes([...(isLong ? end64 : []), ...end, comment]);
}

/**
 * Whether the new directory ends in what looks like a locator of a zip64 end record. It would stand right before the
 * end record, so a true one must follow it.
 */
export function endsInLocator(directory: Uint8Array): boolean {
  const at = directory.length - LENGTH.zip64Locator;
  const view = viewOf(directory);
  return at >= 0 && view.getUint32(at, true) === SIGNATURE.zip64Locator;
}

/** Whether bytes hold what looks like the end of a zip. */
export function holdsEnd(bytes: Uint8Array): boolean {
  const view = viewOf(bytes);
  for (let at = 0; at + 4 <= bytes.length; at++) if (view.getUint32(at, true) === SIGNATURE.end) return true;
  return false;
}
