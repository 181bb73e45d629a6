import { UnstyledButton } from '@mantine/core';
import { formatCount, formatNumberOf } from '../../../base/amounts.ts';
import type { CheckAct, CheckFix, CheckItem, KnownOfPackage } from '../../../model/checklist.ts';
import { linkedContents } from '../../../model/link/linked-content.ts';
import type { Place } from '../../../model/place.ts';
import { plainText } from '../../../model/run-facts.ts';
import { useActions, useApp, useOpenPackage } from '../../../state/hooks.ts';
import { ErrorNote } from '../../../widgets/error-note.tsx';
import { useJob } from '../../../widgets/loading/job.ts';
import { JobProgress } from '../../../widgets/loading/loading-view.tsx';
import { visibleText } from '../../../widgets/name-text.tsx';
import { usePlaceHref } from '../../../widgets/place-href.ts';
import { PlaceLink } from '../../../widgets/place-link.tsx';
import { filesText, useFileSteps } from '../../files/changes/use-file-steps.ts';
import { privateHostsOf } from '../../links/private-hosts.tsx';
import { useFormatDrafts } from '../../package/format-view.ts';
import { goTo } from '../../page-address.ts';
import { useMend } from '../../problems/finding-fix.tsx';
import classes from './check-act.module.css';
import { focusEntry } from './focus-field.ts';

interface Props {
  item: CheckItem;
  act: CheckAct;
  known: KnownOfPackage;
  /** In a dialog, nothing is edited: it leads to the field instead, and is told. */
  onLeave?: (() => void) | undefined;
  /** Called before the row changes with what was done: the focus must go elsewhere. */
  onDone(): void;
  /** Opens the dialog that checks links and says what came of each. */
  onAskLinks(): void;
}

/** What can be done about a check: a link to where it is done, or a button that does it. */
export function CheckActControl({ act, ...props }: Props) {
  const { label } = act;
  switch (act.kind) {
    case 'field':
      return <ToPlace {...props} to={{ tab: 'edit', item: act.field }} label={label} />;
    case 'place':
      return <ToPlace {...props} to={act.to} label={label} />;
    case 'entry':
      return <ToEntry {...props} entry={act.entry} label={label} />;
    case 'fix':
      return <Fix {...props} fix={act.fix} label={label} />;
    case 'remove':
      return <Remove {...props} paths={act.paths} label={label} />;
    case 'verify':
      return <Verify {...props} label={label} />;
    case 'links':
      return <CheckLinks {...props} label={label} />;
    case 'search':
      return <Search {...props} label={label} />;
  }
}

type ActProps = Omit<Props, 'act'> & { label: string };

interface ButtonProps {
  label: string;
  /** What it is about, for its accessible name. */
  of: string;
  onClick(): void;
  'aria-expanded'?: boolean;
  'aria-controls'?: string;
}

/** A small button in a row, with an accessible name that says what it is about. */
export function CheckButton({ label, of, onClick, ...more }: ButtonProps) {
  return (
    <UnstyledButton {...more} className={classes.act ?? ''} aria-label={`${label}: ${of}`} onClick={onClick}>
      {label}
    </UnstyledButton>
  );
}

function saysOf(item: CheckItem): string {
  return visibleText(plainText(item.says));
}

function ToPlace({ item, to, label, onLeave }: ActProps & { to: Place }) {
  return (
    <PlaceLink
      to={to}
      label={`${label}: ${saysOf(item)}`}
      underline="never"
      className={classes.act ?? ''}
      onClick={onLeave}
    >
      {label}
    </PlaceLink>
  );
}

function ToEntry({ item, entry, label, onLeave }: ActProps & { entry: string }) {
  const placeHref = usePlaceHref();
  const go = () => {
    onLeave?.();
    goTo(placeHref({ tab: 'edit' }));
    void focusEntry(entry);
  };
  return <CheckButton label={label} of={saysOf(item)} onClick={go} />;
}

function Fix({ fix, ...props }: ActProps & { fix: CheckFix }) {
  const { item, label, onLeave, onDone } = props;
  const placeHref = usePlaceHref();
  const mend = useMend();
  const { format } = useOpenPackage();
  const { drafts } = useFormatDrafts(format);
  const { field } = fix;
  const isOpen = useApp(
    ({ draft }) => fix.fix === 'reseal' || !draft || drafts?.fixStep(fix, draft.current.values) !== undefined,
  );
  if (onLeave || !isOpen) return <ToPlace {...props} to={{ tab: 'edit', item: field }} />;

  async function run(): Promise<void> {
    if (!(await mend(fix))) return;
    if (label !== 'Add' || field === undefined) return onDone();
    // What was added is written next.
    if (fix.fix === 'add-entry') return focusEntry(field);
    goTo(placeHref({ tab: 'edit', item: field }));
  }

  return <CheckButton label={label} of={saysOf(item)} onClick={() => void run()} />;
}

function Remove({ paths, ...props }: ActProps & { paths: readonly string[] }) {
  const { label, onLeave, onDone } = props;
  const { change } = useFileSteps();
  if (onLeave) return <ToPlace {...props} label="Show" to={{ tab: 'files', item: paths[0] }} />;
  async function run(): Promise<void> {
    await change(
      paths.map((path) => ({ kind: 'remove', path })),
      `Remove ${filesText(paths)}`,
    );
    onDone();
  }
  return <CheckButton label={label} of={filesText(paths)} onClick={() => void run()} />;
}

function Verify({ item, label }: ActProps) {
  const { verify } = useActions();
  return <CheckButton label={label} of={saysOf(item)} onClick={() => void verify()} />;
}

/** Fetches all linked files. Asks first where that leads into the reader's own network, or went wrong before. */
function CheckLinks({ item, label, known, onAskLinks }: ActProps) {
  const { files } = useOpenPackage();
  const { checkLinked, cancelCheck } = useActions();
  const batch = useApp((state) => state.linkBatch);
  if (batch.phase === 'running')
    return (
      <span className={classes.running}>
        <span role="status">
          {formatCount(batch.done)} of {formatNumberOf(batch.total, 'file')}
        </span>
        <CheckButton label="Cancel" of={saysOf(item)} onClick={cancelCheck} />
      </span>
    );
  const asks = known.links.failed > 0 || privateHostsOf(linkedContents(files).flatMap(({ urls }) => urls)).length > 0;
  return <CheckButton label={label} of={saysOf(item)} onClick={asks ? onAskLinks : () => void checkLinked()} />;
}

/** Searches all files to their end. */
function Search({ item, label, known }: ActProps) {
  const { searchContents } = useActions();
  const { state, run, cancel } = useJob();
  if (state.status === 'running')
    return (
      <span className={classes.job}>
        <JobProgress what="Searching" progress={state.progress} inline />
        <CheckButton label="Cancel" of={saysOf(item)} onClick={cancel} />
      </span>
    );
  return (
    <>
      <CheckButton
        label={label}
        of={saysOf(item)}
        onClick={() => void run((options) => searchContents(known, options))}
      />
      {state.status === 'failed' && <ErrorNote error={state.error} />}
    </>
  );
}
