import { savedName } from '../../../model/file/file-name.ts';
import { useActions } from '../../../state/hooks.ts';
import { saveBlob } from '../../../widgets/files/save-blob.ts';
import { useJob } from '../../../widgets/loading/job.ts';

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
