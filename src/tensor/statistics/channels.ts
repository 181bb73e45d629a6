import { InternalError, TooLargeError } from '../../base/errors.ts';
import { toFloats } from '../compare/whole.ts';
import { type NumericValues, viewElements } from '../elements.ts';
import { elementCount, type Shape } from '../shape.ts';
import type { TensorReader } from '../values.ts';
import { type GatherOptions, gatherTensor, numericDtype } from './statistics.ts';

/** Indices of a dimension that have statistics of their own: a list of more is one that nobody reads. */
export const MAX_CHANNELS = 2 ** 17;

/**
 * Statistics of each index along a dimension, over its finite values: an item for each. 64-bit integers are the nearest
 * float64. `min` is infinite and `max` minus infinite where nothing is finite, `mean` and `std` are then NaN.
 */
export interface ChannelStatistics {
  /** Elements of each. */
  count: number;
  min: Float64Array;
  max: Float64Array;
  mean: Float64Array;
  std: Float64Array;
  nan: Float64Array;
  infinite: Float64Array;
  zeros: Float64Array;
}

/**
 * Statistics of each index along a dimension of a numeric tensor, in one pass. Reports progress in bytes. Rejects as
 * reading does, with `source/too-large` above `MAX_CHANNELS`, and with `internal/bug` for what has no such dimension.
 */
export async function channelStatistics(
  reader: TensorReader,
  shape: Shape,
  dimension: number,
  options: GatherOptions = {},
): Promise<ChannelStatistics> {
  const dtype = numericDtype(reader);
  if (!(dimension in shape)) throw new InternalError('internal/bug', 'The tensor has no such dimension.');
  const size = Number(shape[dimension]);
  if (size > MAX_CHANNELS)
    throw new TooLargeError('source/too-large', 'This dimension has too many indices for a list.', {
      limit: MAX_CHANNELS,
      actual: size,
    });
  const faster = reader.columnMajor ? shape.slice(0, dimension) : shape.slice(dimension + 1);
  const gatherer = new ChannelGatherer(size, Number(elementCount(faster)));
  await gatherTensor(reader, { add: (bytes, first) => gatherer.add(viewElements(dtype, bytes), first) }, options);
  return gatherer.result(size > 0 ? reader.count / size : 0);
}

class ChannelGatherer {
  readonly #size: number;
  /** Elements that follow each other as they are stored before the next index comes. */
  readonly #run: number;
  readonly #min: Float64Array;
  readonly #max: Float64Array;
  readonly #nan: Float64Array;
  readonly #infinite: Float64Array;
  readonly #zeros: Float64Array;
  readonly #finite: Float64Array;
  /** Of the finite values: their mean and the sum of squared deviations from it (Welford 1962). */
  readonly #mean: Float64Array;
  readonly #squares: Float64Array;

  constructor(size: number, run: number) {
    this.#size = size;
    this.#run = run;
    this.#min = new Float64Array(size).fill(Number.POSITIVE_INFINITY);
    this.#max = new Float64Array(size).fill(Number.NEGATIVE_INFINITY);
    this.#nan = new Float64Array(size);
    this.#infinite = new Float64Array(size);
    this.#zeros = new Float64Array(size);
    this.#finite = new Float64Array(size);
    this.#mean = new Float64Array(size);
    this.#squares = new Float64Array(size);
  }

  /** Adds elements that begin at `start`. */
  add(values: NumericValues, start: number): void {
    // As float64: a loop over several kinds of arrays takes twice as long.
    const numbers = new Float64Array(values.length);
    toFloats(values, numbers);
    let channel = Math.floor(start / this.#run) % this.#size;
    let left = this.#run - (start % this.#run);
    for (let at = 0; at < numbers.length; at++) {
      this.#addTo(channel, numbers[at] as number);
      if (--left > 0) continue;
      left = this.#run;
      channel = channel + 1 === this.#size ? 0 : channel + 1;
    }
  }

  #addTo(channel: number, value: number): void {
    if (value - value !== 0) {
      const other = Number.isNaN(value) ? this.#nan : this.#infinite;
      other[channel] = (other[channel] as number) + 1;
      return;
    }
    if (value === 0) this.#zeros[channel] = (this.#zeros[channel] as number) + 1;
    if (value < (this.#min[channel] as number)) this.#min[channel] = value;
    if (value > (this.#max[channel] as number)) this.#max[channel] = value;
    const count = (this.#finite[channel] as number) + 1;
    const mean = this.#mean[channel] as number;
    const delta = value - mean;
    const next = mean + delta / count;
    this.#finite[channel] = count;
    this.#mean[channel] = next;
    this.#squares[channel] = (this.#squares[channel] as number) + delta * (value - next);
  }

  result(count: number): ChannelStatistics {
    const finite = this.#finite;
    return {
      count,
      min: this.#min,
      max: this.#max,
      mean: this.#mean.map((mean, at) => (finite[at] === 0 ? Number.NaN : mean)),
      std: this.#squares.map((squares, at) => Math.sqrt(squares / (finite[at] as number))),
      nan: this.#nan,
      infinite: this.#infinite,
      zeros: this.#zeros,
    };
  }
}
