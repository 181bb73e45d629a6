import type { ReactNode } from 'react';
import { formatBytes, formatNumberOf } from '../../base/amounts.ts';
import { hostText } from '../../base/host.ts';
import { hostInWords, hostOf } from '../../model/link/linked-content.ts';
import type { PackageFile } from '../../model/package.ts';
import { useActions, useWords } from '../../state/hooks.ts';
import type { LinkFetchState } from '../../state/link-slice.ts';
import { ErrorNote } from '../../widgets/error-note.tsx';
import { RunningJob } from '../../widgets/loading/loading-view.tsx';
import { ToneLine } from '../../widgets/severity.tsx';
import { HashLine } from '../files/content/hash-line.tsx';
import type { ContentFetch } from './content-fetch.ts';
import classes from './link-form.module.css';
import { PrivateHosts } from './private-hosts.tsx';

/** Whether a host sent a file with another hash. */
export function isDifferent(state: LinkFetchState | undefined): boolean {
  return state?.phase === 'failed' && state.tried.some(({ error }) => error.code === 'links/hash-mismatch');
}

interface OutcomeProps {
  fetching: LinkFetchState | undefined;
  /** What a canceled one leaves, in a sentence. */
  cancelled?: string;
  /** What it means that no URL has the file, in a sentence. */
  failed?: string | undefined;
}

/** What came of fetching, in a sentence. The reason of each URL is shown with the URL. */
export function FetchOutcome({ fetching, cancelled = 'Canceled. Nothing was kept.', failed }: OutcomeProps) {
  const { hashList } = useWords();
  if (fetching?.phase === 'cancelled') return <p className={classes.text}>{cancelled}</p>;
  if (fetching?.phase !== 'failed') return null;
  if (fetching.error) return <ErrorNote error={fetching.error} />;
  const { length } = fetching.tried;
  const none =
    length === 1
      ? 'The URL does not lead to the file.'
      : `None of ${formatNumberOf(length, 'URL', 'URLs')} leads to the file.`;
  const other = `The fetched file is not the one that ${hashList} lists.`;
  return <ToneLine tone="error">{failed ?? (isDifferent(fetching) ? other : none)}</ToneLine>;
}

interface ProgressProps extends OutcomeProps {
  what?: string | undefined;
  onCancel(): void;
  /** What it says of a file that was fetched. */
  children?: ReactNode;
}

/** How far fetching is, and what came of it. */
function FetchProgress({ what = 'Fetching', onCancel, children, ...outcome }: ProgressProps) {
  const { fetching } = outcome;
  const host = fetching?.phase === 'running' ? hostOf(fetching.url ?? '') : undefined;
  const job = host === undefined ? what : `${what} from ${hostText(host)}`;
  return (
    <>
      {fetching?.phase === 'running' && <RunningJob what={job} progress={fetching.progress} onCancel={onCancel} />}
      <div role="status" aria-label={what}>
        <FetchOutcome {...outcome} />
        {children}
      </div>
    </>
  );
}

interface FetchingProps extends Pick<ProgressProps, 'fetching' | 'what'> {
  file: PackageFile;
  /** What it says of hosts in the reader’s own network stands above the buttons. */
  buttons: ReactNode;
  /** Whether the buttons stay while it is fetched. */
  keepsButtons?: boolean;
}

/** A linked file as it is fetched: the buttons to begin, how far it is, and what came of it. */
export function Fetching({ file, fetching, what, buttons, keepsButtons = false }: FetchingProps) {
  const { cancelFetch } = useActions();
  const { hashList } = useWords();
  const cancel = () => cancelFetch(file.sha256?.toLowerCase() ?? '');
  return (
    <>
      <PrivateHosts urls={file.link?.urls ?? []} />
      {(keepsButtons || fetching?.phase !== 'running') && buttons}
      <FetchProgress fetching={fetching} what={what} onCancel={cancel}>
        {fetching?.phase === 'done' && (
          <ToneLine tone="ok">
            Matches {hashList}: {formatBytes(fetching.size)} from {hostInWords(fetching.url)}. It was not kept.
          </ToneLine>
        )}
      </FetchProgress>
    </>
  );
}

interface StateProps extends Required<Pick<OutcomeProps, 'cancelled' | 'failed'>> {
  of: ContentFetch;
}

/** How far a file for the draft is fetched, and why it was not. */
export function FetchState({ of: { state, sha256, cancel }, ...words }: StateProps) {
  return (
    <div className={classes.state}>
      <FetchProgress fetching={state} onCancel={cancel} {...words} />
      {isDifferent(state) && sha256 !== undefined && (
        <HashLine label="Expected SHA-256" hash={sha256} copyLabel="Copy expected hash" />
      )}
    </div>
  );
}
