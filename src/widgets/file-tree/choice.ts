import type { PackageFile } from '../../model/package.ts';
import type { ShownRow, TreeFolder, TreeRow } from './rows.ts';

/** Whether a row is chosen: of a folder, `some` where only a part of its files is. `none` where nothing can be. */
export type Choice = 'all' | 'some' | 'no' | 'none';

/** The paths of all files of a row that may be chosen: its own, or those of all files below a folder. */
export function choosablePaths(row: TreeRow, can: (file: PackageFile) => boolean): string[] {
  const paths: string[] = [];
  const todo: TreeRow[] = [row];
  for (let at = todo.pop(); at; at = todo.pop()) {
    if (at.kind === 'file') {
      if (can(at.file)) paths.push(at.file.path);
      continue;
    }
    for (const below of at.folders) todo.push(below);
    for (const below of at.files) todo.push(below);
  }
  return paths;
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
  const counts = new Map<TreeFolder, { of: number; chosen: number }>();
  const order: TreeFolder[] = [root];
  for (let at = 0; at < order.length; at++) order.push(...(order[at] as TreeFolder).folders);
  for (const folder of order.reverse()) {
    const own = { of: 0, chosen: 0 };
    for (const { file } of folder.files) {
      if (!can(file)) continue;
      own.of++;
      if (chosen.has(file.path)) own.chosen++;
    }
    for (const below of folder.folders) {
      const sum = counts.get(below);
      own.of += sum?.of ?? 0;
      own.chosen += sum?.chosen ?? 0;
    }
    counts.set(folder, own);
  }
  return new Map(
    [...counts].map(([folder, { of, chosen }]) => [
      folder,
      of === 0 ? 'none' : chosen === of ? 'all' : chosen > 0 ? 'some' : 'no',
    ]),
  );
}
