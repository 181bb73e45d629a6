import type { PackageFile } from '../../model/package.ts';
import type { ShownRow, TreeFolder, TreeRow } from './rows.ts';

/** Whether a row is chosen: of a folder, `some` where only a part of its files is. `none` where nothing can be. */
export type Choice = 'all' | 'some' | 'no' | 'none';

/** The paths of all files of a row that may be chosen: its own, or those of all files below a folder. */
export function choosablePaths(row: TreeRow, can: (file: PackageFile) => boolean): string[] {
  if (row.file) return can(row.file) ? [row.path] : [];
  return [row.folders, row.files].flatMap((rows) => rows.flatMap((below) => choosablePaths(below, can)));
}

/** Takes the paths out if all of them are chosen, else adds them. */
export function toggleChoice(chosen: ReadonlySet<string>, paths: readonly string[]): ReadonlySet<string> {
  const next = new Set(chosen);
  if (paths.every((path) => chosen.has(path))) for (const path of paths) next.delete(path);
  else for (const path of paths) next.add(path);
  return next;
}

/** Adds the files of the rows from one index to another, in either direction. Folders in between add nothing. */
export function chooseRange(
  chosen: ReadonlySet<string>,
  rows: readonly ShownRow[],
  from: number,
  to: number,
  can: (file: PackageFile) => boolean,
): ReadonlySet<string> {
  const next = new Set(chosen);
  for (const { row } of rows.slice(Math.min(from, to), Math.max(from, to) + 1))
    if (row.kind === 'file' && can(row.file)) next.add(row.file.path);
  return next;
}

/** What is chosen of each folder. Takes time linear to the number of files. */
export function folderChoices(
  root: TreeFolder,
  chosen: ReadonlySet<string>,
  can: (file: PackageFile) => boolean,
): ReadonlyMap<TreeFolder, Choice> {
  const choices = new Map<TreeFolder, Choice>();
  const visit = (folder: TreeFolder): { of: number; picked: number } => {
    const own = folder.files.filter(({ file }) => can(file));
    const sum = { of: own.length, picked: own.filter(({ path }) => chosen.has(path)).length };
    for (const { of, picked } of folder.folders.map(visit)) {
      sum.of += of;
      sum.picked += picked;
    }
    const { of, picked } = sum;
    choices.set(folder, of === 0 ? 'none' : picked === of ? 'all' : picked > 0 ? 'some' : 'no');
    return sum;
  };
  visit(root);
  return choices;
}
