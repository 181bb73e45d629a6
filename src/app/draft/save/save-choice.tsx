import { Button, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { formatBytes, formatCount, formatNumberOf } from '../../../base/amounts.ts';
import type { ChangedFile, Reseal, ReviewedDraft } from '../../../model/draft.ts';
import { hostInWords } from '../../../model/link/linked-content.ts';
import { judgedErrors } from '../../../model/verdict.ts';
import { spoken } from '../../../model/words.ts';
import { useApp, useDraft, useWords } from '../../../state/hooks.ts';
import type { Opened } from '../../../state/load.ts';
import { Card } from '../../../widgets/card.tsx';
import { ErrorNote } from '../../../widgets/error-note.tsx';
import { JobProgress } from '../../../widgets/loading/loading-view.tsx';
import { NameText, visibleText } from '../../../widgets/name-text.tsx';
import { takeFocus } from '../../focus.ts';
import { Remedy } from '../../opening/failure-help.tsx';
import { ActButton } from '../act-button.tsx';
import classes from '../draft-dialog.module.css';
import { Line, NamedPaths } from '../line.tsx';
import { type CheckState, checkState, wrongText } from './check-state.ts';
import { useOuterPut } from './outer-put.ts';
import { ListedFiles } from './reseal-lists.tsx';
import { Agreements, useAgreements } from './save-agreements.tsx';
import { Check, checkCost } from './save-check.tsx';
import type { SaveJob, SaveStep } from './save-job.ts';
import { savedExtension, suggestedName, typedName } from './save-name.ts';

interface Props {
  opened: Opened;
  review: ReviewedDraft;
  job: SaveJob;
  step: Exclude<SaveStep, { at: 'saved' | 'put' }>;
  onClose(): void;
}

/** What is saved under which name, what needs consent, and the ways to save. */
export function SaveChoice({ opened, review, job, step, onClose }: Props) {
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
        inputWrapperOrder={['label', 'input', 'description']}
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
          {window.showSaveFilePicker && (
            <p className={classes.quiet}>
              Your browser asks where to save it. A file that you choose there is overwritten.
            </p>
          )}
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
              variant={way.isDoubtful ? 'default' : 'filled'}
              onClick={start}
            >
              {way.label}
            </ActButton>
            {outer && (
              <ActButton
                classNames={{ root: classes.put, label: classes.putName }}
                variant="default"
                reason={outer.why ?? waits}
                onClick={() => void job.putInto(outer.name, way.checked, review)}
              >
                Put it into {visibleText(outer.name)}
              </ActButton>
            )}
            {!review.reseal && check.kind === 'open' && (
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
        <SaveProgress step={step} onCancel={() => job.cancel()} />
      )}
    </>
  );
}

/** What is known of the files that saving takes over unchanged. */
function useCheck({ package: pkg }: Opened, review: ReviewedDraft): CheckState {
  const verification = useApp((state) => state.verification);
  const verdicts = useApp((state) => state.verdicts);
  return useMemo(() => checkState(pkg, verification, verdicts, review), [pkg, verification, verdicts, review]);
}

/** The first way to save. */
interface Way {
  label: string;
  /** What it does first. Undefined where it saves at once. */
  text: string | undefined;
  /** Whether the unchanged files are checked before. */
  checked: boolean;
  /** Whether it is not what is advised. */
  isDoubtful: boolean;
}

function wayOf(opened: Opened, { reseal }: ReviewedDraft, check: CheckState): Way {
  const { can, words } = opened.package;
  const { hashList } = spoken(words);
  if (reseal) {
    const text =
      opened.descriptor.kind === 'url'
        ? `Saving downloads the files again and compares them with the new ${hashList}.`
        : undefined;
    return { label: 'Save with the new hashes', text, checked: true, isDoubtful: false };
  }
  if (check.kind === 'wrong') {
    const text = wrongText(check, hashList, can.reseal === true);
    return { label: 'Save anyway', text, checked: false, isDoubtful: true };
  }
  return { label: 'Save', text: checkedText(check, opened, hashList), checked: true, isDoubtful: false };
}

function checkedText({ kind, listed, linked }: CheckState, opened: Opened, hashList: string): string | undefined {
  if (kind === 'right') return undefined;
  const files = listed - linked === 1 ? 'the unchanged file' : `the ${formatCount(listed - linked)} unchanged files`;
  return `Saving first compares ${files} with ${hashList}, which ${checkCost(opened)}.`;
}

const UNCHECKED = 'Saves at once, without checking the files that you did not change.';

/** Files that are named one by one. */
const MAX_NAMED = 12;

/** What saving writes, and what becomes of other files. */
function Written({ review: { files, changes = [] }, hasOthers }: { review: ReviewedDraft; hasOthers: boolean }) {
  const of = (kind: string) => changes.flatMap((change) => (change.kind === kind ? change.path : []));
  const written = (kind: ChangedFile['kind']) => files.flatMap((file) => (file.kind === kind ? file.path : []));
  const added = new Set([...written('added'), ...of('added')]);
  const changed = new Set([...written('changed'), ...of('replaced')]);
  if (files.length + changes.length === 0) return 'No changes. The saved file is identical.';
  return (
    <>
      <Named what="Changed" paths={[...changed].filter((path) => !added.has(path))} />
      <Named what="Added" paths={[...added]} />
      <Named what="Renamed" paths={of('renamed')} />
      <Named what="Only linked" paths={of('linked')} />
      <Named what="Left out" paths={of('removed')} />
      {hasOthers ? 'All other files are' : 'Everything else is'} copied unchanged.
    </>
  );
}

function Named({ what, paths }: { what: string; paths: readonly string[] }) {
  if (paths.length === 0) return null;
  return (
    <span className={classes.kind}>
      {what}: <NamedPaths paths={paths} max={MAX_NAMED} />.{' '}
    </span>
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

/** How far saving, or the check before it, is. */
function SaveProgress({ step, onCancel }: { step: Props['step']; onCancel(): void }) {
  const verification = useApp((state) => state.verification);
  const checked = verification.phase === 'running' ? verification.progress : undefined;
  const into = step.at === 'saving' && step.into;
  const what = into ? `Putting it into ${visibleText(into)}` : 'Saving';
  return (
    <div className={classes.footer}>
      <div className={classes.job}>
        {step.at === 'checking' ? (
          <JobProgress what="Checking the unchanged files" progress={checked} />
        ) : (
          <JobProgress what={what} progress={step.at === 'saving' ? step.progress : undefined} />
        )}
      </div>
      <Button ref={takeFocus} variant="default" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
