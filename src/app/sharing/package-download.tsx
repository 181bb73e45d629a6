import { Button } from '@mantine/core';
import { IconCircleCheck, IconDownload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { type ErrorData, isCancelled, toErrorData } from '../../base/errors.ts';
import { savedName } from '../../model/file-name.ts';
import { useActions } from '../../state/hooks.ts';
import type { Opened } from '../../state/load.ts';
import { ErrorNote } from '../../widgets/error-note.tsx';
import { JobProgress } from '../../widgets/loading-view.tsx';
import { saveBlob } from '../../widgets/save-blob.ts';
import { pickSaveFile } from '../files/save-file.ts';
import { useFindAction } from '../find/action.ts';
import classes from './package-download.module.css';

type State =
  | { status: 'idle' }
  | { status: 'running'; progress?: { done: number; total: number } }
  | { status: 'done' }
  | { status: 'failed'; error: ErrorData };

/** The download of the open package from its host. It ends when another one is opened. */
export interface PackageDownload {
  state: State;
  start(): void;
  cancel(): void;
}

/** Downloads a package to the file that the user picks, or to the browser's downloads. */
export function usePackageDownload({ package: pkg }: Opened): PackageDownload {
  const { savePackage } = useActions();
  const [state, setState] = useState<State>({ status: 'idle' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function save(): Promise<void> {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    const show = (next: State) => {
      if (running.current === controller) setState(next);
    };
    try {
      const name = savedName(pkg.name);
      const picked = await pickSaveFile(name);
      if (picked.kind === 'closed' || signal.aborted) return;
      show({ status: 'running' });
      const blob = await savePackage(picked.kind === 'file' ? picked.file : undefined, {
        signal,
        onProgress: ({ done, total }) => show({ status: 'running', progress: { done, total } }),
      });
      if (blob && !signal.aborted) saveBlob(blob, name);
      show({ status: 'done' });
    } catch (error) {
      show(isCancelled(error) ? { status: 'idle' } : { status: 'failed', error: toErrorData(error) });
    }
  }

  return { state, start: () => void save(), cancel: () => running.current?.abort() };
}

/** Downloads the package file, byte for byte. */
export function DownloadButton({ download, what }: { download: PackageDownload; what: string }) {
  const isRunning = download.state.status === 'running';
  useFindAction(isRunning ? undefined : { name: `Download ${what}`, Icon: IconDownload, run: download.start });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
      disabled={isRunning}
      onClick={download.start}
    >
      Download {what}
    </Button>
  );
}

/** The progress of a download with a button to cancel, then its outcome. */
export function DownloadJob({ download: { state, start, cancel } }: { download: PackageDownload }) {
  return (
    <>
      {state.status === 'running' && (
        <div className={classes.job}>
          <JobProgress what="Downloading" progress={state.progress} />
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
        </div>
      )}
      <p role="status" aria-label="Download" className={classes.done}>
        {state.status === 'done' && (
          <>
            <IconCircleCheck className={classes.icon} size={16} stroke={1.75} aria-hidden />
            Downloaded
          </>
        )}
      </p>
      {state.status === 'failed' && (
        <div className={classes.failed}>
          <ErrorNote error={state.error} onRetry={start} />
        </div>
      )}
    </>
  );
}
