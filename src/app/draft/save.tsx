import { Button, Checkbox, TextInput } from '@mantine/core';
import { useEffect, useLayoutEffect, useMemo, useState } from 'react';
import type { Reseal, ReviewedDraft } from '../../model/draft.ts';
import { hostInWords } from '../../model/linked-content.ts';
import { judgedErrors } from '../../model/verdict.ts';
import { atStart, spoken } from '../../model/words.ts';
import { useApp, useAppReader, useDraft, useLoading, useOpened, useWords } from '../../state/hooks.ts';
import type { Opened } from '../../state/load.ts';
import type { UnfinishedFields } from '../../state/unfinished.ts';
import { formatBytes, formatCount, formatNumberOf } from '../../widgets/byte-size.ts';
import { Card } from '../../widgets/card.tsx';
import { ErrorNote } from '../../widgets/error-note.tsx';
import { JobProgress, LoadingView } from '../../widgets/loading-view.tsx';
import { NameText, visibleText } from '../../widgets/name-text.tsx';
import { Dialog } from '../dialog.tsx';
import { takeFocus } from '../focus.ts';
import { Remedy } from '../opening/failure-help.tsx';
import { ActButton } from './act-button.tsx';
import { type CheckState, checkState, wrongText } from './check-state.ts';
import classes from './draft-dialog.module.css';
import { ErrorLists } from './error-list.tsx';
import { Line } from './line.tsx';
import { ListedFiles } from './reseal-lists.tsx';
import { Check, checkCost } from './save-check.tsx';
import { useSaveJob } from './save-hook.ts';
import type { SaveJob, SaveStep } from './save-job.ts';
import { suggestedName, typedName } from './save-name.ts';
import { Questions } from './save-questions.tsx';
import { SavedNote } from './saved.tsx';

/** Unfinished fields listed. */
const MAX_UNFINISHED = 8;

interface Props {
  opened: boolean;
  onClose(): void;
  /** Called when a save begins, with a function that cancels it, and when it has ended, with undefined. */
  onSaving(end: (() => void) | undefined): void;
}

/** What saving would write, how far the unchanged files are verified, and the controls that save. */
export default function SaveDialog({ opened, onClose, onSaving }: Props) {
  const [rewritten, setRewritten] = useState<ReadonlySet<string>>(new Set());
  const read = useAppReader();
  const resealed = () => read().draft?.current.renew === 'reseal';
  const { job, step } = useSaveJob({ rewritten: () => rewritten, resealed, onSaving });
  const current = useOpened();
  const busy = step.at === 'checking' || step.at === 'saving';

  // Resets on opening, not on closing: other content would take the focus while the dialog fades.
  useLayoutEffect(() => {
    if (opened) job.reset();
  }, [opened, job]);

  function close(): void {
    if (step.at !== 'saved') job.reset();
    onClose();
  }

  return (
    <Dialog
      opened={opened}
      onClose={busy ? undefined : close}
      title={step.at === 'saved' ? 'Saved' : `Save ${current ? current.package.words.one : 'package'}`}
    >
      {step.at === 'saved' ? (
        <SavedNote saved={step.saved} onClose={close} />
      ) : current ? (
        <Plan opened={current} job={job} step={step} onRewritten={setRewritten} onClose={close} />
      ) : null}
    </Dialog>
  );
}

interface PlanProps {
  opened: Opened;
  job: SaveJob;
  step: SaveStep;
  onRewritten(paths: ReadonlySet<string>): void;
  onClose(): void;
}

/** Asks the worker once for the review, when the dialog opens: nothing is edited behind it. */
function Plan({ opened, job, step, onRewritten, onClose }: PlanProps) {
  const review = useLoading<ReviewedDraft>('review', (actions, options) => actions.reviewDraft(options));
  const files = review.status === 'ready' ? review.value.files : undefined;
  useEffect(() => {
    if (files) onRewritten(new Set(files.map(({ path }) => path)));
  }, [files, onRewritten]);
  return (
    <LoadingView of={review} what="what saving would write">
      {(value) => <Choice opened={opened} review={value} job={job} step={step} onClose={onClose} />}
    </LoadingView>
  );
}

interface ChoiceProps {
  opened: Opened;
  review: ReviewedDraft;
  job: SaveJob;
  step: SaveStep;
  onClose(): void;
}

