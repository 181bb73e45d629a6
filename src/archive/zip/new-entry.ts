import { concatBytes, encodeUtf8, viewOf } from '../../base/bytes.ts';
import { crc32 } from '../../codec/crc32.ts';
import type { ByteSource } from '../../source/source.ts';
import type { AddedFile } from '../plan.ts';
import { extraField, extraFields } from './extra-field.ts';
import { EXTRA, FILE_MODE, FIRST_DATE, FLAG, LENGTH, MAX_32, METHOD, SIGNATURE, setUint64, VERSION } from './layout.ts';
import { type Compression, packedWhole } from './pack.ts';
import { locatedAt } from './record.ts';

/** New entries of a zip, and new headers of old ones (APPNOTE 4.3.7, 4.3.12). */

/** A new entry: its local header, the data that follows it, and its record for any offset. */
export interface NewEntry {
  header: Uint8Array<ArrayBuffer>;
  data: Uint8Array<ArrayBuffer>;
  record(offset: number): Uint8Array;
}

/**
 * Makes a file's entry, compressed where that makes it smaller. The bytes do not depend on when and where they are
 * written. `content` has less than 4 GiB: larger buffers cannot be compressed here.
 */
export async function newEntry(path: string, content: Uint8Array, compression: Compression): Promise<NewEntry> {
  const raw = content as Uint8Array<ArrayBuffer>;
  const { method, packed = raw } = await packedWhole(raw, compression);
  const head = headOf(path, {
    method: METHOD[method],
    crc32: crc32(content),
    storedSize: packed.length,
    size: content.length,
  });
  return { ...head, data: packed };
}

/** The entry of a file that is added as it stands, stored. Its data is not among the bytes. */
export function addedEntry(path: string, { blob, digest }: AddedFile): Omit<NewEntry, 'data'> {
  const { size } = blob;
  return headOf(path, { method: METHOD.stored, crc32: digest.crc32, storedSize: size, size });
}

/** What the headers of a new entry say of it, apart from its name. Sizes in bytes. */
interface EntryFacts {
  /** Of `METHOD`. */
  method: number;
  crc32: number;
  storedSize: number;
  size: number;
}

/** The version that a reader needs, by method (4.4.3). */
const NEEDED: Readonly<Record<number, number>> = {
  [METHOD.stored]: VERSION.stored,
  [METHOD.deflate]: VERSION.deflate,
  [METHOD.zstd]: VERSION.zstd,
};

/**
 * The headers of a new entry.
 *
 * @param hasLongHeader whether the local header has the zip64 field also where the sizes do not need it: one that is
 *   written before the sizes are known must keep its length
 */
export function headOf(
  path: string,
  { method, crc32: checksum, storedSize, size }: EntryFacts,
  hasLongHeader = false,
): Omit<NewEntry, 'data'> {
  const name = encodeUtf8(path);
  const flags = nameFlags(name);
  const isLarge = size >= MAX_32 || storedSize >= MAX_32;
  const version = NEEDED[method] ?? VERSION.zip64;
  // Both sizes stand in the field of a local header, and so here in that of the record too (4.5.3).
  const sizes = isLarge ? [uint64(size), uint64(storedSize)] : [];
  /** The part that local header and record share, from the version needed to the lengths (4.3.7). */
  const common = (extra: Uint8Array, long = isLarge) => {
    const bytes = new Uint8Array(26);
    const view = new DataView(bytes.buffer);
    view.setUint16(0, extra.length > 0 ? Math.max(VERSION.zip64, version) : version, true);
    view.setUint16(2, flags, true);
    view.setUint16(4, method, true);
    view.setUint16(6, 0, true);
    view.setUint16(8, FIRST_DATE, true);
    view.setUint32(10, checksum, true);
    view.setUint32(14, long ? MAX_32 : storedSize, true);
    view.setUint32(18, long ? MAX_32 : size, true);
    view.setUint16(22, name.length, true);
    view.setUint16(24, extra.length, true);
    return bytes;
  };
  const zip64 = (numbers: readonly Uint8Array[]) =>
    numbers.length > 0 ? extraField(EXTRA.zip64, numbers) : new Uint8Array(0);
  const localExtra = zip64(isLarge || hasLongHeader ? [uint64(size), uint64(storedSize)] : []);
  return {
    header: concatBytes([
      signature(SIGNATURE.localHeader),
      common(localExtra, isLarge || hasLongHeader),
      name,
      localExtra,
    ]),
    record(offset) {
      const isFar = offset >= MAX_32;
      const extra = zip64(isFar ? [...sizes, uint64(offset)] : sizes);
      const head = new Uint8Array(2);
      new DataView(head.buffer).setUint16(0, VERSION.madeBy, true);
      const tail = new Uint8Array(14);
      const view = new DataView(tail.buffer);
      view.setUint32(6, FILE_MODE * 2 ** 16, true);
      view.setUint32(10, isFar ? MAX_32 : offset, true);
      return concatBytes([signature(SIGNATURE.centralHeader), head, common(extra), tail, name, extra]);
    },
  };
}

