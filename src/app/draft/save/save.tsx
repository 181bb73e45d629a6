import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { formatBytes, formatCount } from '../../../base/amounts.ts';
import type { ReviewedDraft } from '../../../model/draft.ts';
import { hostInWords } from '../../../model/link/linked-content.ts';
import type { Package } from '../../../model/package.ts';
import { placeHref } from '../../../model/place.ts';
import { judgedErrors } from '../../../model/verdict.ts';
import { spoken } from '../../../model/words.ts';
import { useApp, useAppReader, useDraft, useLevels, useLoading, useOpened } from '../../../state/hooks.ts';
import type { Opened } from '../../../state/load.ts';
import { Card } from '../../../widgets/card.tsx';
import { Dialog } from '../../../widgets/dialog.tsx';
import { ErrorNote } from '../../../widgets/error-note.tsx';
import { saveBlob } from '../../../widgets/files/save-blob.ts';
import { LoadingView } from '../../../widgets/loading/loading-view.tsx';
import { NameText, visibleText } from '../../../widgets/name-text.tsx';
import { dropPicked, pickSaveFile } from '../../files/content/save-file.ts';
import { takeFocus } from '../../focus.ts';
import { Remedy } from '../../opening/failure-help.tsx';
import { pushVisit } from '../../opening/visit.ts';
import { pushStep } from '../../page-address.ts';
import { ActButton } from '../act-button.tsx';
import { DialogChecklist } from '../checklist/checklist.tsx';
import classes from '../draft-dialog.module.css';
import { Line, RunningStep } from '../line.tsx';
import { type CheckState, wrongText } from './check-state.ts';
import { useOuterPut } from './outer-put.ts';
import { PutNote } from './put-note.tsx';
import { Agreements, useAgreements } from './save-agreements.tsx';
import { Check, checkCost, useCheck } from './save-check.tsx';
import { SaveJob, type SaveStep } from './save-job.ts';
import { savedExtension, suggestedName, typedName } from './save-name.ts';
import { SavedNote } from './saved.tsx';
import { Hashed, Written } from './written.tsx';

interface Props {
  opened: boolean;
  onClose(): void;
  /** Called when a save begins, with a function that cancels it, and when it has ended, with undefined. */
  onSaving(end: (() => void) | undefined): void;
}

/** What saving would write, how far the unchanged files are verified, and the controls that save. */
export default function SaveDialog({ opened, onClose, onSaving }: Props) {
  const { job, step } = useSaveJob(onSaving);
  const current = useOpened();
  const busy = step.at === 'checking' || step.at === 'saving';
  const isOver = step.at === 'saved' || step.at === 'put';

  // Resets on opening, not on closing: other content would take the focus while the dialog fades.
  useLayoutEffect(() => {
    if (opened) job.reset();
  }, [opened, job]);

  function close(): void {
    if (!isOver) job.reset();
    onClose();
  }

  return (
    <Dialog opened={opened} onClose={busy ? undefined : close} title={titleOf(step, current?.package)}>
      {step.at === 'saved' ? (
        <SavedNote saved={step.saved} onClose={close} />
      ) : step.at === 'put' ? (
        <PutNote put={step.put} onSave={() => job.reset()} onClose={close} />
      ) : current ? (
        <Review>
          {(review) => <SaveChoice opened={current} review={review} job={job} step={step} onClose={close} />}
        </Review>
      ) : null}
    </Dialog>
  );
}

/** A job that saves the draft, and its present step. Unmounting the component cancels the job. */
function useSaveJob(onSaving: Props['onSaving']) {
  const read = useAppReader();
  const { putIntoOuter } = useLevels();
  const [step, show] = useState<SaveStep>({ at: 'ask' });
  const [job] = useState(
    () =>
      new SaveJob({
        read,
        show,
        onSaving,
        pick: pickSaveFile,
        drop: dropPicked,
        download: saveBlob,
        putIntoOuter: (options, onPut) =>
          putIntoOuter(options, (put, inside) => {
            onPut(put);
            pushStep(placeHref({ tab: 'files', item: put.path }, inside), window.history.state);
          }),
        onOpened: (descriptor) => pushVisit(descriptor, undefined, window.location.hash),
      }),
  );
  useEffect(() => () => job.cancel(), [job]);
  return { job, step };
}

function titleOf({ at }: SaveStep, pkg: Package | undefined): string {
  if (at === 'saved') return 'Saved';
  if (at === 'put' && pkg) return `Put into ${visibleText(pkg.name)}`;
  return `Save ${pkg ? pkg.words.one : 'package'}`;
}

/** Asks the worker once for the review, when the dialog opens: nothing is edited behind it. */
function Review({ children }: { children(review: ReviewedDraft): ReactNode }) {
  const review = useLoading<ReviewedDraft>('review', (actions, options) => actions.reviewDraft(options));
  return (
    <LoadingView of={review} what="what saving would write">
      {children}
    </LoadingView>
  );
}

interface ChoiceProps {
  opened: Opened;
  review: ReviewedDraft;
  job: SaveJob;
  step: Exclude<SaveStep, { at: 'saved' | 'put' }>;
  onClose(): void;
}

const UNCHECKED = 'Saves at once, without checking the files that you did not change.';

