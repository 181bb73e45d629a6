import { wordsTest } from '../../base/text.ts';
import type { FileMark } from '../../model/file/file-changes.ts';
import type { PackageFile } from '../../model/package.ts';
import type { NameNote } from './name-input.tsx';

/**
 * Levels of folders. Deeper files keep the rest of their path as a name. A path of Windows has at most 260 characters.
 */
const MAX_TREE_DEPTH = 64;

/** Folders of one tree. A hostile directory could ask for a folder for every two bytes of its names. */
const MAX_TREE_FOLDERS = 200_000;

interface TreeEntry {
  readonly key: string;
  readonly name: string;
  readonly path: string;
  /** 1 at the top, as in `aria-level`. The root itself is 0, and not shown. */
  readonly depth: number;
  readonly order: string;
}

/** A file's row. */
export interface TreeFile extends TreeEntry {
  readonly kind: 'file';
  readonly file: PackageFile;
  readonly parent: TreeFolder;
  /** What an unsaved change makes of it. */
  readonly change: FileMark | undefined;
}

/** A folder's row, with the sums of all files below it. Removed ones do not count. */
export interface TreeFolder extends TreeEntry {
  readonly kind: 'folder';
  readonly file?: undefined;
  readonly change?: undefined;
  readonly parent: TreeFolder | undefined;
  readonly folders: TreeFolder[];
  readonly files: TreeFile[];
  /** Bytes of the files whose size is stated. */
  size: number;
  storedSize: number;
  count: number;
  /** Files whose size is not stated. */
  unstated: number;
  /** Files with a problem. */
  troubled: number;
  /** Files with an unsaved change, removed ones too. */
  changed: number;
}

export type TreeRow = TreeFile | TreeFolder;

export interface TreeSort {
  by: 'name' | 'size';
  descending: boolean;
}

/** A row with its position among its siblings, for screen readers. */
export interface ShownRow {
  readonly row: TreeRow;
  readonly position: number;
  readonly siblings: number;
  readonly open: boolean;
}

/** By the path of a file, what an unsaved change makes of it. */
export type FileMarks = ReadonlyMap<string, FileMark>;

const NO_MARKS: FileMarks = new Map();

/**
 * The folders and files of a package as a tree. Takes time linear to the lengths of the paths. The key of a row is the
 * path of its file. Only unsafe paths have a NUL, so the keys of other rows have one.
 */
export function buildTree(
  files: readonly PackageFile[],
  isTroubled: (file: PackageFile) => boolean,
  marks: FileMarks = NO_MARKS,
): TreeFolder {
  const root = folder('', '', undefined);
  const folders = new Map<string, TreeFolder>([['', root]]);
  files.forEach((file, index) => {
    const slash = lastShownSlash(file);
    const parent = slash < 0 ? root : (enter(folders, file.path, slash) ?? root);
    const name = parent === root ? file.path : file.path.slice(parent.path.length + 1);
    const troubled = isTroubled(file);
    const change = file.shadowed ? undefined : marks.get(file.path);
    const row: TreeFile = {
      kind: 'file',
      key: file.shadowed || file.unsafe ? `\0entry ${index}` : file.path,
      name,
      path: file.path,
      file,
      parent,
      depth: parent.depth + 1,
      change,
      order: naturalKey(name),
    };
    parent.files.push(row);
    for (let at: TreeFolder | undefined = parent; at; at = at.parent) {
      if (change) at.changed++;
      if (change?.kind === 'removed') continue;
      at.count++;
      if (troubled) at.troubled++;
      // A shadowed entry does not count: another entry of the same name is the file of the package.
      if (file.shadowed) continue;
      if (file.size === undefined) at.unstated++;
      else at.size += file.size;
      at.storedSize += file.storedSize ?? 0;
    }
  });
  return root;
}

/**
 * Index of the slash that ends the folders of a path, down to the deepest level that is shown; -1 for none. Unsafe
 * names have none.
 */
function lastShownSlash(file: PackageFile): number {
  if (file.unsafe) return -1;
  const { path } = file;
  const last = path.lastIndexOf('/');
  let at = -1;
  for (let depth = 0; depth < MAX_TREE_DEPTH; depth++) {
    const next = path.indexOf('/', at + 1);
    if (next < 0 || next > last) return at;
    at = next;
  }
  return at;
}

/** Finds or makes the folder `path.slice(0, end)`, and those above it. Undefined where there are too many already. */
function enter(folders: Map<string, TreeFolder>, path: string, end: number): TreeFolder | undefined {
  const whole = path.slice(0, end);
  const known = folders.get(whole);
  if (known) return known;
  if (folders.size >= MAX_TREE_FOLDERS) return undefined;
  const slash = whole.lastIndexOf('/');
  const parent = slash < 0 ? folders.get('') : enter(folders, path, slash);
  if (!parent) return undefined;
  const made = folder(slash < 0 ? whole : whole.slice(slash + 1), whole, parent);
  parent.folders.push(made);
  folders.set(whole, made);
  return made;
}

