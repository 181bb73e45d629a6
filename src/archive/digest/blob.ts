import { throwIfAborted } from '../../base/abort.ts';
import { NetworkError } from '../../base/errors.ts';
import { crc32 } from '../../codec/crc32.ts';
import { pacer } from '../../codec/pause.ts';
import { createSha256, hasSubtle, sha256 } from '../../codec/sha256.ts';
import { blobPieces, fileSource } from '../../source/file.ts';
import { addedFileChanged } from '../plan.ts';

/** A Blob up to this size is read at once, for `crypto.subtle`, which is faster and cannot stream. */
const MAX_WHOLE = 8 * 1024 * 1024;

export interface BlobDigest {
  /** 64 lower-case hexadecimal digits. */
  readonly sha256: string;
  /** As zip has it, unsigned. */
  readonly crc32: number;
}

/**
 * Reads a Blob once, and gives its SHA-256 and CRC-32. Rejects with `source/changed` where it is a file of the
 * disk that has changed or vanished.
 *
 * @param onBytes the bytes that were read so far
 */
export async function digestBlob(
  blob: Blob & { readonly name?: string },
  signal?: AbortSignal,
  onBytes?: (done: number) => void,
): Promise<BlobDigest> {
  throwIfAborted(signal);
  try {
    if (blob.size > MAX_WHOLE || !hasSubtle()) return await streamed(blob, signal, onBytes);
    const bytes = await fileSource(blob).read(0, blob.size, signal);
    onBytes?.(bytes.length);
    return { crc32: crc32(bytes), sha256: await sha256(bytes) };
  } catch (error) {
    throw error instanceof NetworkError ? addedFileChanged(blob, error) : error;
  }
}

async function streamed(
  blob: Blob & { readonly name?: string },
  signal: AbortSignal | undefined,
  onBytes: ((done: number) => void) | undefined,
): Promise<BlobDigest> {
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
