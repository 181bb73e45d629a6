import { Anchor, Button } from '@mantine/core';
import { useCallback, useId, useMemo, useRef, useState } from 'react';
import { formatNumberOf } from '../../../base/amounts.ts';
import type { ChangedFile, DraftChange, DraftReview, EditStep, Reseal } from '../../../model/draft.ts';
import { callerChanges } from '../../../model/pair/caller-changes.ts';
import { useActions, useCanSave, useDraft, useLoading, useOpened, useWords } from '../../../state/hooks.ts';
import { Dialog } from '../../../widgets/dialog.tsx';
import { LoadingView } from '../../../widgets/loading/loading-view.tsx';
import { NameText, visibleText } from '../../../widgets/name-text.tsx';
import { usePlaceHref } from '../../../widgets/place-href.ts';
import { TextDiff } from '../../../widgets/text-diff/text-diff.tsx';
import { useFormatDrafts } from '../../package/format-view.ts';
import { CallerList } from '../../pair/caller-list.tsx';
import { useTensorMarks } from '../../tensors/edit/use-tensor-acts.ts';
import { Confirm } from '../confirm.tsx';
import classes from '../draft-dialog.module.css';
import { Line } from '../line.tsx';
import { Hashes } from '../save/hashes.tsx';
import { DifferingFiles, ListedFiles } from '../save/reseal-lists.tsx';
import { isUnparsed, syntaxOf, useChangeSummary, useFieldChanges } from './change-summary.ts';
import { ChangeTable, changeLabel } from './change-table.tsx';
import { PutBack, ReviewFiles } from './review-files.tsx';
import { ReviewTensors } from './review-tensors.tsx';

/** Changes listed here; the difference of the text has them all. */
const MAX_CHANGES = 200;

interface Props {
  opened: boolean;
  onClose(): void;
  /** Opens the Save dialog instead. */
  onSave(): void;
}

/** What the draft changes: fields before and after, the text, and the other files that saving updates. */
export default function ReviewDialog({ opened, onClose, onSave }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Review changes" size={960}>
      <OpenChanges onClose={onClose} onSave={onSave} />
    </Dialog>
  );
}

/** Nothing while the dialog fades after its package was left. */
function OpenChanges(props: Omit<Props, 'opened'>) {
  return useOpened() && <Changes {...props} />;
}

function Changes({ onClose, onSave }: Omit<Props, 'opened'>) {
  const draft = useDraft();
  const opened = useOpened();
  const changes = useFieldChanges() ?? [];
  const canSave = useCanSave();
  const hasTensors = useTensorMarks().length > 0;
  const callersId = useId();
  const [before, after] = [opened?.package, draft?.shown];
  const callers = useMemo(
    () => (before && after ? callerChanges(before, after).filter(({ effect }) => effect !== 'adds') : []),
    [before, after],
  );
  if (!draft || !opened) return null;
  const path = opened.package.words.metadataFile;
  // Where only files or tensors change, there is no difference to show.
  const onlyOthers = draft.current.files.length > 0 || hasTensors;
  const isTextChanged = !onlyOthers || (path !== undefined && draft.texts.get(path) !== draft.firstTexts.get(path));
  return (
    <>
      {callers.length > 0 && !isUnparsed(draft) && (
        <section aria-labelledby={callersId}>
          <h3 id={callersId} className={classes.heading}>
            For callers
          </h3>
          <CallerList changes={callers} />
        </section>
      )}
      {changes.length > 0 && (
        <>
          <h3 className={classes.heading}>Fields</h3>
          <FieldTable changes={changes} onLeave={onClose} />
        </>
      )}
      {isUnparsed(draft) && !draft.pending && (
        <p className={classes.text}>The text is not {syntaxOf(path ?? '')} now, so its fields are unknown.</p>
      )}
      <ReviewTensors onLeave={onClose} />
      <ReviewFiles onLeave={onClose} />
      {path !== undefined && isTextChanged && (
        <>
          <h3 className={classes.heading}>Text of {path}</h3>
          <TextDiff
            before={draft.firstTexts.get(path) ?? ''}
            after={draft.texts.get(path) ?? ''}
            label={`Difference of ${path}`}
          />
        </>
      )}
      {canSave && <Rest path={path} before={opened.package.identity?.sha256} />}
      <Discard onDone={onClose} onSave={canSave ? onSave : undefined} />
    </>
  );
}

const NO_STEPS: ReadonlyMap<string, EditStep> = new Map();

/** The steps that take back one change each, by its key. */
function usePutBackSteps(): ReadonlyMap<string, EditStep> {
  const draft = useDraft();
  const { drafts } = useFormatDrafts(useOpened()?.package.format);
  const [first, now] = [draft?.first.values, draft?.current.values];
  return useMemo(
    () => (drafts && first && now ? drafts.putBackSteps(first, now, MAX_CHANGES) : NO_STEPS),
    [drafts, first, now],
  );
}

