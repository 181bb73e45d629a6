import { type ByteSource, checkRange } from './source.ts';
import { chunksOf, streamOf } from './stream.ts';

/** A range of another source as a source of its own. Throws `source/out-of-range`. */
export function sliceSource(source: ByteSource, start: number, end: number, name = source.name): ByteSource {
  checkRange(source, start, end);
  const slice: ByteSource = {
    name,
    size: end - start,
    async read(from, to, signal) {
      checkRange(slice, from, to);
      return source.read(start + from, start + to, signal);
    },
    stream(from, to, signal) {
      return streamOf(async function* (inner) {
        checkRange(slice, from, to);
        yield* chunksOf(source.stream(start + from, start + to, inner));
      }, signal);
    },
    blob(from, to) {
      checkRange(slice, from, to);
      return source.blob?.(start + from, start + to);
    },
  };
  const pieces = source.pieces?.bind(source);
  if (pieces) {
    slice.pieces = (from, to, signal) => {
      checkRange(slice, from, to);
      return pieces(start + from, start + to, signal);
    };
  }
  return slice;
}
