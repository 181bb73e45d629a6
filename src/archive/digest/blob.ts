import { throwIfAborted } from '../../base/abort.ts';
import { addedFileChanged } from '../../base/added-file.ts';
import { fromErrorData } from '../../base/errors.ts';
import type { FileDigest } from '../../base/file-digest.ts';
import type { DigestResult, DigestRunner } from './job.ts';
import { inThreadDigests } from './runner.ts';

/** A Blob up to this size is held whole, for `crypto.subtle`, which is faster and cannot stream. */
const MAX_WHOLE = 8 * 1024 * 1024;

/**
 * Reads a Blob once, and gives its SHA-256 and CRC-32. Rejects with `source/changed` where it is a file of the disk that
 * has changed or vanished.
 *
 * @param onBytes the bytes that were read so far
 * @param threads other threads, for a large Blob: while one of them hashes it, which takes most of the time, another
 *   one reads it and computes the CRC-32. They take a tenth of a second to start. Without them, this thread does all
 */
export async function digestBlob(
  blob: Blob & { readonly name?: string },
  signal?: AbortSignal,
  onBytes?: (done: number) => void,
  threads: DigestRunner = inThreadDigests(undefined, MAX_WHOLE),
): Promise<FileDigest> {
  throwIfAborted(signal);
  const { size, name: path = 'file' } = blob;
  let result: DigestResult | undefined;
  const job = { path, size, storedSize: size, codec: 'stored', blob, wantsCrc32: true } as const;
  const onDigest = (found: DigestResult) => {
    result = found;
  };
  await threads.run([job], { signal, onDigest, onBytes });
  const { sha256, crc32, error } = result as DigestResult;
  // A Blob is not compressed: all that can be wrong is that it does not have the bytes that it had.
  if (sha256 === undefined || crc32 === undefined)
    throw addedFileChanged(blob, { cause: error && fromErrorData(error) });
  return { sha256, crc32 };
}
