import { throwIfAborted } from '../../base/abort.ts';
import { grouped } from '../../base/amounts.ts';
import { concatBytes, decodeUtf8, isEqual } from '../../base/bytes.ts';
import { BadFileError, InternalError, UnsupportedError } from '../../base/errors.ts';
import { MAX_DIRECTORY_BYTES, MAX_ENTRIES } from '../../base/limits.ts';
import { lastAtMost } from '../../base/search.ts';
import { quote } from '../../base/text.ts';
import { itemPacer } from '../../codec/pause.ts';
import { collect } from '../../source/stream.ts';
import { checkDirectory } from '../error.ts';
import {
  type AddedFile,
  type FileChanges,
  type NewContent,
  PieceBuilder,
  type PlanOptions,
  readAdded,
  unchanged,
  wholeOf,
} from '../plan.ts';
import { keptIntervals } from './cuts.ts';
import type { ZipContents } from './directory.ts';
import { LENGTH } from './layout.ts';
import { addedEntry, newEntry, renamedHeader, renamedRecord } from './new-entry.ts';
import type { Compression } from './pack.ts';
import { endRecords, endsInLocator, holdsEnd, Records, rawNameAt } from './record.ts';
import { plainEntry, type ZipEntry } from './record-entry.ts';
import { checkSavedZip, type ReopenZip, type ZipPlan } from './saved.ts';
import type { Spans } from './spans.ts';

/** Added files up to this size are compressed where that makes them smaller. Code and settings are that small. */
const MAX_COMPRESSED = 256 * 1024;

/** Added bytes that one plan holds in memory to compress them. Beyond, added files are stored. */
const MAX_COMPRESSED_TOTAL = 16 * 1024 * 1024;

/** Bytes for the records of files that are added. */
const ROOM = 4096;

/** Why a zip cannot be saved with changes: its directory does not list all its files. */
export function zipPlanProblem(archive: ZipContents): string | undefined {
  const codes = new Set(archive.findings.map(({ code }) => code));
  if (codes.has('zip/bad-directory')) return 'The zip directory is damaged, so saving could lose files.';
  if (codes.has('zip/multi-disk')) return 'Parts of the zip are in other files.';
  return undefined;
}

/**
 * Plans a zip with some files changed, added, renamed or removed. Carried entries keep their local header, their
 * compressed bytes, and their record in the directory apart from its offset. New entries and those with another name
 * follow them, then those of `last`, then the directory. Without changes, the result is the old file; the same changes
 * give the same bytes. Reads only some local headers of the old file, and small files that are added. Rejects with
 * `zip/bad-directory` where `zipPlanProblem` gives a reason, with `zip/directory-too-large`, or as reading does.
 */
export async function planZip(
  archive: ZipContents,
  changes: FileChanges,
  { last = [], signal }: PlanOptions,
  reopen: ReopenZip,
): Promise<ZipPlan> {
  throwIfAborted(signal);
  if (changes.size === 0) return identity(archive, reopen);
  const problem = zipPlanProblem(archive);
  if (problem !== undefined) throw new UnsupportedError('zip/bad-directory', problem);
  return new ZipPlanner(archive, changes, last, signal).plan(reopen);
}

function identity({ source, entries }: ZipContents, reopen: ReopenZip): ZipPlan {
  const starts = Float64Array.from(entries, ({ span }) => span?.start ?? Number.NaN);
  return checkable(
    { ...unchanged(source.size), old: source, carried: entries, starts, written: new Map(), notes: [] },
    reopen,
  );
}

function checkable(made: Omit<ZipPlan, 'check'>, reopen: ReopenZip): ZipPlan {
  return { ...made, check: async (result, signal) => void (await checkSavedZip(result, made, reopen, signal)) };
}

/**
 * How the files of a zip are compressed, so that a changed one stays as its author packed it: by the method of most
 * compressed files. Where none is, nothing is compressed. `last` is stored in any case, and says nothing.
 */
