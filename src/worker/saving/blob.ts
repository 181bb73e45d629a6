import { throwIfAborted } from '../../base/abort.ts';
import type { ByteSource } from '../../source/source.ts';
import type { CallOptions } from '../protocol.ts';
import { BlobBuilder } from './blob-builder.ts';

/**
 * A whole source as a Blob of `type`, after every byte was streamed through: an archive's sources check the declared size and CRC-32
 * on the way and reject with `zip/…`. Where the source is a stretch of a local file, the Blob is a slice of that file and no byte is
 * kept; else it is built from the stream. Honours the signal; reports bytes.
 */
export async function checkedBlob(source: ByteSource, type: string, options: CallOptions = {}): Promise<Blob> {
  const { signal, onProgress } = options;
  const total = source.size;
  let slice: Blob | undefined;
  const builder = new BlobBuilder();
  let done = 0;
  const reader = source.stream(0, total, signal).getReader();
  try {
    for (;;) {
      const { done: finished, value } = await reader.read();
      throwIfAborted(signal);
      if (finished) break;
      // An archive knows where an entry's data lies only once it has begun to read it.
      if (done === 0) slice = source.blob?.(0, total);
      done += value.length;
      onProgress?.({ done, total });
      if (!slice) builder.add(value);
    }
  } catch (error) {
    // The stream may hold a decoder or a connection; nobody else will let it go.
    await reader.cancel(error).catch(() => {});
    throw error;
  }
  return slice ? slice.slice(0, slice.size, type) : builder.finish(type);
}
