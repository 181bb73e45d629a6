import { concatBytes } from '../base/bytes.ts';
import { type ByteSource, checkRange } from '../source/source.ts';
import { chunksOf, streamOf } from '../source/stream.ts';

/** Which byte of an element comes first: the least significant (`little`) or the most significant (`big`). */
export type ByteOrder = 'little' | 'big';

/** Reverses the bytes of each element of `width` bytes, in place. */
function swapBytes(bytes: Uint8Array, width: number): void {
  for (let start = 0; start + width <= bytes.length; start += width) {
    for (let low = start, high = start + width - 1; low < high; low++, high--) {
      const byte = bytes[low] as number;
      bytes[low] = bytes[high] as number;
      bytes[high] = byte;
    }
  }
}

/**
 * Gives big-endian elements of `width` bytes as little-endian ones. The new source has the same size. Any range of
 * bytes can be read from it; it reads whole elements from `source`.
 */
export function littleEndianSource(source: ByteSource, width: number): ByteSource {
  if (width === 1) return source;
  const firstOf = (start: number) => start - (start % width);
  const lastOf = (end: number) => Math.min(source.size, firstOf(end + width - 1));
  return {
    name: source.name,
    size: source.size,
    async read(start, end, signal) {
      checkRange(source, start, end);
      const first = firstOf(start);
      const bytes = await source.read(first, lastOf(end), signal);
      swapBytes(bytes, width);
      return bytes.subarray(start - first, end - first);
    },
    stream(start, end, signal) {
      return streamOf(async function* (inner) {
        checkRange(source, start, end);
        /** Where the next chunk begins in the source. */
        let at = firstOf(start);
        /** The first bytes of an element that ends in the next chunk. */
        let rest: Uint8Array = new Uint8Array(0);
        for await (const chunk of chunksOf(source.stream(at, lastOf(end), inner))) {
          // Always a copy: the chunk may be a view of memory that the source keeps.
          const bytes = concatBytes([rest, chunk]);
          const whole = bytes.length - (bytes.length % width);
          rest = bytes.slice(whole);
          swapBytes(bytes.subarray(0, whole), width);
          const wanted = bytes.subarray(Math.max(0, start - at), Math.min(whole, end - at));
          at += whole;
          if (wanted.length > 0) yield wanted;
        }
      }, signal);
    },
  };
}
