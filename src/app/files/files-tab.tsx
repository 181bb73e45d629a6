import { Anchor, Button, Menu, SegmentedControl } from '@mantine/core';
import { IconArrowLeft, IconColumns3 } from '@tabler/icons-react';
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { MAX_LISTED_FILES } from '../../base/limits.ts';
import { contentFile, fileIndex, findingsByPath } from '../../model/file-index.ts';
import type { PackageFile } from '../../model/package.ts';
import { EDIT_TEXT } from '../../model/place.ts';
import { spoken } from '../../model/words.ts';
import { useApp, useEditedPaths, useHashStates, useOpenPackage, useOwnFindings } from '../../state/hooks.ts';
import { formatCount, formatNumberOf } from '../../widgets/byte-size.ts';
import { EmptyState } from '../../widgets/empty-state.tsx';
import { FileTree, type FileTreeHandle } from '../../widgets/file-tree/file-tree.tsx';
import { FILE_COLUMN_LABELS, FILE_COLUMNS, type FileColumn } from '../../widgets/file-tree/row.tsx';
import { FilterInput } from '../../widgets/filter-input.tsx';
import { NameText } from '../../widgets/name-text.tsx';
import { usePlaceHref } from '../../widgets/place-href.ts';
import { innerTexts } from '../inside/inner-text.ts';
import type { TabProps } from '../package/tab.ts';
import { useNarrow, useTouch, useWide } from '../screen.ts';
import { ChosenFiles } from './chosen-files.tsx';
import type { ZippedFile } from './chosen-zip.ts';
import { FileHeader } from './file-header.tsx';
import { linkedFiles, listedFiles, matchingFiles, setOf, troubledAtFirst, troubledFiles } from './file-list.ts';
import { FileView } from './file-view.tsx';
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

