import { hostText } from '../../base/host.ts';
import { hostOf } from '../../model/link/linked-content.ts';
import { ErrorNote } from '../../widgets/error-note.tsx';
import { RunningJob } from '../../widgets/loading/loading-view.tsx';
import { ToneLine } from '../../widgets/severity.tsx';
import { HashLine } from '../files/content/hash-line.tsx';
import type { ContentFetch } from './content-fetch.ts';
import classes from './link-dialogs.module.css';

interface Props {
  of: ContentFetch;
  /** What a canceled one leaves, in a sentence. */
  cancelled: string;
  /** What no URL with the file means, in a sentence. */
  failed: string;
}

/** How far a file for the draft is fetched, and why it was not. The reason of each URL stands with the URL. */
export function FetchState({ of: { state, sha256, cancel }, cancelled, failed }: Props) {
  const host = state?.phase === 'running' ? hostOf(state.url ?? '') : undefined;
  const differs = state?.phase === 'failed' && state.tried.some(({ error }) => error.code === 'links/hash-mismatch');
  return (
    <div className={classes.state}>
      {state?.phase === 'running' && (
        <RunningJob
          what={host === undefined ? 'Fetching' : `Fetching from ${hostText(host)}`}
          progress={state.progress}
          onCancel={cancel}
        />
      )}
      <div role="status" aria-label="Fetching">
        {state?.phase === 'cancelled' && <p className={classes.text}>{cancelled}</p>}
        {state?.phase === 'failed' && !state.error && <ToneLine tone="error">{failed}</ToneLine>}
      </div>
      {state?.phase === 'failed' && state.error && <ErrorNote error={state.error} />}
      {differs && sha256 !== undefined && (
        <HashLine label="Expected SHA-256" hash={sha256} copyLabel="Copy expected hash" />
      )}
    </div>
  );
}
