import { concatBytes } from '../../base/bytes.ts';
import { EXTRA, getUint64, MAX_16, MAX_32, numbered } from './layout.ts';

/** Extra fields of local headers and of the directory's records (APPNOTE 4.5). Offsets are those of the view. */

/** One field, and where its data lies, half-open. */
export interface ExtraField {
  id: number;
  start: number;
  end: number;
}

/** The fields between two offsets, up to one that goes beyond them. */
export function* extraFields(view: DataView, start: number, end: number): Generator<ExtraField> {
  for (let at = start; at + 4 <= end; ) {
    const field = { id: view.getUint16(at, true), start: at + 4, end: at + 4 + view.getUint16(at + 2, true) };
    if (field.end > end) return;
    yield field;
    at = field.end;
  }
}

/** The first zip64 field, which is the one that counts. */
export function zip64Field(view: DataView, start: number, end: number): ExtraField | undefined {
  for (const field of extraFields(view, start, end)) if (field.id === EXTRA.zip64) return field;
  return undefined;
}

/** Where each number stands in the zip64 field of a record. Undefined for one that the record itself has. */
export interface Zip64Places {
  size: number | undefined;
  storedSize: number | undefined;
  /** Where the sizes end. */
  sizesEnd: number;
  offset: number | undefined;
  disk: number | undefined;
  /** The field is too short for the numbers that the record leaves to it. */
  isShort: boolean;
}

/**
 * Finds the numbers in the zip64 field of the record at `at`. The field holds only those that do not fit in the record,
 * in this order (4.5.3).
 */
export function zip64Places(view: DataView, at: number, field: ExtraField): Zip64Places {
  let next = field.start;
  let isShort = false;
  const place = (isThere: boolean, bytes: number) => {
    if (!isThere) return undefined;
    if (next + bytes > field.end) {
      isShort = true;
      return undefined;
    }
    next += bytes;
    return next - bytes;
  };
  const size = place(view.getUint32(at + 24, true) === MAX_32, 8);
  const storedSize = place(view.getUint32(at + 20, true) === MAX_32, 8);
  const sizesEnd = next;
  const offset = place(view.getUint32(at + 42, true) === MAX_32, 8);
  const disk = place(view.getUint16(at + 34, true) === MAX_16, 4);
  return { size, storedSize, sizesEnd, offset, disk, isShort };
}

/** Numbers of the record at `at`, each from its zip64 field if it is there. */
export function numbersOf(view: DataView, at: number, zip64: ExtraField | undefined) {
  const places = zip64 && zip64Places(view, at, zip64);
  const number = (short: number, long: number | undefined) =>
    long === undefined ? view.getUint32(at + short, true) : getUint64(view, long);
  return {
    places,
    size: number(24, places?.size),
    storedSize: number(20, places?.storedSize),
    offset: number(42, places?.offset),
  };
}

/** A field with its id and length. */
export function extraField(id: number, parts: readonly Uint8Array[]): Uint8Array {
  const data = concatBytes(parts);
  return concatBytes([numbered([2, id], [2, data.length]), data]);
}
