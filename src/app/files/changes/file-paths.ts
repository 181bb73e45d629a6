import { memo, pairMemo } from '../../../base/memo.ts';
import type { FileMark } from '../../../model/file/file-changes.ts';
import { baseName } from '../../../model/file/file-name.ts';
import { fileNameProblem, type NameProblem, TakenNames } from '../../../model/file/name-problem.ts';
import type { FileEditing, PackageFile } from '../../../model/package.ts';

/** A file of this computer, and its path below the folder that it is added to. */
export interface NewFile {
  readonly path: string;
  readonly file: File;
}

export interface MovedPath {
  readonly path: string;
  readonly isFolder: boolean;
}

/** The folder of a path, without its slash; empty at the top. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** The path of a name in a folder. */
export function pathIn(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/**
 * The path that somebody means by what they type for a file or folder: a name alone stays in its folder, and with a
 * slash it is a path from the top. `/name` is at the top itself, and `folder/` keeps the name.
 *
 * @param at its path now; for a new file, the path of its folder with the slash
 */
export function typedPath(typed: string, at: string): string {
  if (typed === '') return '';
  if (!typed.includes('/')) return pathIn(folderOf(at), typed);
  const path = typed.replace(/^\//, '');
  return typed.endsWith('/') ? path + at.slice(at.lastIndexOf('/') + 1) : path;
}

/** A path as a sentence calls a folder: with its slash, and the top in words. */
export function folderText(folder: string): string {
  return folder === '' ? 'the top folder' : `${folder}/`;
}

/**
 * The paths that are taken after the changes, without those of removed files and of entries that are never opened. Made
 * once for each list, and only on demand: there may be a million.
 */
export const takenPaths = pairMemo(
  (files: readonly PackageFile[], marks: ReadonlyMap<string, FileMark>): readonly string[] =>
    files.flatMap(({ path, unsafe, shadowed }) =>
      unsafe || shadowed || marks.get(path)?.kind === 'removed' ? [] : [path],
    ),
);

/** The path itself if it is that of a file, else those of the files below it. */
export function pathsBelow(taken: readonly string[], path: string, isFolder: boolean): string[] {
  return isFolder ? taken.filter((each) => each.startsWith(`${path}/`)) : [path];
}

/**
 * The new paths by the old ones when a file, or a folder with everything in it, moves.
 *
 * @param taken the paths that files have now
 */
export function movesOf(
  taken: readonly string[],
  from: string,
  to: string,
  isFolder: boolean,
): ReadonlyMap<string, string> {
  return new Map(pathsBelow(taken, from, isFolder).map((path) => [path, to + path.slice(from.length)]));
}

/** Of a million paths the names take half a second, and each letter of a new name asks for them. */
export const takenNames = memo((taken: readonly string[]) => new TakenNames(taken));

/**
 * What is wrong with the new paths, the worst first: with each on its own, and beside the files that stay. Undefined
 * where nothing is.
 */
export function movesProblem(taken: readonly string[], moves: ReadonlyMap<string, string>): NameProblem | undefined {
  const others = takenNames(taken).without([...moves.keys()]);
  let found: NameProblem | undefined;
  for (const to of moves.values()) {
    const problem = fileNameProblem(to, others);
    if (problem?.severity === 'error') return problem;
    found ??= problem;
  }
  return found;
}

/** A path that no file has: `a-2.png` beside `a.png`. */
export function freePath(path: string, isTaken: (path: string) => boolean): string {
  const name = baseName(path);
  const dot = name.lastIndexOf('.');
  const end = dot > 0 ? path.length - name.length + dot : path.length;
  for (let count = 2; ; count++) {
    const next = `${path.slice(0, end)}-${count}${path.slice(end)}`;
    if (!isTaken(next)) return next;
  }
}

/** Why a file cannot be renamed or removed: the format's own. Undefined where it can. */
export function whyFixed({ own }: FileEditing, path: string): string | undefined {
  return own.find((each) => each.path === path)?.why;
}

/** Why a file's content cannot be replaced. Undefined where it can. */
export function whyKept({ own }: FileEditing, path: string): string | undefined {
  return own.find((each) => each.path === path && !each.canPut)?.why;
}

/** Whether a folder has a file of the format's own in it, so that it stays where it is. */
export function hasFixed({ own }: FileEditing, folder: string): boolean {
  return own.some(({ path }) => path.startsWith(`${folder}/`));
}
