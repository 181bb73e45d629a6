import type { Archive } from '../../../../archive/archive.ts';
import { readAdded, wholeOf } from '../../../../archive/plan.ts';
import { decodeUtf8 } from '../../../../base/bytes.ts';
import { sha256 } from '../../../../codec/sha256.ts';
import type { ChangedFile } from '../../../../model/draft.ts';
import { collect } from '../../../../source/stream.ts';
import type { FilesAfter } from '../../../files-after.ts';
import { readWhole, tooLarge } from '../read/small-file.ts';

/** The small files that saving a carton writes. SHA-256 are 64 lower-case hexadecimal digits. */
export class WrittenFiles {
  /** New contents by the path of the entry. null removes the file. */
  readonly changes = new Map<string, Uint8Array | null>();
  /** As the review lists them. */
  readonly reviewed: ChangedFile[] = [];
  /**
   * The SHA-256 of each of `changes`, apart from a file that only its storage changes, and that of its content before,
   * which MANIFEST should have had. A new file has none.
   */
  readonly #hashes = new Map<string, { now: string; before: string | undefined }>();
  readonly #archive: Archive;
  readonly #after: FilesAfter;
  readonly #signal: AbortSignal | undefined;

  /** @param after the files as the draft's changes of files leave them */
  constructor(archive: Archive, after: FilesAfter, signal: AbortSignal | undefined) {
    this.#archive = archive;
    this.#after = after;
    this.#signal = signal;
  }

  /**
   * The content of a small file, as the changes of files leave it. Undefined where there is none. Rejects with
   * `carton/file-too-large`, and as reading does.
   */
  async read(path: string, limit: number): Promise<Uint8Array | undefined> {
    const added = this.#after.added.get(path);
    if (added && added.blob.size > limit) throw tooLarge(path, added.blob.size, limit);
    if (added) return collect(readAdded(wholeOf(added), this.#signal), added.blob.size);
    const before = this.#after.pathBefore(path);
    return before === undefined ? undefined : readWhole(this.#archive, before, limit, this.#signal);
  }

  /** Writes a file. Rejects with `carton/file-too-large` where it could not be read again. */
  async change(path: string, before: Uint8Array | undefined, after: Uint8Array, limit: number): Promise<void> {
    if (after.length > limit) throw tooLarge(path, after.length, limit);
    const place = this.#entryPath(path);
    this.changes.set(place, after);
    this.#hashes.set(place, { now: await sha256(after), before: before && (await sha256(before)) });
    this.reviewed.push({
      path: place,
      kind: before ? 'changed' : 'added',
      before: before && decodeUtf8(before),
      after: decodeUtf8(after) ?? '',
    });
  }

  /** The entries that `change` has written. */
  places(): Iterable<string> {
    return this.#hashes.keys();
  }

  /** The entry that a path leads to once it is saved, symlinks followed. Undefined where it leads to none. */
  placeOf(path: string): string | undefined {
    return this.#after.placeOf(path, (at) => this.#hashes.has(at));
  }

  /** The new SHA-256 of an entry. Undefined where it is not written. */
  hashAt(place: string | undefined): string | undefined {
    return place === undefined ? undefined : this.#hashes.get(place)?.now;
  }

  /** The SHA-256 that an entry had before it was written. Undefined where it is new, or is not written. */
  hashBefore(place: string): string | undefined {
    return this.#hashes.get(place)?.before;
  }

  /** The SHA-256 of the written or added file that a path leads to. A symlink's line is about its final target. */
  newHash(path: string): string | undefined {
    const place = this.placeOf(path);
    return this.hashAt(place) ?? (place === undefined ? undefined : this.#after.added.get(place)?.digest.sha256);
  }

  /**
   * The path of the entry that a file is written to. That is the file's own path, also for a new file and for one that
   * replaces a symlink. Where a folder of the path is a symlink, it is the path that the symlink leads to.
   */
  #entryPath(path: string): string {
    if (this.#after.entryAt(path)) return path;
    return this.#after.placeOf(path) ?? path;
  }
}
