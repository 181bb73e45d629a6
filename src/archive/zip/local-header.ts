import { encodeUtf8, viewOf } from '../../base/bytes.ts';
import { BadFileError, type BoxcutterError, UnsupportedError } from '../../base/errors.ts';
import { type Finding, finding } from '../../base/findings.ts';
import { quote } from '../../base/text.ts';
import type { DataPlace, StoredFile } from '../digest/job.ts';
import { zip64Field } from './extra-field.ts';
import { FLAG, getUint64, LENGTH, MAX_32, METHOD, SIGNATURE } from './layout.ts';
import { methodMessage, sizesMessage } from './method.ts';
import type { ZipEntry } from './record-entry.ts';
import './findings.ts';

/**
 * Bytes read with the local header for its extra fields: a timestamp and owner take 28 bytes, a zip64 field 20,
 * alignment up to 64.
 */
export const EXTRA_ROOM = 128;

/** Bytes for the name. A local header with a longer name takes a second read. */
const NAME_ROOM = 1024;

/** Bytes to read for a file's local header, which hold nearly every one. 0 where it has none. */
export function leadRoom({ flags }: StoredFile): number {
  return flags === undefined ? 0 : LENGTH.localHeader + NAME_ROOM + EXTRA_ROOM;
}

/** Why an entry cannot be read, as the directory shows. Undefined where the directory gives no reason. */
export function refusalOf(entry: ZipEntry): BoxcutterError | undefined {
  const { path, encrypted, method, methodId, span, size, storedSize } = entry;
  if (encrypted) return new UnsupportedError('zip/encrypted', `${quote(path)} is encrypted.`, { path });
  if (method === 'other') {
    return new UnsupportedError('zip/unsupported-method', methodMessage(path, methodId), { path });
  }
  if (!span) {
    return new BadFileError('zip/out-of-bounds', `The bytes of ${quote(path)} are outside the file.`, { path });
  }
  if (method === 'stored' && size !== storedSize)
    return new BadFileError('zip/size-mismatch', sizesMessage(entry), { path });
  return undefined;
}

/** Bytes of a local header with its name and extra fields, as `head` says. 0 where this is too short to say it. */
export function localHeaderLength(head: Uint8Array): number {
  if (head.length < LENGTH.localHeader) return 0;
  const view = viewOf(head);
  return LENGTH.localHeader + view.getUint16(26, true) + view.getUint16(28, true);
}

/**
 * Where a file's data lies. Does not look at `head` where the file has no local header. Otherwise reads that (APPNOTE
 * 4.3.7) and compares it with the directory. The directory counts. Some readers go by the local headers and would see
 * something else, so a difference is a finding. Throws `zip/local-header` or `zip/out-of-bounds`.
 *
 * @param head the source's bytes from the entry's start: at least the header's fixed part, and its name and extra
 *   fields as far as the source goes
 */
export function locate(head: Uint8Array, file: StoredFile, sourceSize: number): DataPlace {
  const { path, storedSize, flags } = file;
  const { start, end } = file.span as { start: number; end: number };
  if (flags === undefined) return { dataStart: start, dataEnd: start + storedSize, findings: [] };
  const view = viewOf(head);
  if (view.getUint32(0, true) !== SIGNATURE.localHeader) {
    const message = `${quote(path)} has no header at byte ${start}, where the directory says it begins.`;
    throw new BadFileError('zip/local-header', message, { path });
  }
  const dataStart = start + localHeaderLength(head);
  const dataEnd = dataStart + storedSize;
  if (dataEnd > sourceSize) {
    const message = `${quote(path)} would end at byte ${dataEnd}, but the file has ${sourceSize}.`;
    throw new BadFileError('zip/out-of-bounds', message, { path });
  }
  const findings: Finding[] = [];
  const differences = compare(head, view, file);
  if (differences.length > 0) {
    const what = differences.join(', ');
    const message = `The header of ${quote(path)} has a different ${what} than the directory.`;
    findings.push(finding('zip/ambiguous', message, { path }));
  }
  if (dataEnd > end) findings.push(finding('zip/overlap', `${quote(path)} overlaps what follows it.`, { path }));
  // Only the header says whether a descriptor follows: a reader that knows no directory goes by it.
  const hasDescriptor = (view.getUint16(6, true) & FLAG.descriptor) !== 0;
  if (!hasDescriptor || dataEnd > end) return { dataStart, dataEnd, findings };
  if (end - dataEnd < LENGTH.descriptor.least) {
    const message = `The header of ${quote(path)} says that sizes follow the data, but none do.`;
    findings.push(finding('zip/ambiguous', message, { path }));
    return { dataStart, dataEnd, findings };
  }
  return { dataStart, dataEnd, trailEnd: Math.min(end, dataEnd + LENGTH.descriptor.most), findings };
}

