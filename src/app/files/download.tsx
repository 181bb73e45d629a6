import { Button } from '@mantine/core';
import { IconAlertOctagon, IconDownload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { type ErrorData, isCancelled, toErrorData } from '../../base/errors.ts';
import type { Finding } from '../../base/findings.ts';
import { savedName } from '../../model/file-name.ts';
import { useActions } from '../../state/hooks.ts';
import { JobProgress } from '../../widgets/loading-view.tsx';
import { visibleText } from '../../widgets/name-text.tsx';
import { saveBlob } from '../../widgets/save-blob.ts';
import classes from './download.module.css';

interface Props {
  path: string;
  /** The findings that the page shows below this button. */
  known: readonly Finding[];
}

type State =
  | { status: 'idle' }
  | { status: 'running'; progress?: { done: number; total: number } }
  | { status: 'failed'; error: ErrorData };

/** Shorter downloads show no progress bar, so that nothing flickers. */
const PATIENCE_MS = 200;

/** Saves one file of the package, after its size and checksum were found right. */
export function FileDownload({ path, known }: Props) {
  const actions = useActions();
  const [state, setState] = useState<State>({ status: 'idle' });
  const [patient, setPatient] = useState(true);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function download(): Promise<void> {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    const show = (next: State) => {
      if (running.current === controller) setState(next);
    };
    show({ status: 'running' });
    setPatient(true);
    const timer = setTimeout(() => setPatient(false), PATIENCE_MS);
    try {
      const onProgress = (progress: { done: number; total: number }) => show({ status: 'running', progress });
      // Not the real type: a browser may open that instead of saving it.
      const blob = await actions.readBlob(path, 'application/octet-stream', { signal, onProgress });
      if (signal.aborted) return;
      saveBlob(blob, savedName(path));
      show({ status: 'idle' });
    } catch (error) {
      show(isCancelled(error) ? { status: 'idle' } : { status: 'failed', error: toErrorData(error) });
    } finally {
      clearTimeout(timer);
    }
  }

  return (
    <>
      <div>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
          disabled={state.status === 'running'}
          onClick={() => void download()}
        >
          Download
        </Button>
      </div>
      {state.status === 'running' && !patient && (
        <div className={classes.job}>
          <JobProgress what="Reading the file" progress={state.progress} />
          <Button variant="default" size="compact-sm" onClick={() => running.current?.abort()}>
            Cancel
          </Button>
        </div>
      )}
      {state.status === 'failed' && (
        // Its meaning and what to do are shown in place of the content, or among the problems.
        <div className={classes.failed} data-code={state.error.code}>
          <IconAlertOctagon className={classes.icon} size={16} stroke={1.75} aria-hidden />
          <p className={classes.text} role="status">
            <strong>Not saved.</strong>{' '}
            {known.some(({ code }) => code === state.error.code)
              ? 'See the problem below.'
              : visibleText(state.error.message)}
          </p>
          <Button variant="default" size="compact-sm" onClick={() => void download()}>
            Try again
          </Button>
        </div>
      )}
    </>
  );
}
