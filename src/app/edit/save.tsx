import { Button, Checkbox } from '@mantine/core';
import { IconAlertOctagon, IconCircleCheck, IconCircleDashed, IconInfoCircle } from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { DraftReview } from '../../model/draft.ts';
import { savedName } from '../../model/file-name.ts';
import { useApp, useDraft, useLoading, useOpened } from '../../state/hooks.ts';
import type { Opened } from '../../state/load.ts';
import { contentBytes } from '../../state/verify-slice.ts';
import { formatBytes, formatCount, formatNumberOf } from '../../widgets/byte-size.ts';
import { ErrorNote } from '../../widgets/error-note.tsx';
import { JobProgress, LoadingView } from '../../widgets/loading-view.tsx';
import { NameText, visibleText } from '../../widgets/name-text.tsx';
import { ActButton } from './act-button.tsx';
import { errorsOf } from './changes.ts';
import { type CheckState, checkState } from './check-state.ts';
import classes from './dialog.module.css';
import { EditDialog, useFocus } from './dialog.tsx';
import { type SaveJob, useSaveJob } from './save-job.ts';
import { SavedNote } from './saved.tsx';

/** Problems and files named here; the tabs have all. */
const MAX_LISTED = 8;

interface Props {
  opened: boolean;
  onClose(): void;
  /** Called with how to end it when saving begins, and with undefined when it has ended. */
  onSaving(end: (() => void) | undefined): void;
}

/** What saving would write, how far the files that stay as they are were checked, and the saving itself. */
export default function SaveDialog({ opened, onClose, onSaving }: Props) {
  const [rewritten, setRewritten] = useState<ReadonlySet<string>>(new Set());
  const job = useSaveJob(rewritten, onSaving);
  const package_ = useOpened();
  const { step } = job;
  const busy = step.at === 'checking' || step.at === 'saving';

  function close(): void {
    job.reset();
    onClose();
  }

  return (
    <EditDialog
      opened={opened}
      onClose={busy ? undefined : close}
      title={step.at === 'saved' ? 'Saved' : 'Save carton'}
    >
      {step.at === 'saved' ? (
        <SavedNote saved={step.saved} onClose={close} />
      ) : package_ ? (
        <Plan opened={package_} job={job} onRewritten={setRewritten} />
      ) : null}
    </EditDialog>
  );
}

interface PlanProps {
  opened: Opened;
  job: SaveJob;
  onRewritten(paths: ReadonlySet<string>): void;
}

/** Asked of the worker once, when the dialog opens: nothing is edited behind it. */
function Plan({ opened, job, onRewritten }: PlanProps) {
  const review = useLoading<DraftReview>('review', (actions, options) => actions.reviewDraft(options));
  const files = review.status === 'ready' ? review.value.files : undefined;
  useEffect(() => {
    if (files) onRewritten(new Set(files.map(({ path }) => path)));
  }, [files, onRewritten]);
  return (
    <LoadingView of={review} what="what saving would write">
      {(value) => <Choice opened={opened} review={value} job={job} />}
    </LoadingView>
  );
}

function Choice({ opened, review, job }: { opened: Opened; review: DraftReview; job: SaveJob }) {
  const { package: content, descriptor } = opened;
  const draft = useDraft();
  const verification = useApp((state) => state.verification);
  const verdicts = useApp((state) => state.verdicts);
  const [agreed, setAgreed] = useState(false);
  const rewritten = useMemo(() => new Set(review.files.map(({ path }) => path)), [review]);
  const check = useMemo(
    () => checkState(content.files, verification, verdicts, rewritten),
    [content.files, verification, verdicts, rewritten],
  );
  const { errors, count } = errorsOf(draft?.shown.findings ?? []);
  const name = editedName(content.name);
  const isRemote = descriptor.kind === 'url';
  const { step } = job;
  const cancel = useFocus<HTMLButtonElement>(true);
  // The first time, the focus is where the dialog puts it.
  const began = useRef(false);
  const again = useFocus<HTMLButtonElement>(began.current);
  if (step.at !== 'ask') began.current = true;

  const refused =
    count > 0 && !agreed ? 'The reference reader will refuse it. Say above that you want it so.' : undefined;
  const waits = draft?.pending ? 'The last edit is still being read.' : refused;
  const wrong = check.kind === 'wrong' ? 'A file that stays as it is does not match MANIFEST, see above.' : undefined;

  return (
    <>
      <p className={classes.text}>
        Writes a new file, <NameText mono>{name}</NameText>, {formatBytes(review.size)}.{' '}
        {review.files.length === 0 ? (
          'Nothing is changed: it is the same, byte for byte.'
        ) : (
          <>
            Written anew: <Paths of={review.files.map(({ path }) => path)} />. Everything else is taken over as it is.
          </>
        )}
      </p>
      {isRemote && (
        <Line tone="info" Icon={IconInfoCircle}>
          You are editing a copy. Nothing on {visibleText(hostOf(descriptor.url))} changes.
        </Line>
      )}
      {window.showSaveFilePicker && (
        <Line tone="info" Icon={IconInfoCircle}>
          Your browser asks where to save it, and empties a file that you choose there at once. Choose a new name.
        </Line>
      )}
      {review.notes.map((note) => (
        <Line key={note} tone="info" Icon={IconInfoCircle}>
          {visibleText(note)}
        </Line>
      ))}
      <Check state={check} opened={opened} />
      {count > 0 && (
        <div className={classes.box}>
          <Line tone="error" Icon={IconAlertOctagon}>
            The reference reader will refuse this carton:
          </Line>
          <ul className={classes.list} aria-label="Errors">
            {errors.slice(0, MAX_LISTED).map((finding, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike.
              <li key={index} data-code={finding.code}>
                {visibleText(finding.message)}
              </li>
            ))}
            {count > Math.min(errors.length, MAX_LISTED) && (
              <li className={classes.quiet}>
                and {formatCount(count - Math.min(errors.length, MAX_LISTED))} more, under Problems
              </li>
            )}
          </ul>
          <Checkbox
            label="Save although the reference reader will refuse it"
            checked={agreed}
            onChange={(event) => setAgreed(event.currentTarget.checked)}
          />
        </div>
      )}
      {step.at === 'ask' && step.error && (
        <div className={classes.box} role="status">
          <ErrorNote error={step.error} />
          <p className={classes.text}>Nothing was saved. Your changes are kept here.</p>
        </div>
      )}
      <div className={classes.actions}>
        {step.at === 'ask' ? (
          <>
            <ActButton ref={again} reason={waits ?? wrong} onClick={() => job.start(name, true)}>
              Save when checked
            </ActButton>
            <ActButton
              variant="default"
              reason={waits}
              hint="Takes the hashes of unchanged files from MANIFEST, without a check"
              onClick={() => job.start(name, false)}
            >
              Save with MANIFEST's hashes
            </ActButton>
          </>
        ) : (
          <>
            <div className={classes.job}>
              {step.at === 'checking' ? (
                <JobProgress
                  what="Checking the files that stay as they are"
                  progress={verification.phase === 'running' ? verification.progress : undefined}
                />
              ) : (
                <JobProgress what="Saving" progress={step.at === 'saving' ? step.progress : undefined} />
              )}
            </div>
            <Button ref={cancel} variant="default" onClick={job.cancel}>
              Cancel
            </Button>
          </>
        )}
      </div>
    </>
  );
}

