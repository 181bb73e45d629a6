import { type ReactNode, type RefObject, useState } from 'react';
import type { PackageFile } from '../../../model/package.ts';
import type { FileTreeHandle } from '../../../widgets/file-tree/file-tree.tsx';
import type { TreeEditing } from '../../../widgets/file-tree/rows.ts';
import { folderKey, type TreeRow } from '../../../widgets/file-tree/rows.ts';
import { visibleText } from '../../../widgets/name-text.tsx';
import type { FileActs } from '../changes/file-editing.tsx';
import {
  folderOf,
  folderText,
  hasFixed,
  type MovedPath,
  movesOf,
  movesProblem,
  typedPath,
  whyFixed,
} from '../changes/file-paths.ts';
import type { FilesDrop } from '../changes/files-drop.ts';
import type { ZippedFile } from './chosen-zip.ts';
import { RowMenu, type RowMenuAt } from './row-menu.tsx';

interface Parts {
  acts: FileActs | undefined;
  /** The files that are chosen together. */
  chosen: readonly ZippedFile[];
  drop: FilesDrop;
  treeRef: RefObject<FileTreeHandle | null>;
  files: readonly PackageFile[];
  onSelect(file: PackageFile): void;
}

/** Editing in the rows of the tree, and the menu of a row. */
export function useTreeEditing({ acts, chosen, drop, treeRef, files, onSelect }: Parts): {
  editing: TreeEditing | undefined;
  menu: ReactNode;
} {
  const [renaming, setRenaming] = useState<string>();
  const [at, setAt] = useState<RowMenuAt>();
  if (!acts) return { editing: undefined, menu: null };
  const { can, taken } = acts;

  function canChange(row: TreeRow): boolean {
    if (row.kind === 'folder') return row.count > 0 && !hasFixed(can, row.path);
    const { path, shadowed, unsafe } = row.file;
    const mark = acts?.shown.marks.get(path);
    const isGoneOrMade = mark?.kind === 'removed' || mark?.bySaving === true;
    return !shadowed && !unsafe && !isGoneOrMade && whyFixed(can, path) === undefined;
  }

  /** What an act on a row applies to: the row, or all chosen files if it is one of them. */
  function meant(row: TreeRow): readonly MovedPath[] {
    const { path } = row;
    if (isFolder(row) || !chosen.some((file) => file.path === path)) return [{ path, isFolder: isFolder(row) }];
    return chosen.flatMap((file) =>
      whyFixed(can, file.path) === undefined ? { path: file.path, isFolder: false } : [],
    );
  }

  const editing: TreeEditing = {
    canChange,
    renaming,
    noteOf(row, name) {
      const [from, to] = [row.path, typedPath(name, row.path)];
      const problem = movesProblem(taken(), movesOf(taken(), from, to, isFolder(row)));
      if (problem || folderOf(to) === folderOf(from)) return problem;
      return { severity: 'info', text: `Moves to ${visibleText(folderText(folderOf(to)))}` };
    },
    onRenamed(row, name) {
      setRenaming(undefined);
      const to = name === undefined ? undefined : typedPath(name, row.path);
      const focus = (key: string) => treeRef.current?.focus(key);
      if (to === undefined || to === row.path) focus(row.key);
      else
        void acts
          .rename(row.path, to, isFolder(row))
          .then((isDone) => focus(!isDone ? row.key : isFolder(row) ? folderKey(to) : to));
    },
    onKey(row, act) {
      if (act === 'rename') setRenaming(row.key);
      else acts.remove(meant(row));
    },
    // Any key outside the menu closes it, and that includes the one that is just opening it.
    onMenu: (row, point) => requestAnimationFrame(() => setAt({ row, ...point })),
    onDrag: (row, transfer) => drop.onDrag(meant(row), transfer),
    dropFolder: drop.place?.folder,
  };
  const menu = (
    <RowMenu
      at={at}
      acts={acts}
      onRename={(row) => {
        setAt(undefined);
        // The menu gives the focus back first.
        requestAnimationFrame(() => setRenaming(row.key));
      }}
      onChoose={(path) => {
        const file = files.find((each) => each.path === path && !each.shadowed);
        if (file) onSelect(file);
      }}
      onClose={() => {
        setAt(undefined);
        treeRef.current?.focus();
      }}
    />
  );
  return { editing, menu };
}

function isFolder(row: TreeRow): boolean {
  return row.kind === 'folder';
}
