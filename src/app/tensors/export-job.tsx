import { savedName } from '../../model/file/file-name.ts';
import { ErrorNote } from '../../widgets/error-note.tsx';
import { saveBlob } from '../../widgets/files/save-blob.ts';
import { type Job, type JobOptions, useJob } from '../../widgets/loading/job.ts';
import { RunningJob } from '../../widgets/loading/loading-view.tsx';
import { dropPicked, pickSaveFile } from '../files/content/save-file.ts';

/**
 * Larger files are written to a place that is asked for first, as they are made. Smaller ones go to the downloads, like
 * any other: they fit twice into the browser's own room.
 */
const ASKED_FROM_BYTES = 64 * 1024 * 1024;

/** A file that is to be made. */
export interface FileToSave {
  name: string;
  /** About. */
  bytes: number;
  /** Writes to `saveTo`, or else gives what is to be downloaded. */
  write(options: JobOptions & { saveTo?: FileSystemFileHandle | undefined }): Promise<Blob | null>;
}

/** Makes files and saves them, one at a time. It is canceled when the control goes away. */
export interface ExportJob {
  job: Job;
  save(file: FileToSave): void;
}

/** How files are made and saved, one at a time. */
export function useExportJob(): ExportJob {
  const job = useJob();
  async function save({ name: wanted, bytes, write }: FileToSave): Promise<void> {
    const name = savedName(wanted);
    const picked = bytes >= ASKED_FROM_BYTES ? await pickSaveFile(name) : ({ kind: 'none' } as const);
    if (picked.kind === 'closed') return;
    await job.run(async (options) => {
      try {
        const saveTo = picked.kind === 'file' ? picked.file : undefined;
        const blob = await write({ ...options, saveTo });
        if (blob && !options.signal.aborted) saveBlob(blob, name);
      } catch (error) {
        await dropPicked(picked);
        throw error;
      }
    });
  }
  return { job, save: (file) => void save(file) };
}

/** How far a file is, with a button to cancel it, or why it could not be made. */
export function ExportProgress({ of: { job }, className }: { of: ExportJob; className: string | undefined }) {
  const { state, cancel } = job;
  if (state.status !== 'running' && state.status !== 'failed') return null;
  return (
    <div className={className}>
      {state.status === 'running' ? (
        <RunningJob what="Exporting" progress={state.progress} onCancel={cancel} />
      ) : (
        <ErrorNote error={state.error} />
      )}
    </div>
  );
}
