import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { hostInWords } from '../../model/link/linked-content.ts';
import { atStart } from '../../model/words.ts';
import { useActions, useApp, useCanSave, useOpened, useOpenPackage, useWords } from '../../state/hooks.ts';
import { EmptyState } from '../../widgets/empty-state.tsx';
import { ErrorNote } from '../../widgets/error-note.tsx';
import { saveFile } from '../../widgets/files/save-blob.ts';
import { useJob } from '../../widgets/loading/job.ts';
import { lateView, useLateView } from '../../widgets/loading/late-view.tsx';
import { useRoomyBar } from '../../widgets/screen.ts';
import { ToneIcon } from '../../widgets/severity.tsx';
import { useFindAction } from '../find/action.ts';
import { LinkedMetadata, linkedMetadata } from '../links/linked-metadata.tsx';
import { useNewPackage } from '../making/new-package-ways.ts';
import { useFileOf } from '../package/file-of.ts';
import { useFormatView } from '../package/format-view.ts';
import { PackageImage } from '../package/image.tsx';
import type { TabProps } from '../package/tab.ts';
import { Waiting } from '../package/waiting.tsx';
import { ActButton } from './act-button.tsx';
import { StepButton } from './bar.tsx';
import { EditChecklist } from './checklist/checklist.tsx';
import { useEditDialogs } from './edit-dialogs.tsx';
import classes from './edit-tab.module.css';
import { RESEAL } from './save/reseal-name.ts';

const Markdown = lateView(() => import('../../widgets/markdown/markdown.tsx'));

/** Edits what the package says of itself, with the editor of its format. */
export default function EditTab({ item, line, onItem }: TabProps) {
  const pkg = useOpenPackage();
  const isReady = useApp((state) => state.draft !== undefined);
  const error = useApp((state) => state.draftError);
  const { startDraft } = useActions();
  const Editor = useLateView(useFormatView(pkg.format)?.Edit);
  const { edit: canEdit } = pkg.can;
  useEffect(() => {
    if (canEdit) void startDraft();
  }, [canEdit, startDraft]);
  const offered = linkedMetadata(pkg);
  if (!canEdit)
    return (
      <div>
        <EmptyState title="Not editable">
          {pkg.cannot?.edit ?? 'Boxcutter cannot edit anything in this package.'}
          {offered && <LinkedMetadata file={offered} />}
        </EmptyState>
      </div>
    );
  if (!isReady && error) return <ErrorNote error={error} onRetry={() => void startDraft()} />;
  if (!isReady || !Editor) return <Waiting className={classes.waiting} />;
  return (
    <>
      <EditActions />
      <EditChecklist />
      <TextAlone />
      <Problem />
      <Editor item={item} line={line} onItem={onItem} Preview={Preview} />
      <ResealOffer />
    </>
  );
}

/** What is edited; steps, where the bar has no room for them; and the metadata file as text. */
function EditActions() {
  const isRoomy = useRoomyBar();
  const { metadataFile } = useOpenPackage().words;
  const download = useTextDownload(metadataFile);
  useFindAction(
    metadataFile === undefined
      ? undefined
      : { name: `Download ${metadataFile}`, Icon: IconDownload, run: download.run },
  );
  return (
    <div className={classes.actions}>
      <div className={classes.said}>
        <CopyNote />
        <p role="status" aria-label="Download" className={classes.downloaded}>
          {download.isCurrent && (
            <>
              <ToneIcon tone="ok" />
              {metadataFile} is in your browser’s downloads, as it is now.
            </>
          )}
        </p>
      </div>
      {!isRoomy && (
        <>
          <StepButton act="undo" />
          <StepButton act="redo" />
        </>
      )}
      {metadataFile !== undefined && (
        <ActButton behind size="compact-sm" hint="Only the text, as it is now" onClick={download.run}>
          Download {metadataFile}
        </ActButton>
      )}
      {download.failed && <ErrorNote error={download.failed} />}
    </div>
  );
}

/** Downloads the text of the metadata file as the draft has it. */
function useTextDownload(file: string | undefined) {
  const { draftToSave } = useActions();
  const { state, run } = useJob();
  /** The text that was downloaded last. */
  const [downloaded, setDownloaded] = useState<string>();
  const isCurrent = useApp(
    ({ draft }) => downloaded !== undefined && file !== undefined && downloaded === draft?.texts.get(file),
  );

  async function save(): Promise<void> {
    if (file === undefined) return;
    const text = (await draftToSave()).texts.get(file) ?? '';
    saveFile(text, file);
    setDownloaded(text);
  }

  return { run: () => void run(save), failed: state.status === 'failed' ? state.error : undefined, isCurrent };
}

/** For a package on a host: says that edits do not change what others see there. */
function CopyNote() {
  const descriptor = useOpened()?.descriptor;
  if (descriptor?.kind !== 'url') return null;
  return <p className={classes.copy}>You are editing a copy. Nothing on {hostInWords(descriptor.url)} changes.</p>;
}

/** For a package that cannot be saved: says so before anybody fills in the form, and says what is possible instead. */
function TextAlone() {
  const { can, cannot } = useOpenPackage();
  const { a, metadataFile } = useWords();
  const canSave = useCanSave();
  const { pack } = useNewPackage();
  if (canSave) return null;
  return (
    <div className={classes.note}>
      <p>
        It cannot be saved as {a} here. {cannot?.save} You can still edit {metadataFile} and download that file alone
        {can.reseal ? `, or recompute the hashes of all files (“${RESEAL}”, below the form)` : ''}.
        {pack && ` ${atStart(a)} made of the folder has your changes.`}
      </p>
      {pack && (
        <Button variant="default" onClick={pack}>
          Make {a} of it
        </Button>
      )}
    </div>
  );
}

/** Why the last edit was not made. */
function Problem() {
  const problem = useApp((state) => state.draft?.problem);
  return (
    <div role="status" className={classes.problem}>
      {problem && <ErrorNote error={problem} />}
    </div>
  );
}

/** A description, rendered as on the Overview tab. */
function Preview({ markdown }: { markdown: string }) {
  const fileOf = useFileOf();
  return (
    <Markdown Image={PackageImage} fileOf={fileOf} isLive>
      {markdown}
    </Markdown>
  );
}

/** Below the form: the button that recomputes all hashes, or a note that the draft has them. */
function ResealOffer() {
  const { can, words } = useOpenPackage();
  const { hashList, one } = useWords();
  const isDone = useApp(({ draft }) => draft?.current.renew === 'reseal');
  const dialogs = useEditDialogs();
  if (!can.reseal) return null;
  return (
    <section className={classes.reseal} aria-labelledby="reseal-title">
      <h2 id="reseal-title" className={classes.title}>
        Hashes
      </h2>
      <p className={classes.note}>
        {isDone
          ? `Saving writes ${hashList} with the current hash of every file. Undo takes this back.`
          : words.newHashList !== undefined
            ? `The ${one} has no checksums of its files. Recomputing them writes ${hashList}, without a key.`
            : can.save
              ? `Saving keeps the hashes in ${hashList} for unchanged files. If you changed files with another tool, recompute the hashes.`
              : `Saving needs the hash of every file, and ${hashList} does not give them.`}
      </p>
      {!isDone && <Button onClick={dialogs.reseal}>{RESEAL}</Button>}
    </section>
  );
}
