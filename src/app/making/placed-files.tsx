import { Button } from '@mantine/core';
import { useCallback, useId, useMemo, useRef, useState } from 'react';
import type { FileMark } from '../../model/file/file-changes.ts';
import type { PackageFile } from '../../model/package.ts';
import { FileTree, type FileTreeHandle } from '../../widgets/file-tree/file-tree.tsx';
import type { TreeEditing } from '../../widgets/file-tree/rows.ts';
import { folderKey, type TreeRow } from '../../widgets/file-tree/rows.ts';
import { useNarrow, useTouch } from '../../widgets/screen.ts';
import { movesOf, pathsBelow } from '../files/changes/file-paths.ts';
import { LeftOutNotes } from './left-out-notes.tsx';
import type { Making } from './making.ts';
import { type Layout, placesOf, placesProblem } from './material.ts';
import classes from './new-package.module.css';

const NO_FINDINGS = new Map<string, never>();
const NO_FILES: ReadonlySet<PackageFile> = new Set();

/** The files as they will be in the package. A click chooses one, or not; F2 lets people type another place. */
export function PlacedFiles({ making }: { making: Making }) {
  const { maker, layout, isRunning, chosen, setChosen, move } = making;
  const narrow = useNarrow();
  const touch = useTouch();
  const heading = useId();
  const tree = useRef<FileTreeHandle>(null);
  const { files, marks } = useMemo(() => shownFiles(layout), [layout]);
  const canChoose = useCallback(() => true, []);
  const places = useMemo(
    () => new Set(layout.files.flatMap(({ path, place }) => (chosen.has(path) ? place : []))),
    [layout, chosen],
  );
  const choose = (now: ReadonlySet<string>) =>
    setChosen(new Set(layout.files.flatMap(({ path, place }) => (now.has(place) ? path : []))));
  const editing = usePlacing(making, places, choose, tree);
  // What refers to the files of an unpacked package would not follow them.
  const isFixed = layout.plan.unpacked;
  const { one } = maker.words;
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className={classes.heading}>
        Files and where they go
      </h3>
      <LeftOutNotes layout={layout} chosen={chosen} />
      <div className={classes.tree}>
        <FileTree
          ref={tree}
          files={files}
          findings={NO_FINDINGS}
          inside={NO_FINDINGS}
          marks={marks}
          editing={isFixed || isRunning ? undefined : editing}
          troubled={NO_FILES}
          stateOf={() => 'none'}
          hashList=""
          matching={undefined}
          columns={['size']}
          selected={undefined}
          onSelect={({ path }) => {
            const next = new Set(places);
            if (!next.delete(path)) next.add(path);
            choose(next);
          }}
          chosen={places}
          onChosen={choose}
          canChoose={canChoose}
          choosing
          narrow={narrow}
          touch={touch}
          empty="No files."
        />
      </div>
      <p className={classes.text}>
        {isFixed
          ? `You can rename the files of an unpacked ${one} once the new one is open.`
          : 'To move a file or folder, press F2 in its row, or click its pencil.'}{' '}
        Boxcutter adds {maker.adds}
        {isFixed && ' if missing'}.
      </p>
      {marks.size > 0 && !isRunning && (
        <Button
          size="compact-sm"
          className={classes.back ?? ''}
          onClick={() => {
            move(new Map([...marks].flatMap(([place, { from }]) => (from === undefined ? [] : [[place, from]]))));
            tree.current?.focus();
          }}
        >
          Use the usual places
        </Button>
      )}
    </section>
  );
}

/** The files as rows. Those that somebody moved say where they would go otherwise. */
function shownFiles({ files }: Layout): { files: readonly PackageFile[]; marks: ReadonlyMap<string, FileMark> } {
  return {
    files: files.map(({ place, size }) => ({ path: place, size, role: 'other', hash: 'none', kind: 'file' })),
    marks: new Map(
      files.flatMap(({ place, usual }) =>
        place === usual ? [] : [[place, { kind: 'renamed', from: usual } satisfies FileMark]],
      ),
    ),
  };
}

/**
 * Lets people type the places of files and folders, and leave files out by a key.
 *
 * @param chosen the places of the chosen files
 */
function usePlacing(
  { maker, layout, move }: Making,
  chosen: ReadonlySet<string>,
  onChosen: (chosen: ReadonlySet<string>) => void,
  tree: React.RefObject<FileTreeHandle | null>,
): TreeEditing {
  const [renaming, setRenaming] = useState<string>();
  const taken = placesOf(layout.files);
  const moves = (row: TreeRow, to: string) => movesOf(taken, pathOf(row), to, row.kind === 'folder');
  return {
    canChange: () => true,
    renaming,
    typesPaths: true,
    noteOf: (row, typed) => placesProblem(layout.files, moves(row, withoutSlash(row, typed)), maker),
    onRenamed(row, typed) {
      setRenaming(undefined);
      const to = typed === undefined ? pathOf(row) : withoutSlash(row, typed);
      if (to !== pathOf(row)) move(moves(row, to));
      tree.current?.focus(to === pathOf(row) ? row.key : row.kind === 'folder' ? folderKey(to) : to);
    },
    onKey(row, act) {
      if (act === 'rename') {
        setRenaming(row.key);
        return;
      }
      const left = new Set(pathsBelow(taken, pathOf(row), row.kind === 'folder'));
      onChosen(new Set([...chosen].filter((place) => !left.has(place))));
    },
    dropFolder: undefined,
  };
}

function pathOf(row: TreeRow): string {
  return row.kind === 'file' ? row.file.path : row.path;
}

/** People may end the path of a folder with a slash. */
function withoutSlash(row: TreeRow, typed: string): string {
  return row.kind === 'folder' ? typed.replace(/\/$/, '') : typed;
}