function compressionOf(entries: readonly ZipEntry[], last: readonly string[]): Compression {
  const counts = { stored: 0, deflate: 0, zstd: 0, other: 0 };
  for (const { path, method } of entries) if (!last.includes(path)) counts[method]++;
  if (counts.zstd > counts.deflate) return 'zstd';
  return counts.deflate > 0 || counts.stored === 0 ? 'deflate' : 'stored';
}

class ZipPlanner {
  readonly #archive: ZipContents;
  readonly #changes: FileChanges;
  readonly #last: readonly string[];
  readonly #signal: AbortSignal | undefined;
  readonly #spans: Spans;
  readonly #isDropped: Uint8Array;
  /** By path, the record number of each entry that moves to the end. */
  readonly #moved = new Map<string, number>();
  readonly #notes: string[] = [];
  /** Old paths of renamed entries whose local header had another name: a finding said so, and no longer can. */
  readonly #otherwiseNamed: string[] = [];
  readonly #compression: Compression;
  /** Added bytes that may yet be compressed. */
  #compressible = MAX_COMPRESSED_TOTAL;
  readonly #pace: () => Promise<void> | undefined;

  constructor(archive: ZipContents, changes: FileChanges, last: readonly string[], signal: AbortSignal | undefined) {
    this.#archive = archive;
    this.#changes = changes;
    this.#last = last;
    this.#signal = signal;
    this.#pace = itemPacer(signal);
    this.#compression = compressionOf(archive.directory.entries, last);
    this.#spans = archive.directory.spans;
    this.#isDropped = new Uint8Array(this.#spans.records.length);
  }

