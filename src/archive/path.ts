import type { Report } from '../base/report.ts';
import { nameKey, quote } from '../base/text.ts';

/** The paths of files, as a Map has them by path. */
export interface FilePaths {
  keys(): Iterable<string>;
  has(path: string): boolean;
}

/**
 * Folders above a file, up to which each is looked up by itself. Only hostile paths have more: all folders above one of
 * 4,096 bytes are together 8 MB.
 */
const MAX_FOLDERS_ABOVE = 64;

/** Folders that are looked up by themselves. A directory of a million files could have 64 million of them. */
const MAX_FOLDERS_SEEN = 200_000;

/**
 * The files and folders of an archive in one order, in which a folder's contents follow the folder directly. Takes one
 * sort, however deep a hostile path is nested. The order of a million files takes 100 MB, and most packages are never
 * asked for a folder: it is made at the first `isFolder`, or where there are too many folders to look each up.
 */
export class PathOrder {
  readonly #files: FilePaths;
  readonly #folders: readonly string[] | ReadonlySet<string>;
  #kept: readonly string[] | undefined;

  /** @param folders those that have an entry of their own, without a trailing `/` */
  constructor(files: FilePaths, folders: readonly string[] | ReadonlySet<string> = []) {
    this.#files = files;
    this.#folders = folders;
  }

  /** Each path with a `/` at its end, in order. */
  #keys(): readonly string[] {
    if (this.#kept) return this.#kept;
    const keys: string[] = [];
    for (const path of this.#files.keys()) keys.push(`${path}/`);
    for (const path of this.#folders) keys.push(`${path}/`);
    return keys.sort();
  }

  /** Reports the files that stand where another file needs a folder. */
  reportClashes(report: Report): void {
    for (const path of this.clashes())
      report.add('zip/file-and-folder', `${quote(path)} is both a file and a folder.`, { path });
  }

  /** The files that stand where another file needs a folder. */
  clashes(): string[] {
    return this.#clashesOfFolders() ?? this.#clashesInOrder();
  }

  /**
   * As `clashes`, from each folder once: without the order. Undefined where a path is too deep for that, or
   * there are too many.
   */
  #clashesOfFolders(): string[] | undefined {
    const seen = new Set<string>();
    const found: string[] = [];
    const enter = (folder: string) => {
      if (seen.has(folder)) return false;
      seen.add(folder);
      if (this.#files.has(folder)) found.push(folder);
      return true;
    };
    for (const folder of this.#folders) enter(folder);
    for (const paths of [this.#files.keys(), this.#folders]) {
      for (const path of paths) {
        let depth = 0;
        for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
          if (++depth > MAX_FOLDERS_ABOVE || seen.size > MAX_FOLDERS_SEEN) return undefined;
          if (!enter(path.slice(0, end))) break;
        }
      }
    }
    return found.sort();
  }

  /** As `clashes`, from the order of all paths. */
  #clashesInOrder(): string[] {
    const keys = this.#keys();
    const found: string[] = [];
    for (let at = 1; at < keys.length; at++) {
      const before = keys[at - 1] as string;
      if (!keys[at]?.startsWith(before)) continue;
      const path = before.slice(0, -1);
      if (this.#files.has(path) && found.at(-1) !== path) found.push(path);
    }
    return found;
  }

  /** Whether a path is a folder or has anything in it. '' is the top. */
  isFolder(path: string): boolean {
    if (path === '') return true;
    this.#kept ??= this.#keys();
    const keys = this.#kept;
    const key = `${path}/`;
    let low = 0;
    let high = keys.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((keys[middle] as string) < key) low = middle + 1;
      else high = middle;
    }
    return keys[low]?.startsWith(key) ?? false;
  }
}

/**
 * Finds names that look like another file's name, or that some file systems take for it. Most names are their own key,
 * and take no memory here.
 */
export class SimilarNames {
  readonly #has: (path: string) => boolean;
  /** By key, the first name that is not its own key. */
  readonly #byKey = new Map<string, string>();

  /** @param has whether a path is one of the names, even one that was not asked about yet */
  constructor(has: (path: string) => boolean) {
    this.#has = has;
  }

  /** Reports a name that looks like another one, with that one. Call it once for each name. */
  report(path: string, report: Report): void {
    const key = nameKey(path);
    if (key === path) return;
    const other = this.#has(key) ? key : this.#byKey.get(key);
    if (other === undefined) {
      this.#byKey.set(key, path);
      return;
    }
    const both = `${quote(path)} and ${quote(other)}`;
    if (path.toLowerCase() === other.toLowerCase())
      report.add('zip/similar-case', `${both} differ only in case.`, { path });
    else report.add('zip/similar-names', `${both} look the same.`, { path });
  }
}
