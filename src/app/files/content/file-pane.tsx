import { type ComponentProps, type ReactNode, type Ref, useMemo, useState } from 'react';
import type { Finding } from '../../../base/findings.ts';
import { tabsOf } from '../../../formats/views.ts';
import { findingsByPath } from '../../../model/file/file-index.ts';
import type { PackageFile } from '../../../model/package.ts';
import { METADATA_TEXT } from '../../../model/place.ts';
import { useEditedPaths, useOpened, useOpenPackage } from '../../../state/hooks.ts';
import { EmptyState } from '../../../widgets/empty-state.tsx';
import { NameText } from '../../../widgets/name-text.tsx';
import { PlaceLink } from '../../../widgets/place-link.tsx';
import { InnerFiles } from '../../inside/inner-files.tsx';
import { LinkChange } from '../../links/link-change.tsx';
import { About } from '../../package/package-header.tsx';
import { useFileActs } from '../changes/file-editing.tsx';
import { TextEdit } from '../changes/text-edit.tsx';
import classes from '../files-tab.module.css';
import { isMadeBySaving, type ShownFiles } from '../listing/shown-files.ts';
import { useFilesFindings } from '../listing/shown-states.ts';
import { FileHeader } from './file-header.tsx';
import { FileView } from './file-view.tsx';
import { FirstFiles } from './first-files.tsx';
import { HeadSlotsProvider } from './head-slots.tsx';

const NONE: readonly Finding[] = [];

interface Props extends Pick<ComponentProps<typeof FileView>, 'detail' | 'onDetail'> {
  shown: ShownFiles;
  /** The path that the address has. */
  path: string | undefined;
  /** Undefined where nothing is chosen, and where the package has no such file. */
  file: PackageFile | undefined;
  headingRef: Ref<HTMLHeadingElement>;
  titleSlot: HTMLElement | null;
}

/** If the package has no Overview that says what it is and lists the files that may be packages, it is said here. */
function NothingChosen() {
  const hasOverview = tabsOf(useOpenPackage().format).includes('overview');
  const opened = useOpened();
  return (
    <div className={classes.nothing}>
      {!hasOverview && opened && (
        <div>
          <About opened={opened} />
        </div>
      )}
      <div>
        <EmptyState title="No file chosen">Choose one to see its content.</EmptyState>
        <FirstFiles />
      </div>
      {!hasOverview && <InnerFiles title="Packages inside" />}
    </div>
  );
}

/** The chosen file: its facts, and its content, as it is with the draft's changes of files. */
export function FilePane({ shown, path, file, detail, onDetail, headingRef, titleSlot }: Props) {
  const [facts, setFacts] = useState<HTMLElement | null>(null);
  const [tools, setTools] = useState<HTMLElement | null>(null);
  const slots = useMemo(() => ({ facts, tools }), [facts, tools]);
  const findings = findingsByPath(useFilesFindings(shown));
  const acts = useFileActs();
  if (path === undefined) return <NothingChosen />;
  if (!file)
    return (
      <div className={classes.nothing}>
        <FileView path={path} />
      </div>
    );
  const isEdited = acts?.text === file.path && shown.marks.get(file.path)?.kind !== 'removed';
  return (
    <>
      <FileHeader
        file={file}
        shown={shown}
        findings={findings.get(file.path) ?? []}
        headingRef={headingRef}
        titleSlot={titleSlot}
        factSlot={setFacts}
        toolSlot={setTools}
      />
      <ChangeNote file={file} shown={shown} />
      {file.shadowed ? (
        <p className={classes.note}>
          Another entry has the same name and is the one that Boxcutter opens. Other tools may open this one.
        </p>
      ) : isMadeBySaving(shown, file.path) ? null : isEdited ? (
        <TextEdit file={file} findings={findings.get(file.path) ?? NONE} />
      ) : (
        <HeadSlotsProvider value={slots}>
          <FileView
            key={file.path}
            path={file.path}
            file={file}
            of={shown.openOf(file)}
            detail={detail}
            onDetail={onDetail}
          />
        </HeadSlotsProvider>
      )}
    </>
  );
}

/** What an unsaved change of the file means for what is shown. */
function ChangeNote({ file, shown }: { file: PackageFile; shown: ShownFiles }) {
  const edited = useEditedPaths();
  const mark = shown.marks.get(file.path);
  if (mark?.kind === 'linked') return <LinkChange path={file.path} of={shown.openOf(file)} />;
  const note = noteOf(shown, file.path, edited.has(file.path));
  return note && <p className={classes.note}>{note}</p>;
}

function noteOf(shown: ShownFiles, path: string, isEdited: boolean): ReactNode {
  const mark = shown.marks.get(path);
  if (isMadeBySaving(shown, path)) return 'Saving adds this file: after your changes, the package needs it.';
  if (mark?.bySaving) return 'Saving leaves this file out: after your changes, nothing needs it.';
  if (mark?.kind === 'removed') return 'You removed this file. Saving leaves it out. “Put back” keeps it.';
  if (mark?.from !== undefined)
    return (
      <>
        In the opened package, its path is <NameText mono>{mark.from}</NameText>.
      </>
    );
  if (isEdited)
    return (
      <>
        Your changes to this file are not saved. This is the original content.{' '}
        <PlaceLink to={METADATA_TEXT}>See your changes</PlaceLink>
      </>
    );
  return shown.isRewritten(path) && 'Saving writes this file again. This is the original content.';
}
