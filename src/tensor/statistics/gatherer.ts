import { DTYPES, type NumericDtype } from '../dtype.ts';
import { areBig, elementText, type NumericValues } from '../elements.ts';
import type { TensorPlaces, TensorStatistics } from '../values.ts';
import { blockKernel } from './block-kernel.ts';
import { DistinctCounter, type DistinctPart } from './distinct.ts';
import { DistributionGatherer, type DistributionPart } from './distribution.ts';
import { BLOCK } from './kernel-module.ts';

/**
 * Squares of float64 values above this may overflow, alone or summed. They are then computed on values scaled by
 * `SCALE`, which loses no visible precision.
 */
const HUGE = 2 ** 500;
const SCALE = 2 ** -600;

/** Count, mean and sum of squared deviations of finite values. Scaled: the mean once, the sum of squares twice. */
interface Moments {
  count: number;
  mean: number;
  squares: number;
  scale: number;
}

/** What was gathered of some of the elements, as plain data for another thread. */
export interface StatisticsPart {
  count: number;
  zeros: number;
  min: number | bigint | undefined;
  max: number | bigint | undefined;
  sum: bigint;
  moments: Moments;
  places: TensorPlaces;
  distribution: DistributionPart;
  distinct: DistinctPart | undefined;
}

/** Which element a value is: `index` counts in the values that are added. */
export type PlaceOf = (index: number) => number;

/** Gathers statistics from one stretch of values after another. */
export class StatisticsGatherer {
  readonly #isFloat: boolean;
  #count = 0;
  #zeros = 0;
  #min: number | bigint | undefined;
  #max: number | bigint | undefined;
  #sum = 0n;
  #moments: Moments = { count: 0, mean: 0, squares: 0, scale: 1 };
  readonly #places: TensorPlaces = {};
  readonly #distribution = new DistributionGatherer();
  readonly #distinct: DistinctCounter | undefined;
  readonly #kernel = blockKernel();

