import { readdir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { abortable, throwIfAborted } from '../../../src/base/abort.ts';
import { formatNumberOf } from '../../../src/base/amounts.ts';
import {
  asBoxcutterError,
  BadFileError,
  type BoxcutterError,
  isCancelled,
  NetworkError,
  TooLargeError,
} from '../../../src/base/errors.ts';
import { MAX_ENTRIES } from '../../../src/base/limits.ts';
import { quote } from '../../../src/base/text.ts';
import { type ArrangedItem, folderItems } from '../../../src/formats/arrangement.ts';
import { knownFormat } from '../../../src/formats/registry.ts';
import { isUrl, openLocation } from '../source.ts';

/** What a FILE of the command line stands for: itself, or the packages of a folder. */

/** A package that is to be checked. */
export interface ToCheck {
  file: string;
  /** The other files of its set, which `file` stands for: they are packages of their own where it opens without them. */
  others?: readonly string[];
  /** Why it is not looked at. */
  error?: BoxcutterError;
}

/** How many things in folders are not checked, by the words for one. */
export type LeftOut = Readonly<Record<'other file' | 'hidden folder' | 'link to a folder', number>>;

const NOTHING: LeftOut = { 'other file': 0, 'hidden folder': 0, 'link to a folder': 0 };

interface ToCheckOfFile {
  /** Whether these are what is in a folder, and not what was given. */
  isGoneThrough: boolean;
  packages: readonly ToCheck[];
  leftOut: LeftOut;
}

/** A file in a folder. */
interface Listed {
  /** From the folder on, with `/`. */
  path: string;
  /** Why it must not be opened. */
  error?: BoxcutterError;
}

/** What is below a folder: its files, and the folders that are not looked into. */
interface Listing {
  files: Listed[];
  left: ({ path: string } & ({ kind: Exclude<keyof LeftOut, 'other file'> } | { error: BoxcutterError }))[];
}

/**
 * The packages that a FILE stands for: itself, or if it is a folder but not a package, those in it at any depth, by the
 * signs that also arrange what the page is given. A folder without any cannot be opened. Rejects when canceled.
 *
 * @param most entries of a folder that are listed
 */
export async function packagesOf(file: string, signal: AbortSignal, most = MAX_ENTRIES): Promise<ToCheckOfFile> {
  const itself = { isGoneThrough: false, packages: [{ file }], leftOut: NOTHING };
  if (isUrl(file)) return itself;
  const given = await abortable(stat(file), signal).catch(unlessCancelled);
  if (!given?.isDirectory()) return itself;
  try {
    const listing = await listingOf(await realpath(file), signal, most);
    const { isPackage, items } = folderItems(listing.files);
    if (await isOne(file, isPackage, items, signal)) return itself;
    return { isGoneThrough: true, ...(await packagesIn(file, listing, items, signal)) };
  } catch (error) {
    unlessCancelled(error);
    return { ...itself, packages: [{ file, error: asBoxcutterError(error) }] };
  }
}

/** "14 other files and 1 hidden folder were not checked." Undefined where all was. */
export function leftOutSentence(all: readonly LeftOut[]): string | undefined {
  const counts = (Object.keys(NOTHING) as (keyof LeftOut)[]).map((what) => ({
    what,
    count: all.reduce((sum, left) => sum + left[what], 0),
  }));
  const found = counts.filter(({ count }) => count > 0);
  if (found.length === 0) return undefined;
  const plurals = {
    'other file': 'other files',
    'hidden folder': 'hidden folders',
    'link to a folder': 'links to folders',
  };
  const said = found.map(({ what, count }) => formatNumberOf(count, what, plurals[what]));
  const list = said.length < 2 ? said[0] : `${said.slice(0, -1).join(', ')} and ${said.at(-1)}`;
  const isOneThing = found.length === 1 && found[0]?.count === 1;
  return `${list} ${isOneThing ? 'was' : 'were'} not checked.`;
}

function unlessCancelled(error: unknown): undefined {
  if (isCancelled(error)) throw error;
  return undefined;
}

/**
 * Whether a folder is opened as one package. What its content says decides. A set of files, such as the shards of a
 * model, leaves all others beside it to themselves.
 *
 * @param isPackage whether it is one by its names
 */
async function isOne(
  folder: string,
  isPackage: boolean,
  items: readonly ArrangedItem<Listed>[],
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const { container, close } = await openLocation(folder, signal);
    const format = await knownFormat(container, { signal });
    await close();
    const others = items.filter((item) => item.format !== undefined).length - 1;
    return format !== undefined && (isPackage || others <= 0 || format.setOf === undefined);
  } catch (error) {
    unlessCancelled(error);
    // Looking at it says what is wrong.
    return isPackage;
  }
}

