import { useMemo, useState } from 'react';
import { pairMemo } from '../../base/memo.ts';
import type { PackageFile } from '../../model/package.ts';
import { useKeptState } from '../kept-state.ts';
import { buildTree, type FileMarks, flattenTree, sortTree, type TreeFolder, type TreeSort } from './rows.ts';

interface Options {
  files: readonly PackageFile[];
  marks: FileMarks;
  troubled: ReadonlySet<PackageFile>;
  /** Only these files are shown, with the folders above them; undefined shows all. */
  matching: ReadonlySet<PackageFile> | undefined;
  /** By which closed folders and the order are kept while the tree is not shown. */
  kept: string | undefined;
}

const NONE: ReadonlySet<string> = new Set();

const BY_NAME: TreeSort = { by: 'name', descending: false };

const treesOf = pairMemo((files: readonly PackageFile[], marks: FileMarks) =>
  pairMemo((troubled: ReadonlySet<PackageFile>, _: FileMarks) => buildTree(files, (file) => troubled.has(file), marks)),
);

/** The rows of the tree that are shown, and how they are sorted and opened. */
export function useTreeRows({ files, marks, troubled, matching, kept }: Options) {
  const [sort, setSort] = useKeptState(kept && `${kept} sorting`, BY_NAME);
  // Folders that are closed in the whole tree, and those that are closed while one filter is set.
  const [closed, setClosed] = useKeptState(kept && `${kept} closed`, NONE);
  const [filtered, setFiltered] = useState({ of: matching, closed: NONE });
  const root = treesOf(files, marks)(troubled, marks);
  const sorted = useMemo(() => {
    sortTree(root, sort);
    return { root };
  }, [root, sort]);
  const shut = matching === undefined ? closed : filtered.of === matching ? filtered.closed : NONE;
  const rows = useMemo(
    () => flattenTree(sorted.root, shut, matching && ((file) => matching.has(file))),
    [sorted, shut, matching],
  );
  const indexes = useMemo(() => new Map(rows.map(({ row }, index) => [row.key, index])), [rows]);
  return {
    root,
    rows,
    /** The place of each row by its key. */
    indexes,
    sort,
    setSort,
    /** Opens or closes a folder. */
    toggle(folder: TreeFolder) {
      const next = new Set(shut);
      if (!next.delete(folder.key)) next.add(folder.key);
      if (matching === undefined) setClosed(next);
      else setFiltered({ of: matching, closed: next });
    },
    /** Opens the folders above a path. */
    openAbove: (path: string) => setClosed((now) => without(now, foldersAbove(root, path))),
  };
}

function without(set: ReadonlySet<string>, keys: readonly string[]): ReadonlySet<string> {
  return keys.some((key) => set.has(key)) ? new Set([...set].filter((key) => !keys.includes(key))) : set;
}

function foldersAbove(root: TreeFolder, path: string): string[] {
  const keys: string[] = [];
  for (let at: TreeFolder | undefined = root; at; ) {
    at = at.folders.find((below) => path.startsWith(`${below.path}/`));
    if (at) keys.push(at.key);
  }
  return keys;
}