/**
 * A local header with another name, and the length and the name of the old one. Undefined where there is none at
 * `start`.
 */
export async function renamedHeader(
  source: ByteSource,
  start: number,
  path: string,
  signal: AbortSignal | undefined,
): Promise<{ header: Uint8Array<ArrayBuffer>; oldLength: number; oldName: Uint8Array } | undefined> {
  if (start + LENGTH.localHeader > source.size) return undefined;
  const fixed = await source.read(start, start + LENGTH.localHeader, signal);
  const view = viewOf(fixed);
  if (view.getUint32(0, true) !== SIGNATURE.localHeader) return undefined;
  const extraStart = LENGTH.localHeader + view.getUint16(26, true);
  const oldLength = extraStart + view.getUint16(28, true);
  if (start + oldLength > source.size) return undefined;
  const rest = await source.read(start + LENGTH.localHeader, start + oldLength, signal);
  const oldName = rest.subarray(0, extraStart - LENGTH.localHeader);
  const extra = withoutPath(rest.subarray(oldName.length));
  const name = encodeUtf8(path);
  view.setUint16(6, view.getUint16(6, true) | nameFlags(name), true);
  view.setUint16(26, name.length, true);
  view.setUint16(28, extra.length, true);
  return { header: concatBytes([fixed, name, extra]), oldLength, oldName };
}

/** A whole record of the directory with another name. All else stays as stored. */
export function renamedRecord(record: Uint8Array, path: string): Uint8Array<ArrayBuffer> {
  const { nameEnd, extraEnd } = locatedAt(viewOf(record), 0);
  const name = encodeUtf8(path);
  const extra = withoutPath(record.subarray(nameEnd, extraEnd));
  const bytes = concatBytes([record.subarray(0, LENGTH.centralHeader), name, extra, record.subarray(extraEnd)]);
  const view = new DataView(bytes.buffer);
  view.setUint16(8, view.getUint16(8, true) | nameFlags(name), true);
  view.setUint16(28, name.length, true);
  view.setUint16(30, extra.length, true);
  return bytes;
}

/** Extra fields without the one that repeats the name (4.6.9): it is about the old name. */
function withoutPath(extra: Uint8Array): Uint8Array {
  const view = viewOf(extra);
  const parts: Uint8Array[] = [];
  let from = 0;
  for (const { id, start, end } of extraFields(view, 0, extra.length)) {
    if (id !== EXTRA.unicodePath) continue;
    parts.push(extra.subarray(from, start - 4));
    from = end;
  }
  return from === 0 ? extra : concatBytes([...parts, extra.subarray(from)]);
}

/** Only names that need it are marked as UTF-8: old tools may not know the mark. */
function nameFlags(name: Uint8Array): number {
  return name.some((byte) => byte > 127) ? FLAG.utf8 : 0;
}

function uint64(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  setUint64(new DataView(bytes.buffer), 0, value);
  return bytes;
}

function signature(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, true);
  return bytes;
}
