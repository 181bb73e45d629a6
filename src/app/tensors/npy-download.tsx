import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { type ErrorData, isCancelled, toErrorData } from '../../base/errors.ts';
import { savedName } from '../../model/file-name.ts';
import { useActions } from '../../state/hooks.ts';
import { ErrorNote } from '../../widgets/error-note.tsx';
import { JobProgress } from '../../widgets/loading-view.tsx';
import { saveBlob } from '../../widgets/save-blob.ts';
import classes from './npy-download.module.css';

type Job =
  | { status: 'idle' }
  | { status: 'running'; controller: AbortController; progress?: { done: number; total: number } }
  | { status: 'failed'; error: ErrorData };

interface Props {
  tensor: string;
  /** Its index in a nested tensor, if it is a part of one. */
  part?: number | undefined;
}

/**
 * Saves a tensor as an .npy file, checked while it is read. NumPy must have its dtype. Unmounting cancels the download.
 */
export function NpyDownload({ tensor, part }: Props) {
  const { readNpy } = useActions();
  const [job, setJob] = useState<Job>({ status: 'idle' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function start(): Promise<void> {
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    setJob({ status: 'running', controller });
    try {
      const blob = await readNpy(tensor, {
        signal,
        onProgress: (progress) => !signal.aborted && setJob({ status: 'running', controller, progress }),
      });
      if (signal.aborted) return;
      saveBlob(blob, savedName(`${tensor.replaceAll('/', '_')}.npy`));
      setJob({ status: 'idle' });
    } catch (error) {
      if (isCancelled(error)) return;
      setJob({ status: 'failed', error: toErrorData(error) });
    }
  }

  function cancel(): void {
    running.current?.abort();
    setJob({ status: 'idle' });
  }

  return (
    <div className={classes.root} data-wide={job.status !== 'idle' || undefined}>
      {job.status === 'running' ? (
        <>
          <JobProgress what="Reading the tensor" progress={job.progress} />
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
        </>
      ) : (
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
          onClick={() => void start()}
        >
          {part === undefined ? 'Download as .npy' : `Download part ${part} as .npy`}
        </Button>
      )}
      {job.status === 'failed' && <ErrorNote error={job.error} onRetry={() => void start()} />}
    </div>
  );
}
