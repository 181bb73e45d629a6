import { Anchor } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconDeviceFloppy, IconDownload, IconPencil } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { formatNumberOf } from '../../base/amounts.ts';
import type { Tab } from '../../model/place.ts';
import { countFindings, judgedErrors } from '../../model/verdict.ts';
import { atStart } from '../../model/words.ts';
import type { Unkept } from '../../state/draft/editing.ts';
import {
  useActions,
  useApp,
  useCanSave,
  useOpened,
  useOpenPackage,
  usePackagePart,
  useWords,
} from '../../state/hooks.ts';
import { ErrorNote } from '../../widgets/error-note.tsx';
import { saveText } from '../../widgets/files/save-blob.ts';
import { useJob } from '../../widgets/loading/job.ts';
import { visibleText } from '../../widgets/name-text.tsx';
import { usePlaceHref } from '../../widgets/place-href.ts';
import { ToneIcon, ToneLine } from '../../widgets/severity.tsx';
import { type FindAction, useFindActions } from '../find/action.ts';
import { useNewPackage } from '../making/new-package-ways.ts';
import { ActButton } from './act-button.tsx';
import classes from './bar.module.css';
import { useEditDialogs } from './draft-dialogs.tsx';
import { useHistoryKeys } from './history-keys.ts';
import { ReturnedNote } from './returned-note.tsx';
import { useChangeSummary } from './review/change-summary.ts';
import { RESEAL } from './save/reseal-name.ts';

/** Why the changes do not outlive the page. */
const UNKEPT: Readonly<Record<Unkept, string>> = {
  'too-long': 'the text is too long for this browser to keep',
  'too-large': 'the files that you added are too large for this browser to keep',
  failed: 'this browser has no space left to keep them, or keeps nothing in a private window',
};

/**
 * The number of changes, and what can be done with them. Above the tabs; on a narrow screen at the bottom. The draft is
 * another object with each letter that is typed: each part of the bar renders again for what it shows alone.
 */
export default function Bar({ tab }: { tab: Tab }) {
  const { undo, redo } = useActions();
  const dialogs = useEditDialogs();
  const isThere = useApp(({ draft }) => draft !== undefined);
  const changed = useApp(({ draft }) => draft?.changed === true);
  const hasUndo = useApp(({ draft }) => draft?.undo !== undefined);
  const hasRedo = useApp(({ draft }) => draft?.redo !== undefined);
  const unkept = useApp(({ draft }) => (draft?.changed ? draft.unkept : undefined));
  const problem = useApp(({ draft }) => draft?.problem);
  const { one } = useWords();
  const canSave = useCanSave();
  const opened = useOpened();
  const { metadataFile } = opened?.package.words ?? {};
  const download = useTextDownload(metadataFile);
  const actions: (FindAction | false)[] = [
    changed && { name: 'Review changes', also: 'diff compare', Icon: IconPencil, run: dialogs.review },
    hasUndo && { name: 'Undo', Icon: IconArrowBackUp, run: undo },
    hasRedo && { name: 'Redo', Icon: IconArrowForwardUp, run: redo },
    canSave && { name: `Save ${one}`, Icon: IconDeviceFloppy, run: dialogs.save },
    metadataFile !== undefined && { name: `Download ${metadataFile}`, Icon: IconDownload, run: download.run },
  ];
  useFindActions(actions.filter((action) => action !== false));
  useHistoryKeys(tab === 'edit', canSave ? dialogs.save : undefined);

  useEffect(() => {
    // The style sheet leaves room for the bar, so that it does not cover what has the focus.
    document.documentElement.dataset.draftBar = '';
    return () => {
      delete document.documentElement.dataset.draftBar;
    };
  }, []);

  if (!isThere || !opened) return null;

  // The Edit tab shows the draft's problem itself.
  const shownProblem = download.failed ?? (tab === 'edit' ? undefined : problem);
  return (
    <section className={classes.root} aria-label="Draft">
      <ReturnedNote />
      <div className={classes.bar}>
        <div className={classes.state}>
          <ChangeCount />
          <Unfinished />
          <ErrorCount />
        </div>
        <ActButton
          behind
          reason={changed ? undefined : 'No changes yet.'}
          hint="Compare before and after"
          onClick={dialogs.review}
        >
          Review
        </ActButton>
        <StepButton act="undo" />
        <StepButton act="redo" />
        <span className={classes.space} />
        {metadataFile !== undefined && (
          <ActButton behind hint="Only the text, as it is now" onClick={download.run}>
            Download {metadataFile}
          </ActButton>
        )}
        <SaveButton canSave={canSave} />
      </div>
      <p role="status" aria-label="Download" className={classes.note}>
        {download.isCurrent ? (
          <>
            <ToneIcon tone="ok" />
            {metadataFile} is in your browser’s downloads, as it is now.
          </>
        ) : null}
      </p>
      {unkept && (
        <ToneLine tone="warning" className={classes.note}>
          Closing or reloading this page loses your changes: {UNKEPT[unkept]}.
        </ToneLine>
      )}
      {shownProblem && <ErrorNote error={shownProblem} />}
    </section>
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
    saveText(text, file);
    setDownloaded(text);
  }

  return { run: () => void run(save), failed: state.status === 'failed' ? state.error : undefined, isCurrent };
}

