import { throwIfAborted } from '../../base/abort.ts';
import { formatNumberOf, grouped } from '../../base/amounts.ts';
import { concatBytes, decodeAscii, decodeUtf8, viewOf } from '../../base/bytes.ts';
import { TooLargeError } from '../../base/errors.ts';
import type { Finding, FindingCode } from '../../base/findings.ts';
import { MAX_ENTRIES, MAX_NAME_BYTES } from '../../base/limits.ts';
import { unsafeReason } from '../../base/path.ts';
import type { Report } from '../../base/report.ts';
import { quote } from '../../base/text.ts';
import { itemPacer } from '../../codec/pause.ts';
import type { ByteSource } from '../../source/source.ts';
import { PathOrder, SimilarNames } from '../path.ts';
import { type DirectoryPlace, findDirectory } from './end.ts';
import { type ExtraField, extraFields, numbersOf } from './extra-field.ts';
import { EXTRA, FLAG, LENGTH, MODE, SIGNATURE } from './layout.ts';
import { methodMessage, sizesMessage } from './method.ts';
import { decodeCp437, unicodePath } from './name.ts';
import { RecordEntry, type ZipEntry } from './record-entry.ts';
import { Spans } from './spans.ts';

/** The directory of a zip, read and checked. */
export interface ZipDirectory extends Readonly<Pick<DirectoryPlace, 'start' | 'endRecord' | 'zipEnd' | 'zip64'>> {
  /** Files and symlinks, in the order of their records. */
  readonly entries: ZipEntry[];
  /** By path, the entries that `open` may open. */
  readonly byPath: Map<string, ZipEntry>;
  /** The same paths, and the folders. */
  readonly order: PathOrder;
  /** The records, as stored, and where the entry of each lies. */
  readonly bytes: Uint8Array;
  readonly spans: Spans;
  /** Where the first entry or folder lies in the source, and where there is none, the records. */
  readonly firstEntry: number;
  /** Whether a digital signature follows the records (4.3.13). */
  readonly signed: boolean;
}

/** What planning a changed zip needs of an open one. */
export interface ZipContents {
  readonly source: ByteSource;
  readonly directory: ZipDirectory;
  readonly entries: readonly ZipEntry[];
  readonly findings: readonly Finding[];
}

/**
 * Reads and checks the directory of a zip (APPNOTE 4.3.12). Reads only the zip's end and its directory. Reports
 * irregular records and lists the others. Rejects as `findDirectory` does.
 */
export async function readDirectory(
  source: ByteSource,
  report: Report,
  signal: AbortSignal | undefined,
): Promise<ZipDirectory> {
  const place = await findDirectory(source, report, signal);
  const bytes = await readRecords(source, place, signal);
  const directory = new DirectoryReader(source, place, bytes, report);
  const pace = itemPacer(signal);
  while (directory.readRecord()) {
    const pause = pace();
    if (pause) await pause;
  }
  const finished = directory.finish();
  const similar = new SimilarNames((path) => finished.byPath.has(path));
  for (const path of finished.byPath.keys()) {
    similar.report(path, report);
    const pause = pace();
    if (pause) await pause;
  }
  throwIfAborted(signal);
  return finished;
}

/** How many times as long as the tail a directory is that is read whole. */
const MANY_TAILS = 16;

/**
 * The bytes of the directory. Does not read again what the tail holds, unless that is little of it: to put both together
 * takes the memory of the directory twice, which may be 100 MB.
 */
async function readRecords(
  source: ByteSource,
  { start, size, tail, tailStart }: DirectoryPlace,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  if (start >= tailStart) return tail.slice(start - tailStart, start - tailStart + size);
  const end = start + size;
  if (end <= tailStart || size > MANY_TAILS * tail.length) return source.read(start, end, signal);
  return concatBytes([await source.read(start, tailStart, signal), tail.subarray(0, end - tailStart)]);
}

class DirectoryReader {
  readonly #place: DirectoryPlace;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #report: Report;
  readonly #byPath = new Map<string, ZipEntry>();
  readonly #folders: string[] = [];
  readonly #spans: Spans;
  /** Of entries and folders, by the number of their record. */
  readonly #paths: string[] = [];
  #at = 0;
  #count = 0;
  #descriptors = 0;
  #signed = false;

