import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Finding } from '../../../base/findings.ts';
import { baseName, savedName } from '../../../model/file/file-name.ts';
import { useActions } from '../../../state/hooks.ts';
import { saveBlob } from '../../../widgets/files/save-blob.ts';
import { useJob } from '../../../widgets/loading/job.ts';
import { ActionButton } from '../../find/action-button.tsx';
import classes from './download.module.css';
import { JobLines, shownElsewhere } from './job-lines.tsx';

interface Props {
  path: string;
  /** The findings that the page shows below this button. */
  known: readonly Finding[];
  /** Other buttons, before this one. */
  children?: ReactNode;
}

/** The label of the button and of the item in the menu of a row. */
export const DOWNLOAD = 'Download';

/** A job that downloads one file of the package after checking its size and checksum. */
export function useDownload() {
  const { readBlob } = useActions();
  const job = useJob();
  const download = (path: string) =>
    void job.run(async (options) => {
      // Not the real type: a browser may open that instead of saving it.
      const blob = await readBlob(path, 'application/octet-stream', options);
      if (!options.signal.aborted) saveBlob(blob, savedName(path));
    });
  return { ...job, download };
}

/** The button that downloads one file of the package. */
export function FileDownload({ path, known, children }: Props) {
  const job = useDownload();
  const download = () => job.download(path);
  return (
    <>
      <div className={classes.buttons}>
        {children}
        <ActionButton
          name={`${DOWNLOAD} ${baseName(path)}`}
          also="save file"
          Icon={IconDownload}
          size="sm"
          disabled={job.state.status === 'running'}
          run={download}
          label={DOWNLOAD}
        />
      </div>
      <JobLines
        job={job}
        className={classes.job}
        what="Reading the file"
        failed="Not saved."
        why={shownElsewhere(known, job, 'below')}
        onRetry={download}
      />
    </>
  );
}