function Check({ state, opened }: { state: CheckState; opened: Opened }) {
  const verification = useApp(({ verification }) => verification);
  const { kind, listed, matching, linked, troubles } = state;
  const others =
    linked > 0
      ? ` ${formatNumberOf(linked, 'file')} ${linked === 1 ? 'is' : 'are'} linked to, and not checked here.`
      : '';
  const files = formatNumberOf(listed - linked, 'unchanged file');
  const remote = opened.descriptor.kind === 'url' && !opened.descriptor.whole;
  if (kind === 'right') {
    return (
      <Line tone="success" Icon={IconCircleCheck}>
        {listed === linked
          ? 'MANIFEST lists no unchanged file that is in the package.'
          : listed - linked === 1
            ? `The ${files} matches MANIFEST.`
            : `All ${files} match MANIFEST.`}
        {others}
      </Line>
    );
  }
  return (
    <>
      <Line
        tone={troubles.length > 0 ? 'error' : 'quiet'}
        Icon={troubles.length > 0 ? IconAlertOctagon : IconCircleDashed}
      >
        {formatCount(matching)} of {files} match MANIFEST
        {kind === 'open' ? ' so far' : ''}.{others}
        {verification.phase === 'failed' ? ` The check failed: ${visibleText(verification.error.message)}` : ''}
        {kind === 'open' && verification.phase !== 'running'
          ? ` Checking ${remote ? `downloads ${formatBytes(opened.package.size)} first` : `reads ${formatBytes(contentBytes(opened.package))}`}.`
          : ''}
      </Line>
      {troubles.length > 0 && (
        <ul className={classes.list} aria-label="Files that do not match">
          {troubles.slice(0, MAX_LISTED).map(({ path, state: file }) => (
            <li key={path} data-path={path}>
              <IconAlertOctagon data-tone="error" size={16} stroke={1.75} aria-hidden />
              <span>
                <NameText mono>{path}</NameText> {TROUBLES[file as keyof typeof TROUBLES]}
              </span>
            </li>
          ))}
          {troubles.length > MAX_LISTED && (
            <li className={classes.quiet}>and {formatNumberOf(troubles.length - MAX_LISTED, 'more file')}</li>
          )}
        </ul>
      )}
    </>
  );
}

const TROUBLES = {
  mismatch: 'is not what MANIFEST says',
  unreadable: 'cannot be read',
  missing: 'is missing',
};

interface LineProps {
  tone: 'success' | 'error' | 'info' | 'quiet';
  Icon: typeof IconInfoCircle;
  children: ReactNode;
}

function Line({ tone, Icon, children }: LineProps) {
  return (
    <p className={classes.line} data-tone={tone}>
      <Icon size={16} stroke={1.75} aria-hidden />
      <span>{children}</span>
    </p>
  );
}

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

/** Letters of the open file's name that the new one begins with, so that its own ending is not cut off. */
const MAX_STEM = 44;

/** `{name}-edited.carton`: never the name of what is open. */
function editedName(name: string): string {
  const stem = [...savedName(name).replace(/\.(?:carton|zip)$/i, '')].slice(0, MAX_STEM).join('');
  return savedName(`${stem}-edited.carton`);
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
