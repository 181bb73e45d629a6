import { Anchor, Menu } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconChevronDown,
  IconDeviceFloppy,
  IconPencil,
} from '@tabler/icons-react';
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
import { visibleText } from '../../widgets/name-text.tsx';
import { usePlaceHref } from '../../widgets/place-href.ts';
import { useNarrow, useRoomyBar } from '../../widgets/screen.ts';
import { ToneIcon, ToneLine } from '../../widgets/severity.tsx';
import { type FindAction, useFindActions } from '../find/action.ts';
import { useNewPackage } from '../making/new-package-ways.ts';
import { ActButton } from './act-button.tsx';
import classes from './bar.module.css';
import { useEditDialogs } from './edit-dialogs.tsx';
import { useHistoryKeys } from './history-keys.ts';
import { ReturnedNote } from './returned-note.tsx';
import { useChangeSummary } from './review/change-summary.ts';
import { RESEAL } from './save/reseal-name.ts';

/** Why the changes do not outlive the page. */
const UNKEPT: Readonly<Record<Unkept, string>> = {
  'too-long': 'the text is too long for this browser to keep',
  'too-large': 'the files that you added are too large for this browser to keep',
  full: 'this browser has no space left to keep them. Save now, or free space on this computer or in this browser',
  failed: 'this browser keeps nothing for this site, as in a private window or where its settings block it',
};

/**
 * The number of changes, and what can be done with them, in the bar of the package. Where that has little room, a menu
 * has all but Save. The draft is another object with each letter that is typed: each part renders again for what it
 * shows alone.
 */
export default function Bar({ tab }: { tab: Tab }) {
  const { undo, redo } = useActions();
  const dialogs = useEditDialogs();
  const isRoomy = useRoomyBar();
  const changed = useApp(({ draft }) => draft?.changed === true);
  const hasUndo = useApp(({ draft }) => draft?.undo !== undefined);
  const hasRedo = useApp(({ draft }) => draft?.redo !== undefined);
  const canSave = useCanSave();
  const isThere = useApp(({ draft }) => draft !== undefined);
  const save = canSave && isThere ? dialogs.save : undefined;
  const { one } = useWords();
  const isOpen = useOpened() !== undefined;
  const actions: (FindAction | false | undefined)[] = [
    changed && { name: 'Review changes', also: 'diff compare', Icon: IconPencil, run: dialogs.review },
    hasUndo && { name: 'Undo', Icon: IconArrowBackUp, run: undo },
    hasRedo && { name: 'Redo', Icon: IconArrowForwardUp, run: redo },
    save && { name: `Save ${one}`, Icon: IconDeviceFloppy, run: save },
  ];
  useFindActions(actions.filter((action) => !!action));
  useHistoryKeys(tab === 'edit', save);
  if (!isOpen) return null;

  return (
    <section className={classes.root} aria-label="Draft">
      {isRoomy ? (
        <>
          <ChangeCount />
          <Unfinished />
          <ErrorCount />
          <StepButton act="undo" />
          <StepButton act="redo" />
          <ActButton
            behind
            size="compact-sm"
            reason={changed ? undefined : 'No changes yet.'}
            hint="Compare before and after"
            onClick={dialogs.review}
          >
            Review
          </ActButton>
        </>
      ) : (
        <ChangeMenu />
      )}
      <SaveButton canSave={canSave} />
    </section>
  );
}

/** What there is to say of the draft, below the bar: that it is not kept, and what failed. Most often nothing. */
export function Notes({ tab }: { tab: Tab }) {
  const unkept = useApp(({ draft }) => (draft?.changed ? draft.unkept : undefined));
  const problem = useApp(({ draft }) => draft?.problem);
  return (
    <>
      <ReturnedNote />
      {unkept && (
        <ToneLine tone="warning" className={classes.note}>
          Closing or reloading this page loses your changes: {UNKEPT[unkept]}.
        </ToneLine>
      )}
      {/* The Edit tab shows it itself. */}
      {problem && tab !== 'edit' && <ErrorNote error={problem} />}
    </>
  );
}

function ChangeCount() {
  const summary = useChangeSummary();
  const changed = useApp(({ draft }) => draft?.changed === true);
  return (
    <p role="status" aria-label="Changes" className={classes.count} data-tone={changed ? 'warning' : 'quiet'}>
      {summary}
    </p>
  );
}

