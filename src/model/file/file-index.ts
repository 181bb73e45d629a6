import type { Finding } from '../../base/findings.ts';
import { addTo } from '../../base/group-by.ts';
import { memo } from '../../base/memo.ts';
import type { PackageFile } from '../package.ts';

/** The files of a package by path. Where several entries have one name, gives the one that is not shadowed. */
export class FileIndex {
  readonly #files: readonly PackageFile[];
  readonly #places = new Map<string, number>();
  #known = 0;
  /** Sums over the files, kept as the list grows. */
  readonly totals = {
    /** Files that it does not hold and that can be fetched. */
    linked: 0,
    /** Decoded bytes, without those of fetched files. */
    contentBytes: 0,
    /** Of each file the larger one of its bytes, decoded and stored. */
    readBytes: 0,
  };

  constructor(files: readonly PackageFile[]) {
    this.#files = files;
  }

  get(path: string): PackageFile | undefined {
    return this.#files[this.placeOf(path) ?? -1];
  }

  has(path: string): boolean {
    return this.#places.has(path);
  }

  /** Where a file is in the list, counted from 0. */
  placeOf(path: string): number | undefined {
    return this.#places.get(path);
  }

  /** Adds the files that were put at the end of the list since the last call. */
  update(): void {
    for (; this.#known < this.#files.length; this.#known++) {
      const file = this.#files[this.#known] as PackageFile;
      this.#add(file);
      const { path, shadowed } = file;
      const other = this.#files[this.#places.get(path) ?? -1];
      if (!other || (other.shadowed && !shadowed)) this.#places.set(path, this.#known);
    }
  }

  #add({ size, storedSize, fetched, hash }: PackageFile): void {
    const { totals } = this;
    if (hash === 'linked') totals.linked++;
    totals.readBytes += Math.max(size ?? 0, storedSize ?? 0);
    if (!fetched) totals.contentBytes += size ?? 0;
  }
}

const indexOf = memo((files: readonly PackageFile[]) => new FileIndex(files));

/**
 * The index of a list of files. Made once for each list. Where files were added at the end of the list, only these are
 * read: a list of a million files can be indexed part by part, while it grows.
 */
export function fileIndex(files: readonly PackageFile[]): FileIndex {
  const index = indexOf(files);
  index.update();
  return index;
}

/**
 * The file that holds a file's content: the file itself, or a symlink's target. Undefined for a symlink that leads
 * nowhere, unless its content can be fetched from a host.
 */
export function contentFile(files: readonly PackageFile[], file: PackageFile): PackageFile | undefined {
  if (file.kind !== 'symlink' || (file.link && file.target === undefined)) return file;
  return file.target === undefined ? undefined : fileIndex(files).get(file.target);
}

/** Findings by path, in their order. A finding about two files is listed under both. Made once for each list. */
export const findingsByPath = memo((findings: readonly Finding[]): ReadonlyMap<string, readonly Finding[]> => {
  const byPath = new Map<string, Finding[]>();
  for (const finding of findings) {
    for (const path of new Set([finding.path, finding.also])) {
      if (path !== undefined) addTo(byPath, path, finding);
    }
  }
  return byPath;
});
