import { Anchor } from '@mantine/core';
import type { Ref } from 'react';
import { tabsOf } from '../../formats/views.ts';
import { findingsByPath } from '../../model/file-index.ts';
import type { PackageFile } from '../../model/package.ts';
import { EDIT_TEXT } from '../../model/place.ts';
import { useEditedPaths, useOpenPackage, useOwnFindings } from '../../state/hooks.ts';
import { EmptyState } from '../../widgets/empty-state.tsx';
import { NameText } from '../../widgets/name-text.tsx';
import { usePlaceHref } from '../../widgets/place-href.ts';
import { InnerFiles } from '../inside/inner-files.tsx';
import { FileHeader } from './file-header.tsx';
import { isHeld } from './file-list.ts';
import { FileView } from './file-view.tsx';
import classes from './files-tab.module.css';

interface Props {
  /** The path that the address has. */
  path: string | undefined;
  /** Undefined where nothing is chosen, and where the package has no such file. */
  file: PackageFile | undefined;
  /** The line to show, from 1. */
  line: number | undefined;
  headingRef: Ref<HTMLHeadingElement>;
}

/** Where the package has no Overview, the files that may be packages stand here. */
function NothingChosen() {
  const hasOverview = tabsOf(useOpenPackage().format).includes('overview');
  return (
    <div className={classes.nothing}>
      <EmptyState title="No file chosen">Choose one to see its content.</EmptyState>
      {!hasOverview && <InnerFiles title="Packages inside" />}
    </div>
  );
}

/** The chosen file: its facts, and its content. */
export function FilePane({ path, file, line, headingRef }: Props) {
  const placeHref = usePlaceHref();
  // Of the open package: without the changes of a draft.
  const { files, tensors } = useOpenPackage();
  const findings = findingsByPath(useOwnFindings());
  const edited = useEditedPaths();
  if (path === undefined) return <NothingChosen />;
  if (!file)
    return (
      <EmptyState title="No such file">
        The package has no file named <NameText mono>{path}</NameText>.
      </EmptyState>
    );
  return (
    <>
      <FileHeader
        file={file}
        findings={findings.get(file.path) ?? []}
        tensors={tensors.filter((tensor) => tensor.data?.path === file.path)}
        held={isHeld(files, file)}
        headingRef={headingRef}
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
          Another entry has the same name and is the one that Boxcutter opens. Other tools may open this one.
        </p>
      ) : (
        <FileView key={file.path} path={file.path} line={line} />
      )}
    </>
  );
}
