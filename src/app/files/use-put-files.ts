import { useState } from 'react';
import { Gate } from '../../base/gate.ts';
import type { FilePut } from '../../model/draft.ts';
import { digestedContents } from '../../state/added-digests.ts';
import { useActions } from '../../state/hooks.ts';
import { asksFirst, type PhotosIn, photosIn } from '../../widgets/media-files.ts';
import { type Job, useJob } from '../job.ts';
import type { NewFile } from './file-paths.ts';
import type { FileQuestions } from './file-questions.tsx';
import type { PhotosAsk } from './photo-dialog.tsx';
import type { FileSteps } from './use-file-steps.ts';

interface Options {
  steps: Pick<FileSteps, 'put'>;
  questions: Pick<FileQuestions, 'isPlaceCut'>;
  /** The draft has these files now. */
  onPut(puts: readonly FilePut[]): void;
}

/** Puts files of this computer into the draft, as a job that the page shows. */
export interface PutFiles extends Pick<Job, 'state' | 'cancel'> {
  /**
   * Puts files at paths. Asks first where photos say where they were taken. The hashes of large ones are computed. Never
   * rejects.
   *
   * @param name as Undo calls it
   */
  put(files: readonly NewFile[], name: string, act: PhotosAsk['act']): Promise<void>;
}

export function usePutFiles({ steps, questions, onPut }: Options): PutFiles {
  const { digestBlob } = useActions();
  const { state, run, cancel } = useJob();
  /** A job that begins ends the one before it, which may still be reading large files: one waits for the other. */
  const [gate] = useState(() => new Gate(1));

  /** What photos among files say. Undefined where that is canceled, or cannot be read. */
  async function photosAmong(files: readonly NewFile[]): Promise<PhotosIn | undefined> {
    let found: PhotosIn | undefined;
    await run(async ({ signal }) => {
      const photos = await photosIn(
        files.map(({ file }) => file),
        { signal },
      );
      found = photos;
    });
    return found;
  }

  /** The files as they are added: as they are, or without the places of photos. Undefined where they are not. */
  async function withAskedPhotos(
    files: readonly NewFile[],
    act: PhotosAsk['act'],
  ): Promise<readonly NewFile[] | undefined> {
    const photos = await photosAmong(files);
    if (!photos) return undefined;
    if (![...photos.values()].some(asksFirst)) return files;
    const named = [...photos].map(([at, told]) => ({ name: files[at]?.path ?? '', told }));
    const isCut = await questions.isPlaceCut({ act, photos: named });
    if (isCut === undefined) return undefined;
    return isCut ? files.map(({ path, file }, at) => ({ path, file: photos.get(at)?.cut ?? file })) : files;
  }

  async function put(given: readonly NewFile[], name: string, act: PhotosAsk['act']): Promise<void> {
    const files = await withAskedPhotos(given, act);
    if (!files) return;
    await run(async (options) => {
      const contents = await digestedContents(
        files.map(({ file }) => file),
        digestBlob,
        options,
      );
      const puts = files.map(({ path }, at): FilePut => ({ kind: 'put', path, ...(contents[at] as { blob: Blob }) }));
      await steps.put(puts, name);
      onPut(puts);
    });
  }

  return { state, cancel, put: (...given) => gate.run(() => put(...given)) };
}