  constructor(dtype: NumericDtype) {
    this.#isFloat = DTYPES[dtype].kind === 'float';
    if (!this.#isFloat) this.#distinct = new DistinctCounter();
  }

  /**
   * Adds the next values, and does not keep them. Of values that are equal, the place is that of the first one. By
   * default, they follow those that were added before.
   */
  add(values: NumericValues, placeOf: PlaceOf = follow(this.#count)): void {
    for (let at = 0; at < values.length; at += BLOCK) {
      const block = values.subarray(at, Math.min(at + BLOCK, values.length));
      this.#count += block.length;
      const place = (index: number) => placeOf(at + index);
      if (areBig(block)) this.#addBig(block, place);
      else this.#addNumbers(block, place);
    }
  }

  #addNumbers(values: Exclude<NumericValues, BigInt64Array | BigUint64Array>, placeOf: PlaceOf): void {
    this.#kernel.load(values);
    const { block } = this.#kernel;
    const { length } = values;
    const first = this.#kernel.sum(length);
    const { sum, zeros } = first;
    let { low, high } = first;
    this.#countZeros(zeros, () => block.indexOf(0), placeOf);
    let finite = length;
    // The sum is not finite either where finite values add up beyond the largest one.
    const isExact = sum - sum === 0;
    if (!isExact) {
      this.#findOther(length, placeOf);
      finite = this.#distribution.takeFinite(block, length);
      ({ low, high } = this.#kernel.sum(finite));
    }
    if (finite === 0) return;
    this.#reach(low, high, (value) => placeOf(placeIn(values, value)));
    if (!this.#isFloat) this.#sum += BigInt(sum);
    this.#addMoments(finite, Math.max(-low, high), isExact ? sum : undefined);
    if (this.#distinct) this.#distinct.addNumbers(block, finite);
    this.#distribution.add(block, finite, { low, high, areFinite: true });
  }

  /** Remembers the first values of the block that are not finite. */
  #findOther(length: number, placeOf: PlaceOf): void {
    const { block } = this.#kernel;
    const { nan, infinite } = this.#places;
    let [isNan, isInfinite] = [nan !== undefined, infinite !== undefined];
    for (let index = 0; index < length && !(isNan && isInfinite); index++) {
      const value = block[index] as number;
      if (Number.isFinite(value)) continue;
      if (Number.isNaN(value)) {
        if (!isNan) this.#found('nan', placeOf(index));
        isNan = true;
      } else {
        if (!isInfinite) this.#found('infinite', placeOf(index));
        isInfinite = true;
      }
    }
  }

  /** Remembers a place, if it is the first of its kind. Parts come in any order. */
  #found(kind: 'nan' | 'infinite' | 'zero', place: number): void {
    const { [kind]: before } = this.#places;
    if (before === undefined || place < before) this.#places[kind] = place;
  }

  #countZeros(count: number, find: () => number, placeOf: PlaceOf): void {
    if (count === 0) return;
    this.#zeros += count;
    if (this.#places.zero === undefined) this.#found('zero', placeOf(find()));
  }

  /** Adds the moments of the block's first values. */
  #addMoments(count: number, magnitude: number, exact: number | undefined): void {
    const { block } = this.#kernel;
    const scale = this.#rescale(magnitude);
    let sum = exact ?? 0;
    if (exact === undefined || scale !== 1) {
      sum = 0;
      for (let index = 0; index < count; index++) sum += (block[index] as number) * scale;
    }
    const mean = sum / count;
    this.#merge({ count, mean, squares: this.#kernel.squares(count, mean, scale), scale });
  }

  /** Reads 64-bit integers as two halves of 32 bits: adding bigints one by one takes ten times as long. */
  #addBig(block: BigInt64Array | BigUint64Array, placeOf: PlaceOf): void {
    const halves = new Uint32Array(block.buffer, block.byteOffset, block.length * 2);
    const signed = block instanceof BigInt64Array;
    const { block: values } = this.#kernel;
    let lowSum = 0;
    let highSum = 0;
    let min = 0;
    let max = 0;
    let zeros = 0;
    const high = (index: number) =>
      signed ? (halves[2 * index + 1] as number) | 0 : (halves[2 * index + 1] as number);
    const low = (index: number) => halves[2 * index] as number;
    const less = (a: number, b: number) => high(a) < high(b) || (high(a) === high(b) && low(a) < low(b));
    for (let index = 0; index < block.length; index++) {
      if (low(index) === 0 && high(index) === 0) zeros++;
      lowSum += low(index);
      highSum += high(index);
      if (less(index, min)) min = index;
      if (less(max, index)) max = index;
      values[index] = high(index) * 2 ** 32 + low(index);
    }
    const find = (value: number | bigint) => placeIn(block, value);
    this.#countZeros(zeros, () => find(0n), placeOf);
    this.#reach(block[min] as bigint, block[max] as bigint, (value) => placeOf(find(value)));
    this.#sum += (BigInt(highSum) << 32n) + BigInt(lowSum);
    const mean = (highSum * 2 ** 32 + lowSum) / block.length;
    this.#merge({ count: block.length, mean, squares: this.#kernel.squares(block.length, mean, 1), scale: 1 });
    this.#distinct?.addWords(halves);
    const range = { low: values[min] as number, high: values[max] as number, areFinite: true };
    this.#distribution.add(values, block.length, range);
  }

