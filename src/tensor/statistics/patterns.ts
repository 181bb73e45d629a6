import { DTYPES, type NumericDtype } from '../dtype.ts';
import { decodeElements, elementText, type NumericValues } from '../elements.ts';
import type { TensorPlaces, TensorStatistics } from '../values.ts';
import { blockKernel, ordered, type PatternOrder } from './block-kernel.ts';
import { between, DistributionGatherer } from './distribution.ts';
import { PATTERNS } from './kernel-module.ts';

/** Words whose patterns tables of 32 bits take before they are added to the exact counts. */
const MAX_COUNTED = 2 ** 31;

/** What was counted of some of the elements, as plain data for another thread. */
export interface PatternPart {
  counts: Float64Array;
  places: TensorPlaces;
  /** Infinite where nothing is finite. */
  least: number;
  most: number;
}

const KINDS = {
  zero: (value: number) => value === 0,
  nan: Number.isNaN,
  infinite: (value: number) => Math.abs(value) === Number.POSITIVE_INFINITY,
};
type Kind = keyof typeof KINDS;
const KIND_NAMES = ['zero', 'nan', 'infinite'] as const;

/** Whether a type has so few bit patterns that its elements are counted by pattern. */
export function hasFewPatterns(dtype: NumericDtype): boolean {
  const { bits } = DTYPES[dtype];
  return bits === 8 || bits === 16;
}

/**
 * Gathers statistics of elements of 8 or 16 bits from their bit patterns: it counts how often each stands there, and
 * decodes each once. That is several times as fast as decoding every element, and all it says is exact.
 */
export class PatternGatherer {
  readonly #dtype: NumericDtype;
  readonly #width: 1 | 2;
  readonly #patterns: Patterns;
  /** Its tables count patterns of 16 bits: one element, or two. */
  readonly #kernel = blockKernel();
  /** How often each pattern of an element stands there, beyond those of the tables. */
  readonly #counts: Float64Array;
  #counted = 0;
  readonly #places: TensorPlaces = {};
  /** The least and the largest finite value that was seen. */
  #least = Number.POSITIVE_INFINITY;
  #most = Number.NEGATIVE_INFINITY;
  /** The patterns of these, of 16 bits, in the order of the kernel. */
  readonly #known = { least: 0x7fff, most: -0x8000 };

  /** @param dtype one that `hasFewPatterns` */
  constructor(dtype: NumericDtype) {
    this.#dtype = dtype;
    this.#width = DTYPES[dtype].bits === 8 ? 1 : 2;
    this.#counts = new Float64Array(2 ** (8 * this.#width));
    this.#patterns = patternsOf(dtype);
  }

