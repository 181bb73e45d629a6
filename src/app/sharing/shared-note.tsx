import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatBytes } from '../../base/amounts.ts';
import { useOutermost } from '../../state/hooks.ts';
import { type Opened, openedOf } from '../../state/load.ts';
import { ErrorNote } from '../../widgets/error-note.tsx';
import { RunningJob } from '../../widgets/loading/loading-view.tsx';
import { type Tone, ToneSurface } from '../../widgets/severity.tsx';
import { HashLine } from '../files/content/hash-line.tsx';
import { useTrust } from '../trust/use-trust.ts';
import type { SharedHash } from './shared-hash.ts';
import classes from './shared-note.module.css';
import { useWholeFile } from './whole-file.ts';

interface SharedNoteProps {
  /** What the link says of the file. */
  shared: SharedHash | 'broken';
  isDocument: boolean;
}

/** Whether the file is what it was when the link was made that led here. */
export default function SharedNote({ shared, isDocument }: SharedNoteProps) {
  const opened = useOutermost(({ load }) => openedOf(load));
  if (opened?.descriptor.kind !== 'url') return null;
  const note = { opened, isDocument };
  if (shared === 'broken')
    return (
      <Note {...note} state="unknown" tone="warning" title="The hash in the link is not complete">
        Whether the file is still the same cannot be told. The link may have been cut.
      </Note>
    );
  return shared.kind === 'hash' ? <OwnHash {...note} shared={shared} /> : <FileHash {...note} shared={shared} />;
}

interface Props {
  opened: Opened;
  /** Where the package is a document, all is said; elsewhere only what is wrong. */
  isDocument: boolean;
}

type SharedProps = Props & { shared: SharedHash };

/** Of a package that is known by a hash of its own, which opening has computed. */
function OwnHash({ opened, shared, ...note }: SharedProps) {
  const { identity } = opened.package;
  const { integrity } = useTrust(opened.descriptor);
  const label = (identity?.label ?? 'hash').toLowerCase();
  if (identity?.sha256.toLowerCase() !== shared.sha256)
    return <Changed {...note} opened={opened} label={label} then={shared.sha256} now={identity?.sha256} />;
  // The files are of the package that is shown, which may be an inner one.
  const isWhole = integrity.pkg === opened.package && integrity.level === 'verified';
  return (
    <Note {...note} opened={opened} state="same" tone={isWhole ? 'ok' : 'info'} title="Same as when it was shared">
      {isWhole
        ? `Its ${label} is the one in the link, and every file matches it.`
        : `Its ${label} is the one in the link. Integrity says whether its files match it.`}
    </Note>
  );
}

/** Of any other file: only reading all of it can tell. */
function FileHash({ opened, shared, ...note }: SharedProps) {
  const file = useWholeFile();
  if (!file) return null;
  const { state, sha256, size } = file;
  const of = { ...note, opened };
  if (sha256 !== undefined && sha256 !== shared.sha256)
    return <Changed {...of} label="SHA-256" then={shared.sha256} now={sha256} />;
  if (sha256 !== undefined)
    return (
      <Note {...of} state="same" tone="ok" title="Same as when it was shared">
        All {formatBytes(size)} have the SHA-256 in the link.
      </Note>
    );
  return (
    <Note
      {...of}
      state="unknown"
      tone="info"
      title="Not compared with when it was shared"
      action={
        state.status === 'running' ? undefined : (
          <Button size="compact-sm" onClick={() => file.compute()}>
            Compare (downloads {formatBytes(size)})
          </Button>
        )
      }
    >
      The link has the SHA-256 of the whole file, which takes a download to compare.
      {state.status === 'running' && <RunningJob what="Comparing" progress={state.progress} onCancel={file.cancel} />}
      {state.status === 'failed' && <ErrorNote error={state.error} />}
    </Note>
  );
}

/** @param now undefined where it has none any more */
function Changed({ label, then, now, ...note }: Props & { label: string; then: string; now: string | undefined }) {
  return (
    <Note {...note} state="changed" tone="error" title="This file has changed since the link was made">
      What you see may not be what you were sent. Ask the sender whether that is expected.
      {note.isDocument && (
        <>
          <HashLine label={`The ${label} in the link`} hash={then} copyLabel={`Copy the ${label} in the link`} />
          {now !== undefined && <HashLine label="Now" hash={now} copyLabel={`Copy the ${label} now`} />}
        </>
      )}
    </Note>
  );
}

interface NoteProps extends Props {
  state: 'same' | 'changed' | 'unknown';
  tone: Tone;
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

function Note({ state, isDocument, tone, title, action, children }: NoteProps) {
  if (!isDocument && state !== 'changed') return null;
  return (
    <div
      role="status"
      aria-label="Since it was shared"
      data-shared={state}
      data-slim={!isDocument || undefined}
      className={classes.root}
    >
      <ToneSurface tone={tone} title={title} action={action}>
        {children}
      </ToneSurface>
    </div>
  );
}
