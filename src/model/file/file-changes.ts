import { InternalError } from '../../base/errors.ts';
import { randomId } from '../../base/random-id.ts';
import { quote } from '../../base/text.ts';
import { type FileChange, type FileLink, type FilePut, sameFiles } from '../draft.ts';
import type { PackageFile } from '../package.ts';
import { fileIndex } from './file-index.ts';

/** Whether the open package has a file at a path: in it, linked, or only listed. */
export type IsThere = (path: string) => boolean;

/** Of the files of an open package. One whose name leads out of it is not there. */
export function isThereIn(files: readonly PackageFile[]): IsThere {
  return (path) => {
    const file = fileIndex(files).get(path);
    return file !== undefined && !file.unsafe;
  };
}

/** What became of a file, as its row says (`data-change`). */
export type FileChangeKind = 'added' | 'replaced' | 'renamed' | 'removed' | 'linked';

export interface FileMark {
  readonly kind: FileChangeKind;
  /** The path that the file has in the open package, where that is another one. */
  readonly from?: string;
  /** It was only linked, and now the package has the very same bytes. */
  readonly isBroughtIn?: true;
  /** Nobody added or removed it: saving does, because of the other changes. */
  readonly bySaving?: true;
}

/**
 * The changes of files after one more. Its paths are those that files have after `changes`, as people see them. A file
 * that is renamed back, or added and removed, leaves no change. The very same list where nothing changes. Throws
 * `internal/bug` for a file that is not there, and for a rename to a path where another file is.
 */
export function withFileChange(
  changes: readonly FileChange[],
  act: FileChange,
  isThere: IsThere,
): readonly FileChange[] {
  return withFileChanges(changes, [act], isThere);
}

/**
 * The changes of files after more of them, in this order. Renames that follow each other directly are made at once, so
 * that a folder can be renamed into itself, and two files can change places.
 */
export function withFileChanges(
  changes: readonly FileChange[],
  acts: readonly FileChange[],
  isThere: IsThere,
): readonly FileChange[] {
  const composed = new Composed(changes, isThere);
  for (let at = 0; at < acts.length; ) {
    const act = acts[at] as FileChange;
    if (act.kind !== 'rename') {
      composed.make(act);
      at++;
      continue;
    }
    const moves = new Map<string, string>();
    for (let next = acts[at]; next?.kind === 'rename' && !moves.has(next.from); next = acts[++at])
      moves.set(next.from, next.to);
    composed.rename(moves);
  }
  return composed.list();
}

/**
 * The changes without the one of the file at a path: of an added or renamed file its path afterwards, of a removed one
 * its path in the open package. Undefined where another file has the path that it goes back to. The same list where
 * nothing changes the file.
 */
export function putBack(
  changes: readonly FileChange[],
  path: string,
  isThere: IsThere,
): readonly FileChange[] | undefined {
  const composed = new Composed(changes, isThere);
  return composed.putBack(path) ? composed.list() : undefined;
}

/** Whether there is a file at a path after the changes. */
export function isThereAfter(changes: readonly FileChange[], isThere: IsThere): IsThere {
  const composed = new Composed(changes, isThere);
  return (path) => composed.has(path);
}

/**
 * The path that a file of the open package has after the changes: another one where it was renamed, undefined where it
 * was removed or replaced.
 */
export function pathsAfter(changes: readonly FileChange[]): (path: string) => string | undefined {
  const after = new Map<string, string | undefined>();
  for (const change of changes) {
    if (change.kind === 'put' && !after.has(change.path)) after.set(change.path, undefined);
    else if (change.kind === 'remove') after.set(change.path, undefined);
    else if (change.kind === 'rename') after.set(change.from, change.to);
  }
  return (path) => (after.has(path) ? after.get(path) : path);
}

/**
 * What the changes do, by the path of the row that shows it: that of the file afterwards, of a removed file its path
 * before. Where another file has the path of a removed one, only that other file is told.
 */
export function changeOf(changes: readonly FileChange[], isThere: IsThere): ReadonlyMap<string, FileMark> {
  const { renames, puts, links, removed } = new Composed(changes, isThere);
  const renamed = new Set(renames.values());
  const marks = new Map<string, FileMark>();
  for (const path of removed) marks.set(path, { kind: 'removed' });
  for (const [path, from] of renames) marks.set(path, { kind: 'renamed', from });
  for (const path of puts.keys()) marks.set(path, { kind: isThere(path) && !renamed.has(path) ? 'replaced' : 'added' });
  for (const path of links.keys()) {
    const from = renames.get(path);
    marks.set(path, { kind: 'linked', from });
  }
  return marks;
}

/** The changes as maps, while they are composed. */
class Composed {
  readonly puts = new Map<string, FilePut>();
  /** The old path by the new one. */
  readonly renames = new Map<string, string>();
  /** By the path afterwards. One with a hash is a file that is there by it alone. */
  readonly links = new Map<string, FileLink>();
  /** Old paths. None has a put: that replaces the file. */
  readonly removed = new Set<string>();
  /** Old paths of `renames`. */
  readonly #renamed = new Set<string>();
  readonly #before: readonly FileChange[];
  readonly #isThere: IsThere;

