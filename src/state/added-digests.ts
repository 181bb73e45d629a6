import type { FileDigest } from '../base/file-digest.ts';
import { MAX_UNDIGESTED } from '../base/limits.ts';

interface Options {
  signal: AbortSignal;
  onProgress(progress: { done: number; total: number }): void;
}

/** Computes the digest of a file. Rejects when it is canceled. */
type DigestBlob = (blob: Blob, options: Options) => Promise<FileDigest>;

/**
 * What of a `FilePut` each of these files has beside its path: its bytes, and above `MAX_UNDIGESTED` their digest. One
 * is computed after the other. Progress is in bytes of all large ones. Rejects as `digestBlob`, and when it is
 * canceled.
 */
export async function digestedContents(
  blobs: readonly Blob[],
  digestBlob: DigestBlob,
  { signal, onProgress }: Options,
): Promise<{ blob: Blob; digest?: FileDigest }[]> {
  const total = blobs.reduce((sum, { size }) => sum + (size > MAX_UNDIGESTED ? size : 0), 0);
  let before = 0;
  const contents: { blob: Blob; digest?: FileDigest }[] = [];
  for (const blob of blobs) {
    signal.throwIfAborted();
    if (blob.size <= MAX_UNDIGESTED) {
      contents.push({ blob });
      continue;
    }
    const digest = await digestBlob(blob, {
      signal,
      onProgress: ({ done }) => onProgress({ done: before + done, total }),
    });
    before += blob.size;
    contents.push({ blob, digest });
  }
  signal.throwIfAborted();
  return contents;
}
