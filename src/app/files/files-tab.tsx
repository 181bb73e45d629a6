import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { tabsOf } from '../../formats/views.ts';
import { fileIndex } from '../../model/file-index.ts';
import type { Package, PackageFile } from '../../model/package.ts';
import { useOpenPackage } from '../../state/hooks.ts';
import { EmptyState } from '../../widgets/empty-state.tsx';
import type { FileTreeHandle } from '../../widgets/file-tree/file-tree.tsx';
import { WhatWouldRun } from '../overview/what-would-run.tsx';
import { ReadMore } from '../package/read-more.tsx';
import type { TabProps } from '../package/tab.ts';
import { useWide } from '../screen.ts';
import { FileListing } from './file-listing.tsx';
import { FilePane } from './file-pane.tsx';
import classes from './files-tab.module.css';

/** The files of the open package, and the chosen one beside them; on a narrow screen in their place. */
export default function FilesTab({ item, line, show, onItem }: TabProps) {
  const pkg = useOpenPackage();
  const { files } = pkg;
  // A package that is one file shows that file, below a list that needs no filter.
  const only = useMemo(() => onlyFile(pkg), [pkg]);
  const wide = useWide();
  // A shadowed entry has no address of its own: its path leads to the entry that counts.
  const [shadowed, setShadowed] = useState<PackageFile>();
  const path = item ?? only?.path;
  const file = path === undefined ? undefined : shadowed?.path === path ? shadowed : fileIndex(files).get(path);

  const tree = useRef<FileTreeHandle>(null);
  const pane = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const chosenHere = useRef(false);
  const alone = !wide && !only && item !== undefined;
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
  // What a link leads to that asks for it, where there is no Overview that has it.
  const hasRuns = show === 'runs' && !tabsOf(pkg.format).includes('overview');
  const listing = (
    <div className={classes.root} data-wide={(wide && !only) || undefined} data-only={only !== undefined || undefined}>
      <div className={classes.list} hidden={alone}>
        <ReadMore />
        <FileListing isPlain={only !== undefined} show={show} selected={file} onSelect={choose} treeRef={tree} />
      </div>
      {(wide || alone || only) && (
        <section ref={pane} className={classes.pane} aria-label="Chosen file">
          {!wide && !only && (
            <Button
              variant="subtle"
              color="gray"
              className={classes.back ?? ''}
              leftSection={<IconArrowLeft size={16} stroke={1.75} aria-hidden />}
              onClick={() => choose(undefined)}
            >
              Back to files
            </Button>
          )}
          <FilePane path={path} file={file} line={line} headingRef={heading} />
        </section>
      )}
    </div>
  );
  if (!hasRuns) return listing;
  return (
    <>
      <div className={classes.runs}>
        <WhatWouldRun wanted />
      </div>
      {listing}
    </>
  );
}

/** The file that is the package itself, as opposed to the only file in an archive. */
function onlyFile({ files, name, size }: Package): PackageFile | undefined {
  const [file] = files;
  return files.length === 1 && file?.path === name && file.size === size && !file.storage ? file : undefined;
}