/** What is saved under which name, what needs consent, and the ways to save. */
function SaveChoice({ opened, review, job, step, onClose }: ChoiceProps) {
  const { package: pkg, descriptor } = opened;
  const draft = useDraft();
  const check = useCheck(opened, review);
  const { errors } = useMemo(() => judgedErrors(review.findings, pkg.verdicts), [review, pkg.verdicts]);
  const agreements = useAgreements(review, errors, onClose);
  const [agreed, setAgreed] = useState<ReadonlySet<string>>(new Set());
  const extension = savedExtension(pkg.name, pkg.words.extension);
  const edition = descriptor.kind === 'file' && !opened.inside ? descriptor.edition : undefined;
  const suggested = suggestedName(pkg.name, extension, edition);
  const [typed, type] = useState(suggested);
  const name = typed.trim() === '' ? suggested : typedName(typed, extension);
  const isAsking = step.at === 'ask';
  const open = agreements.find(({ key }) => !agreed.has(key));
  const waits = draft?.pending ? 'The last edit is still being processed.' : open?.reason;
  const save = (checked: boolean) => {
    if (waits === undefined) void job.start(name, checked, review);
  };
  const way = wayOf(opened, review, check);
  const start = () => save(way.checked);
  const outer = useOuterPut();
  const asked = new Set(review.asks?.map(({ note }) => note));

  return (
    <>
      <TextInput
        label="File name"
        className={classes.name}
        description={
          name !== typed.trim() && (
            <>
              It will be saved as <NameText mono>{name}</NameText>.
            </>
          )
        }
        spellCheck={false}
        readOnly={!isAsking}
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing && isAsking) start();
        }}
      />
      <p className={classes.text}>
        <Written review={review} hasOthers={pkg.files.length > 1} /> The file will have {formatBytes(review.size)}.
      </p>
      {descriptor.kind === 'url' && (
        <Line tone="info">You are editing a copy. Nothing on {hostInWords(descriptor.url)} changes.</Line>
      )}
      {review.notes.map((note) =>
        asked.has(note) ? null : (
          <Line key={note} tone="info">
            {visibleText(note)}
          </Line>
        ),
      )}
      {review.reseal ? <Hashed reseal={review.reseal} /> : <Check state={check} />}
      <DialogChecklist onLeave={onClose} />
      <Agreements agreements={agreements} agreed={agreed} onChange={setAgreed} asks={isAsking} />
      {isAsking && step.error && (
        <Card className={classes.box} role="status">
          <ErrorNote error={step.error} />
          <Remedy error={step.error} />
          <p className={classes.text}>
            {step.into === undefined
              ? 'Nothing was saved. Your changes are kept here.'
              : `Nothing was put into ${visibleText(step.into)}. Your changes are kept here. You can save them as a new file instead.`}
          </p>
        </Card>
      )}
      {isAsking ? (
        <>
          <p className={classes.quiet}>
            {window.showSaveFilePicker
              ? 'Your browser asks where to save it. A file that you choose there is overwritten.'
              : 'It goes to your browser’s downloads.'}
          </p>
          {pkg.can.verify && way.text !== undefined && <p className={classes.quiet}>{way.text}</p>}
          {outer && (
            <p className={classes.quiet}>
              {outer.why ?? `Put into ${visibleText(outer.name)}, it is a change there, which you save next.`}
            </p>
          )}
          <div className={classes.footer}>
            <ActButton
              ref={agreements.length === 0 ? takeFocus : undefined}
              data-autofocus={agreements.length === 0 || undefined}
              reason={waits}
              variant={way.checked ? 'filled' : 'default'}
              onClick={start}
            >
              {way.label}
            </ActButton>
            {outer && (
              <ActButton
                classNames={{ root: classes.put, label: classes.putName }}
                reason={outer.why ?? waits}
                onClick={() => void job.putInto(outer.name, way.checked, review)}
              >
                Put it into {visibleText(outer.name)}
              </ActButton>
            )}
            {!review.reseal && check.kind === 'open' && (
              <ActButton reason={waits} hint={UNCHECKED} onClick={() => save(false)}>
                Save without checking
              </ActButton>
            )}
            <Button variant="subtle" onClick={onClose}>
              Cancel
            </Button>
          </div>
        </>
      ) : (
        <SaveProgress step={step} onCancel={() => job.cancel()} />
      )}
    </>
  );
}

/** The first way to save. */
interface Way {
  label: string;
  /** What it does first. Undefined where it saves at once. */
  text: string | undefined;
  /** Whether the unchanged files are checked before. It is not advised to save without. */
  checked: boolean;
}

function wayOf(opened: Opened, { reseal }: ReviewedDraft, check: CheckState): Way {
  const { can, words } = opened.package;
  const { hashList } = spoken(words);
  if (reseal) {
    const text =
      opened.descriptor.kind === 'url'
        ? `Saving downloads the files again and compares them with the new ${hashList}.`
        : undefined;
    return { label: 'Save with the new hashes', text, checked: true };
  }
  return check.kind === 'wrong'
    ? { label: 'Save anyway', text: wrongText(check, hashList, can.reseal === true), checked: false }
    : { label: 'Save', text: checkedText(check, opened, hashList), checked: true };
}

function checkedText({ kind, listed, linked }: CheckState, opened: Opened, hashList: string): string | undefined {
  if (kind === 'right') return undefined;
  const files = listed - linked === 1 ? 'the unchanged file' : `the ${formatCount(listed - linked)} unchanged files`;
  return `Saving first compares ${files} with ${hashList}, which ${checkCost(opened)}.`;
}

/** How far saving, or the check before it, is. */
function SaveProgress({ step, onCancel }: { step: ChoiceProps['step']; onCancel(): void }) {
  const checked = useApp(({ verification: now }) => (now.phase === 'running' ? now.progress : undefined));
  const { progress, into } = step.at === 'saving' ? step : { progress: checked };
  const saving = into ? `Putting it into ${visibleText(into)}` : 'Saving';
  const what = step.at === 'checking' ? 'Checking the unchanged files' : saving;
  return <RunningStep className={classes.footer} what={what} progress={progress} onCancel={onCancel} />;
}