  async plan(reopen: ReopenZip): Promise<ZipPlan> {
    await this.#choose();
    const made = new PlannedZip(this.#archive.directory.bytes, this.#spans);
    await this.#carryAll(made);
    for (const [path, content] of this.#changes)
      if (content && !this.#last.includes(path)) await this.#write(made, path, content, this.#compression);
    for (const path of this.#last) {
      const content = this.#changes.get(path);
      const index = this.#moved.get(path);
      if (content) await this.#write(made, path, content, 'stored');
      else if (index !== undefined) {
        made.carry(index, this.#spans.entries[index], made.pieces.size);
        made.pieces.old(this.#spans.starts[index] as number, this.#spans.ends[index] as number);
      }
    }
    this.#tell(made.noRoom, 'cannot be placed beyond 4 GiB, so it is left out.');
    this.#tell(
      this.#otherwiseNamed,
      'had different names in its own header and in the directory. Both now have the new name.',
    );
    this.#finish(made);
    return checkable(
      {
        segments: made.pieces.segments,
        size: made.pieces.size,
        old: this.#archive.source,
        carried: made.carried,
        starts: Float64Array.from(made.starts),
        written: made.written,
        notes: this.#notes,
      },
      reopen,
    );
  }

  /** Carries all entries that stay where they are among each other. */
  async #carryAll(made: PlannedZip): Promise<void> {
    const moved = new Set(this.#moved.values());
    const isCut = (index: number) => this.#isDropped[index] === 1 || moved.has(index);
    const intervals = await keptIntervals(this.#archive, isCut, this.#signal);
    /** Where each interval begins in the new file. */
    const bases = intervals.map(({ start, end }) => {
      const base = made.pieces.size;
      made.pieces.old(start, end);
      return base;
    });
    const oldStarts = intervals.map(({ start }) => start);
    for (const [index, entry] of this.#spans.entries.entries()) {
      const pause = this.#pace();
      if (pause) await pause;
      if (isCut(index)) continue;
      const start = this.#spans.starts[index] as number;
      const place = lastAtMost(oldStarts, start);
      made.carry(index, entry, (bases[place] as number) + start - (oldStarts[place] as number));
    }
  }

  async #write(made: PlannedZip, path: string, content: NewContent, compression: Compression): Promise<void> {
    throwIfAborted(this.#signal);
    if (content instanceof Uint8Array) await made.write(path, content, compression);
    else if ('movedFrom' in content) await this.#rename(made, content.movedFrom, path);
    else if (compression === 'stored' || content.blob.size > Math.min(MAX_COMPRESSED, this.#compressible))
      made.writeAdded(path, content);
    else {
      this.#compressible -= content.blob.size;
      const bytes = await collect(readAdded(wholeOf(content), this.#signal), content.blob.size);
      await made.write(path, bytes, compression);
    }
  }

  /** Adds an old entry under another name: a new header, and the bytes that follow the old one. */
  async #rename(made: PlannedZip, from: string, path: string): Promise<void> {
    const entry = this.#archive.directory.byPath.get(from);
    const index = entry ? lastAtMost(this.#spans.records, entry.record) : -1;
    if (!entry || !this.#changes.has(from))
      throw new InternalError('internal/bug', `Boxcutter tried to rename ${quote(from)}, which is not there.`);
    // A note says already that it is left out.
    if (this.#spans.isOutside(index)) return;
    const start = this.#spans.starts[index] as number;
    const end = await this.#spans.reach(index, this.#signal);
    const renamed = await renamedHeader(this.#archive.source, start, path, this.#signal);
    if (!renamed) {
      const message = `${quote(from)} has no header at byte ${start}, so it cannot be renamed.`;
      throw new BadFileError('zip/local-header', message, { path: from });
    }
    if (!isEqual(renamed.oldName, rawNameAt(this.#archive.directory.bytes, entry.record)))
      this.#otherwiseNamed.push(from);
    made.carryRenamed(index, entry, path, made.pieces.size);
    made.pieces.add(renamed.header);
    made.pieces.old(start + renamed.oldLength, end);
  }

  /** Chooses the records to drop and the entries to move. */
  async #choose(): Promise<void> {
    for (const path of this.#last) await this.#chooseMoved(path);
    const outside: string[] = [];
    const duplicates: string[] = [];
    const written = new Set([...this.#changes].flatMap(([path, content]) => (content ? [path] : [])));
    for (const [index, entry] of this.#spans.entries.entries()) {
      const pause = this.#pace();
      if (pause) await pause;
      if (this.#spans.isOutside(index)) {
        this.#isDropped[index] = 1;
        outside.push(entry?.path ?? 'a folder');
      }
      if (!entry) {
        // The record of an empty folder, where a file gets its path: no system could unpack both.
        if (written.size > 0 && written.has(this.#folderAt(index))) this.#isDropped[index] = 1;
        continue;
      }
      if (entry.unsafe) continue;
      const { path, shadowed } = entry;
      if (!this.#changes.has(path) && !(shadowed && this.#moved.has(path))) continue;
      this.#isDropped[index] = 1;
      if (shadowed) duplicates.push(path);
    }
    this.#tell(outside, 'is outside the file, so it is left out.');
    this.#tell(duplicates, 'was in the zip more than once, and the copy that readers ignore is left out.');
    this.#tellLosses();
  }

  /** Moves a file of `last` as it is, where it did not change, is stored, and no other entry claims its bytes. */
  async #chooseMoved(path: string): Promise<void> {
    const spans = this.#spans;
    const entry = this.#archive.directory.byPath.get(path);
    if (!entry || this.#changes.has(path) || entry.method !== 'stored' || entry.kind !== 'file') return;
    const index = this.#spans.entries.indexOf(entry);
    if (spans.isOutside(index) || (await spans.reach(index, this.#signal)) > (spans.ends[index] as number)) return;
    if (this.#isAlone(index)) this.#moved.set(path, index);
  }

  /** Notes what every changed zip lacks: what was before and after the old one, and its signature. */
  #tellLosses(): void {
    const { directory, source } = this.#archive;
    const first = this.#spans.order[0];
    const before = first === undefined ? 0 : (this.#spans.starts[first] as number);
    if (before > 0) this.#notes.push(grouped`The ${before} bytes before the first file of the zip are left out.`);
    if (directory.signed)
      this.#notes.push('The digital signature of the zip directory is left out, because it was for the old directory.');
    const after = source.size - directory.zipEnd;
    if (after > 0) this.#notes.push(grouped`The ${after} bytes after the end of the zip are left out.`);
  }

  /** The path of a folder that has a record, without the slash at its end. Empty where it is not UTF-8. */
  #folderAt(index: number): string {
    const name = rawNameAt(this.#archive.directory.bytes, this.#spans.records[index] as number);
    return (decodeUtf8(name) ?? '').replace(/\/$/, '');
  }

  /** Whether no other entry claims bytes of this one. */
  #isAlone(index: number): boolean {
    const { order, starts, ends } = this.#spans;
    const start = starts[index] as number;
    const end = ends[index] as number;
    return order.every(
      (other) => other === index || (starts[other] as number) >= end || (ends[other] as number) <= start,
    );
  }

  /** Adds the directory and the end records. */
  #finish({ pieces, records: { bytes: directory, count } }: PlannedZip): void {
    const { endRecord, zip64 } = this.#archive.directory;
    checkDirectory(count, MAX_ENTRIES, (actual) => grouped`The directory would have ${actual} entries.`);
    checkDirectory(directory.length, MAX_DIRECTORY_BYTES, (bytes) => grouped`The directory would have ${bytes} bytes.`);
    let comment = endRecord.subarray(LENGTH.end);
    if (holdsEnd(comment)) {
      comment = new Uint8Array(0);
      this.#notes.push('The zip comment is left out, because some tools would read it as another zip.');
    }
    const facts = { count, offset: pieces.size, size: directory.length };
    pieces.add(directory);
    pieces.add(endRecords(endRecord, comment, zip64 || endsInLocator(directory), facts));
  }

  #tell(paths: readonly string[], what: string): void {
    const [path] = paths;
    if (path === undefined) return;
    const more = paths.length === 1 ? '' : ` So ${paths.length === 2 ? 'is' : 'are'} ${paths.length - 1} more.`;
    this.#notes.push(`${quote(path)} ${what}${more}`);
  }
}

/** A zip with changes, as far as it is planned. */
class PlannedZip {
  readonly pieces = new PieceBuilder();
  readonly records: Records;
  /** As `ZipPlan.carried`, `starts` and `written`. */
  readonly carried: ZipEntry[] = [];
  readonly starts: number[] = [];
  readonly written = new Map<string, Uint8Array | AddedFile>();
  /** Entries whose records have no room for a longer offset. They are left out. */
  readonly noRoom: string[] = [];
  readonly #directory: Uint8Array;
  readonly #spans: Spans;

  /** @param directory the bytes of the old directory */
  constructor(directory: Uint8Array, spans: Spans) {
    this.#directory = directory;
    this.#spans = spans;
    this.records = new Records(directory.length + ROOM);
  }

  /** Adds the record of an old entry, or of a folder, which then begins at `offset`. */
  carry(index: number, entry: ZipEntry | undefined, offset: number): void {
    this.#carry(this.#directory, this.#spans.records[index] as number, entry, offset);
  }

  /** Adds the record of an old entry that has another name, and then begins at `offset`. */
  carryRenamed(index: number, entry: ZipEntry, path: string, offset: number): void {
    const { at, end } = this.#spans.located(index);
    const record = renamedRecord(this.#directory.subarray(at, end), path);
    this.#carry(record, 0, { ...plainEntry(entry), path }, offset);
  }

  /** @param entry what the record at `at` says; undefined of a folder */
  #carry(records: Uint8Array, at: number, entry: ZipEntry | undefined, offset: number): void {
    if (!this.records.addMoved(records, at, offset)) this.noRoom.push(entry?.path ?? 'a folder');
    else if (entry) {
      this.carried.push(entry);
      this.starts.push(offset);
    }
  }

  /** Adds a new entry at the end. */
  async write(path: string, content: Uint8Array, compression: Compression): Promise<void> {
    const { header, data, record } = await newEntry(path, content, compression);
    this.records.add(record(this.pieces.size));
    this.pieces.add(concatBytes([header, data]));
    this.written.set(path, content);
  }

  /** Adds a file as it stands at the end, without reading it. */
  writeAdded(path: string, file: AddedFile): void {
    const { header, record } = addedEntry(path, file);
    this.records.add(record(this.pieces.size));
    this.pieces.add(header);
    this.pieces.addFile(file);
    this.written.set(path, file);
  }
}