async function packagesIn(
  folder: string,
  { files, left }: Listing,
  items: readonly ArrangedItem<Listed>[],
  signal: AbortSignal,
): Promise<Pick<ToCheckOfFile, 'packages' | 'leftOut'>> {
  const all = await openedItems(folder, items, signal);
  const packages = all.filter(({ format }) => format !== undefined);
  // What lies in a package is looked at with it.
  const own = new Set(packages.flatMap((item) => (isFolder(item) ? [item.folder] : [])));
  const outside = left.filter(({ path }) => !foldersAbove(path).some((above) => own.has(above)));
  const found: ToCheck[] = [
    ...packages.map((item) => toCheck(folder, item)),
    ...outside.flatMap((one) => ('error' in one ? [{ file: join(folder, one.path), error: one.error }] : [])),
  ];
  if (found.length === 0) {
    const what =
      files.length === 0 ? 'is empty' : `contains no packages, only ${formatNumberOf(files.length, 'other file')}`;
    throw new BadFileError('source/no-package', `${folder} ${what}.`);
  }
  const count = (kind: keyof LeftOut) => outside.filter((one) => 'kind' in one && one.kind === kind).length;
  return {
    packages: found.sort((a, b) => (a.file < b.file ? -1 : 1)),
    leftOut: {
      'other file': all.length - packages.length,
      'hidden folder': count('hidden folder'),
      'link to a folder': count('link to a folder'),
    },
  };
}

/** The items, with those that are in a folder that only has the names of a package in its place. */
async function openedItems(
  root: string,
  items: readonly ArrangedItem<Listed>[],
  signal: AbortSignal,
): Promise<ArrangedItem<Listed>[]> {
  const opened: ArrangedItem<Listed>[] = [];
  for (const item of items) {
    if (!isFolder(item) || (await isOne(join(root, item.path), true, [], signal))) {
      opened.push(item);
      continue;
    }
    const within = item.files.map((file) => ({ ...file, path: file.path.slice(item.folder.length) }));
    for (const each of await openedItems(join(root, item.path), folderItems(within).items, signal))
      opened.push({ ...each, path: item.folder + each.path, folder: each.folder && item.folder + each.folder });
  }
  return opened;
}

/** Whether an item is a folder, with all that is in it. */
function isFolder({ path, folder }: ArrangedItem<Listed>): boolean {
  return folder === `${path}/`;
}

function toCheck(folder: string, item: ArrangedItem<Listed>): ToCheck {
  const file = join(folder, item.path);
  // What leads out of a folder that is a package is found when that is opened.
  if (isFolder(item)) return { file };
  const error = item.files.find((one) => one.error)?.error;
  return error ? { file, error } : { file, others: item.files.slice(1).map(({ path }) => join(folder, path)) };
}

function foldersAbove(path: string): string[] {
  return [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1));
}

/** Lists what is below a folder. Rejects with `zip/directory-too-large`, and when canceled. */
async function listingOf(root: string, signal: AbortSignal, most: number): Promise<Listing> {
  const listing: Listing = { files: [], left: [] };
  const folders = [''];
  let seen = 0;
  for (const folder of folders) {
    const entries = await abortable(readdir(join(root, folder), { withFileTypes: true }), signal).catch((error) => {
      unlessCancelled(error);
      const message = `${quote(folder || root)} cannot be read (${(error as NodeJS.ErrnoException).code}).`;
      if (folder === '') throw new NetworkError('source/read-failed', message);
      listing.left.push({ path: folder.slice(0, -1), error: new NetworkError('source/read-failed', message) });
      return [];
    });
    seen += entries.length;
    if (seen > most)
      throw new TooLargeError('zip/directory-too-large', `${root} has more than ${most} files and folders.`);
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      throwIfAborted(signal);
      const path = folder + entry.name;
      if (entry.isSymbolicLink()) await addLink(listing, root, path);
      else if (!entry.isDirectory()) listing.files.push({ path });
      else if (entry.name.startsWith('.')) listing.left.push({ path, kind: 'hidden folder' });
      else folders.push(`${path}/`);
    }
  }
  return listing;
}

/** Adds a symlink. What it leads to outside of the folder could be any file of this computer. */
async function addLink({ files, left }: Listing, root: string, path: string): Promise<void> {
  const real = await realpath(join(root, path)).catch(() => undefined);
  // One that leads to nothing is one that cannot be opened.
  if (real === undefined) return void files.push({ path });
  const isDirectory = await stat(real).then(
    (found) => found.isDirectory(),
    () => false,
  );
  const isBelow = real === root || real.startsWith(root.endsWith(sep) ? root : root + sep);
  const error = isBelow
    ? undefined
    : new BadFileError('zip/unsafe-path', `${quote(path)} is a link that points outside the folder.`);
  if (!isDirectory) files.push({ path, ...(error && { error }) });
  else left.push({ path, ...(error ? { error } : { kind: 'link to a folder' as const }) });
}
