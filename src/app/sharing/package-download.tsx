import { IconDownload } from '@tabler/icons-react';
import { savedName } from '../../model/file/file-name.ts';
import { useActions } from '../../state/hooks.ts';
import type { Opened } from '../../state/load.ts';
import { ErrorNote } from '../../widgets/error-note.tsx';
import { saveBlob } from '../../widgets/files/save-blob.ts';
import { useJob } from '../../widgets/loading/job.ts';
import { RunningJob } from '../../widgets/loading/loading-view.tsx';
import { ToneIcon } from '../../widgets/severity.tsx';
import { pickSaveFile } from '../files/content/save-file.ts';
import { ActionButton } from '../find/action-button.tsx';
import classes from './package-download.module.css';

/** The download of the open package from its host. */
export type PackageDownload = ReturnType<typeof usePackageDownload>;

/**
 * Downloads a package to the file that the user picks, or to the browser's downloads. It ends when another one is
 * opened.
 */
export function usePackageDownload({ package: pkg }: Opened) {
  const { savePackage } = useActions();
  const { state, run, cancel } = useJob();

  async function save(): Promise<void> {
    const name = savedName(pkg.name);
    const picked = await pickSaveFile(name);
    if (picked.kind === 'closed') return;
    await run(async (options) => {
      const blob = await savePackage(picked.kind === 'file' ? picked.file : undefined, options);
      if (blob && !options.signal.aborted) saveBlob(blob, name);
    });
  }

  return { state, start: () => void save(), cancel };
}

/** Downloads the package file, byte for byte. */
export function DownloadButton({ download: { state, start }, what }: { download: PackageDownload; what: string }) {
  return (
    <ActionButton
      name={`Download ${what}`}
      Icon={IconDownload}
      size="sm"
      disabled={state.status === 'running'}
      run={start}
    />
  );
}

/** The progress of a download with a button to cancel, then its outcome. */
export function DownloadJob({ download: { state, start, cancel } }: { download: PackageDownload }) {
  return (
    <>
      {state.status === 'running' && (
        <div className={classes.job}>
          <RunningJob what="Downloading" progress={state.progress} onCancel={cancel} />
        </div>
      )}
      <p role="status" aria-label="Download" className={classes.done}>
        {state.status === 'done' && (
          <>
            <ToneIcon tone="ok" />
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
