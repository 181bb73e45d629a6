import { concatBytes } from '../base/bytes.ts';
import type { ByteSource } from '../source/source.ts';
import { chunksOf } from '../source/stream.ts';
import { elementGroup, type NumericDtype } from './dtype.ts';

/** Elements from 0 to `count` in stretches of `step`, half-open. */
export function* stretchesOf(count: number, step: number): Generator<[start: number, end: number]> {
  for (let start = 0; start < count; start += step) yield [start, Math.min(count, start + step)];
}

/**
 * The bytes of numbers from the first to the last, in pieces of whole elements, and of packed ones of `elementGroup`. A
 * piece belongs to the caller until the next one is asked for. Leaving the loop closes what the pieces come from: a
 * decoder, or a connection.
 */
export async function* elementPieces(
  data: ByteSource,
  dtype: NumericDtype,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const { bytes: width } = elementGroup(dtype);
  /** The first bytes of an element that ends in the next piece, or of a byte that holds parts of two. */
  let rest: Uint8Array = new Uint8Array(0);
  for await (const piece of data.pieces?.(0, data.size, signal) ?? chunksOf(data.stream(0, data.size, signal))) {
    const bytes = rest.length > 0 ? concatBytes([rest, piece]) : piece;
    const whole = bytes.length - (bytes.length % width);
    rest = bytes.slice(whole);
    yield whole === bytes.length ? bytes : bytes.subarray(0, whole);
  }
}