  constructor(source: ByteSource, place: DirectoryPlace, bytes: Uint8Array, report: Report) {
    this.#place = place;
    this.#bytes = bytes;
    this.#view = viewOf(bytes);
    this.#spans = new Spans(this.#view, source);
    this.#report = report;
  }

  finish(): ZipDirectory {
    const { start, size, shift, count, endRecord, zipEnd, zip64 } = this.#place;
    const report = this.#report;
    // Some readers go by the count, others by the size: they see different entries.
    if (this.#count > count) {
      report.add('zip/ambiguous', grouped`The directory has ${this.#count} entries, but says it has ${count}.`);
    } else if (this.#count < count && this.#at >= size) {
      report.add('zip/bad-directory', grouped`The directory has ${this.#count} entries, but says it has ${count}.`);
    }
    if (this.#descriptors > 0) {
      report.add(
        'zip/descriptor',
        `${formatNumberOf(this.#descriptors, 'entry was', 'entries were')} written as a stream, with sizes after the data.`,
      );
    }
    const spans = this.#spans;
    spans.finish(start, this.#paths, report);
    const first = spans.starts[spans.order[0] ?? -1];
    if (shift > 0) {
      report.add('zip/ambiguous', grouped`There are ${shift} bytes before the zip, and its offsets do not count them.`);
    } else if (first !== undefined && first > 0) {
      report.add('zip/ambiguous', grouped`There are ${first} bytes before the first entry.`);
    }
    const order = new PathOrder(this.#byPath, this.#folders);
    order.reportClashes(report);
    return {
      entries: spans.entries.filter((entry) => entry !== undefined),
      byPath: this.#byPath,
      order,
      bytes: this.#bytes,
      spans,
      firstEntry: first ?? start,
      start,
      endRecord,
      zipEnd,
      zip64,
      signed: this.#signed,
    };
  }

  /** Reads the next record. False where there is none. */
  readRecord(): boolean {
    const at = this.#at;
    const view = this.#view;
    const room = this.#bytes.length - at;
    if (room === 0) return false;
    const signature = room >= 4 ? view.getUint32(at, true) : 0;
    if (signature === SIGNATURE.digitalSignature) {
      this.#signed = true;
      this.#at = this.#bytes.length;
      return false;
    }
    const broken = () => {
      const message = `Record ${this.#count + 1} of the directory is invalid, so the entries after it cannot be listed.`;
      this.#report.add('zip/bad-directory', message);
      return false;
    };
    if (signature !== SIGNATURE.centralHeader || room < LENGTH.centralHeader) return broken();
    const nameLength = view.getUint16(at + 28, true);
    const extraLength = view.getUint16(at + 30, true);
    const nameEnd = at + LENGTH.centralHeader + nameLength;
    const end = nameEnd + extraLength + view.getUint16(at + 32, true);
    if (end > this.#bytes.length) return broken();
    if (this.#count >= MAX_ENTRIES) {
      throw new TooLargeError('zip/directory-too-large', grouped`The directory has more than ${MAX_ENTRIES} entries.`, {
        limit: MAX_ENTRIES,
      });
    }
    this.#count++;
    this.#at = end;

    const flags = view.getUint16(at + 8, true);
    const rawName = this.#bytes.subarray(at + LENGTH.centralHeader, nameEnd);
    const { size, storedSize, offset, disk, otherName, isBad } = this.#numbers(at, nameEnd, extraLength, rawName);
    const path = this.#name(rawName, flags, otherName);
    const add = (code: FindingCode, message: string) => this.#report.add(code, message, { path });
    if (isBad) add('zip/ambiguous', `The extra fields of ${quote(path)} are cut off. Some tools reject them.`);
    if (disk !== 0)
      add('zip/multi-disk', `${quote(path)} is in part ${disk + 1} of the zip, according to the directory.`);
    const start = offset + this.#place.shift;
    // The name in the local header may be another, even a shorter one. Reading the entry reports that, and checks the
    // entry's end again.
    const least = start + LENGTH.localHeader + storedSize;
    this.#paths.push(path);

    if (path.endsWith('/') && nameLength <= MAX_NAME_BYTES) {
      const folder = path.slice(0, -1);
      const reason = unsafeReason(folder);
      if (reason) add('zip/unsafe-path', `The folder name ${quote(path)} ${reason}.`);
      else this.#folders.push(folder);
      if (size > 0) add('zip/ambiguous', grouped`${quote(path)} has a folder’s name but contains ${size} bytes.`);
      this.#spans.add(at, start, least, undefined);
      return true;
    }
    const entry = new RecordEntry(this.#spans, this.#spans.records.length, at, path);
    this.#spans.add(at, start, least, entry);
    this.#classify(entry, size, nameLength);
    if (entry.type === MODE.folder)
      add('zip/ambiguous', `${quote(path)} is marked as a folder, but its name does not end in “/”.`);
    return true;
  }

  /** What a record and its extra fields say together. `isBad`: the fields are cut off. */
  #numbers(at: number, extraStart: number, extraLength: number, rawName: Uint8Array) {
    const view = this.#view;
    let otherName: string | undefined;
    const extraEnd = extraStart + extraLength;
    let zip64: ExtraField | undefined;
    let end = extraStart;
    for (const field of extraFields(view, extraStart, extraEnd)) {
      end = field.end;
      if (field.id === EXTRA.zip64) zip64 ??= field;
      else if (field.id === EXTRA.unicodePath)
        otherName = unicodePath(this.#bytes.subarray(field.start, field.end), rawName) ?? otherName;
    }
    const { places, ...numbers } = numbersOf(view, at, zip64);
    const disk = places?.disk === undefined ? view.getUint16(at + 34, true) : view.getUint32(places.disk, true);
    return { ...numbers, disk, otherName, isBad: end < extraEnd || places?.isShort === true };
  }

  /** The name of an entry: its UTF-8 whatever the flag says, else the Unicode Path field, else code page 437. */
  #name(raw: Uint8Array, flags: number, otherName: string | undefined): string {
    if (raw.length > MAX_NAME_BYTES) return `${decodeCp437(raw.subarray(0, 100))}…`;
    const ascii = decodeAscii(raw);
    const name = ascii ?? decodeUtf8(raw);
    if (name === undefined) {
      const shown = otherName ?? decodeCp437(raw);
      this.#report.add('zip/bad-name', `The name of ${quote(shown)} is not UTF-8.`, { path: shown });
      return shown;
    }
    if (ascii === undefined && (flags & FLAG.utf8) === 0) {
      const message = `The name of ${quote(name)} is UTF-8 but not marked as such. Other tools may show a different name.`;
      this.#report.add('zip/ambiguous', message, { path: name });
    }
    if (otherName !== undefined && otherName !== name) {
      this.#report.add('zip/name-differs', `The Unicode Path field of ${quote(name)} calls it ${quote(otherName)}.`, {
        path: name,
      });
    }
    return name;
  }

  /** Reports what is wrong with what the record says, and decides whether the entry may be opened. */
  #classify(entry: RecordEntry, statedSize: number, nameLength: number): void {
    const { path, method, methodId, encrypted, size, storedSize } = entry;
    const add = (code: FindingCode, message: string) => this.#report.add(code, message, { path });
    if (method === 'other') add('zip/unsupported-method', methodMessage(path, methodId));
    if (encrypted) add('zip/encrypted', `${quote(path)} is encrypted.`);
    if (entry.flags & FLAG.descriptor) this.#descriptors++;
    if (!Number.isSafeInteger(statedSize))
      add('zip/size-mismatch', `The size of ${quote(path)} is larger than any file can be.`);
    else if (method === 'stored' && !encrypted && size !== storedSize) add('zip/size-mismatch', sizesMessage(entry));
    if (nameLength > MAX_NAME_BYTES) {
      entry.unsafe = true;
      add('zip/name-too-long', grouped`${quote(path)} is only the beginning of a name of ${nameLength} bytes.`);
      return;
    }
    const reason = unsafeReason(path);
    if (reason) {
      entry.unsafe = true;
      add('zip/unsafe-path', `The name ${quote(path)} ${reason}.`);
    } else if (this.#byPath.has(path)) {
      entry.shadowed = true;
      add('zip/duplicate-name', `The zip has ${quote(path)} more than once. Boxcutter uses the first one.`);
    } else this.#byPath.set(path, entry);
  }
}