function ChangeCount() {
  const summary = useChangeSummary();
  return (
    <p role="status" aria-label="Changes" className={classes.count}>
      <IconPencil size={16} stroke={1.75} aria-hidden />
      {summary}
    </p>
  );
}

function Unfinished() {
  const unfinished = useApp((state) => state.unfinished.size);
  if (unfinished === 0) return null;
  return (
    <span className={classes.errors}>
      <ToneIcon tone="warning" />
      {formatNumberOf(unfinished, 'field')} unfinished
    </span>
  );
}

/** The errors of the package that saving would give, and those for which its reader rejects it. */
function useErrorCounts(): { errors: number; refused: number } {
  const findings = usePackagePart((pkg) => pkg.findings);
  const verdicts = usePackagePart((pkg) => pkg.verdicts);
  const { errors, refused } = judgedErrors(findings, verdicts);
  return { errors: countFindings(errors), refused: countFindings(refused) };
}

function ErrorCount() {
  const placeHref = usePlaceHref();
  const { errors } = useErrorCounts();
  if (errors === 0) return null;
  return (
    <Anchor href={placeHref({ tab: 'problems' })} className={classes.errors}>
      <ToneIcon tone="error" />
      {formatNumberOf(errors, 'error')}
    </Anchor>
  );
}

const STEPS = {
  undo: { label: 'Undo', keys: 'Ctrl+Z', nothing: 'Nothing to undo.', Icon: IconArrowBackUp },
  redo: { label: 'Redo', keys: 'Ctrl+Shift+Z', nothing: 'Nothing to redo.', Icon: IconArrowForwardUp },
};

/** Undoes or redoes a step, and names it. */
function StepButton({ act }: { act: keyof typeof STEPS }) {
  const step = useApp(({ draft }) => draft?.[act]);
  const run = useActions()[act];
  const { label, keys, nothing, Icon } = STEPS[act];
  return (
    <ActButton
      behind
      reason={step === undefined ? nothing : undefined}
      hint={step === undefined ? undefined : `${visibleText(step)} (${keys})`}
      leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
      classNames={{ label: classes.word, section: classes.icon }}
      onClick={run}
    >
      {label}
    </ActButton>
  );
}

function SaveButton({ canSave }: { canSave: boolean }) {
  const dialogs = useEditDialogs();
  const { can, cannot } = useOpenPackage();
  const { a, one, reader, metadataFile } = useWords();
  const changed = useApp(({ draft }) => draft?.changed === true);
  const isWanted = useApp(({ draft, unfinished }) => draft?.changed === true || unfinished.size > 0);
  const { errors, refused } = useErrorCounts();
  const { pack } = useNewPackage();
  const instead = can.reseal
    ? `Use “${RESEAL}” under Edit to save it.`
    : pack
      ? `Use “Make ${a} of it” under Edit.`
      : `Download ${metadataFile} instead.`;
  const wrong =
    refused > 0
      ? `${atStart(reader)} will reject it: ${formatNumberOf(refused, 'error')}`
      : `It has ${formatNumberOf(errors, 'error')}`;
  return (
    <ActButton
      behind
      variant={isWanted ? 'filled' : 'default'}
      reason={canSave ? undefined : `${cannot?.save ?? 'This package cannot be saved.'} ${instead}`}
      hint={
        errors > 0
          ? `${wrong}. You will be asked to confirm.`
          : changed
            ? undefined
            : 'No changes. The saved file is identical.'
      }
      onClick={dialogs.save}
    >
      Save {one}
    </ActButton>
  );
}
