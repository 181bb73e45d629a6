import { grouped } from '../../base/amounts.ts';
import { encodeUtf8 } from '../../base/bytes.ts';
import { addTo } from '../../base/group-by.ts';
import { MAX_NAME_BYTES } from '../../base/limits.ts';
import { unsafeReason } from '../../base/path.ts';
import { isWellFormed, nameKey, quote, visibleText } from '../../base/text.ts';
import { DEVICES } from './file-name.ts';

/** What is wrong with a name. With an `error` no file can have it; with a `warning` some programs cannot unpack it. */
export interface NameProblem {
  readonly severity: 'error' | 'warning';
  readonly text: string;
}

/** Bytes of a name, between two `/`, that file systems take. */
const MAX_PART_BYTES = 255;

/** Bytes of a path that Windows takes by default, with some room for the folder that it is unpacked to. */
const MAX_PATH_BYTES = 200;

/** What is looked up of a list of paths. */
interface NameIndex {
  readonly files: ReadonlySet<string>;
  /** By folder, how many files it has in it and below. */
  readonly folders: ReadonlyMap<string, number>;
  /** By key, the files and folders that are not written like it. */
  readonly alike: ReadonlyMap<string, readonly string[]>;
}

function indexOf(paths: Iterable<string>): NameIndex {
  const files = new Set(paths);
  const folders = new Map<string, number>();
  const alike = new Map<string, string[]>();
  const add = (path: string, count: number) => {
    const folder = path.slice(0, path.lastIndexOf('/'));
    folders.set(folder, (folders.get(folder) ?? 0) + count);
  };
  for (const path of files) if (path.includes('/')) add(path, 1);
  for (const [folder, count] of [...folders])
    for (let above = folder; above.includes('/'); above = above.slice(0, above.lastIndexOf('/'))) add(above, count);
  for (const names of [files, folders.keys()])
    for (const name of names) {
      const key = nameKey(name);
      if (key !== name) addTo(alike, key, name);
    }
  return { files, folders, alike };
}

/** The paths of a package's files, to be asked about new ones. */
export class TakenNames {
  #all: NameIndex;
  #moved = indexOf([]);

  constructor(paths: Iterable<string>) {
    this.#all = indexOf(paths);
  }

  /** Those of the files that stay while these get other paths. Does not index them again. */
  without(moved: readonly string[]): TakenNames {
    const rest = new TakenNames([]);
    rest.#all = this.#all;
    rest.#moved = indexOf(moved.filter((path) => this.has(path)));
    return rest;
  }

  has(path: string): boolean {
    return this.#all.files.has(path) && !this.#moved.files.has(path);
  }

  isFolder(path: string): boolean {
    return (this.#all.folders.get(path) ?? 0) > (this.#moved.folders.get(path) ?? 0);
  }

  /** A file or folder whose path is another one, and looks like this one or is it on some file systems. */
  similar(path: string): string | undefined {
    const is = (name: string) => this.has(name) || this.isFolder(name);
    const key = nameKey(path);
    return is(path) ? undefined : [key, ...(this.#all.alike.get(key) ?? [])].find(is);
  }
}

/**
 * Why a new file cannot have a path, or should not have it, in a sentence to be read while it is typed. Undefined where
 * nothing is wrong with it.
 *
 * @param taken the paths of the other files
 */
export function fileNameProblem(path: string, taken: TakenNames): NameProblem | undefined {
  const error = errorOf(path, taken);
  if (error !== undefined) return { severity: 'error', text: error };
  const warning = warningOf(path, taken);
  return warning === undefined ? undefined : { severity: 'warning', text: warning };
}

function errorOf(path: string, taken: TakenNames): string | undefined {
  const reason = unsafeReason(path);
  if (reason !== undefined) return `The name ${reason}.`;
  if (!isWellFormed(path)) return 'The name contains half of a character.';
  if (encodeUtf8(path).length > MAX_NAME_BYTES) return grouped`The path is longer than ${MAX_NAME_BYTES} bytes.`;
  if (taken.has(path)) return `There is already a file ${quote(path)}.`;
  if (taken.isFolder(path)) return `There is already a folder ${quote(path)}.`;
  for (let slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1)) {
    const folder = path.slice(0, slash);
    if (taken.has(folder)) return `${quote(folder)} is a file, so it cannot contain others.`;
  }
  return undefined;
}

function warningOf(path: string, taken: TakenNames): string | undefined {
  if (visibleText(path) !== path) return 'The name contains a character that nobody can see.';
  const parts = path.split('/');
  for (let count = 1; count <= parts.length; count++) {
    const begin = parts.slice(0, count).join('/');
    const similar = taken.similar(begin);
    if (similar === undefined) continue;
    return begin.toLowerCase() === similar.toLowerCase()
      ? `${quote(begin)} and ${quote(similar)} differ only in case, so Windows and macOS cannot keep both.`
      : `${quote(begin)} and ${quote(similar)} look the same.`;
  }
  for (const part of parts) {
    const why = windowsProblem(part);
    if (why !== undefined) return `Windows cannot unpack ${quote(part)}: ${why}.`;
    if (encodeUtf8(part).length > MAX_PART_BYTES)
      return grouped`${quote(part)} is longer than ${MAX_PART_BYTES} bytes, so most systems cannot unpack it.`;
  }
  if (encodeUtf8(path).length > MAX_PATH_BYTES) return 'The path is so long that Windows may not unpack it.';
  return undefined;
}

/** Why Windows cannot have a file of this name, as the end of a sentence. */
function windowsProblem(name: string): string | undefined {
  const character = /[<>:"|?*]/.exec(name)?.[0];
  if (character !== undefined) return `a name there cannot contain ${character}`;
  if (/[. ]$/.test(name)) return 'a name there cannot end in a dot or a space';
  if (DEVICES.test(name)) return 'it is the name of a device there';
  return undefined;
}
