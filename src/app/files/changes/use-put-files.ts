import { useState } from 'react';
import { Gate } from '../../../base/gate.ts';
import type { FilePut } from '../../../model/draft.ts';
import type { SecretSearch } from '../../../model/secret/secret-search.ts';
import { digestedContents } from '../../../state/added-digests.ts';
import { useActions } from '../../../state/hooks.ts';
import { asksFirst, type PhotosIn, photosIn } from '../../../widgets/files/media-files.ts';
import { type Job, useJob } from '../../job.ts';
import type { NewFile } from './file-paths.ts';
import type { FileQuestions } from './file-questions.tsx';
import type { PhotosAsk } from './photo-dialog.tsx';
import type { FileSteps } from './use-file-steps.ts';

interface Options {
  steps: Pick<FileSteps, 'put'>;
  questions: Pick<FileQuestions, 'isPlaceCut' | 'leftOut'>;
  /** The draft has these files now. */
  onPut(puts: readonly FilePut[]): void;
}

type NameOf = (files: readonly NewFile[]) => string;

/** Puts files of this computer into the draft, as a job that the page shows. */
export interface PutFiles extends Pick<Job, 'state' | 'cancel'> {
  /**
   * Puts files at paths. Asks first where photos say where they were taken, and where files may contain secrets. The hashes of large ones are computed. Never
   * rejects.
   *
   * @param nameOf as Undo calls it, of the files that are put
   */
  put(files: readonly NewFile[], nameOf: NameOf, act: PhotosAsk['act']): Promise<void>;
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

  /** The files without those that stay out because they may contain secrets. Undefined where all do. */
  async function withAskedSecrets(
    files: readonly NewFile[],
    act: PhotosAsk['act'],
  ): Promise<readonly NewFile[] | undefined> {
    let found: SecretSearch['found'] | undefined;
    await run(async ({ signal }) => {
      const { searchSecrets } = await import('../../../model/secret/secret-search.ts');
      const searched = files.map(({ path, file }) => ({
        path,
        size: file.size,
        read: async () => new Uint8Array(await file.arrayBuffer()),
      }));
      found = (await searchSecrets(searched, signal)).found;
    });
    if (!found) return undefined;
    const suspects = files.flatMap(({ path }) => {
      const secrets = found?.get(path);
      return secrets ? { path, secrets } : [];
    });
    if (suspects.length === 0) return files;
    const leftOut = await questions.leftOut({ act, files: suspects, others: files.length - suspects.length });
    return leftOut && files.filter(({ path }) => !leftOut.has(path));
  }

  async function put(given: readonly NewFile[], nameOf: NameOf, act: PhotosAsk['act']): Promise<void> {
    const wanted = await withAskedSecrets(given, act);
    const files = wanted && (await withAskedPhotos(wanted, act));
    if (!files) return;
    await run(async (options) => {
      const contents = await digestedContents(
        files.map(({ file }) => file),
        digestBlob,
        options,
      );
      const puts = files.map(({ path }, at): FilePut => ({ kind: 'put', path, ...(contents[at] as { blob: Blob }) }));
      await steps.put(puts, nameOf(files));
      onPut(puts);
    });
  }

  return { state, cancel, put: (...given) => gate.run(() => put(...given)) };
}
