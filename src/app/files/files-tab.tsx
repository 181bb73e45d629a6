import { useEffect, useMemo, useRef, useState } from 'react';
import { tabsOf } from '../../formats/views.ts';
import type { FileMark } from '../../model/file/file-changes.ts';
import { fileIndex } from '../../model/file/file-index.ts';
import type { Package, PackageFile } from '../../model/package.ts';
import { useFileChanges, useOpenPackage } from '../../state/hooks.ts';
import { EmptyState } from '../../widgets/empty-state.tsx';
import type { FileTreeHandle } from '../../widgets/file-tree/file-tree.tsx';
import { visibleText } from '../../widgets/name-text.tsx';
import { Panes } from '../../widgets/panes/panes.tsx';
import { useNarrow } from '../../widgets/screen.ts';
import { WhatWouldRun } from '../overview/what-would-run.tsx';
import type { TabProps } from '../package/tab.ts';
import { FileEditingProvider, useFileActs } from './changes/file-editing.tsx';
import { folderText } from './changes/file-paths.ts';
import { type DropPlace, useFilesDrop } from './changes/files-drop.ts';
import { FilePane } from './content/file-pane.tsx';
import classes from './files-tab.module.css';
import { FileListing } from './listing/file-listing.tsx';
import { useListedChanges } from './listing/listed-changes.ts';
import { useRewrittenFiles } from './listing/rewritten-files.ts';
import { type ShownFiles, shownFiles, withRewritten } from './listing/shown-files.ts';

/** The files of the open package, with the chosen file beside them or, on a phone, instead of them. */
export default function FilesTab(props: TabProps) {
  const { files, can } = useOpenPackage();
  const changes = useFileChanges();
  const shown = withRewritten(shownFiles(files, useListedChanges(changes)), useRewrittenFiles());
  const { onItem } = props;
  if (shown.files.length === 0 && !can.files) return <EmptyState title="No files">The package is empty.</EmptyState>;
  return (
    <FileEditingProvider can={can.files} shown={shown} onChoose={onItem}>
      <Files {...props} shown={shown} />
    </FileEditingProvider>
  );
}

/** The narrowest, the first and the widest that the list can be, in CSS pixels. */
const LIST = { min: 180, width: 320, max: 720 };

function Files({
  item,
  line,
  view,
  show,
  onItem,
  onDetail,
  titleSlot,
  shown,
  ...detail
}: TabProps & { shown: ShownFiles }) {
  const pkg = useOpenPackage();
  const { files } = shown;
  const acts = useFileActs();
  // A package that is one file shows that file, beside a list that needs no filter.
  const only = useMemo(() => onlyFile(pkg), [pkg]);
  const narrow = useNarrow();
  // A shadowed entry has no address of its own: its path leads to the entry that counts.
  const [shadowed, setShadowed] = useState<PackageFile>();
  const path = useFollowedPath(item, shown, onItem) ?? only?.path;
  const file = path === undefined ? undefined : shadowed?.path === path ? shadowed : fileIndex(files).get(path);
  const drop = useFilesDrop(acts);

  const tree = useRef<FileTreeHandle>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const chosenHere = useRef(false);
  // On a phone, list and file replace each other: what is shown gets the focus, once it is there.
  useEffect(() => {
    if (!narrow || (item !== undefined && !titleSlot)) return;
    if (!chosenHere.current && document.activeElement !== document.body) return;
    if (item === undefined) tree.current?.focus();
    else if (chosenHere.current) heading.current?.focus({ preventScroll: true });
    chosenHere.current = false;
  }, [narrow, item, titleSlot]);

  function choose(chosen: PackageFile | undefined): void {
    chosenHere.current = true;
    setShadowed(chosen?.shadowed ? chosen : undefined);
    onItem(chosen?.path);
  }

  // A link asks for it, and the package has no Overview that would show it.
  const hasRuns = show === 'runs' && !tabsOf(pkg.format).includes('overview');
  return (
    <div className={classes.root} {...(acts && drop.handlers)}>
      <Panes
        name="files"
        shows={narrow && item !== undefined ? 'content' : 'list'}
        label="Chosen file"
        onEscape={() => (narrow && item !== undefined ? choose(undefined) : tree.current?.focus())}
        list={{
          ...LIST,
          label: 'List of files',
          children: (
            <FileListing
              shown={shown}
              isPlain={only !== undefined}
              show={show}
              selected={file}
              onSelect={choose}
              treeRef={tree}
              drop={drop}
            />
          ),
        }}
      >
        <div className={classes.pane}>
          {hasRuns && (
            <div className={classes.runs}>
              <WhatWouldRun wanted />
            </div>
          )}
          <FilePane
            shown={shown}
            path={path}
            file={file}
            detail={{ line, view, with: detail.with }}
            onDetail={onDetail}
            headingRef={heading}
            titleSlot={titleSlot}
          />
        </div>
      </Panes>
      {drop.place && <DropHint {...drop.place} />}
    </div>
  );
}

/** Says where a drop would go. */
function DropHint({ act, folder }: DropPlace) {
  return (
    <p className={classes.drop} aria-hidden>
      {act === 'add' ? 'Add to' : 'Move to'} <strong>{visibleText(folderText(folder))}</strong>
    </p>
  );
}

/**
 * The path of the chosen file, followed through renames, Undo and Redo. The address follows too.
 */
function useFollowedPath(
  item: string | undefined,
  { files, marks }: ShownFiles,
  onItem: TabProps['onItem'],
): string | undefined {
  // The path in the open package of what was chosen last.
  const [last, setLast] = useState<{ path: string; from: string | undefined }>();
  const isThere = item === undefined || fileIndex(files).has(item);
  const from = item === undefined ? undefined : marks.get(item)?.from;
  if (item !== undefined && isThere && (last?.path !== item || last.from !== from)) setLast({ path: item, from });
  const followed = isThere ? item : renamedPath(item, last, marks, files);
  useEffect(() => {
    if (followed !== item) onItem(followed);
  }, [followed, item, onItem]);
  return followed;
}

function renamedPath(
  path: string,
  last: { path: string; from: string | undefined } | undefined,
  marks: ReadonlyMap<string, FileMark>,
  files: readonly PackageFile[],
): string {
  const origin = last?.path === path ? (last.from ?? path) : path;
  if (fileIndex(files).has(origin)) return origin;
  for (const [to, { from }] of marks) if (from === origin) return to;
  return path;
}

/** The file that is the package itself, as opposed to the only file in an archive. */
function onlyFile({ files, name, size }: Package): PackageFile | undefined {
  const [file] = files;
  return files.length === 1 && file?.path === name && file.size === size && !file.storage ? file : undefined;
}
