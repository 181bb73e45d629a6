import { throwIfAborted } from '../base/abort.ts';
import { InternalError, TooLargeError } from '../base/errors.ts';
import { MAX_ENVELOPE_BINS, MAX_WINDOW_READ } from '../base/limits.ts';
import { pacer } from '../codec/pause.ts';
import type { NumericValues } from './elements.ts';
import { planePart, type TensorPlane } from './mapping.ts';
import { checkPlane, readPlane } from './plane.ts';
import type { TensorReader } from './values.ts';

/**
 * What a line is drawn by where it has more points than the screen: the least and the greatest finite value of each
 * stretch of it, and where they are, so that no outlier is lost. Stretch `bin` holds the points from `start + bin *
 * size` on, `size` of them; the last one ends at `end`.
 */
export interface Envelope {
  start: number;
  end: number;
  size: number;
  /** NaN of a stretch without a finite value. */
  min: Float64Array;
  max: Float64Array;
  /** The first point with this value. */
  minAt: Float64Array;
  maxAt: Float64Array;
  /** How many points are no finite numbers. */
  nan: Uint32Array;
  positiveInfinite: Uint32Array;
  negativeInfinite: Uint32Array;
}

/** The numbers of a line: a part of an array. */
export interface LineValues {
  values: Exclude<NumericValues, BigInt64Array | BigUint64Array>;
  /** Where point 0 is, and how far from it the next one. */
  offset: number;
  step: number;
}

/** An envelope of points `start` to `end`, half-open, that has no values yet. */
function emptyEnvelope(start: number, end: number, size: number): Envelope {
  const bins = Math.ceil((end - start) / size);
  return {
    start,
    end,
    size,
    min: new Float64Array(bins).fill(Number.NaN),
    max: new Float64Array(bins).fill(Number.NaN),
    minAt: new Float64Array(bins),
    maxAt: new Float64Array(bins),
    nan: new Uint32Array(bins),
    positiveInfinite: new Uint32Array(bins),
    negativeInfinite: new Uint32Array(bins),
  };
}

/** Adds points `from` to `to` of a line to its envelope. Of equal values the one that is added first counts. */
function addToEnvelope(envelope: Envelope, { values, offset, step }: LineValues, from: number, to: number): void {
  const { start, size } = envelope;
  for (let at = from; at < to; ) {
    const bin = Math.floor((at - start) / size);
    const end = Math.min(to, start + (bin + 1) * size);
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    let [minAt, maxAt] = [-1, -1];
    for (let index = offset + at * step; at < end; at++, index += step) {
      const value = values[index] as number;
      if (value - value !== 0) countNotFinite(envelope, bin, value);
      else {
        if (value < min) {
          min = value;
          minAt = at;
        }
        if (value > max) {
          max = value;
          maxAt = at;
        }
      }
    }
    if (minAt >= 0) merge(envelope, bin, { min, max, minAt, maxAt });
  }
}

function countNotFinite({ nan, positiveInfinite, negativeInfinite }: Envelope, bin: number, value: number): void {
  const counts = Number.isNaN(value) ? nan : value > 0 ? positiveInfinite : negativeInfinite;
  counts[bin] = (counts[bin] as number) + 1;
}

/** Takes the extremes of some points into those of their stretch. */
function merge(
  envelope: Envelope,
  bin: number,
  { min, max, minAt, maxAt }: { min: number; max: number; minAt: number; maxAt: number },
): void {
  if (!((envelope.min[bin] as number) <= min)) {
    envelope.min[bin] = min;
    envelope.minAt[bin] = minAt;
  }
  if (!((envelope.max[bin] as number) >= max)) {
    envelope.max[bin] = max;
    envelope.maxAt[bin] = maxAt;
  }
}

/** The envelope of points `start` to `end`, half-open, in stretches of `size`. */
export function envelopeOf(line: LineValues, start: number, end: number, size: number): Envelope {
  const envelope = emptyEnvelope(start, end, size);
  addToEnvelope(envelope, line, start, end);
  return envelope;
}

/**
 * The same line in longer stretches. Those of the result are whole ones of the given envelope, so that it begins at or
 * before `start`, and ends at or after `end`.
 *
 * @param times how many stretches become one
 */
