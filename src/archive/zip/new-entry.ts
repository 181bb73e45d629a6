import { concatBytes, encodeUtf8, viewOf } from '../../base/bytes.ts';
import { crc32 } from '../../codec/crc32.ts';
import type { ByteSource } from '../../source/source.ts';
import type { AddedFile } from '../plan.ts';
import { extraField, extraFields } from './extra-field.ts';
import { EXTRA, FILE_MODE, FIRST_DATE, FLAG, LENGTH, MAX_32, METHOD, numbered, SIGNATURE, VERSION } from './layout.ts';
import { type Compression, type PackedEntry, packedWhole } from './pack.ts';
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
    method,
    crc32: crc32(content),
    storedSize: packed.length,
    size: content.length,
  });
  return { ...head, data: packed };
}

/** The entry of a file that is added as it stands, stored. Its data is not among the bytes. */
export function addedEntry(path: string, { blob, digest }: AddedFile): Omit<NewEntry, 'data'> {
  const { size } = blob;
  return headOf(path, { method: 'stored', crc32: digest.crc32, storedSize: size, size });
}

/**
 * The headers of a new entry.
 *
 * @param facts what they say of it, apart from its name
 * @param hasLongHeader whether the local header has the zip64 field also where the sizes do not need it: one that is
 *   written before the sizes are known must keep its length
 */
export function headOf(
  path: string,
  { method, crc32: checksum, storedSize, size }: Omit<PackedEntry, 'sha256'>,
  hasLongHeader = false,
): Omit<NewEntry, 'data'> {
  const name = encodeUtf8(path);
  const flags = nameFlags(name);
  const isLarge = size >= MAX_32 || storedSize >= MAX_32;
  const version = VERSION[method];
  // Both sizes stand in the field of a local header, and so here in that of the record too (4.5.3).
  const both = numbered([8, size], [8, storedSize]);
  const sizes = isLarge ? [both] : [];
  /** The part that local header and record share, from the version needed to the lengths (4.3.7). */
  const common = (extra: Uint8Array, long = isLarge) =>
    numbered(
      [2, extra.length > 0 ? Math.max(VERSION.zip64, version) : version],
      [2, flags],
      [2, METHOD[method]],
      [2, 0],
      [2, FIRST_DATE],
      [4, checksum],
      [4, long ? MAX_32 : storedSize],
      [4, long ? MAX_32 : size],
      [2, name.length],
      [2, extra.length],
    );
  const zip64 = (numbers: readonly Uint8Array[]) =>
    numbers.length > 0 ? extraField(EXTRA.zip64, numbers) : new Uint8Array(0);
  const isLong = isLarge || hasLongHeader;
  const localExtra = zip64(isLong ? [both] : []);
  return {
    header: concatBytes([numbered([4, SIGNATURE.localHeader]), common(localExtra, isLong), name, localExtra]),
    record(offset) {
      const isFar = offset >= MAX_32;
      const extra = zip64(isFar ? [...sizes, numbered([8, offset])] : sizes);
      const head = numbered([4, SIGNATURE.centralHeader], [2, VERSION.madeBy]);
      // After no comment, no other disk and no internal attributes.
      const tail = numbered([2, 0], [2, 0], [2, 0], [4, FILE_MODE * 2 ** 16], [4, isFar ? MAX_32 : offset]);
      return concatBytes([head, common(extra), tail, name, extra]);
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
