import { createSha256 } from '../../codec/sha256.ts';
import { BlobBuilder } from '../../source/blob-builder.ts';
import type { ByteSource } from '../../source/source.ts';
import type { CallOptions } from '../protocol.ts';
import { eachChunk } from './byte-sink.ts';

/**
 * A whole source as a Blob of `type`, after every byte was streamed through: an archive's sources check the declared
 * size and CRC-32 on the way and reject with `zip/…`. Of a stretch of a local file, the Blob is a slice of that file,
 * and no byte is kept; of other sources it is built from the stream. Honors the signal. Reports progress in bytes.
 *
 * @param look gets all bytes, in order
 */
export async function checkedBlob(
  source: ByteSource,
  type: string,
  options: CallOptions = {},
  look?: (bytes: Uint8Array) => void,
): Promise<Blob> {
  let slice: Blob | undefined;
  const builder = new BlobBuilder();
  await eachChunk(source, options, (bytes, at) => {
    look?.(bytes);
    // An archive knows where an entry's data lies only once it has begun to read it.
    if (at === 0) slice = source.blob?.(0, source.size);
    if (!slice) builder.add(bytes);
  });
  return slice ? slice.slice(0, slice.size, type) : builder.finish(type);
}

/** As `checkedBlob`, with the SHA-256 of these bytes: 64 lower-case hexadecimal digits. */
export async function hashedBlob(
  source: ByteSource,
  type: string,
  options: CallOptions = {},
): Promise<{ blob: Blob; sha256: string }> {
  const hash = await createSha256();
  const blob = await checkedBlob(source, type, options, (bytes) => hash.update(bytes));
  return { blob, sha256: hash.digest() };
}

/**
 * The SHA-256 of all bytes of a source: 64 lower-case hexadecimal digits. Checks them, honors the signal and reports
 * progress as `checkedBlob` does, and keeps none.
 */
export async function digestSource(source: ByteSource, options: CallOptions = {}): Promise<string> {
  const hash = await createSha256();
  await eachChunk(source, options, (bytes) => hash.update(bytes));
  return hash.digest();
}
