import { throwIfAborted } from '../../base/abort.ts';
import { STREAM_CHUNK } from '../../base/limits.ts';
import { createSha256 } from '../../codec/sha256.ts';
import type { ByteSource } from '../../source/source.ts';
import type { CallOptions } from '../protocol.ts';

/** Bytes gathered before they become a Blob, which browsers keep on disk once there are many. */
const PIECE = 4 * STREAM_CHUNK;

/** Bytes of a shared buffer are copied: Blobs and file streams take only those of plain ones. */
export function plainBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer ? (bytes as Uint8Array<ArrayBuffer>) : bytes.slice();
}

/** Builds a Blob of bytes that come one after the other, and does not hold them all in memory. */
export class BlobBuilder {
  readonly #blobs: Blob[] = [];
  #parts: Uint8Array<ArrayBuffer>[] = [];
  #gathered = 0;
  #size = 0;

  /** Bytes so far. */
  get size(): number {
    return this.#size;
  }

  /** Takes the next bytes. Nobody may change them afterwards. */
  add(bytes: Uint8Array): void {
    this.#parts.push(plainBytes(bytes));
    this.#gathered += bytes.length;
    this.#size += bytes.length;
    if (this.#gathered < PIECE) return;
    this.#blobs.push(new Blob(this.#parts));
    this.#parts = [];
    this.#gathered = 0;
  }

  finish(type: string): Blob {
    return new Blob([...this.#blobs, ...this.#parts], { type });
  }
}

/**
 * A whole source as a Blob of `type`, after every byte was streamed through: an archive's sources check the declared
 * size and CRC-32 on the way and reject with `zip/…`. Of a stretch of a local file, the Blob is a slice of that file,
 * and no byte is kept; of other sources it is built from the stream. Honors the signal. Reports progress in bytes.
 */
export async function checkedBlob(source: ByteSource, type: string, options: CallOptions = {}): Promise<Blob> {
  return gather(source, type, options, () => {});
}

/** As `checkedBlob`, with the SHA-256 of these bytes: 64 lower-case hexadecimal digits. */
export async function hashedBlob(
  source: ByteSource,
  type: string,
  options: CallOptions = {},
): Promise<{ blob: Blob; sha256: string }> {
  const hash = await createSha256();
  const blob = await gather(source, type, options, (bytes) => hash.update(bytes));
  return { blob, sha256: hash.digest() };
}

async function gather(
  source: ByteSource,
  type: string,
  options: CallOptions,
  look: (bytes: Uint8Array) => void,
): Promise<Blob> {
  let slice: Blob | undefined;
  const builder = new BlobBuilder();
  await readThrough(source, options, (bytes, at) => {
    look(bytes);
    // An archive knows where an entry's data lies only once it has begun to read it.
    if (at === 0) slice = source.blob?.(0, source.size);
    if (!slice) builder.add(bytes);
  });
  return slice ? slice.slice(0, slice.size, type) : builder.finish(type);
}

/**
 * The SHA-256 of all bytes of a source: 64 lower-case hexadecimal digits. Checks them, honors the signal and reports
 * progress as `checkedBlob` does, and keeps none.
 */
export async function digestSource(source: ByteSource, options: CallOptions = {}): Promise<string> {
  const hash = await createSha256();
  await readThrough(source, options, (bytes) => hash.update(bytes));
  return hash.digest();
}

/** Streams every byte of a source. `consume` gets them in order, with the place of the first. */
async function readThrough(
  source: ByteSource,
  { signal, onProgress }: CallOptions,
  consume: (bytes: Uint8Array, at: number) => void,
): Promise<void> {
  const total = source.size;
  let done = 0;
  const reader = source.stream(0, total, signal).getReader();
  try {
    for (;;) {
      const { done: finished, value } = await reader.read();
      throwIfAborted(signal);
      if (finished) break;
      consume(value, done);
      done += value.length;
      onProgress?.({ done, total });
    }
  } catch (error) {
    // The stream may hold a decoder or a connection. Nobody else frees it.
    await reader.cancel(error).catch(() => {});
    throw error;
  }
}
