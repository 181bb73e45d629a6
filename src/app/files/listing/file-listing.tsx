import { type RefObject, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { formatCount, formatNumberOf } from '../../../base/amounts.ts';
import { MAX_LISTED_FILES } from '../../../base/limits.ts';
import type { FileMark } from '../../../model/file/file-changes.ts';
import { findingsByPath } from '../../../model/file/file-index.ts';
import type { PackageFile } from '../../../model/package.ts';
import { spoken } from '../../../model/words.ts';
import { useApp, useEditedPaths, useFileChanges, useOpenPackage } from '../../../state/hooks.ts';
import { FileTree, type FileTreeHandle } from '../../../widgets/file-tree/file-tree.tsx';
import { FILE_COLUMNS, type FileColumn } from '../../../widgets/file-tree/row.tsx';
import type { FileMarks } from '../../../widgets/file-tree/rows.ts';
import { FilterInput } from '../../../widgets/filter-input.tsx';
import { useKeptState } from '../../../widgets/kept-state.ts';
import { useNarrow, useTouch } from '../../../widgets/screen.ts';
import { useStoredSetting } from '../../../widgets/stored-setting.ts';
import { innerTexts } from '../../inside/inside-text.ts';
import { ReadMore } from '../../package/read-more.tsx';
import { useFileActs } from '../changes/file-editing.tsx';
import type { FilesDrop } from '../changes/files-drop.ts';
import classes from '../files-tab.module.css';
import { AddMenu, EditingNotes } from './add-menu.tsx';
import { ChosenFiles } from './chosen-files.tsx';
import type { ZippedFile } from './chosen-zip.ts';
import {
  isHeld,
  linkedFiles,
  listedFiles,
  matchingFiles,
  setOf,
  troubledAtFirst,
  troubledFiles,
  zippedFiles,
} from './file-list.ts';
import { ListFoot } from './list-foot.tsx';
import { ListMenu, SEGMENT_WORDS, SEGMENTS, type Segment } from './list-menu.tsx';
import { isMadeBySaving, type ShownFiles } from './shown-files.ts';
import { useFilesFindings, useShownHashStates } from './shown-states.ts';
import { useTreeEditing } from './tree-editing.tsx';

const FIRST_COLUMNS: readonly FileColumn[] = ['size'];

/** The chosen columns, without what no list of files has. */
function columnsOf(stored: unknown): readonly FileColumn[] {
  const columns = Array.isArray(stored) ? FILE_COLUMNS.filter((column) => stored.includes(column)) : FIRST_COLUMNS;
  // Those at first have a layout of their own, which also says what is wrong with a file.
  return `${columns}` === `${FIRST_COLUMNS}` ? FIRST_COLUMNS : columns;
}

const NO_PATHS: ReadonlySet<string> = new Set();
const NO_FILES: readonly ZippedFile[] = [];

interface Props {
  shown: ShownFiles;
  /** There is nothing to filter or to choose from. */
  isPlain: boolean;
  /** Which files are shown at first, as the address has it. */
  show: string | undefined;
  selected: PackageFile | undefined;
  onSelect(file: PackageFile): void;
  treeRef: RefObject<FileTreeHandle | null>;
  drop: FilesDrop;
}

/**
 * The files of the open package as a tree, which files and which columns of it are shown, and those that are chosen.
 */
export function FileListing({ shown, isPlain, show, selected, onSelect, treeRef, drop }: Props) {
  const { words } = useOpenPackage();
  const { files } = shown;
  const marks = useMarks(shown);
  const acts = useFileActs();
  const byPath = findingsByPath(useFilesFindings(shown));
  const stateOf = useShownHashStates(shown);
  const wrongFiles = useApp((state) => state.verdicts.wrongFiles());
  const innerProblems = useApp((state) => state.innerProblems);
  const changes = useFileChanges();
  const inside = useMemo(() => innerTexts(innerProblems, changes), [innerProblems, changes]);
  const narrow = useNarrow();
  const touch = useTouch();
  const [segment, setSegment] = useSegment(show, selected?.path);
  const [query, setQuery] = useKeptState('files filter', '', selected?.path);
  const wanted = useDeferredValue(query.trim());

  const linked = linkedFiles(files);
  const troubled = troubledFiles(troubledAtFirst(files, byPath), wrongFiles);
  const [columns, setColumns] = useStoredSetting('columns-Files', columnsOf);
  const of = segment === 'all' ? files : segment === 'linked' ? linked : troubled;
  const found = of === files && wanted === '' ? files : matchingFiles(of, wanted);
  // A tree of a million files is not made: each of its rows takes as much memory as the file.
  const inTree = files.length > MAX_LISTED_FILES ? listedFiles(found) : files;
  const matching = inTree === files && found !== files ? setOf(found) : undefined;

  // Files that are downloaded or changed together, by path.
  const [chosen, setChosen] = useState<ReadonlySet<string>>(NO_PATHS);
  const canChoose = useCallback(
    (file: PackageFile) =>
      file.shadowed !== true &&
      shown.marks.get(file.path)?.kind !== 'removed' &&
      !isMadeBySaving(shown, file.path) &&
      isHeld(files, file),
    [files, shown],
  );
  const chosenFiles = useMemo(
    () => (chosen.size === 0 ? NO_FILES : zippedFiles(files, chosen, canChoose)),
    [files, chosen, canChoose],
  );
  const { editing, menu } = useTreeEditing({ acts, chosen: chosenFiles, drop, treeRef, onSelect, files });

  const isPartial = chosenFiles.length > 0 || found !== files || marks.size > 0 || inTree.length < found.length;

  return (
    <>
      <div className={classes.bar} hidden={isPlain}>
        <FilterInput
          label="Filter files"
          placeholder={`Filter ${formatNumberOf(shown.kept, 'file')}`}
          value={query}
          onChange={setQuery}
          className={classes.filter}
        />
        <AddMenu />
        <ListMenu
          segment={segment}
          onSegment={setSegment}
          counts={{ all: shown.kept, linked: linked.length, problems: troubled.length }}
          columns={narrow ? undefined : columns}
          onColumns={setColumns}
        />
      </div>
      <ReadMore />
      <div className={classes.status} hidden={isPlain || !isPartial}>
        {chosenFiles.length > 0 && <ChosenFiles files={chosenFiles} onClear={() => setChosen(NO_PATHS)} />}
        <p role="status" className={classes.count} hidden={chosenFiles.length > 0}>
          {countText(found, shown, marks)}
          {segment !== 'all' && ` · ${SEGMENT_WORDS[segment]}`}
          {inTree.length < found.length &&
            `. The first ${formatCount(inTree.length)} are listed, and folders count only these. Use the filter to find the others.`}
        </p>
      </div>
      {!isPlain && <EditingNotes />}
      <FileTree
        ref={treeRef}
        kept="files"
        files={inTree}
        findings={byPath}
        inside={inside}
        troubled={setOf(troubled)}
        marks={marks}
        editing={editing}
        stateOf={stateOf}
        hashList={spoken(words).hashList}
        matching={matching}
        columns={columns}
        selected={selected}
        onSelect={onSelect}
        chosen={chosen}
        onChosen={setChosen}
        canChoose={canChoose}
        narrow={narrow || columns === FIRST_COLUMNS}
        touch={touch}
        empty={wanted === '' ? EMPTY[segment] : `No match for “${wanted}”.`}
      />
      <ListFoot />
      {menu}
    </>
  );
}

/** The marks of the changed files, and of those whose text is edited elsewhere. */
function useMarks({ marks }: ShownFiles): FileMarks {
  const edited = useEditedPaths();
  return useMemo(
    () => (edited.size === 0 ? marks : new Map([...[...edited].map((path) => [path, EDITED] as const), ...marks])),
    [edited, marks],
  );
}

const EDITED: FileMark = { kind: 'replaced' };

/** The number of files, as the tab has it. Removed ones are listed, and do not count. */
function countText(found: readonly PackageFile[], { files, kept }: ShownFiles, marks: FileMarks): string {
  const changed = marks.size === 0 ? '' : `, ${formatCount(marks.size)} changed`;
  if (found === files) return `${formatNumberOf(kept, 'file')}${changed}`;
  const keptOf = kept === files.length ? found : found.filter(({ path }) => marks.get(path)?.kind !== 'removed');
  return `${formatCount(keptOf.length)} of ${formatNumberOf(kept, 'file')}`;
}

/** Which files are shown. A link that shows some of them chooses their segment. */
function useSegment(show: string | undefined, chosen: string | undefined) {
  const [segment, setSegment] = useKeptState<Segment>('files segment', 'all', chosen);
  const [shown, setShown] = useState<string>();
  if (show !== shown) {
    setShown(show);
    const named = SEGMENTS.find((name) => name === show);
    if (named) setSegment(named);
  }
  return [segment, setSegment] as const;
}

const EMPTY: Readonly<Record<Segment, string>> = {
  all: 'No files.',
  linked: 'No linked files: the package contains all of them.',
  problems: 'No file has problems.',
};
