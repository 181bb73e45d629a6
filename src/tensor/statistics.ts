import { throwIfAborted } from '../base/abort.ts';
import { concatBytes } from '../base/bytes.ts';
import { InternalError } from '../base/errors.ts';
import { pacer } from '../codec/pause.ts';
import type { ByteSource } from '../source/source.ts';
import { chunksOf } from '../source/stream.ts';
import { DTYPES, elementGroup, isNumericDtype, type NumericDtype } from './dtype.ts';
import { decodeElements, elementText, type NumericValues } from './elements.ts';
import { hasFewPatterns, PatternGatherer } from './pattern-statistics.ts';
import type { TensorReader, TensorStatistics } from './values.ts';

/**
 * Elements that are summed as one block. The sum of so few stays exact for integers of 32 bits (2^12 · 2^32 < 2^53).
 * Merging the blocks afterwards avoids the rounding error of long sums.
 */
const BLOCK = 4096;

/**
 * Squares of float64 values above this may overflow, alone or summed. They are then computed on values scaled by
 * `SCALE`, which loses no visible precision.
 */
const HUGE = 2 ** 500;
const SCALE = 2 ** -600;

/** Gathers statistics from one stretch of values after another. */
export class StatisticsGatherer {
  readonly #dtype: NumericDtype;
  #count = 0;
  #nan = 0;
  #infinite = 0;
  #zeros = 0;
  #min: number | bigint | undefined;
  #max: number | bigint | undefined;
  #sum = 0n;
  /**
   * Count, mean and sum of squared deviations of the finite values so far. The mean is multiplied by `#scale`, the sum
   * by the square of `#scale`.
   */
  #finite = 0;
  #mean = 0;
  #squares = 0;
  #scale = 1;

  constructor(dtype: NumericDtype) {
    this.#dtype = dtype;
  }

  /** Adds the next values, and does not keep them. */
  add(values: NumericValues): void {
    this.#count += values.length;
    for (let at = 0; at < values.length; at += BLOCK) {
      const end = Math.min(at + BLOCK, values.length);
      if (values instanceof BigInt64Array || values instanceof BigUint64Array) this.#addBig(values.subarray(at, end));
      else this.#addNumbers(values.subarray(at, end));
    }
  }

