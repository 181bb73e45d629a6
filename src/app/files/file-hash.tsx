import { Button } from '@mantine/core';
import { IconAlertOctagon, IconShieldCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { type ErrorData, isCancelled, toErrorData } from '../../base/errors.ts';
import type { Finding } from '../../base/findings.ts';
import type { PackageFile } from '../../model/package.ts';
import { useActions, useApp, useWords } from '../../state/hooks.ts';
import { CopyButton } from '../../widgets/copy-button.tsx';
import { JobProgress } from '../../widgets/loading-view.tsx';
import { visibleText } from '../../widgets/name-text.tsx';
import { CompareField } from '../package/hash-compare.tsx';
import classes from './file-hash.module.css';

interface Props {
  file: PackageFile;
  /** The findings that the page shows above. */
  known: readonly Finding[];
}

type State =
  | { status: 'idle' }
  | { status: 'running'; progress?: { done: number; total: number } }
  | { status: 'failed'; error: ErrorData };

/**
 * The SHA-256 of one file that the package holds: a button that reads the file and computes it, the hash once it is
 * known from any read, and a field to compare it with another one.
 */
export function FileHash({ file, known }: Props) {
  const { path, sha256: listed } = file;
  const { digestFile } = useActions();
  const { hashList } = useWords();
  const [state, setState] = useState<State>({ status: 'idle' });
  const [digested, setDigested] = useState<string>();
  const found = useApp(({ verdicts }) =>
    verdicts.get(path) === 'verified' ? (verdicts.sha256(path) ?? listed?.toLowerCase()) : verdicts.sha256(path),
  );
  const hash = digested ?? found;
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function digest(): Promise<void> {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const show = (next: State) => {
      if (running.current === controller) setState(next);
    };
    show({ status: 'running' });
    try {
      const { signal } = controller;
      const next = await digestFile(path, { signal, onProgress: (progress) => show({ status: 'running', progress }) });
      if (signal.aborted) return;
      setDigested(next);
      show({ status: 'idle' });
    } catch (error) {
      show(isCancelled(error) ? { status: 'idle' } : { status: 'failed', error: toErrorData(error) });
    }
  }

  return (
    <div className={classes.root}>
      {hash !== undefined && hash !== listed?.toLowerCase() && (
        <div className={classes.line}>
          <span className={classes.label}>SHA-256 of the content</span>
          <code className={classes.hash}>{hash}</code>
          <CopyButton value={hash} label="Copy hash of the content" />
        </div>
      )}
      <p role="status" aria-label="Hash of this file" className={classes.outcome}>
        {hash === undefined || listed === undefined
          ? null
          : hash === listed.toLowerCase()
            ? `The content has the SHA-256 that ${hashList} lists.`
            : `The content has another SHA-256 than ${hashList} lists.`}
      </p>
      {state.status === 'running' ? (
        <div className={classes.job}>
          <JobProgress what="Computing the SHA-256" progress={state.progress} />
          <Button variant="default" size="compact-sm" onClick={() => running.current?.abort()}>
            Cancel
          </Button>
        </div>
      ) : (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconShieldCheck size={16} stroke={1.75} aria-hidden />}
          onClick={() => void digest()}
        >
          {listed === undefined ? 'Compute SHA-256' : 'Check this file'}
        </Button>
      )}
      {state.status === 'failed' && (
        <p className={classes.failed} role="status" data-code={state.error.code}>
          <IconAlertOctagon className={classes.icon} size={16} stroke={1.75} aria-hidden />
          <span>
            <strong>No SHA-256.</strong>{' '}
            {known.some(({ code }) => code === state.error.code)
              ? 'See the problem above.'
              : visibleText(state.error.message)}
          </span>
        </p>
      )}
      {hash !== undefined && (
        <details className={classes.compare}>
          <summary>Compare</summary>
          <CompareField
            hash={hash}
            label="Compare this file’s SHA-256"
            outcome="Comparison of this file"
            same="this is the file that hash belongs to"
            different="this is another file, or another version of it"
          />
        </details>
      )}
    </div>
  );
}
