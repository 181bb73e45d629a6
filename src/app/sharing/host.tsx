import { Loader } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { formatBytes } from '../../base/amounts.ts';
import type { ErrorData } from '../../base/errors.ts';
import { hostInWords } from '../../model/link/linked-content.ts';
import type { RemoteProbe } from '../../state/content-slice.ts';
import { useLoading } from '../../state/hooks.ts';
import { ErrorNote } from '../../widgets/error-note.tsx';
import { visibleText } from '../../widgets/name-text.tsx';
import { type Tone, ToneLine } from '../../widgets/severity.tsx';
import HostHelp from '../opening/host-help.tsx';
import classes from './host.module.css';

interface Props {
  /** The absolute address of the file. */
  url: string;
  /** Bytes of the local file that is open, if the file at `url` should be the same one. */
  size?: number;
  /** Shown if a link to the file works. */
  children?: ReactNode;
}

/** Asks a host for the first byte of a file, as everyone does who opens a link, and says what the host allows. */
export function HostCheck({ url, size, children }: Props) {
  const title = useId();
  const asked = useLoading(`probe ${url}`, (actions, options) => actions.probeRemote(url, options));
  const host = hostInWords(url);
  const works = asked.status === 'ready' || (asked.status === 'failed' && asked.error.code === 'source/no-ranges');
  return (
    <>
      <section aria-labelledby={title}>
        <h3 id={title} className={classes.heading}>
          What {host} lets others do
        </h3>
        <div role="status" aria-label="Host" data-host={asked.status}>
          {asked.status === 'loading' && (
            <p className={classes.row}>
              <Loader size={16} aria-hidden />
              <span>Requesting the first byte…</span>
            </p>
          )}
          {asked.status === 'ready' && <Found url={url} size={size} probe={asked.value} />}
          {asked.status === 'failed' && <Refused error={asked.error} onRetry={asked.retry} />}
        </div>
      </section>
      {works && children}
    </>
  );
}

/** Headers that a host may hide, and what that means. */
const HEADERS = [
  { name: 'Content-Range', seen: 'tellsSize', without: 'Opening the file takes another request.' },
  { name: 'ETag', seen: 'tellsVersion', without: 'A file that changes while it is open may go unnoticed.' },
] as const;

function Found({ url, size, probe }: { url: string; size: number | undefined; probe: RemoteProbe }) {
  const isSameOrigin = new URL(url).origin === window.location.origin;
  return (
    <ul className={classes.list}>
      <Row tone="ok">
        <strong>Read the file.</strong>{' '}
        {isSameOrigin
          ? 'It is next to this page, so no permission is needed.'
          : 'The host sends the header that lets this page read it (CORS).'}
      </Row>
      <Row tone="ok">
        <strong>Read parts of it.</strong> Of its {formatBytes(probe.size)}, only the parts that you view are
        downloaded.
      </Row>
      {size !== undefined && size !== probe.size && (
        <Row tone="warning">
          <strong>Not the same file.</strong> There it has {formatBytes(probe.size)} ({probe.size} bytes), on your
          computer {formatBytes(size)} ({size} bytes).
        </Row>
      )}
      {HEADERS.filter(({ seen }) => !probe[seen]).map(({ name, without }) => (
        <Row key={name} tone="info">
          The host does not send {name}, or hides it from pages of other sites. {without} A host that sends it shows it
          with <code>Access-Control-Expose-Headers: Content-Range, ETag</code>.
        </Row>
      ))}
    </ul>
  );
}

function Refused({ error, onRetry }: { error: ErrorData; onRetry: () => void }) {
  if (error.code === 'source/no-ranges') {
    const amount = error.size === undefined ? '' : `, ${formatBytes(error.size)},`;
    return (
      <ul className={classes.list}>
        <Row tone="ok">
          <strong>Read the file.</strong>
        </Row>
        <Row tone="warning">
          <strong>No range requests.</strong> {visibleText(error.message)} The link works, but everyone who opens it has
          to download the whole file{amount} first.
        </Row>
      </ul>
    );
  }
  return (
    <>
      <ErrorNote error={error} onRetry={onRetry} />
      <HostHelp error={error} />
    </>
  );
}

function Row({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <ToneLine as="li" tone={tone} className={classes.row}>
      {children}
    </ToneLine>
  );
}
