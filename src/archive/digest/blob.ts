import { throwIfAborted } from '../../base/abort.ts';
import { addedFileChanged } from '../../base/added-file.ts';
import { fromErrorData, NetworkError } from '../../base/errors.ts';
import type { FileDigest } from '../../base/file-digest.ts';
import { crc32 } from '../../codec/crc32.ts';
import { pacer } from '../../codec/pause.ts';
import { createSha256, sha256 } from '../../codec/sha256.ts';
import { blobPieces, fileSource } from '../../source/file.ts';
import type { DigestResult, DigestRunner } from './job.ts';

/** A Blob up to this size is read at once, for `crypto.subtle`, which is faster and cannot stream. */
const MAX_WHOLE = 8 * 1024 * 1024;

/**
 * Reads a Blob once in this thread, and gives its SHA-256 and CRC-32. Rejects with `source/changed` where it is a file
 * of the disk that has changed or vanished.
 *
 * @param onBytes the bytes that were read so far
 */
export async function digestBlob(
  blob: Blob & { readonly name?: string },
  signal?: AbortSignal,
  onBytes?: (done: number) => void,
): Promise<FileDigest> {
  throwIfAborted(signal);
  try {
    if (blob.size > MAX_WHOLE) return await streamed(blob, signal, onBytes);
    const bytes = await fileSource(blob).read(0, blob.size, signal);
    onBytes?.(bytes.length);
    return { crc32: crc32(bytes), sha256: await sha256(bytes) };
  } catch (error) {
    throw error instanceof NetworkError ? addedFileChanged(blob, { cause: error }) : error;
  }
}

/**
 * As `digestBlob`, on other threads: while one of them hashes a large Blob, which takes most of the time, another one
 * reads it and computes the CRC-32. They take a tenth of a second to start.
 */
export async function digestBlobOn(
  threads: DigestRunner,
  blob: Blob & { readonly name?: string },
  signal?: AbortSignal,
  onBytes?: (done: number) => void,
): Promise<FileDigest> {
  const { size, name: path = 'file' } = blob;
  let result: DigestResult | undefined;
  const job = { path, size, storedSize: size, codec: 'stored', blob, wantsCrc32: true } as const;
  const onDigest = (found: DigestResult) => {
    result = found;
  };
  await threads.run([job], { signal, onDigest, onBytes });
  const { sha256: hash, crc32: checksum, error } = result as DigestResult;
  // A Blob is not compressed: all that can be wrong is that it does not have the bytes that it had.
  if (hash === undefined || checksum === undefined)
    throw addedFileChanged(blob, { cause: error && fromErrorData(error) });
  return { sha256: hash, crc32: checksum };
}

async function streamed(
  blob: Blob & { readonly name?: string },
  signal: AbortSignal | undefined,
  onBytes: ((done: number) => void) | undefined,
): Promise<FileDigest> {
  const hash = await createSha256();
  const pace = pacer();
  let checksum = 0;
  let done = 0;
  for await (const piece of blobPieces(blob, blob.name ?? 'file', signal)) {
    hash.update(piece);
    checksum = crc32(piece, checksum);
    done += piece.length;
    onBytes?.(done);
    const pause = pace();
    if (pause) await pause;
    throwIfAborted(signal);
  }
  return { crc32: checksum, sha256: hash.digest() };
}