/**
 * Compares what follows the data up to `trailEnd`, a data descriptor (4.3.9), with the directory. It may begin with a signature or not, and its sizes have 4 or
 * 8 bytes: it agrees where it does in any of these ways.
 */
export function compareTrail(trail: Uint8Array, { path, crc32, size, storedSize }: StoredFile): Finding[] {
  const view = viewOf(trail);
  const isSigned = view.getUint32(0, true) === SIGNATURE.descriptor;
  let least: string[] | undefined;
  for (const at of isSigned ? [4, 0] : [0]) {
    for (const isLong of [false, true]) {
      if (at + (isLong ? 20 : 12) > trail.length) continue;
      const stored = isLong ? getUint64(view, at + 4) : view.getUint32(at + 4, true);
      const decoded = isLong ? getUint64(view, at + 12) : view.getUint32(at + 8, true);
      // Some writers cut off the upper half of a size that does not fit.
      const fits = (value: number, stated: number) => value === (isLong ? stated : stated % 2 ** 32);
      const differences = [
        ...(view.getUint32(at, true) === crc32 ? [] : ['CRC-32']),
        ...(fits(stored, storedSize) && fits(decoded, size) ? [] : ['size']),
      ];
      if (!least || differences.length < least.length) least = differences;
    }
  }
  if (!least || least.length === 0) return [];
  const message = `The data descriptor of ${quote(path)} has a different ${least.join(', ')} than the directory.`;
  return [finding('zip/ambiguous', message, { path })];
}

function compare(head: Uint8Array, view: DataView, file: StoredFile): string[] {
  const { path, size, storedSize, crc32, codec, flags = 0, rawName } = file;
  const differences: string[] = [];
  const nameEnd = LENGTH.localHeader + view.getUint16(26, true);
  if (!isName(head.subarray(LENGTH.localHeader, nameEnd), path, rawName)) differences.push('name');
  if (view.getUint16(8, true) !== METHOD[codec]) differences.push('method');
  const localFlags = view.getUint16(6, true);
  if ((localFlags ^ flags) & FLAG.encrypted) differences.push('encryption');
  // With a descriptor, the numbers stand after the data, and here they are mostly zero.
  if ((localFlags & FLAG.descriptor) === 0) {
    let localSize = view.getUint32(22, true);
    let localStored = view.getUint32(18, true);
    if (localSize === MAX_32 || localStored === MAX_32) {
      const extraEnd = Math.min(nameEnd + view.getUint16(28, true), view.byteLength);
      const field = zip64Field(view, nameEnd, extraEnd);
      // Here the field always has both sizes (4.5.3).
      if (field && field.end - field.start >= 16) {
        localSize = getUint64(view, field.start);
        localStored = getUint64(view, field.start + 8);
      }
    }
    if (view.getUint32(14, true) !== crc32) differences.push('CRC-32');
    if (localSize !== size || localStored !== storedSize) differences.push('size');
  }
  return differences;
}

/** Whether these bytes are the entry's name in the directory. */
export function isName(raw: Uint8Array, path: string, rawName: Uint8Array | undefined): boolean {
  if (!rawName && raw.length === path.length) {
    let at = 0;
    while (at < raw.length && raw[at] === path.charCodeAt(at) && (raw[at] as number) < 128) at++;
    if (at === raw.length) return true;
  }
  const name = rawName ?? encodeUtf8(path);
  return raw.length === name.length && raw.every((byte, at) => byte === name[at]);
}
