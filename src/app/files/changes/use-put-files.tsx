import { useState } from 'react';
import { Gate } from '../../../base/gate.ts';
import type { FilePut } from '../../../model/draft.ts';
import { digestedContents } from '../../../state/added-digests.ts';
import { useActions } from '../../../state/hooks.ts';
import { asksFirst, photosIn } from '../../../widgets/files/media-files.ts';
import { type JobOptions, useJob } from '../../../widgets/loading/job.ts';
import { PhotoQuestion } from '../../../widgets/photo-question/photo-question.tsx';
import type { NewFile } from './file-paths.ts';
import type { Ask } from './file-questions.tsx';
import { type PutAct, SecretsForm } from './secrets-form.tsx';
import type { FileSteps } from './use-file-steps.ts';

interface Options {
  steps: Pick<FileSteps, 'change'>;
  ask: Ask;
  /** The draft has these files now. */
  onPut(puts: readonly FilePut[]): void;
}

type Files = readonly NewFile[];

/** Puts files of this computer into the draft, as a job that the page shows. */
export function usePutFiles({ steps, ask, onPut }: Options) {
  const { digestBlob } = useActions();
  const { state, run, cancel } = useJob();
  /** Starting a job cancels the one before it, which may still be reading large files: each waits for the last. */
  const [gate] = useState(() => new Gate(1));

  /** What a search through files finds. Undefined where it is canceled, or cannot be read. */
  async function found<T>(search: (options: JobOptions) => Promise<T>): Promise<T | undefined> {
    let result: T | undefined;
    await run(async (options) => {
      result = await search(options);
    });
    return result;
  }

  /** The files to add, unchanged or without the places in photos. Undefined if none are added. */
  async function withAskedPhotos(files: Files, act: PutAct): Promise<Files | undefined> {
    const blobs = files.map(({ file }) => file);
    const photos = await found(({ signal }) => photosIn(blobs, { signal }));
    if (!photos || ![...photos.values()].some(asksFirst)) return photos && files;
    const named = [...photos].map(([at, told]) => ({ name: files[at]?.path ?? '', told }));
    const isCut = await ask<boolean>('Where photos were taken', 560, (answer) => (
      <PhotoQuestion act={act} photos={named} onAnswer={answer} />
    ));
    if (!isCut) return isCut === undefined ? undefined : files;
    return files.map(({ path, file }, at) => ({ path, file: photos.get(at)?.cut ?? file }));
  }

  /** The files without those left out because they may contain secrets. Undefined if all are. */
  async function withAskedSecrets(files: Files, act: PutAct): Promise<Files | undefined> {
    const searched = files.map(({ path, file }) => ({
      path,
      size: file.size,
      read: async () => new Uint8Array(await file.arrayBuffer()),
    }));
    const search = await found(async ({ signal }) => {
      const { searchSecrets } = await import('../../../model/secret/secret-search.ts');
      return searchSecrets(searched, signal);
    });
    const suspects = files.flatMap(({ path }) => {
      const secrets = search?.found.get(path);
      return secrets ? { path, secrets } : [];
    });
    if (suspects.length === 0) return search && files;
    const leftOut = await ask<ReadonlySet<string>>('Files that may contain secrets', 640, (answer) => (
      <SecretsForm act={act} files={suspects} others={files.length - suspects.length} onAnswer={answer} />
    ));
    return leftOut && files.filter(({ path }) => !leftOut.has(path));
  }

  async function put(given: Files, nameOf: (files: Files) => string, act: PutAct): Promise<void> {
    const wanted = await withAskedSecrets(given, act);
    const files = wanted && (await withAskedPhotos(wanted, act));
    if (!files) return;
    await run(async (options) => {
      const blobs = files.map(({ file }) => file);
      const contents = await digestedContents(blobs, digestBlob, options);
      const puts = files.map(({ path }, at): FilePut => ({ kind: 'put', path, ...(contents[at] as { blob: Blob }) }));
      await steps.change(puts, nameOf(files));
      onPut(puts);
    });
  }

  return {
    state,
    cancel,
    /**
     * Puts files at paths. Asks first where photos say where they were taken, and where files may contain secrets. The
     * hashes of large ones are computed. Never rejects.
     *
     * @param nameOf as Undo calls it, of the files that are put
     */
    put: (...given: Parameters<typeof put>) => gate.run(() => put(...given)),
  };
}
