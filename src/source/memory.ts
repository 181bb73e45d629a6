import { throwIfAborted } from '../base/abort.ts';
import { checkRange } from './range.ts';
import type { ByteSource } from './source.ts';
import { readAhead, streamOf } from './stream.ts';

/** A source of bytes in memory. Reads return copies that may be transferred. `bytes` must not change. */
export function memorySource(name: string, bytes: Uint8Array): ByteSource {
  const source: ByteSource = {
    name,
    size: bytes.length,
    async read(start, end, signal) {
      throwIfAborted(signal);
      checkRange(source, start, end);
      return bytes.slice(start, end);
    },
    stream(start, end, signal) {
      return streamOf(async function* (inner) {
        checkRange(source, start, end);
        yield* readAhead(source, start, end, inner);
      }, signal);
    },
  };
  return source;
}
