import { Button } from '@mantine/core';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { savedName } from '../../../model/file/file-name.ts';
import { useActions, useOpenPackage } from '../../../state/hooks.ts';
import { formatBytes, formatCount, formatNumberOf } from '../../../widgets/byte-size.ts';
import { saveBlob } from '../../../widgets/files/save-blob.ts';
import { RunningJob } from '../../../widgets/loading/loading-view.tsx';
import { visibleText } from '../../../widgets/name-text.tsx';
import { useFindAction } from '../../find/action.ts';
import { useJob } from '../../job.ts';
import { useFileActs } from '../changes/file-acts.ts';
import { whyFixed } from '../changes/file-paths.ts';
import { FailedLine } from '../content/failed-line.tsx';
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

/** What is chosen of the files, and its download as a zip. Each file's bytes are checked as they are read. */
export function ChosenFiles({ files, onClear }: Props) {
  const { name } = useOpenPackage();
  const { readBlob } = useActions();
  const { state, run, cancel } = useJob();
  const [failedPath, setFailedPath] = useState<string>();
  const exceeds = zipExceeds(files);
  const acts = useFileActs();
  const removable = acts ? files.map(({ path }) => path).filter((path) => whyFixed(acts.can, path) === undefined) : [];

  async function download(): Promise<void> {
    const zipName = savedName(`${name.replace(/\.[^.]*$/, '')}-files.zip`);
    const picked = await pickSaveFile(zipName);
    if (picked.kind === 'closed') return;
    await run(async ({ signal, onProgress }) => {
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

  useFindAction(
    exceeds === undefined && state.status !== 'running'
      ? { name: 'Download zip', also: 'chosen files', Icon: IconDownload, run: () => void download() }
      : undefined,
  );

  return (
    <div className={classes.root}>
      <span role="status" className={classes.count}>
        {formatNumberOf(files.length, 'file')} chosen, {formatBytes(zipSize(files))} as a zip
      </span>
      <span className={classes.actions}>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
          disabled={state.status === 'running' || exceeds !== undefined}
          onClick={() => void download()}
        >
          Download zip
        </Button>
        {removable.length > 0 && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
            onClick={() => acts?.remove(removable)}
          >
            Remove {formatNumberOf(removable.length, 'file')}
          </Button>
        )}
        <Button variant="subtle" color="gray" size="compact-sm" onClick={onClear}>
          Clear selection
        </Button>
      </span>
      {exceeds !== undefined && <p className={classes.wide}>{TOO_LARGE[exceeds]}</p>}
      {state.status === 'running' && (
        <div className={classes.wide}>
          <RunningJob what="Writing the zip" progress={state.progress} onCancel={cancel} />
        </div>
      )}
      {state.status === 'failed' && (
        <FailedLine
          error={state.error}
          what="No zip was saved."
          why={[failedPath, state.error.message]
            .flatMap((part) => (part === undefined ? [] : visibleText(part)))
            .join(': ')}
        />
      )}
    </div>
  );
}
