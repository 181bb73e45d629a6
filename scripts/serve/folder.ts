import { constants, type Dirent } from 'node:fs';
import { type FileHandle, lstat, open, opendir, readlink, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { throwIfAborted } from '../../src/base/abort.ts';
import { ALL_FORMATS, FORMATS, hasSign } from '../../src/formats/list.ts';

/** The files of the folder that is served: what can be asked for, and what is listed. */

/** Entries that are looked at for the list. A disk may have millions, and the list is made again for each look at it. */
export const MAX_ENTRIES = 20_000;

/** Files that are listed, of packages and of others each: as many as the page takes of a host's list. */
export const MAX_LISTED = 2_000;

/** A file of the list. */
export interface ListedFile {
  /** From the folder on, with `/`. */
  path: string;
  /** Bytes. */
  size: number;
}

export interface FolderList {
  /** Each is one file, or several that are one package. */
  packages: ListedFile[][];
  others: ListedFile[];
  /** More is there than is listed, or not all was looked at. */
  isCut: boolean;
  /** Links out of the folder, to hidden files or to nothing, pipes and the like, folders that are not open, and names that no URL has. */
  leftOut: number;
}

/**
 * Opens a file below `root` by the names on the way to it. Undefined where there is none: also for hidden names, names
 * that mean another place, what is not a file, and links that lead out of `root` or to what is hidden.
 *
 * @param root as `realpath` gives it
 */
export async function openBelow(root: string, names: readonly string[]): Promise<FileHandle | undefined> {
  if (names.length === 0 || !names.every(isServed)) return undefined;
  const path = join(root, ...names);
  let file: FileHandle | undefined;
  try {
    // Pipes and devices would wait, or do something, once they are opened.
    if (!(await stat(path)).isFile()) return undefined;
    file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    // The file that is open is one below the folder, whatever links are changed meanwhile.
    if ((await file.stat()).isFile() && (await isOpenBelow(root, path, file))) return file;
  } catch {
    // Not there, or not open to this user.
  }
  await file?.close();
  return undefined;
}

/** Whether an open file lies below `root`. */
async function isOpenBelow(root: string, path: string, file: FileHandle): Promise<boolean> {
  // Linux says where it is. Anything that looks at paths again could be shown another file than it was, by a link that
  // is changed to and fro.
  const open = await readlink(`/proc/self/fd/${file.fd}`).catch(() => undefined);
  if (open !== undefined) return isBelow(root, open);
  const real = await realpath(path);
  const [opened, found] = [await file.stat({ bigint: true }), await lstat(real, { bigint: true })];
  return isBelow(root, real) && opened.ino === found.ino && opened.dev === found.dev;
}

/** Whether a name may be asked for. Hidden files are where programs keep keys. */
function isServed(name: string): boolean {
  return name !== '' && !name.startsWith('.') && !/[/\\\0\ufffd]/.test(name);
}

/** Whether a file is below `root` by names that may be asked for, also where a link with such a name leads to it. */
function isBelow(root: string, real: string): boolean {
  const above = root.endsWith(sep) ? root : root + sep;
  return real.startsWith(above) && real.slice(above.length).split(sep).every(isServed);
}

/**
 * Lists what `openBelow` opens, by path. Where that is too much, what is nearest to the folder. Rejects when canceled.
 *
 * @param most entries that are looked at
 */
export async function listFolder(root: string, signal: AbortSignal, most = MAX_ENTRIES): Promise<FolderList> {
  const list: FolderList = { packages: [], others: [], isCut: false, leftOut: 0 };
  const sets = new Map<string, ListedFile[]>();
  let seen = 0;
  const folders: string[][] = [[]];
  for (const names of folders) {
    const entries = await entriesOf(join(root, ...names), most - seen);
    if (!entries) list.leftOut++;
    seen += entries?.found.length ?? 0;
    list.isCut ||= entries?.isCut === true;
    for (const entry of entries?.found ?? []) {
      throwIfAborted(signal);
      if (entry.name.startsWith('.')) continue;
      const at = [...names, entry.name];
      if (!isServed(entry.name)) list.leftOut++;
      else if (entry.isDirectory()) folders.push(at);
      else if (!(await add(list, sets, root, at))) list.leftOut++;
    }
  }
  const byPath = (a: ListedFile, b: ListedFile) => (a.path < b.path ? -1 : 1);
  list.packages.sort(([a], [b]) => byPath(a as ListedFile, b as ListedFile));
  list.others.sort(byPath);
  return list;
}

/** The entries of a folder by their names, at most so many. Undefined where it is not open to this user. */
async function entriesOf(path: string, most: number): Promise<{ found: Dirent[]; isCut: boolean } | undefined> {
  const found: Dirent[] = [];
  try {
    for await (const entry of await opendir(path)) {
      if (found.length >= most) return { found, isCut: true };
      found.push(entry);
    }
  } catch {
    return undefined;
  }
  return { found: found.sort((a, b) => (a.name < b.name ? -1 : 1)), isCut: false };
}

/** Adds a file to the list. Gives whether it is one that can be asked for. */
async function add(
  list: FolderList,
  sets: Map<string, ListedFile[]>,
  root: string,
  names: readonly string[],
): Promise<boolean> {
  const path = join(root, ...names);
  const [real, info] = await Promise.all([realpath(path), stat(path)]).catch(() => []);
  if (real === undefined || !info?.isFile() || !isBelow(root, real)) return false;
  const name = names.at(-1) as string;
  const file = { path: names.join('/'), size: info.size };
  if (!ALL_FORMATS.some((format) => hasSign(format, name))) {
    if (list.others.length < MAX_LISTED) list.others.push(file);
    else list.isCut = true;
    return true;
  }
  const set = FORMATS.map(({ setOf }) => setOf?.(name)).find((one) => one !== undefined);
  const key = set === undefined ? undefined : [...names.slice(0, -1), set].join('/');
  const known = key === undefined ? undefined : sets.get(key);
  if (known) known.push(file);
  else if (list.packages.length >= MAX_LISTED) list.isCut = true;
  else {
    const files = [file];
    list.packages.push(files);
    if (key !== undefined) sets.set(key, files);
  }
  return true;
}
