import type { FileDigest } from '../../base/file-digest.ts';
import { MAX_UNDIGESTED } from '../../base/limits.ts';
import type { FilePut } from '../../model/draft.ts';

interface Options {
  signal: AbortSignal;
  onProgress(progress: { done: number; total: number }): void;
}

/** Computes the digest of a file. Rejects when it is canceled. */
type DigestBlob = (blob: Blob, options: Options) => Promise<FileDigest>;

/**
 * The changes that put files at paths, with the digests of those above `MAX_UNDIGESTED`, one after the other. Progress is
 * in bytes of all of them. Rejects as `digestBlob`, and when it is canceled: then nothing is put.
 */
export async function digestedPuts(
  files: readonly { path: string; file: Blob }[],
  digestBlob: DigestBlob,
  { signal, onProgress }: Options,
): Promise<FilePut[]> {
  const total = files.reduce((sum, { file }) => sum + (file.size > MAX_UNDIGESTED ? file.size : 0), 0);
  let before = 0;
  const puts: FilePut[] = [];
  for (const { path, file } of files) {
    signal.throwIfAborted();
    if (file.size <= MAX_UNDIGESTED) {
      puts.push({ kind: 'put', path, blob: file });
      continue;
    }
    const digest = await digestBlob(file, {
      signal,
      onProgress: ({ done }) => onProgress({ done: before + done, total }),
    });
    before += file.size;
    puts.push({ kind: 'put', path, blob: file, digest });
  }
  signal.throwIfAborted();
  return puts;
}
