import type { FormatId } from '../model/package.ts';
import type { FolderNames, FormatDescriptor } from './descriptor.ts';
import { ALL_FORMATS, FALLBACKS, FORMATS, hasSign } from './list.ts';

/**
 * What files that come together are: dropped or chosen ones, those of a folder, or those that a host lists. Names alone
 * decide. `docs/shelf.md` has the same table, in the order of `ARRANGEMENTS`.
 */

/** A file with its path from the folder on that it came with. */
export interface ArrangedFile {
  readonly path: string;
}

/** One package, or a file of any other kind. */
export interface ArrangedItem<F extends ArrangedFile> {
  /**
   * Of its file; of several, that of the folder that they fill, or of the file that stands for the set. Without the
   * folder that all files are in.
   */
  readonly path: string;
  /** By its name. Undefined where no format has its sign. */
  readonly format: FormatId | undefined;
  /** All its files. The first one stands for the others. */
  readonly files: readonly [F, ...F[]];
  /** The folder that its paths begin with, with its `/`. Opened as a folder, it is without. '' of a file of its own. */
  readonly folder: string;
}

export type Arrangement<F extends ArrangedFile> =
  | { readonly kind: 'package' }
  | { readonly kind: 'pair'; readonly items: readonly [ArrangedItem<F>, ArrangedItem<F>] }
  | { readonly kind: 'shelf'; readonly items: readonly ArrangedItem<F>[] };

/** What is known of files when a rule is asked. */
interface Found<F extends ArrangedFile> {
  readonly files: readonly F[];
  readonly root: Folder<F>;
  readonly items: readonly ArrangedItem<F>[];
  /** Items of a known format. */
  readonly packages: readonly ArrangedItem<F>[];
  /** They were dropped one by one: none is in a folder. */
  readonly isLoose: boolean;
}

interface Rule {
  /** As in the document. */
  readonly files: string;
  readonly are: string;
  readonly kind: Arrangement<ArrangedFile>['kind'];
  fits(found: Found<ArrangedFile>): boolean;
}

/** The rules, in the order in which they are asked. What none fits is one package: a folder of files. */
export const ARRANGEMENTS: readonly Rule[] = [
  {
    files: 'One file',
    are: 'that package; `.npy` dropped on a field for values, those values',
    kind: 'package',
    fits: ({ files }) => files.length === 1,
  },
  {
    files: 'A folder that is a package: unpacked, a store of models, or a model with its configuration',
    are: 'that package',
    kind: 'package',
    fits: ({ root }) => folderFormat(root) !== undefined,
  },
  {
    files: 'The shards of one model and their index, with whatever else is beside them',
    are: 'that package',
    kind: 'package',
    fits: ({ packages: [first, ...others] }) => others.length === 0 && first !== undefined && first.files.length > 1,
  },
  {
    files: 'Two files of one format, dropped or chosen by themselves',
    are: 'a shelf of two, which offers to compare them',
    kind: 'pair',
    fits: ({ isLoose, items: [a, b, ...others] }) =>
      isLoose && others.length === 0 && a?.format !== undefined && a.format === b?.format,
  },
  {
    files: 'Several files, at least one of them of a known format',
    are: 'a shelf',
    kind: 'shelf',
    fits: ({ isLoose, packages }) => isLoose && packages.length > 0,
  },
  {
    files: 'A folder with several packages in it, at any depth',
    are: 'a shelf, in which what belongs together is one row',
    kind: 'shelf',
    fits: ({ packages }) => packages.length > 1,
  },
];

/** What these files are, by the first rule that fits. Paths are shown as they are: they are a stranger's. */
export function arrange<F extends ArrangedFile>(files: readonly F[]): Arrangement<F> {
  const root = folderOf(files);
  const items = itemsOf(root);
  const packages = items.filter(({ format }) => format !== undefined);
  const found = { files, root, items, packages, isLoose: files.every(({ path }) => !path.includes('/')) };
  const kind = ARRANGEMENTS.find(({ fits }) => fits(found))?.kind ?? 'package';
  if (kind === 'package') return { kind };
  const named = items.map((item) => ({ ...item, path: item.path.slice(root.path.length) }));
  return kind === 'pair'
    ? { kind, items: named as unknown as [ArrangedItem<F>, ArrangedItem<F>] }
    : { kind, items: named };
}

/** What is in a folder. */
export interface FolderItems<F extends ArrangedFile> {
  /** Whether the folder is one package by its names. */
  readonly isPackage: boolean;
  /** Its packages and other files, as if it were none. Paths are without the folder. */
  readonly items: readonly ArrangedItem<F>[];
}

/** What is in a folder, at any depth. `files` have paths from the folder on, without it. */
export function folderItems<F extends ArrangedFile>(files: readonly F[]): FolderItems<F> {
  const root = treeOf('', files);
  const items = [...itemsAmong(root), ...[...root.folders.values()].flatMap(itemsOf)];
  return { isPackage: folderFormat(root) !== undefined, items };
}