function folder(name: string, path: string, parent: TreeFolder | undefined): TreeFolder {
  return {
    kind: 'folder',
    key: folderKey(path),
    name,
    path,
    parent,
    depth: parent ? parent.depth + 1 : 0,
    order: naturalKey(name),
    folders: [],
    files: [],
    size: 0,
    storedSize: 0,
    count: 0,
    unstated: 0,
    troubled: 0,
    changed: 0,
  };
}

/** The key of a folder's row. */
export function folderKey(path: string): string {
  return `\0folder ${path}`;
}

/** A sort key that puts `layer_2` before `layer_10`: before each number stands its number of digits. */
function naturalKey(name: string): string {
  return name
    .toLowerCase()
    .replace(/0*(\d{1,30})/g, (_, digits: string) => String.fromCharCode(48 + digits.length) + digits);
}

const sorts = new WeakMap<TreeFolder, TreeSort>();

/**
 * Puts every folder's content in order, in place: folders first, then files. Does nothing where it is in that order.
 */
export function sortTree(root: TreeFolder, sort: TreeSort): void {
  const last = sorts.get(root);
  if (last?.by === sort.by && last.descending === sort.descending) return;
  sorts.set(root, sort);
  const sign = sort.descending ? -1 : 1;
  const byName = (a: TreeRow, b: TreeRow) => (a.order < b.order ? -1 : a.order > b.order ? 1 : 0);
  const bytes = (row: TreeRow) => (row.file ? (row.file.size ?? -1) : row.size);
  const compare =
    sort.by === 'name'
      ? (a: TreeRow, b: TreeRow) => sign * byName(a, b)
      : (a: TreeRow, b: TreeRow) => sign * (bytes(a) - bytes(b)) || byName(a, b);
  const visit = ({ folders, files }: TreeFolder) => {
    folders.sort(compare).forEach(visit);
    files.sort(compare);
  };
  visit(root);
}

/**
 * The rows to show, in order. `closed` has the keys of folders whose content is left out. With `keep`, only the files
 * that it keeps are shown, and the folders above them.
 */
export function flattenTree(
  root: TreeFolder,
  closed: ReadonlySet<string>,
  keep?: (file: PackageFile) => boolean,
): ShownRow[] {
  const matchingFolders = keep ? foldersOf(root, keep) : undefined;
  const rows: ShownRow[] = [];
  const visit = (at: TreeFolder) => {
    const folders = matchingFolders ? at.folders.filter((below) => matchingFolders.has(below)) : at.folders;
    const files = keep ? at.files.filter(({ file }) => keep(file)) : at.files;
    const siblings = folders.length + files.length;
    let position = 0;
    for (const row of folders) {
      const open = !closed.has(row.key);
      rows.push({ row, position: ++position, siblings, open });
      if (open) visit(row);
    }
    for (const row of files) rows.push({ row, position: ++position, siblings, open: false });
  };
  visit(root);
  return rows;
}

function foldersOf(root: TreeFolder, keep: (file: PackageFile) => boolean): Set<TreeFolder> {
  const kept = new Set<TreeFolder>();
  const visit = (at: TreeFolder) => {
    at.folders.forEach(visit);
    if (at.files.some(({ file }) => keep(file)) || at.folders.some((below) => kept.has(below))) kept.add(at);
  };
  visit(root);
  return kept;
}

/** The files whose path contains every word of the query, ignoring case. */
export function filesMatching(files: readonly PackageFile[], query: string): PackageFile[] {
  const matches = wordsTest(query);
  return files.filter(({ path }) => matches(path.toLowerCase()));
}

/** What can be done with the rows of a package whose files can be changed. */
export interface TreeEditing {
  /** Whether a row can be renamed, moved and removed. */
  canChange(row: TreeRow): boolean;
  /** The row whose name is typed. */
  renaming: string | undefined;
  /** In place of its name, the whole path of a row is typed. */
  typesPaths?: true;
  /** What is wrong with a new name of a row, or what it does, while it is typed. */
  noteOf(row: TreeRow, name: string): NameNote | undefined;
  /** A name was typed, or given up. */
  onRenamed(row: TreeRow, name: string | undefined): void;
  /** F2, or Delete, was pressed. */
  onKey(row: TreeRow, act: 'rename' | 'remove'): void;
  /** Asks for what can be done with a row, at a point of the window. Without it, rows have a button that renames. */
  onMenu?(row: TreeRow, at: { x: number; y: number }): void;
  /** A row begins to be dragged. Without it, none can be. */
  onDrag?(row: TreeRow, transfer: DataTransfer): void;
  /** The folder into which something would be dropped now: its path, empty for the top. */
  dropFolder: string | undefined;
}
