import { pairMemo } from '../../../base/memo.ts';
import type { FileChange, FileLink, FilePut } from '../../../model/draft.ts';
import { changeOf, type FileMark } from '../../../model/file/file-changes.ts';
import { fileIndex } from '../../../model/file/file-index.ts';
import { plainFile } from '../../../model/file/file-view.ts';
import type { PackageFile } from '../../../model/package.ts';
import type { RewrittenFiles } from './rewritten-files.ts';

type Files = readonly PackageFile[];

/** The files as the Files tab shows them while a draft changes some: with removed ones, which can be put back. */
export interface ShownFiles {
  readonly files: Files;
  readonly marks: ReadonlyMap<string, FileMark>;
  /** How many files saving keeps: all but the removed ones. The page calls this the number of files. */
  readonly kept: number;
  /**
   * The file of the open package whose bytes a shown file has: itself, or the one that was renamed. Undefined of a file
   * that the draft puts there.
   */
  openOf(file: PackageFile): PackageFile | undefined;
  /** Whether saving writes the file at a path again, which no change of files is about. Its content is as opened. */
  isRewritten(path: string): boolean;
}

const isNever = () => false;

/**
 * The files of the open package with the draft's changes of files. Pure: what the worker knows of the saved package
 * comes later, and is not waited for. `withRewritten` adds it.
 */
export const shownFiles = pairMemo((open: Files, changes: readonly FileChange[]): ShownFiles => {
  const index = fileIndex(open);
  const marks = new Map(changeOf(changes, (path) => index.has(path)));
  // Removed files stay in the list, which is then the same object: indexing another million files takes a second.
  if (changes.every(({ kind }) => kind === 'remove')) {
    const kept = open.length - removedPaths(marks).length;
    return { files: open, marks, kept, openOf: (file) => file, isRewritten: isNever };
  }
  const moved = new Map(changes.flatMap((change) => (change.kind === 'rename' ? [[change.from, change.to]] : [])));
  const puts = new Map(changes.flatMap((change) => (change.kind === 'put' ? [[change.path, change]] : [])));
  for (const [path, { digest }] of puts) {
    const { link, sha256 } = index.get(path) ?? {};
    const isSame = link && digest && digest.sha256 === sha256?.toLowerCase();
    if (isSame && marks.get(path)?.kind === 'replaced') marks.set(path, { kind: 'replaced', isBroughtIn: true });
  }
  const opens = new Map<PackageFile, PackageFile | undefined>();
  const files: PackageFile[] = [];
  const add = (file: PackageFile, of: PackageFile | undefined) => {
    if (of !== file) opens.set(file, of);
    files.push(file);
  };
  for (const file of open) {
    const { path } = file;
    if (file.shadowed || file.unsafe) {
      add(file, file);
      continue;
    }
    const to = moved.get(path);
    if (to !== undefined) add(withMark({ ...plainFile(file), path: to }, marks.get(to)), file);
    const put = puts.get(path);
    if (put && marks.get(path)?.kind === 'replaced') add(putFile(put, file), undefined);
    // A removed file whose path another one has now is not shown.
    else if (to === undefined && (!marks.has(path) || marks.get(path)?.kind === 'removed' || !isTaken(path)))
      add(withMark(file, marks.get(path)), file);
  }
  for (const put of puts.values()) if (marks.get(put.path)?.kind !== 'replaced') add(putFile(put), undefined);
  for (const change of changes)
    if (change.kind === 'link' && change.sha256 !== undefined) add(linkedFile(change), undefined);
  const kept = files.length - removedPaths(marks).length;
  return { files, marks, kept, openOf: (file) => (opens.has(file) ? opens.get(file) : file), isRewritten: isNever };

  function isTaken(path: string): boolean {
    return puts.has(path) || marks.get(path)?.from !== undefined;
  }
});

/** These files with those that saving writes, as they will be, and marks of those that it adds or leaves out. */
export const withRewritten = pairMemo((shown: ShownFiles, rewritten: RewrittenFiles): ShownFiles => {
  const isRewritten = (path: string) => rewritten.has(path) && !shown.marks.has(path);
  if (![...rewritten.keys()].some(isRewritten)) return shown;
  const marks = new Map(shown.marks);
  const opens = new Map<PackageFile, PackageFile | undefined>();
  const unseen = new Set([...rewritten.keys()].filter(isRewritten));
  const files = shown.files.map((file) => {
    if (file.shadowed || file.unsafe || !isRewritten(file.path)) return file;
    unseen.delete(file.path);
    const saved = rewritten.get(file.path);
    if (!saved) {
      marks.set(file.path, { kind: 'removed', bySaving: true });
      return file;
    }
    opens.set(saved, shown.openOf(file));
    return saved;
  });
  const left = marks.size - shown.marks.size;
  for (const path of unseen) {
    const saved = rewritten.get(path);
    if (!saved) continue;
    marks.set(path, { kind: 'added', bySaving: true });
    opens.set(saved, undefined);
    files.push(saved);
  }
  return {
    files,
    marks,
    kept: shown.kept - left + (files.length - shown.files.length),
    openOf: (file) => (opens.has(file) ? opens.get(file) : shown.openOf(file)),
    isRewritten,
  };
});

/**
 * The number of files that saving keeps, without making their list: it is shown on every tab, after each letter.
 *
 * @param open the files of the open package
 */
export function keptFiles({ kept, marks }: ShownFiles, rewritten: RewrittenFiles, open: Files): number {
  const own = [...rewritten].filter(([path]) => !marks.has(path));
  const gone = own.filter(([, file]) => file === undefined);
  const added = own.filter(([path, file]) => file !== undefined && !fileIndex(open).has(path));
  return kept - gone.length + added.length;
}

/** Whether the file at a path is written by saving alone: there is nothing of it to read before. */
export function isMadeBySaving({ marks }: ShownFiles, path: string): boolean {
  const mark = marks.get(path);
  return mark?.kind === 'added' && mark.bySaving === true;
}

function removedPaths(marks: ReadonlyMap<string, FileMark>): string[] {
  return [...marks].flatMap(([path, { kind }]) => (kind === 'removed' ? [path] : []));
}

/** Saving keeps only the URLs of a linked file. */
function withMark(file: PackageFile, mark: FileMark | undefined): PackageFile {
  return mark?.kind === 'linked' ? { ...plainFile(file), hash: 'linked' } : file;
}

/** A file that the draft adds by its URLs and hash. Nobody has its bytes, so it has no size of its own. */
function linkedFile({ path, sha256, urls }: FileLink): PackageFile {
  return { path, sha256, role: 'other', hash: 'linked', kind: 'file', link: { urls } };
}

/** A file that the draft adds, or puts in place of `of`. */
function putFile({ path, blob, digest }: FilePut, of?: PackageFile): PackageFile {
  return {
    path,
    size: blob.size,
    sha256: digest?.sha256,
    role: of?.role ?? 'other',
    // Saving writes its hash.
    hash: 'none',
    kind: 'file',
  };
}