function Choice({ opened, review, job, step, onClose }: ChoiceProps) {
  const { package: pkg, descriptor } = opened;
  const draft = useDraft();
  const verification = useApp((state) => state.verification);
  const verdicts = useApp((state) => state.verdicts);
  const unfinished = useApp((state) => state.unfinished);
  const [agreed, setAgreed] = useState(false);
  const [left, setLeft] = useState(false);
  const [replaced, setReplaced] = useState<ReadonlySet<string>>(new Set());
  const rewritten = useMemo(() => new Set(review.files.map(({ path }) => path)), [review]);
  const check = useMemo(
    () => checkState(pkg.files, verification, verdicts, rewritten),
    [pkg.files, verification, verdicts, rewritten],
  );
  const { errors, refused } = useMemo(() => judgedErrors(review.findings, pkg.verdicts), [review, pkg.verdicts]);
  const hasErrors = errors.length > 0;
  const words = spoken(pkg.words);
  const { reader, hashList } = words;
  const [typed, setTyped] = useState(() => suggestedName(pkg.name, words.extension));
  const name = typed.trim() === '' ? suggestedName(pkg.name, words.extension) : typedName(typed, words.extension);
  const isRemote = descriptor.kind === 'url';
  // The first decision gets the focus, when the dialog opens and when it asks again.
  const why = refused.length > 0 ? `${atStart(reader)} will reject it.` : 'It has errors.';
  const disagreed = hasErrors && !agreed ? `${why} Confirm above to save it.` : undefined;
  const asks =
    unfinished.size > 0 && !left ? 'Some fields are unfinished. Confirm above to save without them.' : disagreed;
  const questions = review.asks ?? [];
  const unanswered = questions.some(({ note }) => !replaced.has(note));
  const open = asks ?? (unanswered ? 'Some data is replaced for good. Confirm above to save.' : undefined);
  const waits = draft?.pending ? 'The last edit is still being processed.' : open;
  const isAsked = hasErrors || unfinished.size > 0 || questions.length > 0;
  const { reseal } = review;
  const save = (checked: boolean) => {
    if (waits === undefined) void job.start(name, checked, errors);
  };
  const main = reseal
    ? { label: 'Save with the new hashes', says: resealedText(isRemote, hashList), start: () => save(true) }
    : check.kind === 'wrong'
      ? { label: 'Save anyway', says: wrongText(check, hashList, pkg.can.reseal === true), start: () => save(false) }
      : { label: 'Save', says: checkedText(check, opened, hashList), start: () => save(true) };

  return (
    <>
      <TextInput
        label="File name"
        className={classes.name ?? ''}
        inputWrapperOrder={['label', 'input', 'description']}
        description={
          name === typed.trim() ? undefined : (
            <>
              It will be saved as <NameText mono>{name}</NameText>.
            </>
          )
        }
        spellCheck={false}
        readOnly={step.at !== 'ask'}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing && step.at === 'ask') main.start();
        }}
      />
      <p className={classes.text}>
        {review.files.length === 0 ? (
          'No changes. The saved file is identical.'
        ) : (
          <>
            New: <Paths of={review.files.map(({ path }) => path)} />. All other files are copied unchanged.
          </>
        )}{' '}
        {formatBytes(review.size)}.
      </p>
      {isRemote && <Line tone="info">You are editing a copy. Nothing on {hostInWords(descriptor.url)} changes.</Line>}
      {review.notes.map((note) =>
        questions.some((question) => question.note === note) ? null : (
          <Line key={note} tone="info">
            {visibleText(note)}
          </Line>
        ),
      )}
      <Questions
        review={review}
        agreed={replaced}
        onChange={setReplaced}
        first={step.at === 'ask' && !hasErrors && unfinished.size === 0 ? takeFocus : undefined}
        autofocus={!hasErrors && unfinished.size === 0}
      />
      {reseal ? <Hashed reseal={reseal} /> : <Check state={check} />}
      {unfinished.size > 0 && (
        <Card className={classes.box}>
          <Line tone="warning">
            {unfinished.size === 1 ? 'A field is' : 'Fields are'} unfinished. The saved file has the previous value.
          </Line>
          <Unfinished of={unfinished} />
          <Checkbox
            ref={step.at === 'ask' ? takeFocus : undefined}
            data-autofocus
            label={unfinished.size === 1 ? 'Save without this entry' : 'Save without these entries'}
            checked={left}
            onChange={(event) => setLeft(event.currentTarget.checked)}
          />
        </Card>
      )}
      {hasErrors && (
        <Card className={classes.box}>
          <ErrorLists findings={errors} onGo={onClose} />
          <Checkbox
            ref={step.at === 'ask' && unfinished.size === 0 ? takeFocus : undefined}
            data-autofocus={unfinished.size === 0 ? true : undefined}
            label={refused.length > 0 ? `Save even though ${reader} will reject it` : 'Save even though it has errors'}
            checked={agreed}
            onChange={(event) => setAgreed(event.currentTarget.checked)}
          />
        </Card>
      )}
      {step.at === 'ask' && step.error && (
        <Card className={classes.box} role="status">
          <ErrorNote error={step.error} />
          <Remedy error={step.error} />
          <p className={classes.text}>Nothing was saved. Your changes are kept here.</p>
        </Card>
      )}
      {step.at === 'ask' ? (
        <>
          {window.showSaveFilePicker && (
            <p className={classes.quiet}>
              Your browser asks where to save it. Choose a new name: a file that you choose there is emptied at once.
            </p>
          )}
          <p className={classes.quiet}>{main.says}</p>
          <div className={classes.footer}>
            <ActButton
              ref={isAsked ? undefined : takeFocus}
              data-autofocus={isAsked ? undefined : true}
              reason={waits}
              variant={check.kind === 'wrong' && !reseal ? 'default' : 'filled'}
              onClick={main.start}
            >
              {main.label}
            </ActButton>
            {!reseal && check.kind === 'open' && (
              <ActButton variant="default" reason={waits} hint={UNCHECKED} onClick={() => save(false)}>
                Save without checking
              </ActButton>
            )}
            <Button variant="subtle" onClick={onClose}>
              Cancel
            </Button>
          </div>
        </>
      ) : (
        <div className={classes.footer}>
          <div className={classes.job}>
            {step.at === 'checking' ? (
              <JobProgress
                what="Checking the unchanged files"
                progress={verification.phase === 'running' ? verification.progress : undefined}
              />
            ) : (
              <JobProgress what="Saving" progress={step.at === 'saving' ? step.progress : undefined} />
            )}
          </div>
          <Button ref={takeFocus} variant="default" onClick={() => job.cancel()}>
            Cancel
          </Button>
        </div>
      )}
    </>
  );
}