  #reach(low: number | bigint, high: number | bigint, find: (value: number | bigint) => number): void {
    if (this.#min === undefined || low < this.#min) [this.#min, this.#places.min] = [low, find(low)];
    if (this.#max === undefined || high > this.#max) [this.#max, this.#places.max] = [high, find(high)];
  }

  /** The scale from now on. */
  #rescale(magnitude: number): number {
    if (this.#moments.scale === 1 && magnitude > HUGE) this.#moments = scaled(this.#moments);
    return this.#moments.scale;
  }

  /** Merges moments of other values (Chan, Golub and LeVeque 1979). */
  #merge(other: Moments): void {
    if (other.scale !== this.#moments.scale) {
      other = other.scale === 1 ? scaled(other) : other;
      if (this.#moments.scale === 1) this.#moments = scaled(this.#moments);
    }
    const moments = this.#moments;
    const total = moments.count + other.count;
    if (total === 0) return;
    const delta = other.mean - moments.mean;
    moments.mean += delta * (other.count / total);
    moments.squares += other.squares + delta * delta * ((moments.count / total) * other.count);
    moments.count = total;
  }

  /** Adds what another gatherer has gathered of other elements. */
  merge(part: StatisticsPart): void {
    this.#count += part.count;
    this.#zeros += part.zeros;
    this.#sum += part.sum;
    const { min, max, places } = part;
    for (const kind of ['nan', 'infinite', 'zero'] as const)
      if (places[kind] !== undefined) this.#found(kind, places[kind]);
    this.#mergeExtreme('min', min, places.min, min !== undefined && this.#min !== undefined && min < this.#min);
    this.#mergeExtreme('max', max, places.max, max !== undefined && this.#max !== undefined && max > this.#max);
    this.#merge(part.moments);
    this.#distribution.merge(part.distribution);
    if (part.distinct) this.#distinct?.merge(part.distinct);
  }

  #mergeExtreme(kind: 'min' | 'max', value: number | bigint | undefined, place = 0, isFarther: boolean): void {
    if (value === undefined) return;
    const now = kind === 'min' ? this.#min : this.#max;
    const isEarlier = value === now && place < (this.#places[kind] ?? 0);
    if (now !== undefined && !isFarther && !isEarlier) return;
    if (kind === 'min') this.#min = value;
    else this.#max = value;
    this.#places[kind] = place;
  }

  /** What was gathered so far. Shares its memory with the gatherer, which must then not be used. */
  part(): StatisticsPart {
    return {
      count: this.#count,
      zeros: this.#zeros,
      min: this.#min,
      max: this.#max,
      sum: this.#sum,
      moments: this.#moments,
      places: this.#places,
      distribution: this.#distribution.part(),
      distinct: this.#distinct?.part(),
    };
  }

  /** The statistics of all values so far. */
  result(): TensorStatistics {
    const [p1, median, p99] = [0.01, 0.5, 0.99].map((share) => this.#distribution.quantile(share));
    const distribution = this.#distribution.result();
    const { positiveInfinite, negativeInfinite } = distribution;
    const result: TensorStatistics = {
      count: this.#count,
      nan: distribution.nan,
      infinite: positiveInfinite + negativeInfinite,
      zeros: this.#zeros,
      places: this.#places,
      distribution,
    };
    if (this.#min === undefined || this.#max === undefined) return result;
    result.min = elementText(this.#min);
    result.max = elementText(this.#max);
    const { count, mean, squares, scale } = this.#moments;
    if (this.#isFloat) result.mean = mean / scale;
    else {
      result.sum = String(this.#sum);
      result.mean = Number(this.#sum) / count;
      const unique = this.#distinct?.count;
      if (unique !== undefined) result.unique = unique;
    }
    result.std = Math.sqrt(squares / count) / scale;
    return { ...result, ...(p1 && median && p99 && { p1, median, p99 }) };
  }
}

function follow(first: number): PlaceOf {
  return (index) => first + index;
}

function scaled({ count, mean, squares }: Moments): Moments {
  return { count, mean: mean * SCALE, squares: squares * SCALE * SCALE, scale: SCALE };
}

/** The place of a value in an array that has it. */
function placeIn(values: NumericValues, value: number | bigint): number {
  return (values as unknown as readonly (number | bigint)[]).indexOf(value);
}
