import { throwIfAborted } from '../base/abort.ts';
import { type ByteSource, checkRange } from './source.ts';
import { readAhead, streamOf } from './stream.ts';

/**
 * A source that reads each range by itself. Its streams read one piece ahead of their reader.
 *
 * @param read gives the bytes from `start` to before `end`, which are within `size`, as a copy that may be transferred
 */
export function rangedSource(name: string, size: number, read: ByteSource['read']): ByteSource {
  const source: ByteSource = {
    name,
    size,
    async read(start, end, signal) {
      throwIfAborted(signal);
      checkRange(source, start, end);
      return read(start, end, signal);
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
