import { grouped } from '../../base/amounts.ts';
import { viewOf } from '../../base/bytes.ts';
import { BadFileError, UnsupportedError } from '../../base/errors.ts';
import { MAX_DIRECTORY_BYTES, MAX_ENTRIES, TAIL_BYTES } from '../../base/limits.ts';
import type { Report } from '../../base/report.ts';
import { quote } from '../../base/text.ts';
import type { ByteSource } from '../../source/source.ts';
import { checkDirectory } from '../error.ts';
import { getUint64, LENGTH, MAX_16, MAX_32, SIGNATURE } from './layout.ts';

/** Where the directory of a zip lies. Offsets and sizes are in bytes of the source. */
export interface DirectoryPlace {
  /** Where its records begin. */
  start: number;
  /** Bytes of its records. */
  size: number;
  /** Entries that the end record states. */
  count: number;
  /** The length of whatever precedes the zip. It is added to every offset in the directory. */
  shift: number;
  /** The end of the source, which was read to find the directory. */
  tail: Uint8Array;
  tailStart: number;
  /** The end record as stored, with its comment. */
  endRecord: Uint8Array;
  /** Where it ends in the source. */
  zipEnd: number;
  /** Whether there is a zip64 end record. */
  zip64: boolean;
}

/** What one end record (4.3.16) says, together with its zip64 end record (4.3.14). */
interface EndRecord {
  /** Where the directory must end: at the first of the end records. */
  directoryEnd: number;
  size: number;
  offset: number;
  count: number;
  multiDisk: boolean;
  /** Where the end record stands, and where it ends with its comment. */
  record: number;
  zipEnd: number;
  zip64: boolean;
  /** The two records state different numbers. */
  disagrees: boolean;
}

/** Places in the tail that look like an end record and are tried. Each may take a few small reads. */
const MAX_CANDIDATES = 16;

/** The end of a source, and how to read the rest. */
interface Tail {
  bytes: Uint8Array;
  view: DataView;
  /** Where it begins in the source. */
  start: number;
  read(start: number, length: number): Promise<Uint8Array>;
}

/**
 * Finds the directory, from the end of the source. Takes the last end record that leads to a directory; one whose
 * comment is cut off only where no other does. Rejects with `zip/not-a-zip`, `zip/truncated`, `zip/bad-directory`,
 * `zip/multi-disk` or `zip/directory-too-large`.
 */
export async function findDirectory(
  source: ByteSource,
  report: Report,
  signal: AbortSignal | undefined,
): Promise<DirectoryPlace> {
  if (source.size === 0) throw new BadFileError('zip/not-a-zip', 'The file is empty.');
  const tailStart = Math.max(0, source.size - TAIL_BYTES);
  const bytes = await source.read(tailStart, source.size, signal);
  const view = viewOf(bytes);
  const read = (start: number, length: number) => source.read(start, start + length, signal);
  const tail: Tail = { bytes, view, start: tailStart, read };

  let found: DirectoryPlace | undefined;
  let tried = 0;
  let multiDisk = false;
  /** Places of end records whose comment would go on beyond the end of the file, the last one first. */
  const cut: number[] = [];
  /** End records that lead nowhere and stand after the one that counts. */
  let skipped = 0;
  /** The directory to which the end record at `at` leads, by the first of its readings that does. */
  const follow = async (at: number): Promise<DirectoryPlace | undefined> => {
    const ends = await readEnd(tail, at);
    for (const end of ends) {
      if (end.multiDisk) {
        multiDisk = true;
        continue;
      }
      const place = await placeDirectory(tail, end, report);
      if (!place) continue;
      if (end.disagrees) {
        report.add('zip/ambiguous', 'The zip64 end record and the ordinary one disagree.');
      } else if (!end.zip64 && ends.length > 1) {
        report.add('zip/ambiguous', 'What looks like a zip64 end record points nowhere. Other tools may use it.');
      }
      return place;
    }
    return undefined;
  };
  for (let at = bytes.length - LENGTH.end; at >= 0; at--) {
    if (bytes[at] !== 0x50 || view.getUint32(at, true) !== SIGNATURE.end) continue;
    const ending = at + LENGTH.end + view.getUint16(at + 20, true);
    // After the first, another one matters only if its comment ends the file: some readers ask for that. A zip inside
    // the zip has end records too.
    if (found && ending !== bytes.length) continue;
    if (tried >= MAX_CANDIDATES) {
      if (found) report.add('zip/ambiguous', 'The file has more end records than Boxcutter compares.');
      break;
    }
    if (!found) skipped++;
    if (ending > bytes.length) {
      if (cut.length < MAX_CANDIDATES) cut.push(at);
      continue;
    }
    tried++;
    if (found) {
      if (await isPlausible(tail, at)) {
        report.add('zip/ambiguous', 'The file has two end records. Other tools may use the other one.');
        break;
      }
      continue;
    }
    found = await follow(at);
    if (!found) continue;
    skipped--;
    if (found.zipEnd < source.size) {
      report.add('zip/ambiguous', grouped`There are ${source.size - found.zipEnd} bytes after the end of the zip.`);
    }
  }
  if (found && skipped > 0) {
    // Some readers take the last end record, whatever it says.
    report.add(
      'zip/ambiguous',
      'After the end record that Boxcutter uses, the file has another one that points nowhere.',
    );
  }
  if (found) return found;
  for (const at of cut) {
    const place = await follow(at);
    if (!place) continue;
    const there = bytes.length - at - LENGTH.end;
    const stated = view.getUint16(at + 20, true);
    report.add('zip/comment-cut', grouped`The zip’s comment should have ${stated} bytes, but only ${there} are there.`);
    return { ...place, zipEnd: source.size };
  }
  if (multiDisk) {
    throw new UnsupportedError('zip/multi-disk', 'This is one part of a zip that continues in other files.');
  }
  if (tried > 0) throw new BadFileError('zip/bad-directory', 'The end of the zip does not point to its directory.');
  const head = source.size < 4 ? undefined : await read(0, 4);
  const begins = head && viewOf(head).getUint32(0, true) === SIGNATURE.localHeader;
  if (cut.length > 0 || begins) {
    throw new BadFileError('zip/truncated', 'The file begins like a zip, but its directory is missing.');
  }
  throw new BadFileError('zip/not-a-zip', `${quote(source.name)} is not a zip file.`);
}

