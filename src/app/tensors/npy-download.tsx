import { IconDownload } from '@tabler/icons-react';
import { savedName } from '../../model/file/file-name.ts';
import { useActions } from '../../state/hooks.ts';
import { ErrorNote } from '../../widgets/error-note.tsx';
import { saveBlob } from '../../widgets/files/save-blob.ts';
import { useJob } from '../../widgets/loading/job.ts';
import { RunningJob } from '../../widgets/loading/loading-view.tsx';
import { ActionButton } from '../find/action-button.tsx';
import classes from './npy-download.module.css';

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
  const { state, run, cancel } = useJob();
  const start = () =>
    void run(async (options) => {
      const blob = await readNpy(tensor, options);
      if (!options.signal.aborted) saveBlob(blob, savedName(`${tensor.replaceAll('/', '_')}.npy`));
    });
  const isWide = state.status === 'running' || state.status === 'failed';

  return (
    <div className={classes.root} data-wide={isWide || undefined}>
      {state.status === 'running' ? (
        <RunningJob what="Reading the tensor" progress={state.progress} onCancel={cancel} />
      ) : (
        <ActionButton
          name={part === undefined ? 'Download as .npy' : `Download part ${part} as .npy`}
          also="numpy tensor export"
          Icon={IconDownload}
          size="sm"
          run={start}
        />
      )}
      {state.status === 'failed' && <ErrorNote error={state.error} onRetry={start} />}
    </div>
  );
}