/** The files of the package, and the chosen one beside them; on a narrow screen in their place. */
export default function FilesTab({ item, line, show, onItem }: TabProps) {
  const placeHref = usePlaceHref();
  const { files, words, tensors } = useOpenPackage();
  // Shows the files of the open package, without the changes of a draft.
  const findings = useOwnFindings();
  const edited = useEditedPaths();
  const stateOf = useHashStates();
  const wrongFiles = useApp((state) => state.verdicts.wrongFiles());
  const narrow = useNarrow();
  const wide = useWide();
  const touch = useTouch();

  const byPath = findingsByPath(findings);
  const innerProblems = useApp((state) => state.innerProblems);
  const inside = useMemo(() => innerTexts(innerProblems), [innerProblems]);
  const [query, setQuery] = useState('');
  const [segment, setSegment] = useState<Segment>('all');
  // A link that shows some of the files chooses their segment.
  const [shown, setShown] = useState<string>();
  if (show !== shown) {
    setShown(show);
    const named = SEGMENTS.find((name) => name === show);
    if (named) setSegment(named);
  }
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
  // A shadowed entry has no address of its own: its path leads to the entry that counts.
  const [shadowed, setShadowed] = useState<PackageFile>();
  const file = item === undefined ? undefined : shadowed?.path === item ? shadowed : fileIndex(files).get(item);

  // Files that are downloaded together, by path.
  const [chosen, setChosen] = useState<ReadonlySet<string>>(NO_PATHS);
  const canChoose = useCallback((file: PackageFile) => file.shadowed !== true && isHeld(files, file), [files]);
  const chosenFiles = useMemo(() => (chosen.size === 0 ? NO_FILES : zippedFiles(files, chosen)), [files, chosen]);

  const tree = useRef<FileTreeHandle>(null);
  const pane = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const chosenHere = useRef(false);
  const alone = !wide && item !== undefined;
  // On a narrow screen, list and file replace each other: what is shown scrolls into view and gets the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each choice, also of the same file again.
  useEffect(() => {
    if (wide) return;
    const { current: shown } = pane;
    if (shown && (chosenHere.current || shown.getBoundingClientRect().top < 0)) shown.scrollIntoView();
    if (!chosenHere.current) return;
    chosenHere.current = false;
    if (alone) heading.current?.focus({ preventScroll: true });
    else tree.current?.focus();
  }, [alone, item]);

  function choose(chosen: PackageFile | undefined): void {
    chosenHere.current = true;
    setShadowed(chosen?.shadowed ? chosen : undefined);
    onItem(chosen?.path);
  }

  if (files.length === 0) return <EmptyState title="No files">The package is empty.</EmptyState>;
  return (
    <div className={classes.root} data-wide={wide || undefined}>
      <div className={classes.list} hidden={alone}>
        <div className={classes.bar}>
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
        <div className={classes.status}>
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
          ref={tree}
          files={inTree}
          findings={byPath}
          inside={inside}
          troubled={setOf(troubled)}
          stateOf={stateOf}
          hashList={spoken(words).hashList}
          matching={matching}
          columns={columns}
          selected={file}
          onSelect={choose}
          chosen={chosen}
          onChosen={setChosen}
          canChoose={canChoose}
          narrow={narrow}
          touch={touch}
          empty={wanted === '' ? EMPTY[segment] : `No match for “${wanted}”.`}
        />
      </div>
      {(wide || alone) && (
        <section ref={pane} className={classes.pane} aria-label="Chosen file">
          {!wide && (
            <Button
              variant="subtle"
              color="gray"
              className={classes.back ?? ''}
              leftSection={<IconArrowLeft size={16} aria-hidden />}
              onClick={() => choose(undefined)}
            >
              Back to files
            </Button>
          )}
          {item === undefined ? (
            <EmptyState title="No file chosen">Choose one to see its content.</EmptyState>
          ) : file === undefined ? (
            <EmptyState title="No such file">
              The package has no file named <NameText mono>{item}</NameText>.
            </EmptyState>
          ) : (
            <>
              <FileHeader
                file={file}
                findings={byPath.get(file.path) ?? []}
                tensors={tensors.filter((tensor) => tensor.data?.path === file.path)}
                held={isHeld(files, file)}
                headingRef={heading}
              />
              {edited.has(file.path) && (
                <p className={classes.note}>
                  You changed this file and have not saved it. This is the file as it was opened.{' '}
                  <Anchor inherit underline="always" href={placeHref({ tab: 'edit', item: EDIT_TEXT })}>
                    See your changes
                  </Anchor>
                </p>
              )}
              {file.shadowed ? (
                <p className={classes.note}>
                  An entry before this one has the same name and is the one that Boxcutter opens. Other tools may open
                  this one.
                </p>
              ) : (
                <FileView key={file.path} path={file.path} line={line} />
              )}
            </>
          )}
        </section>
      )}
    </div>
  );
}

const EMPTY: Readonly<Record<Segment, string>> = {
  all: 'No files.',
  linked: 'No linked files: the package contains all of them.',
  problems: 'No file has problems.',
};

function withCount(label: string, count: number): string {
  return count === 0 ? label : `${label} ${formatCount(count)}`;
}

/** Whether the package has the bytes of a file, or of the target of a symlink. */
function isHeld(files: readonly PackageFile[], file: PackageFile): boolean {
  const content = contentFile(files, file);
  return content?.size !== undefined && !file.unsafe && !content.unsafe;
}

/** The chosen files in the order of the package. A symlink has the content of its target. */
function zippedFiles(files: readonly PackageFile[], chosen: ReadonlySet<string>): readonly ZippedFile[] {
  return files.flatMap((file) => {
    const size = chosen.has(file.path) && !file.shadowed ? contentFile(files, file)?.size : undefined;
    return size === undefined ? [] : [{ path: file.path, size }];
  });
}

interface ColumnsMenuProps {
  columns: readonly FileColumn[];
  onColumns(columns: readonly FileColumn[]): void;
}

function ColumnsMenu({ columns, onColumns }: ColumnsMenuProps) {
  return (
    <Menu closeOnItemClick={false} position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconColumns3 size={16} stroke={1.75} aria-hidden />}>
          Columns
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {FILE_COLUMNS.map((column) => (
          <Menu.CheckboxItem
            key={column}
            checked={columns.includes(column)}
            onChange={(checked) =>
              onColumns(FILE_COLUMNS.filter((other) => (other === column ? checked : columns.includes(other))))
            }
          >
            {FILE_COLUMN_LABELS[column]}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