/** Folders in each other that are told apart. A path of a host's list can have a million, and they are walked down. */
const MAX_DEPTH = 64;

interface Folder<F extends ArrangedFile> extends FolderNames {
  /** With its `/`; '' of the outermost. */
  readonly path: string;
  readonly files: Map<string, F>;
  readonly folders: Map<string, Folder<F>>;
  /** Files of names that another one has: hostile lists have them. */
  readonly again: F[];
}

function emptyFolder<F extends ArrangedFile>(path: string): Folder<F> {
  return { path, files: new Map(), folders: new Map(), again: [] };
}

/** The files as a tree, without the folder that all of them are in. */
function folderOf<F extends ArrangedFile>(files: readonly F[]): Folder<F> {
  const first = files[0]?.path ?? '';
  const top = first.slice(0, first.indexOf('/') + 1);
  return treeOf(files.every(({ path }) => path.startsWith(top)) ? top : '', files);
}

/** The files as a tree below a folder that all of them are in. */
function treeOf<F extends ArrangedFile>(top: string, files: readonly F[]): Folder<F> {
  const root = emptyFolder<F>(top);
  for (const file of files) {
    const parts = file.path.slice(root.path.length).split('/');
    let folder = root;
    for (let depth = 0; parts.length > 1 && depth < MAX_DEPTH; depth++) {
      const name = parts.shift() as string;
      const next = folder.folders.get(name) ?? emptyFolder<F>(`${folder.path}${name}/`);
      folder.folders.set(name, next);
      folder = next;
    }
    const name = parts.join('/');
    if (folder.files.has(name)) folder.again.push(file);
    else folder.files.set(name, file);
  }
  return root;
}

function folderFormat(folder: FolderNames): FormatDescriptor | undefined {
  return FORMATS.find((format) => format.isFolder?.(folder));
}

/** The format that a file has the sign of. How a name ends says more than what it may be. */
function formatByName(name: string): FormatDescriptor | undefined {
  return (
    ALL_FORMATS.find((format) => format !== FALLBACKS.file && hasSign(format, name)) ??
    FORMATS.find((format) => format.mayBeNamed?.(name)) ??
    // Packages of many formats are called so, and what else is.
    (/\.zip$/i.test(name) ? FALLBACKS.zip : undefined)
  );
}

function itemsOf<F extends ArrangedFile>(folder: Folder<F>): ArrangedItem<F>[] {
  const format = folder.path === '' ? undefined : folderFormat(folder);
  const all = format && leading([...filesIn(folder)]);
  if (format && all?.[0])
    return [
      { path: folder.path.slice(0, -1), format: format.id, files: [all[0], ...all.slice(1)], folder: folder.path },
    ];
  return [...itemsAmong(folder), ...[...folder.folders.values()].flatMap(itemsOf)];
}

/** Files of a folder with one of a known format first: on a host, it is opened in their place. */
function leading<F extends ArrangedFile>(files: readonly F[]): readonly F[] {
  const lead = files.find(({ path }) => formatByName(path) !== undefined);
  return lead ? [lead, ...files.filter((file) => file !== lead)] : files;
}

function* filesIn<F extends ArrangedFile>({ files, folders, again }: Folder<F>): Generator<F> {
  yield* files.values();
  yield* again;
  for (const folder of folders.values()) yield* filesIn(folder);
}

/** The files of a folder itself: those of one set as one, and each other one by itself. */
function itemsAmong<F extends ArrangedFile>({ files, again, path: folder }: Folder<F>): ArrangedItem<F>[] {
  const sets = new Map<string, [F, ...F[]]>();
  const items: ArrangedItem<F>[] = [];
  const alone = (file: F, format: FormatId | undefined) =>
    items.push({ path: file.path, format, files: [file], folder: '' });
  for (const [name, file] of files) {
    const of = FORMATS.find(({ setOf }) => setOf?.(name) !== undefined);
    const key = of && `${of.id} ${of.setOf?.(name)}`;
    const set = key === undefined ? undefined : sets.get(key);
    if (set) set.push(file);
    else if (of && key !== undefined) {
      const begun: [F, ...F[]] = [file];
      sets.set(key, begun);
      items.push({ path: file.path, format: of.id, files: begun, folder });
    } else alone(file, formatByName(name)?.id);
  }
  for (const file of again) alone(file, formatByName(file.path)?.id);
  return items.map(withLead);
}

/** A set with the file first that stands for it: its index, or else the first in the order of names. */
function withLead<F extends ArrangedFile>(item: ArrangedItem<F>): ArrangedItem<F> {
  const [only, ...others] = item.files;
  if (others.length === 0) return { ...item, folder: '' };
  const isIndex = ({ path }: F) => path.toLowerCase().endsWith('.json');
  const sorted = [only, ...others].sort(
    (a, b) => Number(isIndex(b)) - Number(isIndex(a)) || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0),
  );
  const files = sorted as [F, ...F[]];
  return { ...item, path: files[0].path, files };
}
