import type { ByteSource } from '../source/source.ts';
import { chunksOf } from '../source/stream.ts';
import { elementGroup, type NumericDtype } from './dtype.ts';

/** Elements from 0 to `count` in stretches of `step`, half-open. */
export function* stretchesOf(count: number, step: number): Generator<[start: number, end: number]> {
  for (let start = 0; start < count; start += step) yield [start, Math.min(count, start + step)];
}

/**
 * Bytes as they come, in pieces of whole groups of `width` bytes. A piece belongs to the caller until the next one is
 * asked for. The last one has what is left: of packed elements, those that fill no group.
 */
export async function* wholePieces(pieces: AsyncIterable<Uint8Array>, width: number): AsyncGenerator<Uint8Array> {
  /** The first bytes of a group that ends in the next piece: the first `left` of these. */
  const group = new Uint8Array(width);
  let left = 0;
  for await (const piece of pieces) {
    let at = 0;
    if (left > 0) {
      at = Math.min(width - left, piece.length);
      group.set(piece.subarray(0, at), left);
      left += at;
      if (left < width) continue;
      yield group;
    }
    left = (piece.length - at) % width;
    if (piece.length - left > at) yield piece.subarray(at, piece.length - left);
    group.set(piece.subarray(piece.length - left));
  }
  if (left > 0) yield group.subarray(0, left);
}

/** All bytes of a source, in the fastest way that it has. A piece is valid until the next one is asked for. */
export function allPieces(data: ByteSource, signal?: AbortSignal): AsyncIterable<Uint8Array> {
  return data.pieces?.(0, data.size, signal) ?? chunksOf(data.stream(0, data.size, signal));
}

/**
 * The bytes of numbers from the first to the last, in pieces of whole elements, and of packed ones of `elementGroup`. A
 * piece belongs to the caller until the next one is asked for. Leaving the loop closes what the pieces come from: a
 * decoder, or a connection.
 */
export function elementPieces(data: ByteSource, dtype: NumericDtype, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  return wholePieces(allPieces(data, signal), elementGroup(dtype).bytes);
}