/** The number of changes, as a button that opens a menu of what can be done with them. */
function ChangeMenu() {
  const summary = useChangeSummary();
  const { undo, redo } = useActions();
  const dialogs = useEditDialogs();
  const placeHref = usePlaceHref();
  const narrow = useNarrow();
  const changed = useApp(({ draft }) => draft?.changed === true);
  const steps = { undo: useApp(({ draft }) => draft?.undo), redo: useApp(({ draft }) => draft?.redo) };
  const unfinished = useApp((state) => state.unfinished.size);
  const { errors } = useErrorCounts();
  const tone = errors > 0 ? 'error' : changed ? 'warning' : 'quiet';
  return (
    <>
      <span role="status" aria-label="Changes" className="visually-hidden">
        {summary}
      </span>
      <Menu position="bottom-end">
        <Menu.Target>
          <button type="button" className={classes.count} data-tone={tone} aria-label={`${summary}: actions`}>
            {narrow ? <NarrowCount>{summary}</NarrowCount> : summary}
            <IconChevronDown size={14} stroke={1.75} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {errors > 0 && (
            <Menu.Item component="a" href={placeHref({ tab: 'problems' })} leftSection={<ToneIcon tone="error" />}>
              {formatNumberOf(errors, 'error')}
            </Menu.Item>
          )}
          {unfinished > 0 && <Menu.Label>{formatNumberOf(unfinished, 'field')} unfinished</Menu.Label>}
          {(['undo', 'redo'] as const).map((act) => {
            const step = steps[act];
            return (
              <Menu.Item
                key={act}
                disabled={step === undefined}
                leftSection={<StepIcon act={act} />}
                onClick={act === 'undo' ? undo : redo}
                title={step && visibleText(step)}
              >
                {STEPS[act].label}
              </Menu.Item>
            );
          })}
          <Menu.Item
            disabled={!changed}
            leftSection={<IconPencil size={16} stroke={1.75} aria-hidden />}
            onClick={dialogs.review}
          >
            Review
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

/** The number in a summary alone, beside a pencil. */
function NarrowCount({ children: summary }: { children: string }) {
  return (
    <>
      <IconPencil size={16} stroke={1.75} aria-hidden />
      {/^[\d,]+/.exec(summary)?.[0]}
    </>
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
  undo: { label: 'Undo', keys: 'Ctrl+Z', nothing: 'Nothing to undo.' },
  redo: { label: 'Redo', keys: 'Ctrl+Shift+Z', nothing: 'Nothing to redo.' },
};

function StepIcon({ act }: { act: keyof typeof STEPS }) {
  const Icon = act === 'undo' ? IconArrowBackUp : IconArrowForwardUp;
  return <Icon size={16} stroke={1.75} aria-hidden />;
}

/** Undoes or redoes a step, and names it. */
export function StepButton({ act }: { act: keyof typeof STEPS }) {
  const step = useApp(({ draft }) => draft?.[act]);
  const run = useActions()[act];
  const { label, keys, nothing } = STEPS[act];
  return (
    <ActButton
      behind
      size="compact-sm"
      miw="var(--bc-control-small)"
      variant="subtle"
      aria-label={label}
      reason={step === undefined ? nothing : undefined}
      hint={step === undefined ? label : `${label}: ${visibleText(step)} (${keys})`}
      onClick={run}
    >
      <StepIcon act={act} />
    </ActButton>
  );
}

function SaveButton({ canSave }: { canSave: boolean }) {
  const dialogs = useEditDialogs();
  const { can, cannot } = useOpenPackage();
  const { a, one, reader, metadataFile } = useWords();
  const name = `Save ${one}`;
  const narrow = useNarrow();
  const reading = useApp(({ draft }) => (draft === undefined ? 'The package is being read.' : undefined));
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
      size="compact-sm"
      aria-label={name}
      variant={isWanted ? 'filled' : 'default'}
      reason={canSave ? reading : `${cannot?.save ?? 'This package cannot be saved.'} ${instead}`}
      hint={
        errors > 0
          ? `${wrong}. You will be asked to confirm.`
          : changed
            ? undefined
            : 'No changes. The saved file is identical.'
      }
      onClick={dialogs.save}
    >
      {narrow ? 'Save' : name}
    </ActButton>
  );
}