/** Whether an end record could be the right one for a reader that looks no further than its numbers. */
async function isPlausible(tail: Tail, at: number): Promise<boolean> {
  const ends = await readEnd(tail, at);
  return ends.some(
    ({ multiDisk, size, offset, directoryEnd }) => !multiDisk && size <= directoryEnd && offset <= directoryEnd - size,
  );
}

/**
 * What the end record at `at` says: with the zip64 record to which a locator before it leads, and alone; the likelier
 * one first. The end of a file name can look like a locator, and even like a zip64 record. It does where the directory,
 * as the ordinary record states it, goes on to that record, and the zip64 one states another end of it.
 */
async function readEnd(tail: Tail, at: number): Promise<EndRecord[]> {
  const { view } = tail;
  const place = tail.start + at;
  const count = view.getUint16(at + 10, true);
  const end: EndRecord = {
    directoryEnd: place,
    count,
    size: view.getUint32(at + 12, true),
    offset: view.getUint32(at + 16, true),
    multiDisk:
      view.getUint16(at + 4, true) !== 0 ||
      view.getUint16(at + 6, true) !== 0 ||
      view.getUint16(at + 8, true) !== count,
    record: place,
    zip64: false,
    zipEnd: place + LENGTH.end + view.getUint16(at + 20, true),
    disagrees: false,
  };
  const long = await readZip64End(tail, end);
  const isExact = ({ offset, size, directoryEnd }: EndRecord) => offset + size === directoryEnd;
  return isExact(end) && !long.some(isExact) ? [end, ...long] : [...long, end];
}

/** What the zip64 records say to which a locator right before an end record leads: none, one or two. */
async function readZip64End({ view, start: tailStart, read }: Tail, end: EndRecord): Promise<EndRecord[]> {
  const locator = end.record - tailStart - LENGTH.zip64Locator;
  if (locator < 0 || view.getUint32(locator, true) !== SIGNATURE.zip64Locator) return [];
  const found: EndRecord[] = [];
  // If something precedes the zip, the record is not where the locator says, but right before the locator.
  const places = new Set([getUint64(view, locator + 8), tailStart + locator - LENGTH.zip64End]);
  for (const start of places) {
    if (start < 0 || start + LENGTH.zip64End > tailStart + locator) continue;
    const record =
      start >= tailStart
        ? new DataView(view.buffer, view.byteOffset + start - tailStart, LENGTH.zip64End)
        : viewOf(await read(start, LENGTH.zip64End));
    if (record.getUint32(0, true) !== SIGNATURE.zip64End) continue;
    const count = getUint64(record, 32);
    const size = getUint64(record, 40);
    const offset = getUint64(record, 48);
    found.push({
      ...end,
      zip64: true,
      directoryEnd: start,
      count,
      size,
      offset,
      multiDisk:
        record.getUint32(16, true) !== 0 || record.getUint32(20, true) !== 0 || getUint64(record, 24) !== count,
      // Readers that know no zip64 use a field that is not at its maximum.
      disagrees:
        (end.count !== MAX_16 && end.count !== count) ||
        (end.size !== MAX_32 && end.size !== size) ||
        (end.offset !== MAX_32 && end.offset !== offset),
    });
  }
  return found;
}

/** The directory that an end record describes. Undefined where it is not there. */
async function placeDirectory(
  { bytes: tail, start: tailStart, read }: Tail,
  end: EndRecord,
  report: Report,
): Promise<DirectoryPlace | undefined> {
  const { directoryEnd, offset, count } = end;
  const isDirectory = async (start: number) => {
    if (start < 0 || start + LENGTH.centralHeader > directoryEnd) return false;
    // Size and offset agree, and there is no other place to try. Reading the records will tell, so this reads nothing.
    if (start < tailStart && shift === 0) return true;
    const bytes = start >= tailStart ? tail.subarray(start - tailStart, start - tailStart + 4) : await read(start, 4);
    return viewOf(bytes).getUint32(0, true) === SIGNATURE.centralHeader;
  };
  let { size } = end;
  let start = directoryEnd - size;
  let shift = start - offset;
  const empty = size === 0 && count === 0;
  if (empty ? shift < 0 : shift < 0 || !(await isDirectory(start))) {
    // Something stands between the directory and its end record, or the stated size is wrong.
    if (empty || !(await isDirectory(offset))) return undefined;
    start = offset;
    shift = 0;
    const room = directoryEnd - start;
    report.add('zip/ambiguous', grouped`The directory should have ${size} bytes, but there is only room for ${room}.`);
    size = Math.min(size, room);
  }
  checkDirectory(size, MAX_DIRECTORY_BYTES, (bytes) => grouped`The directory has ${bytes} bytes.`);
  // A count that does not fit into the directory's size is wrong. Counting the records reports it.
  if (count * LENGTH.centralHeader <= size)
    checkDirectory(count, MAX_ENTRIES, (entries) => grouped`The directory has ${entries} entries.`);
  const { record, zipEnd, zip64 } = end;
  const endRecord = tail.slice(record - tailStart, zipEnd - tailStart);
  return { start, size, count, shift, tail, tailStart, endRecord, zipEnd, zip64 };
}