/** The changed fields. A row leads to its field, and can be put back alone. */
function FieldTable({ changes, onLeave }: { changes: readonly DraftChange[]; onLeave(): void }) {
  const steps = usePutBackSteps();
  const { edit } = useActions();
  const box = useRef<HTMLDivElement>(null);
  const rows = useMemo(
    () => changes.slice(0, MAX_CHANGES).map((change) => ({ change, before: change.before })),
    [changes],
  );
  const field = useCallback((change: DraftChange) => <FieldLink change={change} onLeave={onLeave} />, [onLeave]);
  const act = useCallback(
    (change: DraftChange) => {
      const step = steps.get(change.key);
      return step && <PutBack name={changeLabel(change)} onClick={() => runInRow(box.current, () => edit(step))} />;
    },
    [steps, edit],
  );
  return (
    <div ref={box}>
      <ChangeTable label="Changed fields" rows={rows} words={['Before', 'After']} compares field={field} act={act} />
      {changes.length > MAX_CHANGES && (
        <p className={classes.quiet}>and {formatNumberOf(changes.length - MAX_CHANGES, 'more change')}, in the text</p>
      )}
    </div>
  );
}

function FieldLink({ change, onLeave }: { change: DraftChange; onLeave(): void }) {
  const placeHref = usePlaceHref();
  const href = placeHref({ tab: 'edit', item: change.item });
  /** Closes the dialog, which gives the focus back, before the address leads to the field. */
  function leave(): void {
    onLeave();
    // An address that stays the same leads nowhere.
    if (window.location.hash !== href) return;
    window.location.hash = placeHref({ tab: 'edit' });
    setTimeout(() => {
      window.location.hash = href;
    });
  }
  return (
    <Anchor inherit href={href} onClick={leave}>
      {changeLabel(change)}
    </Anchor>
  );
}

/** Does what takes the row with the focus away. The next one, which takes its place, gets the focus. */
function runInRow(box: HTMLElement | null, run: () => void): void {
  const rows = () => [...(box?.querySelectorAll('tbody tr') ?? [])];
  const index = rows().findIndex((row) => row.contains(document.activeElement));
  const dialog = box?.closest('[role="dialog"]');
  run();
  requestAnimationFrame(() => {
    const next = rows()[index] ?? rows().at(-1) ?? dialog;
    next?.querySelector<HTMLElement>('button, a')?.focus();
  });
}

/** What else saving would do. Asks the worker once, when the dialog opens: nothing changes behind it. */
function Rest({ path, before }: { path: string | undefined; before: string | undefined }) {
  const review = useLoading<DraftReview>('review', (actions, options) => actions.reviewDraft(options));
  return (
    <LoadingView of={review} what="what saving would write">
      {({ files, identity, notes, reseal }) => {
        // A file that somebody replaced is above, unless saving writes it otherwise: then this is what is saved.
        const others = files.filter((file) => file.path !== path);
        return (
          <>
            {others.length > 0 && (
              <>
                <h3 className={classes.heading}>{path === undefined ? 'What saving writes' : 'Saving also updates'}</h3>
                {others.map((file) => (
                  <OtherFile key={file.path} file={file} />
                ))}
              </>
            )}
            {reseal && <Hashed reseal={reseal} />}
            {notes.map((note) => (
              <Line key={note} tone="info">
                {visibleText(note)}
              </Line>
            ))}
            {identity && (
              <>
                <h3 className={classes.heading}>{identity.label}</h3>
                <Hashes label={identity.label} before={before} after={identity.sha256} />
              </>
            )}
          </>
        );
      }}
    </LoadingView>
  );
}

/** How the hash list differs after all hashes were recomputed. */
function Hashed({ reseal }: { reseal: Reseal }) {
  const { hashList } = useWords();
  const { files, differing, added } = reseal;
  return (
    <>
      <h3 className={classes.heading}>Hashes in {hashList}</h3>
      <Line tone={differing.length > 0 ? 'warning' : 'ok'}>
        {formatNumberOf(files, 'file')} hashed.{' '}
        {differing.length === 0
          ? added.length < files && `All hashes match ${hashList}.`
          : `${formatNumberOf(differing.length, 'file')} did not match ${hashList}:`}
      </Line>
      <DifferingFiles files={differing} />
      <ListedFiles reseal={reseal} />
    </>
  );
}

/** The difference of a file, computed when the user opens it. */
function OtherFile({ file }: { file: ChangedFile }) {
  const [shown, setShown] = useState(false);
  return (
    <details onToggle={(event) => setShown(event.currentTarget.open)}>
      <summary>
        <NameText mono>{file.path}</NameText>
        {file.kind === 'added' ? ' (added)' : ''}
      </summary>
      {shown && <TextDiff before={file.before ?? ''} after={file.after} label={`Difference of ${file.path}`} />}
    </details>
  );
}

function Discard({ onDone, onSave }: { onDone(): void; onSave: (() => void) | undefined }) {
  const { discardDraft } = useActions();
  const summary = useChangeSummary();
  const [asked, setAsked] = useState(false);
  return (
    <div className={classes.footer}>
      {asked ? (
        <Confirm
          classes={{ text: classes.question, actions: classes.both }}
          text={`${summary}: this also deletes the draft kept in this browser, and cannot be undone.`}
          no="Keep them"
          yes="Discard them"
          onNo={() => setAsked(false)}
          onYes={() => {
            void discardDraft();
            onDone();
          }}
        />
      ) : (
        <>
          {onSave && (
            <Button variant="filled" onClick={onSave}>
              Continue to save
            </Button>
          )}
          <Button onClick={() => setAsked(true)}>Discard all changes</Button>
        </>
      )}
    </div>
  );
}