export function coarser(fine: Envelope, start: number, end: number, times: number): Envelope {
  const size = fine.size * times;
  const first = Math.max(0, Math.floor((start - fine.start) / size)) * times;
  const last = Math.min(fine.min.length, Math.ceil((end - fine.start) / fine.size));
  const from = fine.start + first * fine.size;
  const result = emptyEnvelope(from, Math.max(from, Math.min(fine.end, fine.start + last * fine.size)), size);
  for (let at = first; at < last; at++) {
    const bin = Math.floor((at - first) / times);
    for (const name of ['nan', 'positiveInfinite', 'negativeInfinite'] as const)
      result[name][bin] = (result[name][bin] as number) + (fine[name][at] as number);
    const [min, max] = [fine.min[at] as number, fine.max[at] as number];
    if (Number.isNaN(min)) continue;
    merge(result, bin, { min, max, minAt: fine.minAt[at] as number, maxAt: fine.maxAt[at] as number });
  }
  return result;
}

const TWO_TO_32 = 2 ** 32;

/** Numbers for drawing: 64-bit integers as the nearest float64. By halves: one bigint after the other takes ten times as long. */
export function drawnNumbers(values: NumericValues): LineValues['values'] {
  if (!(values instanceof BigInt64Array || values instanceof BigUint64Array)) return values;
  const lows = new Uint32Array(values.buffer, values.byteOffset, values.length * 2);
  const highs =
    values instanceof BigInt64Array ? new Int32Array(values.buffer, values.byteOffset, values.length * 2) : lows;
  return Float64Array.from(
    values,
    (_, index) => (highs[2 * index + 1] as number) * TWO_TO_32 + (lows[2 * index] as number),
  );
}

/** Which points of lines are asked for, half-open, and how many make a stretch. */
export interface EnvelopeAsk {
  start: number;
  end: number;
  size: number;
}

/**
 * The envelopes of the rows of a plane, read in parts in the order in which they lie in the file: nothing of the tensor
 * is kept. Rejects as `readPlane`, with `source/too-large` above `MAX_ENVELOPE_BINS`, and with `internal/bug` for texts.
 */
export async function readEnvelopes(
  reader: TensorReader,
  plane: TensorPlane,
  { start, end, size }: EnvelopeAsk,
  options: { signal?: AbortSignal | undefined; onProgress?: (done: number, total: number) => void } = {},
): Promise<Envelope[]> {
  const { rows, columns, rowStride, columnStride } = plane;
  const { signal, onProgress } = options;
  checkPlane(plane, reader.count);
  if (![start, end, size].every(Number.isSafeInteger) || start < 0 || start > end || end > columns || size < 1)
    throw new InternalError('internal/bug', 'The requested points are outside the line.');
  const bins = rows * Math.ceil((end - start) / size);
  if (bins > MAX_ENVELOPE_BINS)
    throw new TooLargeError('source/too-large', 'More points were asked for than are drawn at once.', {
      limit: MAX_ENVELOPE_BINS,
      actual: bins,
    });
  const envelopes = Array.from({ length: rows }, () => emptyEnvelope(start, end, size));
  // Lines that lie one after the other are read one by one, those that are interleaved together.
  const isApart = Math.abs(rowStride) >= Math.abs(columnStride) * columns;
  const together = isApart ? 1 : rows;
  const groups = Array.from({ length: rows / together }, (_, group) => group * together);
  if (isApart && rowStride < 0) groups.reverse();
  const part = Math.max(1, Math.floor((4 * MAX_WINDOW_READ) / together));
  const total = rows * (end - start);
  const pace = pacer();
  let done = 0;
  for (const row of groups) {
    for (let at = 0; at < end - start; at += part) {
      throwIfAborted(signal);
      const length = Math.min(part, end - start - at);
      const from = columnStride < 0 ? end - at - length : start + at;
      const window = { rowStart: row, rowEnd: row + together, columnStart: from, columnEnd: from + length };
      const read = await readPlane(reader, planePart(plane, window), signal);
      if (Array.isArray(read)) throw new InternalError('internal/bug', 'The tensor does not hold real numbers.');
      const values = drawnNumbers(read as NumericValues);
      for (let line = 0; line < together; line++)
        addToEnvelope(
          envelopes[row + line] as Envelope,
          { values, offset: line * length - from, step: 1 },
          from,
          from + length,
        );
      done += together * length;
      onProgress?.(done, total);
      // As in `shrinkPlane`.
      const pause = pace();
      if (pause) await pause;
    }
  }
  return envelopes;
}
