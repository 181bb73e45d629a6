import { fileIndex } from '../model/file/file-index.ts';
import { isHashed } from '../model/file/file-view.ts';
import type { HashState, PackageFile } from '../model/package.ts';
import type { FileVerdict } from '../model/verification.ts';

/** How many files of the hash list are in each state that matters. */
export interface Tally {
  listed: number;
  matching: number;
  linked: number;
  /** Missing, unreadable, or with a wrong hash, size or checksum. */
  wrong: number;
  /** Those of the wrong files that do not exist. */
  missing: number;
  /** Those of the wrong files that are linked: their addresses give something else. */
  wrongLinked: number;
  /** Files that the hash list does not list. The package's hash says nothing about them. */
  unlisted: number;
}

/** What the content of files has shown, by path. A new object for each change, over one table that grows. */
export interface Verdicts {
  /** How many files have a verdict. */
  readonly size: number;
  /** How many do not match. */
  readonly wrong: number;
  /** The files that do not match. The same list until another one does not. */
  wrongFiles(): readonly PackageFile[];
  /** Counts of all files of the open package, with their verdicts. */
  readonly tally: Readonly<Tally>;
  get(path: string): FileVerdict['hash'] | undefined;
  /** SHA-256 of a file's content, where it is known and is not the listed one, or none is listed. */
  sha256(path: string): string | undefined;
}

/** A file's state, given what its content has shown. */
export function hashStateOf(file: PackageFile, verdicts: Pick<Verdicts, 'get'>, running: boolean): HashState {
  if (file.shadowed || file.unsafe) return file.hash;
  const verdict = verdicts.get(file.path);
  if (verdict === undefined) return running && file.hash === 'unverified' ? 'verifying' : file.hash;
  return judged(file, verdict);
}

/** The state of a file with a verdict. */
function judged(file: PackageFile, verdict: FileVerdict['hash']): HashState {
  // Without a hash to compare with, reading a file can only show that it is damaged.
  return verdict === 'verified' && !isHashed(file) ? file.hash : verdict;
}

/** Counts a file in (1) or out (-1). Only the files that the hash list lists are in a state. */
function count(tally: Tally, file: PackageFile, state: HashState, by: 1 | -1): void {
  if (state === 'unlisted') tally.unlisted += by;
  if (!isHashed(file)) return;
  tally.listed += by;
  if (state === 'missing') tally.missing += by;
  if (state === 'mismatch' && file.link) tally.wrongLinked += by;
  if (state === 'verified') tally.matching += by;
  else if (state === 'linked') tally.linked += by;
  else if (state === 'mismatch' || state === 'unreadable' || state === 'missing') tally.wrong += by;
}

/** Counts files by their state. */
export function tallyOf(files: readonly PackageFile[], stateOf: (file: PackageFile) => HashState): Tally {
  const tally = { listed: 0, matching: 0, linked: 0, wrong: 0, missing: 0, wrongLinked: 0, unlisted: 0 };
  for (const file of files) count(tally, file, stateOf(file), 1);
  return tally;
}

/** Verdicts by their numbers in the table. 0: no verdict yet. */
const VERDICTS = [undefined, 'verified', 'mismatch', 'unreadable'] as const;

/**
 * What the content of a package's files has shown so far, a byte a file, and the counts, kept as that changes: of a
 * million files, none is visited again for each that was verified.
 */
export class VerdictTable {
  readonly #files: readonly PackageFile[];
  readonly #verdicts: Uint8Array;
  /** Hashes of contents that are not in the hash list, by path. */
  readonly #otherHashes = new Map<string, string>();
  readonly #tally: Tally;
  #size = 0;
  readonly #wrong = new Set<number>();
  #wrongFiles: readonly PackageFile[] | undefined;

  constructor(files: readonly PackageFile[]) {
    this.#files = files;
    this.#verdicts = new Uint8Array(files.length);
    this.#tally = tallyOf(files, ({ hash }) => hash);
  }

  /** Notes that files match, by their places in the list. */
  match(places: readonly number[]): void {
    for (const place of places) {
      this.#set(place, 1);
      if (this.#otherHashes.size > 0) this.#otherHashes.delete(this.#files[place]?.path ?? '');
    }
  }

  /** Takes back verdicts: the content that they are about can no longer be had. */
  forget(paths: readonly string[]): void {
    const index = fileIndex(this.#files);
    for (const path of paths) {
      const place = index.placeOf(path);
      if (place !== undefined) this.#set(place, 0);
      this.#otherHashes.delete(path);
    }
  }

  /** Notes verdicts by path. Those of paths that no file has are left out. */
  add(verdicts: readonly FileVerdict[]): void {
    const index = fileIndex(this.#files);
    for (const { path, hash, sha256 } of verdicts) {
      const place = index.placeOf(path);
      if (place === undefined) continue;
      this.#set(place, VERDICTS.indexOf(hash));
      if (sha256 !== undefined && sha256 !== this.#files[place]?.sha256?.toLowerCase())
        this.#otherHashes.set(path, sha256);
      else this.#otherHashes.delete(path);
    }
  }

  /** The table of another list of files of the same package. Keeps the verdicts of those that are in it. */
  with(files: readonly PackageFile[]): VerdictTable {
    const before = this.shown();
    const next = new VerdictTable(files);
    for (const { path } of this.#files) {
      const hash = before.get(path);
      if (hash !== undefined) next.add([{ path, hash, sha256: before.sha256(path) }]);
    }
    return next;
  }

  shown(): Verdicts {
    const [files, verdicts, otherHashes] = [this.#files, this.#verdicts, this.#otherHashes];
    return {
      size: this.#size,
      wrong: this.#wrong.size,
      wrongFiles: () => {
        this.#wrongFiles ??= Array.from(this.#wrong, (place) => this.#files[place] as PackageFile);
        return this.#wrongFiles;
      },
      tally: { ...this.#tally },
      get: (path) => VERDICTS[verdicts[fileIndex(files).placeOf(path) ?? -1] ?? 0],
      sha256: (path) => otherHashes.get(path),
    };
  }

  #set(place: number, next: number): void {
    const file = this.#files[place];
    if (!file) return;
    const before = this.#verdicts[place] ?? 0;
    this.#verdicts[place] = next;
    this.#size += Number(next !== 0) - Number(before !== 0);
    if (next > 1) this.#wrong.add(place);
    else if (before > 1) this.#wrong.delete(place);
    if (next > 1 !== before > 1) this.#wrongFiles = undefined;
    if (file.shadowed || file.unsafe) return;
    const [old, now] = [VERDICTS[before], VERDICTS[next]];
    count(this.#tally, file, old ? judged(file, old) : file.hash, -1);
    count(this.#tally, file, now ? judged(file, now) : file.hash, 1);
  }
}