  /**
   * Adds elements: little-endian bytes, a whole number of elements. Does not keep them.
   *
   * @param first the index of the first one in the tensor
   */
  add(bytes: Uint8Array, first: number): void {
    const pairs = bytes.length >>> 1;
    if (this.#counted + pairs >= MAX_COUNTED) this.#flush();
    this.#counted += pairs;
    const { order } = this.#patterns;
    const range = this.#kernel.countPatterns(bytes.subarray(0, 2 * pairs), order, this.#flush);
    if (this.#width === 1) {
      if (bytes.length % 2 === 1) this.#count(bytes.at(-1) as number, 1);
      this.#flush();
      this.#findPlaces(bytes, first);
      return;
    }
    // Words must begin at a multiple of 2.
    const { buffer, byteOffset } = bytes.byteOffset % 2 === 0 ? bytes : bytes.slice();
    const patterns = new Uint16Array(buffer, byteOffset, pairs);
    // What is not finite lies beyond the range of the values.
    const isInRange = range.least >= this.#known.least && range.most <= this.#known.most;
    if (isInRange) this.#findFirst('zero', patterns, first);
    else this.#findPlaces(patterns, first);
  }

  /** Finds the places of what these elements are the first to have. */
  #findPlaces(patterns: Uint8Array | Uint16Array, first: number): void {
    const { sorted, values, order } = this.#patterns;
    const valueAt = (rank: number) => values[sorted[rank] as number] as number;
    const placeOf = (value: number) => first + patterns.findIndex((pattern) => values[pattern] === value);
    const isThere = (rank: number) => this.#has(sorted[rank] as number);
    let low = 0;
    while (low < sorted.length && valueAt(low) < this.#least && !isThere(low)) low++;
    if (low < sorted.length && valueAt(low) < this.#least) {
      this.#least = valueAt(low);
      this.#places.min = placeOf(this.#least);
      this.#known.least = ordered(sorted[low] as number, order);
    }
    let high = sorted.length - 1;
    while (high >= 0 && valueAt(high) > this.#most && !isThere(high)) high--;
    if (high >= 0 && valueAt(high) > this.#most) {
      this.#most = valueAt(high);
      this.#places.max = placeOf(this.#most);
      this.#known.most = ordered(sorted[high] as number, order);
    }
    for (const kind of KIND_NAMES) this.#findFirst(kind, patterns, first);
  }

  /** Finds the first value of a kind, unless one was found before. */
  #findFirst(kind: Kind, patterns: Uint8Array | Uint16Array, first: number): void {
    if (this.#places[kind] !== undefined) return;
    const { kinds, values } = this.#patterns;
    if (!kinds[kind].some((pattern) => this.#has(pattern))) return;
    this.#places[kind] = first + patterns.findIndex((pattern) => KINDS[kind](values[pattern] as number));
  }

  /** Whether a pattern was seen. Of patterns of 8 bits, only after those of the tables were counted. */
  #has(pattern: number): boolean {
    if ((this.#counts[pattern] ?? 0) > 0) return true;
    return this.#counted > 0 && ((this.#kernel.even[pattern] as number) | (this.#kernel.odd[pattern] as number)) !== 0;
  }

  #count(pattern: number, times: number): void {
    this.#counts[pattern] = (this.#counts[pattern] as number) + times;
  }

  /** Takes what was counted out of the tables of the kernel. */
  readonly #flush = (): void => {
    if (this.#counted === 0) return;
    const { even, odd } = this.#kernel;
    for (let pattern = 0; pattern < PATTERNS; pattern++) {
      const times = (even[pattern] as number) + (odd[pattern] as number);
      if (this.#width === 2) this.#count(pattern, times);
      else if (times > 0) {
        this.#count(pattern & 0xff, times);
        this.#count(pattern >>> 8, times);
      }
    }
    even.fill(0);
    odd.fill(0);
    this.#counted = 0;
  };

  /** What was counted so far. Shares its memory with the gatherer, which must then not be used. */
  part(): PatternPart {
    this.#flush();
    return { counts: this.#counts, places: this.#places, least: this.#least, most: this.#most };
  }

  /** Adds what another gatherer has counted of other elements. */
  merge({ counts, places, least, most }: PatternPart): void {
    // By index: an iterator takes ten times as long.
    for (let pattern = 0; pattern < counts.length; pattern++) {
      const count = counts[pattern] as number;
      if (count > 0) this.#count(pattern, count);
    }
    this.#mergePlace('min', places.min, least < this.#least, least === this.#least);
    this.#mergePlace('max', places.max, most > this.#most, most === this.#most);
    this.#least = Math.min(this.#least, least);
    this.#most = Math.max(this.#most, most);
    for (const kind of KIND_NAMES) this.#mergePlace(kind, places[kind], false, true);
  }

  /** Takes the place of another part: of a value farther out, or of an equal one that comes before. */
  #mergePlace(kind: keyof TensorPlaces, place: number | undefined, isFarther: boolean, isEqual: boolean): void {
    const { [kind]: own } = this.#places;
    if (place !== undefined && (isFarther || own === undefined || (isEqual && place < own))) this.#places[kind] = place;
  }

  /**
   * The statistics of all elements so far. Whole numbers have an exact sum. Squares of a type of at most 16 bits do not
   * overflow: the largest value is 2^128.
   */
  result(): TensorStatistics {
    this.#flush();
    const counts = this.#counts;
    const { values, sorted } = this.#patterns;
    const gatherer = new DistributionGatherer();
    gatherer.addRepeated(values, counts, { low: this.#least, high: this.#most });
    const distribution = gatherer.result();
    const { nan, positiveInfinite, negativeInfinite, finite } = distribution;
    const infinite = positiveInfinite + negativeInfinite;
    const zeros = counts.reduce((sum, count, pattern) => (values[pattern] === 0 ? sum + count : sum), 0);
    const result: TensorStatistics = {
      count: finite + nan + infinite,
      nan,
      infinite,
      zeros,
      places: this.#places,
      distribution,
    };
    if (finite === 0) return result;
    const there = Array.from(
      sorted.filter((pattern) => (counts[pattern] as number) > 0),
      (pattern) => ({ value: values[pattern] as number, count: counts[pattern] as number }),
    );
    const { below, ...quantiles } = quantilesOf(there, finite);
    Object.assign(distribution, below);
    const isFloat = DTYPES[this.#dtype].kind === 'float';
    const sum = isFloat ? undefined : there.reduce((all, { value, count }) => all + BigInt(value) * BigInt(count), 0n);
    const mean = (sum === undefined ? sumOf(there.map(({ value, count }) => value * count)) : Number(sum)) / finite;
    const squares = sumOf(there.map(({ value, count }) => (value - mean) ** 2 * count));
    result.min = elementText(there[0]?.value as number);
    result.max = elementText(there.at(-1)?.value as number);
    if (sum !== undefined) {
      result.sum = String(sum);
      // A byte other than 0 and 1 is a bool too.
      result.unique = new Set(there.map(({ value }) => value)).size;
    }
    return { ...result, mean, std: Math.sqrt(squares / finite), ...quantiles };
  }
}

interface Patterns {
  /** The value of each pattern, at the pattern's index. */
  values: Float64Array;
  /** The patterns of finite values in the order of these. Of both zeros, -0 comes first. */
  sorted: Uint16Array;
  kinds: Record<Kind, number[]>;
  /** Of patterns of 16 bits. */
  order: PatternOrder;
}

/** Sorting 65,536 patterns takes longer than counting a million elements. */
const known = new Map<NumericDtype, Patterns>();

function patternsOf(dtype: NumericDtype): Patterns {
  const before = known.get(dtype);
  if (before) return before;
  const count = 2 ** DTYPES[dtype].bits;
  const patterns = Uint16Array.from({ length: count }, (_, at) => at);
  const bytes = count === 256 ? Uint8Array.from(patterns) : new Uint8Array(patterns.slice().buffer);
  const values = Float64Array.from(
    decodeElements(dtype, bytes) as Exclude<NumericValues, BigInt64Array | BigUint64Array>,
  );
  const words = new Int32Array(values.buffer);
  const kinds: Patterns['kinds'] = { zero: [], nan: [], infinite: [] };
  // A float64 of so few bits is told by its higher word, in whose order all are sorted as numbers: natively, which takes
  // a tenth of the time of comparing them here.
  const keys = new Float64Array(count);
  let finite = 0;
  for (let pattern = 0; pattern < count; pattern++) {
    const value = values[pattern] as number;
    if (Number.isFinite(value)) {
      const word = words[2 * pattern + 1] as number;
      keys[finite++] = (((word ^ (word >> 31)) & 0x7fffffff) | (word & 0x80000000)) * 2 ** 16 + pattern;
    }
    for (const kind of KIND_NAMES) if (KINDS[kind](value)) kinds[kind].push(pattern);
  }
  const sorted = Uint16Array.from(keys.subarray(0, finite).sort(), (key) => ((key % 2 ** 16) + 2 ** 16) % 2 ** 16);
  const { kind } = DTYPES[dtype];
  const order = { fold: kind === 'float' ? 0x7fff : 0, flip: kind === 'uint' ? 0x8000 : 0 };
  const all = { values, sorted, order, kinds };
  known.set(dtype, all);
  return all;
}

/**
 * Percentiles as NumPy's `percentile` has them, of values in ascending order that stand there so many times each; and
 * as a `Distribution` has them, the values of the ranks below.
 */
function quantilesOf(there: readonly { value: number; count: number }[], count: number) {
  const at = (rank: number) => {
    let below = 0;
    return there.find((each) => {
      below += each.count;
      return below > rank;
    })?.value as number;
  };
  const quantile = (share: number) => {
    const rank = share * (count - 1);
    const [low, high] = [at(Math.floor(rank)), at(Math.ceil(rank))];
    return { value: between(low, high, rank - Math.floor(rank)), error: 0 };
  };
  const below = { p1: at(Math.floor(0.01 * (count - 1))) + 0, p99: at(Math.floor(0.99 * (count - 1))) + 0 };
  return { p1: quantile(0.01), median: quantile(0.5), p99: quantile(0.99), below };
}

/** A sum of many numbers with an error of about one rounding (Neumaier 1974). */
function sumOf(numbers: readonly number[]): number {
  let sum = 0;
  let lost = 0;
  for (const number of numbers) {
    const next = sum + number;
    lost += Math.abs(sum) >= Math.abs(number) ? sum - next + number : number - next + sum;
    sum = next;
  }
  return sum + lost;
}
