import { IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { Finding } from '../../../base/findings.ts';
import type { PackageFile } from '../../../model/package.ts';
import { useActions, useApp, useWords } from '../../../state/hooks.ts';
import { useJob } from '../../../widgets/loading/job.ts';
import { RunningJob } from '../../../widgets/loading/loading-view.tsx';
import { ToneIcon } from '../../../widgets/severity.tsx';
import { ActionButton } from '../../find/action-button.tsx';
import { CompareField } from '../../package/hash-compare.tsx';
import classes from './file-hash.module.css';
import { HashLine } from './hash-line.tsx';
import { FailedLine, shownElsewhere } from './job-lines.tsx';

interface Props {
  file: PackageFile;
  /** The findings that the page shows above. */
  known: readonly Finding[];
}

/**
 * The SHA-256 of a file in the package: a button that computes it, the hash once any read has given it, and a field to
 * compare it with another.
 */
export function FileHash({ file, known }: Props) {
  const { path, sha256: listed } = file;
  const { digestFile } = useActions();
  const { hashList } = useWords();
  const job = useJob();
  const { state, run, cancel } = job;
  const [digested, setDigested] = useState<string>();
  const found = useApp(({ verdicts }) =>
    verdicts.get(path) === 'verified' ? (verdicts.sha256(path) ?? listed?.toLowerCase()) : verdicts.sha256(path),
  );
  const hash = digested ?? found;
  const isRight = hash === listed?.toLowerCase();
  return (
    <div className={classes.root}>
      {hash !== undefined && hash !== listed?.toLowerCase() && (
        <HashLine label="SHA-256 of the content" hash={hash} copyLabel="Copy hash of the content" />
      )}
      <p role="status" aria-label="Hash of this file" className={classes.outcome}>
        {hash === undefined || listed === undefined ? null : (
          <>
            <ToneIcon tone={isRight ? 'ok' : 'error'} />
            The content {isRight ? 'matches' : 'does not match'} the SHA-256 in {hashList}.
          </>
        )}
      </p>
      {state.status === 'running' ? (
        <RunningJob what="Computing the SHA-256" progress={state.progress} onCancel={cancel} />
      ) : (
        <ActionButton
          name={listed === undefined ? 'Compute SHA-256' : 'Check this file'}
          also="verify hash sha256"
          Icon={IconShieldCheck}
          run={() => void run(async (options) => setDigested(await digestFile(path, options)))}
        />
      )}
      {state.status === 'failed' && (
        <FailedLine error={state.error} what="No SHA-256." why={shownElsewhere(known, job, 'above')} />
      )}
      {hash !== undefined && (
        <details className={classes.compare}>
          <summary>Compare</summary>
          <CompareField
            hash={hash}
            label="Compare this file’s SHA-256"
            outcome="Comparison of this file"
            same="this is the file with that hash"
            different="this is a different file, or a different version of it"
          />
        </details>
      )}
    </div>
  );
}
