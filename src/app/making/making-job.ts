import type { MadePackage } from '../../state/draft/save-slice.ts';
import { useActions } from '../../state/hooks.ts';
import type { NewPackage } from '../../state/load.ts';
import { saveBlob } from '../../widgets/files/save-blob.ts';
import { dropPicked, pickSaveFile } from '../files/content/save-file.ts';
import { type Job, useJob } from '../job.ts';

interface Options {
  /** Called when the package begins to be written, and when that has ended. */
  onBusy(busy: boolean): void;
  onMade(made: MadePackage): void;
}

/** The job that makes and saves a new package. */
interface MakingJob extends Pick<Job, 'state' | 'cancel'> {
  /** Asks where to save it first. Never rejects. */
  save(order: NewPackage, fileName: string): Promise<void>;
}

export function useMakingJob({ onBusy, onMade }: Options): MakingJob {
  const { makePackage } = useActions();
  const { state, run, cancel } = useJob();
  return {
    state,
    cancel,
    async save(order, fileName) {
      const picked = await pickSaveFile(fileName);
      if (picked.kind === 'closed') return;
      onBusy(true);
      await run(async (options) => {
        try {
          const to = { name: fileName, file: picked.kind === 'file' ? picked.file : undefined };
          const made = await makePackage(order, to, options);
          if (made.download) saveBlob(made.download, fileName);
          onMade(made);
        } catch (error) {
          await dropPicked(picked);
          throw error;
        }
      });
      onBusy(false);
    },
  };
}
