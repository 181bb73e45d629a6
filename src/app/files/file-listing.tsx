import { SegmentedControl } from '@mantine/core';
import { type Ref, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { MAX_LISTED_FILES } from '../../base/limits.ts';
import { findingsByPath } from '../../model/file-index.ts';
import type { PackageFile } from '../../model/package.ts';
import { spoken } from '../../model/words.ts';
import { useApp, useHashStates, useOpenPackage, useOwnFindings } from '../../state/hooks.ts';
import { formatCount, formatNumberOf } from '../../widgets/byte-size.ts';
import { FileTree, type FileTreeHandle } from '../../widgets/file-tree/file-tree.tsx';
import type { FileColumn } from '../../widgets/file-tree/row.tsx';
import { FilterInput } from '../../widgets/filter-input.tsx';
import { innerTexts } from '../inside/inner-text.ts';
import { useNarrow, useTouch } from '../screen.ts';
import { ChosenFiles } from './chosen-files.tsx';
import type { ZippedFile } from './chosen-zip.ts';
import { ColumnsMenu } from './columns-menu.tsx';
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
import classes from './files-tab.module.css';

/** Which files are shown, apart from the filter. */
const SEGMENTS = ['all', 'linked', 'problems'] as const;
type Segment = (typeof SEGMENTS)[number];

const FIRST_COLUMNS: readonly FileColumn[] = ['size', 'status'];
const FIRST_ARCHIVE_COLUMNS: readonly FileColumn[] = ['size', 'storage'];
/** The columns for an archive of no known format. The files of a folder have no `storage` to show. */
function columnsOf(files: readonly PackageFile[]): readonly FileColumn[] {
  return files.some(({ storage }) => storage !== undefined) ? FIRST_ARCHIVE_COLUMNS : ['size'];
}
const NO_PATHS: ReadonlySet<string> = new Set();
const NO_FILES: readonly ZippedFile[] = [];

interface Props {
  /** There is nothing to filter or to choose from. */
  isPlain: boolean;
  /** Which files are shown at first, as the address has it. */
  show: string | undefined;
  selected: PackageFile | undefined;
  onSelect(file: PackageFile): void;
  treeRef: Ref<FileTreeHandle>;
}

/** The files of the open package as a tree, which files and which columns of it are shown, and those that are chosen. */
export function FileListing({ isPlain, show, selected, onSelect, treeRef }: Props) {
  const { files, words } = useOpenPackage();
  // Of the open package: without the changes of a draft.
  const byPath = findingsByPath(useOwnFindings());
  const stateOf = useHashStates();
  const wrongFiles = useApp((state) => state.verdicts.wrongFiles());
  const innerProblems = useApp((state) => state.innerProblems);
  const inside = useMemo(() => innerTexts(innerProblems), [innerProblems]);
  const narrow = useNarrow();
  const touch = useTouch();
  const [segment, setSegment] = useSegment(show);
  const [query, setQuery] = useState('');
  const wanted = useDeferredValue(query.trim());

  const linked = linkedFiles(files);
  const troubled = troubledFiles(troubledAtFirst(files, byPath), wrongFiles);
  // Without a hash list the files have no status to show, unless something is wrong.
  const [chosenColumns, setColumns] = useState<readonly FileColumn[]>();
  const isArchive = words.hashList === undefined && troubled.length === 0;
  const columns = chosenColumns ?? (isArchive ? columnsOf(files) : FIRST_COLUMNS);
  const of = segment === 'all' ? files : segment === 'linked' ? linked : troubled;
  const found = of === files && wanted === '' ? files : matchingFiles(of, wanted);
  // A tree of a million files is not made: each of its rows takes as much memory as the file.
  const inTree = files.length > MAX_LISTED_FILES ? listedFiles(found) : files;
  const matching = inTree === files && found !== files ? setOf(found) : undefined;

  // Files that are downloaded together, by path.
  const [chosen, setChosen] = useState<ReadonlySet<string>>(NO_PATHS);
  const canChoose = useCallback((file: PackageFile) => file.shadowed !== true && isHeld(files, file), [files]);
  const chosenFiles = useMemo(() => (chosen.size === 0 ? NO_FILES : zippedFiles(files, chosen)), [files, chosen]);

  return (
    <>
      <div className={classes.bar} hidden={isPlain}>
        <FilterInput label="Filter files" value={query} onChange={setQuery} className={classes.filter} />
        <SegmentedControl
          aria-label="Show files"
          size="sm"
          value={segment}
          onChange={(value) => setSegment(value as Segment)}
          data={[
            { value: 'all', label: 'All' },
            { value: 'linked', label: withCount('Linked', linked.length) },
            { value: 'problems', label: withCount('Problems', troubled.length) },
          ]}
        />
        {!narrow && <ColumnsMenu columns={columns} onColumns={setColumns} />}
      </div>
      <div className={classes.status} hidden={isPlain}>
        {chosenFiles.length > 0 && <ChosenFiles files={chosenFiles} onClear={() => setChosen(NO_PATHS)} />}
        <p role="status" className={classes.count} hidden={chosenFiles.length > 0}>
          {found === files
            ? formatNumberOf(files.length, 'file')
            : `${formatCount(found.length)} of ${formatNumberOf(files.length, 'file')}`}
          {inTree.length < found.length &&
            `. The first ${formatCount(inTree.length)} are listed. Use the filter to find the others.`}
        </p>
      </div>
      <FileTree
        ref={treeRef}
        files={inTree}
        findings={byPath}
        inside={inside}
        troubled={setOf(troubled)}
        stateOf={stateOf}
        hashList={spoken(words).hashList}
        matching={matching}
        columns={columns}
        selected={selected}
        onSelect={onSelect}
        chosen={chosen}
        onChosen={setChosen}
        canChoose={canChoose}
        narrow={narrow}
        touch={touch}
        empty={wanted === '' ? EMPTY[segment] : `No match for “${wanted}”.`}
      />
    </>
  );
}

/** Which files are shown. A link that shows some of them chooses their segment. */
function useSegment(show: string | undefined) {
  const [segment, setSegment] = useState<Segment>('all');
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

function withCount(label: string, count: number): string {
  return count === 0 ? label : `${label} ${formatCount(count)}`;
}
