import { Button } from '@mantine/core';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { formatBytes, formatCount, formatNumberOf } from '../../../base/amounts.ts';
import { savedName } from '../../../model/file/file-name.ts';
import { useActions, useOpenPackage } from '../../../state/hooks.ts';
import { saveBlob } from '../../../widgets/files/save-blob.ts';
import { IconButton } from '../../../widgets/icon-button.tsx';
import { useJob } from '../../../widgets/loading/job.ts';
import { visibleText } from '../../../widgets/name-text.tsx';
import { ActionButton } from '../../find/action-button.tsx';
import { useFileActs } from '../changes/file-editing.tsx';
import { whyFixed } from '../changes/file-paths.ts';
import { JobLines } from '../content/job-lines.tsx';
import { dropPicked, pickSaveFile } from '../content/save-file.ts';
import classes from './chosen-files.module.css';
import { MAX_ZIP_BYTES, MAX_ZIP_FILES, writeZip, type ZippedFile, zipExceeds, zipSize } from './chosen-zip.ts';

interface Props {
  /** All have a size: the package holds them. */
  files: readonly ZippedFile[];
  onClear(): void;
}

const TOO_LARGE = {
  files: `One zip can have at most ${formatCount(MAX_ZIP_FILES)} files. Choose fewer.`,
  bytes: `One zip can have at most ${formatBytes(MAX_ZIP_BYTES)} here. Choose fewer files, or download the large ones separately.`,
};

/** The chosen files, and their download as a zip. Each file's bytes are checked as they are read. */
export function ChosenFiles({ files, onClear }: Props) {
  const { name } = useOpenPackage();
  const { readBlob } = useActions();
  const job = useJob();
  const [failedPath, setFailedPath] = useState<string>();
  const exceeds = zipExceeds(files);
  const acts = useFileActs();
  const removable = acts ? files.filter(({ path }) => whyFixed(acts.can, path) === undefined) : [];

  async function download(): Promise<void> {
    const zipName = savedName(`${name.replace(/\.[^.]*$/, '')}-files.zip`);
    const picked = await pickSaveFile(zipName);
    if (picked.kind === 'closed') return;
    await job.run(async ({ signal, onProgress }) => {
      let path: string | undefined;
      let stream: FileSystemWritableFileStream | undefined;
      try {
        if (picked.kind === 'file') stream = await picked.file.createWritable();
        const parts: Blob[] = [];
        await writeZip(files, {
          async read(of) {
            path = of;
            // Not the real type: nothing here opens the file.
            const blob = await readBlob(of, 'application/octet-stream', { signal });
            path = undefined;
            return blob;
          },
          async write(bytes) {
            if (stream) await stream.write(bytes);
            // A browser keeps a Blob's bytes where it has room for them.
            else parts.push(new Blob([bytes]));
          },
          onProgress,
          signal,
        });
        if (stream) await stream.close();
        else saveBlob(new Blob(parts, { type: 'application/zip' }), zipName);
      } catch (error) {
        setFailedPath(path);
        // What is written so far is not a zip. The error that ended it is the one to show.
        await stream?.abort().catch(() => undefined);
        await dropPicked(picked);
        throw error;
      }
    });
  }

  const why =
    job.state.status === 'failed' && failedPath !== undefined
      ? `${visibleText(failedPath)}: ${visibleText(job.state.error.message)}`
      : undefined;
  return (
    <div className={classes.root}>
      <span role="status" className={classes.count}>
        {formatNumberOf(files.length, 'file')} chosen, {formatBytes(zipSize(files))} as a zip
      </span>
      <span className={classes.actions}>
        <ActionButton
          name="Download zip"
          also="chosen files"
          Icon={IconDownload}
          disabled={job.state.status === 'running' || exceeds !== undefined}
          run={() => void download()}
        />
        {removable.length > 0 && (
          <IconButton
            Icon={IconTrash}
            onClick={() => acts?.remove(removable.map(({ path }) => ({ path, isFolder: false })))}
          >
            Remove {formatNumberOf(removable.length, 'file')}
          </IconButton>
        )}
        <Button variant="subtle" size="compact-sm" onClick={onClear}>
          Clear selection
        </Button>
      </span>
      {exceeds !== undefined && <p className={classes.wide}>{TOO_LARGE[exceeds]}</p>}
      <JobLines job={job} className={classes.wide} what="Writing the zip" failed="No zip was saved." why={why} />
    </div>
  );
}
