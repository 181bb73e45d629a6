import { useMemo, useRef } from 'react';
import type { PackageFile } from '../../model/package.ts';
import { type Choice, choosablePaths, chooseRange, folderChoices, toggleChoice } from './choice.ts';
import type { PressedKeys } from './row.tsx';
import type { ShownRow, TreeFolder, TreeRow } from './rows.ts';

interface Options {
  root: TreeFolder;
  rows: readonly ShownRow[];
  indexes: ReadonlyMap<string, number>;
  /** Only these files are shown; undefined shows all. */
  matching: ReadonlySet<PackageFile> | undefined;
  /** Paths of the files that are chosen together. */
  chosen: ReadonlySet<string>;
  onChosen(chosen: ReadonlySet<string>): void;
  canChoose(file: PackageFile): boolean;
}

/** The choice of several files, with a mouse and with keys. */
export function useTreeChoice({ root, rows, indexes, matching, chosen, onChosen, canChoose }: Options) {
  const can = (file: PackageFile) => canChoose(file) && (matching === undefined || matching.has(file));
  // biome-ignore lint/correctness/useExhaustiveDependencies: `can` is made of these.
  const ofFolders = useMemo(
    () => (chosen.size === 0 ? undefined : folderChoices(root, chosen, can)),
    [root, chosen, canChoose, matching],
  );
  /** Where a range begins. */
  const anchor = useRef<string>(undefined);

  /** Chooses all files from where the range begins. */
  function extend(row: TreeRow): void {
    const to = indexes.get(row.key) ?? 0;
    const from = anchor.current === undefined ? undefined : indexes.get(anchor.current);
    anchor.current ??= rows[to]?.row.key;
    onChosen(chooseRange(chosen, rows, from ?? to, to, can));
  }

  return {
    /** A range begins at this row. */
    begin(row: TreeRow) {
      anchor.current = row.key;
    },
    /** Chooses the files of a row, or no longer. With Shift, those from where the range begins. */
    choose(row: TreeRow, keys?: PressedKeys) {
      if (keys?.shiftKey) {
        extend(row);
        return;
      }
      anchor.current = row.key;
      const paths = choosablePaths(row, can);
      if (paths.length > 0) onChosen(toggleChoice(chosen, paths));
    },
    extend,
    /** Chooses all files between two places of the list. */
    chooseBetween: (from: number, to: number) => onChosen(chooseRange(chosen, rows, from, to, can)),
    choiceOf(row: TreeRow): Choice {
      if (row.kind === 'folder') return ofFolders?.get(row) ?? 'no';
      if (!can(row.file)) return 'none';
      return chosen.has(row.file.path) ? 'all' : 'no';
    },
  };
}
