import { concatBytes } from '../../base/bytes.ts';
import { type AddedFile, PieceBuilder } from '../plan.ts';
import { addedEntry, newEntry, renamedRecord } from './new-entry.ts';
import type { Compression } from './pack.ts';
import { locatedAt, Records } from './record.ts';
import { plainEntry, type ZipEntry } from './record-entry.ts';
import type { Spans } from './spans.ts';

/** Bytes for the records of files that are added. */
const ROOM = 4096;

/** A zip with changes, as far as it is planned. */
export class PlannedZip {
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
    if (!this.records.addMoved(this.#directory, this.#spans.view, this.#spans.located(index), offset)) {
      this.noRoom.push(entry?.path ?? 'a folder');
      return;
    }
    if (!entry) return;
    this.carried.push(entry);
    this.starts.push(offset);
  }

  /** Adds the record of an old entry that has another name, and then begins at `offset`. */
  carryRenamed(index: number, entry: ZipEntry, path: string, offset: number): void {
    const { at, end } = this.#spans.located(index);
    const record = renamedRecord(this.#directory.subarray(at, end), path);
    const view = new DataView(record.buffer);
    if (!this.records.addMoved(record, view, locatedAt(view, 0), offset)) {
      this.noRoom.push(path);
      return;
    }
    this.carried.push({ ...plainEntry(entry), path });
    this.starts.push(offset);
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
