import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { Finding } from '../../../base/findings.ts';
import { baseName, savedName } from '../../../model/file/file-name.ts';
import type { Actions } from '../../../state/app-state.ts';
import { useActions } from '../../../state/hooks.ts';
import { saveBlob } from '../../../widgets/files/save-blob.ts';
import { RunningJob } from '../../../widgets/loading/loading-view.tsx';
import { useFindAction } from '../../find/action.ts';
import { type JobOptions, useJob } from '../../job.ts';
import classes from './download.module.css';
import { FailedLine } from './failed-line.tsx';

interface Props {
  path: string;
  /** The findings that the page shows below this button. */
  known: readonly Finding[];
  /** Other buttons, before this one. */
  children?: ReactNode;
}

/** Shorter downloads show no progress bar, so that nothing flickers. */
const PATIENCE_MS = 200;

/** The label of the button and of the item in the menu of a row. */
export const DOWNLOAD = 'Download';

/** Hands one file of the package to the browser's downloads, after its size and checksum were found right. */
export async function downloadFile(readBlob: Actions['readBlob'], path: string, options: JobOptions): Promise<void> {
  // Not the real type: a browser may open that instead of saving it.
  const blob = await readBlob(path, 'application/octet-stream', options);
  if (!options.signal.aborted) saveBlob(blob, savedName(path));
}

/** The button that downloads one file of the package. */
export function FileDownload({ path, known, children }: Props) {
  const { readBlob } = useActions();
  const { state, run, cancel } = useJob();
  const [patient, setPatient] = useState(true);

  async function download(): Promise<void> {
    setPatient(true);
    const timer = setTimeout(() => setPatient(false), PATIENCE_MS);
    await run((options) => downloadFile(readBlob, path, options));
    clearTimeout(timer);
  }

  useFindAction({
    name: `${DOWNLOAD} ${baseName(path)}`,
    also: 'save file',
    Icon: IconDownload,
    run: () => void download(),
  });

  return (
    <>
      <div className={classes.buttons}>
        {children}
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
          disabled={state.status === 'running'}
          onClick={() => void download()}
        >
          {DOWNLOAD}
        </Button>
      </div>
      {state.status === 'running' && !patient && (
        <div className={classes.job}>
          <RunningJob what="Reading the file" progress={state.progress} onCancel={cancel} />
        </div>
      )}
      {state.status === 'failed' && (
        <FailedLine
          error={state.error}
          what="Not saved."
          why={known.some(({ code }) => code === state.error.code) ? 'See the problem below.' : undefined}
        >
          <Button variant="default" size="compact-sm" onClick={() => void download()}>
            Try again
          </Button>
        </FailedLine>
      )}
    </>
  );
}
