import type { Archive, ArchiveEntry } from '../archive/archive.ts';
import type { AddedFile, FileChanges, NewContent } from '../archive/plan.ts';
import { resolvePath } from '../archive/symlink.ts';
import { compareUtf8 } from '../base/bytes.ts';
import { InternalError } from '../base/errors.ts';
import { MAX_RESOLVE_CHARACTERS } from '../base/limits.ts';
import { unsafeReason } from '../base/path.ts';
import { quote } from '../base/text.ts';
import type { FileChange, FilePut, ReviewedChange } from '../model/draft.ts';
import { changeOf, pathsAfter } from '../model/file/file-changes.ts';
import type { FileEditing } from '../model/package.ts';

/** The files of an archive as a draft's changes leave them. Its texts and derived files are not among them. */
export class FilesAfter {
  /**
   * What the archive is to write for the changes: removed files first, then the others in the byte order of their
   * paths.
   */
  readonly changes: FileChanges;
  readonly reviewed: readonly ReviewedChange[];
  /** The files that are added or replaced, by path. */
  readonly added: ReadonlyMap<string, AddedFile>;
  /** The URLs of files that are linked, or whose URLs change, by path. The new archive does not contain these files. */
  readonly linked: ReadonlyMap<string, readonly string[]>;
  /** The SHA-256 of linked files that are new and were never in the archive, by path. */
  readonly newLinks: ReadonlyMap<string, string>;
  /** The path of a file afterwards by its path before; undefined where it goes. */
  readonly pathAfter: (before: string) => string | undefined;
  readonly #archive: Archive;
  readonly #hasLinks: boolean;
  /** The old path by the new one. */
  readonly #renamed = new Map<string, string>();
  readonly #effort = { left: MAX_RESOLVE_CHARACTERS };

  /**
   * Throws `internal/bug` for a change that `can` does not allow, for an added file without its digest, for an unsafe
   * path, and for a change of a file that is not there.
   *
   * @param can what can be done with the files of the package
   * @param isListed whether the hash list has a line for a path
   */
  constructor(
    archive: Archive,
    files: readonly FileChange[],
    can: FileEditing,
    isListed: (path: string) => boolean = () => false,
  ) {
    for (const change of files) refuseOthers(change, can);
    this.#archive = archive;
    this.#hasLinks = archive.entries.some(({ linkText }) => linkText !== undefined);
    this.pathAfter = pathsAfter(files);
    const linked = new Map(files.flatMap((change) => (change.kind === 'link' ? [[change.path, change.urls]] : [])));
    this.newLinks = new Map(
      files.flatMap((change) =>
        change.kind === 'link' && change.sha256 !== undefined ? [[safe(change.path), change.sha256]] : [],
      ),
    );
    const isKnown = (path: string) => archive.entryAt(path) !== undefined || isListed(path);
    this.reviewed = [...changeOf(files, isKnown)].map(([path, mark]) => ({ path, ...mark }));
    const known = (path: string) => {
      if (isKnown(path)) return path;
      throw new InternalError('internal/bug', `Boxcutter tried to change a file that is not there: ${quote(path)}.`);
    };
    const added = new Map<string, AddedFile>();
    const contents: [string, NewContent][] = [];
    const gone: string[] = [];
    for (const change of files) {
      if (change.kind === 'put') {
        const file = addedFile(change);
        added.set(change.path, file);
        if (!linked.has(safe(change.path))) contents.push([change.path, file]);
      } else if (change.kind === 'rename') {
        this.#renamed.set(safe(change.to), known(change.from));
        if (!archive.entryAt(change.from)) continue;
        gone.push(change.from);
        if (!linked.has(change.to)) contents.push([change.to, { movedFrom: change.from }]);
      } else if (change.kind === 'remove') {
        if (archive.entryAt(known(change.path))) gone.push(change.path);
      } else if (archive.entryAt(change.path)) gone.push(change.path);
    }
    for (const path of linked.keys())
      if (!added.has(path) && !this.#renamed.has(path) && !this.newLinks.has(path)) known(path);
    contents.sort(([a], [b]) => compareUtf8(a, b));
    this.added = added;
    this.linked = linked;
    this.changes = new Map<string, NewContent | null>([...gone.map((path) => [path, null] as const), ...contents]);
  }

  /** Whether a new or renamed file is at a path. */
  isTaken(path: string): boolean {
    return this.added.has(path) || this.#renamed.has(path);
  }

  /** The path that a file had before, of one that is not new. */
  pathBefore(path: string): string | undefined {
    if (this.added.has(path)) return undefined;
    return this.#renamed.get(path) ?? (this.pathAfter(path) === path ? path : undefined);
  }

  /** The entry of the old archive that is at a path afterwards. Does not follow symlinks. */
  entryAt(path: string): ArchiveEntry | undefined {
    if (this.linked.has(path)) return undefined;
    const before = this.pathBefore(path);
    return before === undefined ? undefined : this.#archive.entryAt(before);
  }

  /**
   * Which entries of the old archive stay, by their paths afterwards, and those of added files, also of linked ones.
   */
  *entries(): Generator<Pick<ArchiveEntry, 'path' | 'shadowed' | 'unsafe'>> {
    for (const entry of this.#archive.entries) {
      const path = entry.unsafe ? entry.path : this.pathAfter(entry.path);
      if (path !== undefined && this.linked.has(path)) continue;
      if (path === entry.path) yield entry;
      // Where two entries have one name, the ignored one goes.
      else if (path !== undefined && !entry.shadowed) yield { path };
    }
    for (const path of this.added.keys()) yield { path };
  }

  /**
   * The file that a path leads to afterwards, symlinks followed. Undefined if it leads nowhere, or to a linked file that
   * was in the archive.
   */
  placeOf(path: string, isNew: (path: string) => boolean = () => false): string | undefined {
    const isFile = (at: string) => isNew(at) || this.added.has(at) || this.entryAt(at)?.kind === 'file';
    if (isFile(path)) return path;
    if (!this.#hasLinks || unsafeReason(path) !== undefined) return undefined;
    const result = resolvePath(
      path,
      (at) => (isNew(at) ? undefined : this.entryAt(at)?.linkText),
      isFile,
      this.#effort,
    );
    return 'path' in result ? result.path : undefined;
  }
}

/** Throws for a change that no control offers: of one of the format's own files, or a link in a format without links. */
function refuseOthers(change: FileChange, can: FileEditing): void {
  if (change.kind === 'link' && !can.links)
    throw new InternalError('internal/bug', 'Boxcutter tried to make a link where no list can have its URL.');
  for (const path of change.kind === 'rename' ? [change.from, change.to] : [change.path]) {
    const own = can.own.find((file) => file.path === path);
    if (own && !(own.canPut && change.kind === 'put'))
      throw new InternalError('internal/bug', `Boxcutter tried to ${change.kind} ${quote(path)}. ${own.why}`);
  }
}

function addedFile({ path, blob, digest }: FilePut): AddedFile {
  if (!digest) throw new InternalError('internal/bug', `The digest of ${quote(path)} was not computed.`);
  return { blob, digest };
}

function safe(path: string): string {
  const reason = unsafeReason(path);
  if (reason === undefined) return path;
  throw new InternalError('internal/bug', `Boxcutter tried to write a file whose name ${reason}: ${quote(path)}.`);
}