  #addNumbers(block: Exclude<NumericValues, BigInt64Array | BigUint64Array>): void {
    const isFloat = block instanceof Float32Array || block instanceof Float64Array;
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    let finite = 0;
    let sum = 0;
    // By index: `for…of` over several kinds of typed arrays takes twice as long.
    const length = block.length;
    for (let index = 0; index < length; index++) {
      const value = block[index] as number;
      if (isFloat && !Number.isFinite(value)) {
        if (Number.isNaN(value)) this.#nan++;
        else this.#infinite++;
        continue;
      }
      finite++;
      if (value === 0) this.#zeros++;
      sum += value;
      if (value < min) min = value;
      if (value > max) max = value;
    }
    if (finite === 0) return;
    if (this.#min === undefined || min < this.#min) this.#min = min;
    if (this.#max === undefined || max > this.#max) this.#max = max;
    if (!isFloat) this.#sum += BigInt(sum);
    this.#rescale(Math.max(-min, max));
    const scale = this.#scale;
    if (scale !== 1) {
      sum = 0;
      for (const value of block) if (Number.isFinite(value)) sum += value * scale;
    }
    const mean = sum / finite;
    let squares = 0;
    for (let index = 0; index < length; index++) {
      const value = block[index] as number;
      if (isFloat && !Number.isFinite(value)) continue;
      const deviation = value * scale - mean;
      squares += deviation * deviation;
    }
    this.#merge(finite, mean, squares);
  }

  /** Reads 64-bit integers as two halves of 32 bits: adding bigints one by one takes ten times as long. */
  #addBig(block: BigInt64Array | BigUint64Array): void {
    const halves = new Uint32Array(block.buffer, block.byteOffset, block.length * 2);
    const signed = block instanceof BigInt64Array;
    let lowSum = 0;
    let highSum = 0;
    let min = 0;
    let max = 0;
    const high = (index: number) =>
      signed ? (halves[2 * index + 1] as number) | 0 : (halves[2 * index + 1] as number);
    const low = (index: number) => halves[2 * index] as number;
    const less = (a: number, b: number) => high(a) < high(b) || (high(a) === high(b) && low(a) < low(b));
    for (let index = 0; index < block.length; index++) {
      if (low(index) === 0 && high(index) === 0) this.#zeros++;
      lowSum += low(index);
      highSum += high(index);
      if (less(index, min)) min = index;
      if (less(max, index)) max = index;
    }
    const smallest = block[min] as bigint;
    const largest = block[max] as bigint;
    if (this.#min === undefined || smallest < this.#min) this.#min = smallest;
    if (this.#max === undefined || largest > this.#max) this.#max = largest;
    this.#sum += (BigInt(highSum) << 32n) + BigInt(lowSum);
    const mean = (highSum * 2 ** 32 + lowSum) / block.length;
    let squares = 0;
    for (let index = 0; index < block.length; index++) {
      const deviation = high(index) * 2 ** 32 + low(index) - mean;
      squares += deviation * deviation;
    }
    this.#merge(block.length, mean, squares);
  }

  #rescale(magnitude: number): void {
    if (this.#scale !== 1 || magnitude <= HUGE) return;
    this.#scale = SCALE;
    this.#mean *= SCALE;
    this.#squares *= SCALE;
    this.#squares *= SCALE;
  }

  /** Merges another part into the statistics (Chan, Golub and LeVeque 1979). */
  #merge(count: number, mean: number, squares: number): void {
    const total = this.#finite + count;
    const delta = mean - this.#mean;
    this.#mean += delta * (count / total);
    this.#squares += squares + delta * delta * ((this.#finite / total) * count);
    this.#finite = total;
  }

  /** The statistics of all values so far. */
  result(): TensorStatistics {
    const result: TensorStatistics = {
      count: this.#count,
      nan: this.#nan,
      infinite: this.#infinite,
      zeros: this.#zeros,
    };
    if (this.#min === undefined || this.#max === undefined) return result;
    result.min = elementText(this.#min);
    result.max = elementText(this.#max);
    if (DTYPES[this.#dtype].kind !== 'float') {
      result.sum = String(this.#sum);
      result.mean = Number(this.#sum) / this.#finite;
    } else {
      result.mean = this.#mean / this.#scale;
    }
    result.std = Math.sqrt(this.#squares / this.#finite) / this.#scale;
    return result;
  }
}

/**
 * Statistics over a whole numeric tensor, which is streamed. `onProgress` gets the bytes done and the total. Rejects
 * with what the reader rejects with, and with `internal/bug` where the tensor is not numeric.
 */
export async function tensorStatistics(
  reader: TensorReader,
  options: { signal?: AbortSignal | undefined; onProgress?: ((done: number, total: number) => void) | undefined } = {},
): Promise<TensorStatistics> {
  const { dtype } = reader;
  const data = reader.columnMajor ?? reader.data;
  const { signal } = options;
  if (!isNumericDtype(dtype) || !data) {
    throw new InternalError('internal/bug', 'Only numbers have statistics.');
  }
  // A chunk may end within an element, or within a byte that holds parts of two.
  const { bytes: width } = elementGroup(dtype);
  const total = data.size;
  const gatherer = byteGatherer(dtype);
  let done = 0;
  const pace = pacer();
  /** The first bytes of an element that ends in the next chunk. */
  let rest: Uint8Array = new Uint8Array(0);
  // Leaving the loop also closes what the pieces come from: a decoder, or a connection.
  for await (const piece of piecesOf(data, signal)) {
    throwIfAborted(signal);
    const bytes = rest.length > 0 ? concatBytes([rest, piece]) : piece;
    const whole = bytes.length - (bytes.length % width);
    done += piece.length;
    const last = bytes.slice(whole);
    gatherer.add(bytes.subarray(0, whole));
    rest = last;
    options.onProgress?.(done, total);
    // A source in memory answers at once, so no message that cancels could arrive without this pause.
    const pause = pace();
    if (pause) await pause;
  }
  throwIfAborted(signal);
  return gatherer.result();
}

/** Gathers statistics from the bytes of whole elements. May change the bytes, but does not keep them. */
function byteGatherer(dtype: NumericDtype): Pick<PatternGatherer, 'add' | 'result'> {
  if (hasFewPatterns(dtype)) return new PatternGatherer(dtype);
  const gatherer = new StatisticsGatherer(dtype);
  return {
    add: (bytes) => gatherer.add(decodeElements(dtype, bytes)),
    result: () => gatherer.result(),
  };
}

/** The data from its first byte to its last. A piece is valid until the next one. */
function piecesOf(data: ByteSource, signal: AbortSignal | undefined): AsyncIterable<Uint8Array> {
  return data.pieces?.(0, data.size, signal) ?? chunksOf(data.stream(0, data.size, signal));
}