/** In the place of the check, which compares with the old hashes. */
function Hashed({ reseal }: { reseal: Reseal }) {
  const { hashList } = useWords();
  return (
    <>
      <Line tone="ok">
        {formatNumberOf(reseal.files, 'file')} hashed. {hashList} gets these hashes.
      </Line>
      <ListedFiles reseal={reseal} />
    </>
  );
}

/** What saving does after all files were hashed. */
function resealedText(isRemote: boolean, hashList: string): string {
  return isRemote
    ? `Saving downloads the files again and compares them with the new ${hashList}.`
    : `All files were read for the new ${hashList}, so it is saved at once.`;
}

/** Fields whose text is not a value, and why. */
function Unfinished({ of }: { of: UnfinishedFields }) {
  const fields = [...of].slice(0, MAX_UNFINISHED);
  return (
    <ul className={classes.list} aria-label="Unfinished fields">
      {fields.map(([key, { label, problem }]) => (
        <li key={key}>
          <span>
            <strong>{visibleText(label)}</strong>: {visibleText(problem)}
          </span>
        </li>
      ))}
      {of.size > fields.length && (
        <li className={classes.quiet}>and {formatNumberOf(of.size - fields.length, 'more field')}</li>
      )}
    </ul>
  );
}

/** What "Save" does. */
function checkedText({ kind, listed, linked }: CheckState, opened: Opened, hashList: string): string {
  if (kind === 'right') return 'The files are checked, so it is saved at once.';
  const files = listed - linked === 1 ? 'the unchanged file' : `the ${formatCount(listed - linked)} unchanged files`;
  return `Saving first compares ${files} with ${hashList}, which ${checkCost(opened)}.`;
}

const UNCHECKED = 'Saves at once, without checking the files that you did not change.';

function Paths({ of }: { of: readonly string[] }) {
  return (
    <>
      {of.map((path, index) => (
        <span key={path}>
          {index > 0 ? ', ' : ''}
          <NameText mono>{path}</NameText>
        </span>
      ))}
    </>
  );
}