  constructor(changes: readonly FileChange[], isThere: IsThere) {
    this.#before = changes;
    this.#isThere = isThere;
    for (const change of changes) {
      if (change.kind === 'put') this.puts.set(change.path, change);
      else if (change.kind === 'link') this.links.set(change.path, change);
      else if (change.kind === 'remove') this.removed.add(change.path);
      else this.#setRename(change.from, change.to);
    }
  }

  has(path: string): boolean {
    return this.puts.has(path) || this.renames.has(path) || this.#isNewLink(path) || this.#stays(path);
  }

  make(act: Exclude<FileChange, { kind: 'rename' }>): void {
    const { path } = act;
    const isThere = this.has(path);
    const adds = act.kind === 'put' || (act.kind === 'link' && act.sha256 !== undefined);
    if (!adds && !isThere) throw misfit(act.kind, path);
    if (act.kind === 'link') {
      if (isThere && act.sha256 !== undefined) throw misfit('add a link at', path);
      const { sha256, size } = this.links.get(path) ?? act;
      this.links.set(path, linkOf(act, { sha256, size }));
      return;
    }
    if (isThere) this.#take(path);
    if (act.kind === 'put') this.#put({ ...act, id: act.id ?? randomId() });
  }

  /** Gives files other paths, all at once. */
  rename(moves: ReadonlyMap<string, string>): void {
    for (const from of moves.keys()) if (!this.has(from)) throw misfit('rename', from);
    const moved = [...moves].filter(([from, to]) => from !== to);
    const taken = moved.map(([from, to]) => ({ to, ...this.#take(from) }));
    for (const { to, put, old, link } of taken) {
      if (this.has(to)) throw misfit('rename a file to', to);
      if (put) this.#put({ ...put, path: to });
      else if (link?.sha256 === undefined) {
        this.removed.delete(old);
        if (old !== to) this.#setRename(old, to);
      }
      if (link) this.links.set(to, { ...link, path: to });
    }
  }

  /** Whether it could. */
  putBack(path: string): boolean {
    const from = this.renames.get(path);
    if (from !== undefined && this.has(from)) return false;
    const isNew = this.#isNewLink(path);
    this.links.delete(path);
    // A removed file has no put.
    if (this.puts.delete(path) || isNew) return true;
    if (from === undefined) this.removed.delete(path);
    else this.#deleteRename(path);
    return true;
  }

  /** In one order, whatever led here. The list that it began from where nothing changed. */
  list(): readonly FileChange[] {
    const list: FileChange[] = [];
    for (const path of [...this.removed].sort()) list.push({ kind: 'remove', path });
    for (const [to, from] of inOrder(this.renames)) list.push({ kind: 'rename', from, to });
    for (const [, put] of inOrder(this.puts)) list.push(put);
    for (const [, link] of inOrder(this.links)) list.push(link);
    return sameFiles(list, this.#before) ? this.#before : list;
  }

  /** Takes the file at a path out. Until it has another place, it counts as removed. */
  #take(path: string): { put: FilePut | undefined; old: string; link: FileLink | undefined } {
    const [put, link] = [this.puts.get(path), this.links.get(path)];
    const old = this.renames.get(path) ?? path;
    const isNew = this.#isNewLink(path);
    this.links.delete(path);
    this.#deleteRename(path);
    if (isNew) return { put, old, link };
    if (!put || (this.#isThere(path) && !this.#renamed.has(path))) this.removed.add(old);
    this.puts.delete(path);
    return { put, old, link };
  }

  #put(put: FilePut): void {
    this.puts.set(put.path, put);
    this.removed.delete(put.path);
  }

  /** Whether a link alone is what is at a path. */
  #isNewLink(path: string): boolean {
    return this.links.get(path)?.sha256 !== undefined;
  }

  /** Whether the file that the open package has at a path is still there. */
  #stays(path: string): boolean {
    return !this.removed.has(path) && !this.#renamed.has(path) && this.#isThere(path);
  }

  #setRename(from: string, to: string): void {
    this.renames.set(to, from);
    this.#renamed.add(from);
  }

  #deleteRename(to: string): void {
    const from = this.renames.get(to);
    if (from === undefined) return;
    this.renames.delete(to);
    this.#renamed.delete(from);
  }
}

/** The addresses of an act, for the file that a link has already. */
function linkOf({ path, urls, isCompared }: FileLink, { sha256, size }: Pick<FileLink, 'sha256' | 'size'>): FileLink {
  const link = { kind: 'link', path, urls, ...(isCompared && { isCompared }) } as const;
  if (sha256 === undefined) return link;
  return size === undefined ? { ...link, sha256 } : { ...link, sha256, size };
}

/** The entries of a map, by their keys. */
function inOrder<T>(map: ReadonlyMap<string, T>): [string, T][] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1));
}

function misfit(act: string, path: string): InternalError {
  return new InternalError('internal/bug', `Boxcutter tried to ${act} ${quote(path)}, which does not fit the files.`);
}
