import { DTYPES, type NumericDtype } from './dtype.ts';
import { decodeElements, elementText, type NumericValues } from './elements.ts';
import type { TensorStatistics } from './values.ts';

/** Words whose patterns tables of 32 bits take before they are added to the exact counts. */
const MAX_COUNTED = 2 ** 31;

/** Whether a type has so few bit patterns that its elements are counted by pattern. */
export function hasFewPatterns(dtype: NumericDtype): boolean {
  const { bits } = DTYPES[dtype];
  return bits === 8 || bits === 16;
}

/**
 * Gathers statistics of elements of 8 or 16 bits from their bit patterns: it counts how often each stands there, and
 * decodes each once at the end. That is several times as fast as decoding every element, and has less rounding.
 */
export class PatternGatherer {
  readonly #dtype: NumericDtype;
  readonly #width: 1 | 2;
  /**
   * How often each pattern of 16 bits stands there: one element, or two. Two tables, for every other pattern: the same
   * one twice in a row would wait for the memory.
   */
  readonly #even = new Uint32Array(2 ** 16);
  readonly #odd = new Uint32Array(2 ** 16);
  /** How often each pattern of an element stands there, beyond those of the tables. */
  readonly #counts: Float64Array;
  #counted = 0;

  /** @param dtype one that `hasFewPatterns` */
  constructor(dtype: NumericDtype) {
    this.#dtype = dtype;
    this.#width = DTYPES[dtype].bits === 8 ? 1 : 2;
    this.#counts = new Float64Array(2 ** (8 * this.#width));
  }

  /** Adds elements: little-endian bytes, a whole number of elements. Does not keep them. */
  add(bytes: Uint8Array): void {
    // Words must begin at a multiple of 4.
    const { buffer, byteOffset, length } = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
    const words = new Uint32Array(buffer, byteOffset, length >>> 2);
    if (this.#counted + words.length >= MAX_COUNTED) this.#flush();
    this.#counted += words.length;
    const [even, odd] = [this.#even, this.#odd];
    for (let index = 0; index < words.length; index++) {
      const word = words[index] as number;
      const low = word & 0xffff;
      const high = word >>> 16;
      even[low] = (even[low] as number) + 1;
      odd[high] = (odd[high] as number) + 1;
    }
    const rest = new Uint8Array(buffer, byteOffset + 4 * words.length, length & 3);
    const [a = 0, b = 0] = rest;
    if (this.#width === 1) for (const pattern of rest) this.#count(pattern, 1);
    else if (rest.length > 0) this.#count(a + 256 * b, 1);
  }

  #count(pattern: number, times: number): void {
    this.#counts[pattern] = (this.#counts[pattern] as number) + times;
  }

  #flush(): void {
    for (let pattern = 0; pattern < 2 ** 16; pattern++) {
      const times = (this.#even[pattern] as number) + (this.#odd[pattern] as number);
      if (this.#width === 2) this.#count(pattern, times);
      else if (times > 0) {
        this.#count(pattern & 0xff, times);
        this.#count(pattern >>> 8, times);
      }
    }
    this.#even.fill(0);
    this.#odd.fill(0);
    this.#counted = 0;
  }

  /** The statistics of all elements so far. */
  result(): TensorStatistics {
    this.#flush();
    return statisticsOf(valuesOf(this.#dtype), this.#counts, DTYPES[this.#dtype].kind === 'float');
  }
}

/** The value of each bit pattern, at the pattern's index. */
function valuesOf(dtype: NumericDtype): NumericValues {
  const wide = DTYPES[dtype].bits === 16;
  const patterns = wide
    ? Uint16Array.from({ length: 65_536 }, (_, at) => at)
    : Uint8Array.from({ length: 256 }, (_, at) => at);
  return decodeElements(dtype, new Uint8Array(patterns.buffer));
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

/**
 * The statistics of values, each with its number of occurrences. Whole numbers have an exact sum. Squares of a type of
 * at most 16 bits do not overflow: the largest value is 2^128.
 */
function statisticsOf(values: NumericValues, counts: Float64Array, isFloat: boolean): TensorStatistics {
  const result: TensorStatistics = { count: 0, nan: 0, infinite: 0, zeros: 0 };
  const finite: { value: number; count: number }[] = [];
  for (const [pattern, count] of counts.entries()) {
    if (count === 0) continue;
    const value = values[pattern] as number;
    result.count += count;
    if (Number.isNaN(value)) result.nan += count;
    else if (!Number.isFinite(value)) result.infinite += count;
    else finite.push({ value, count });
    if (value === 0) result.zeros += count;
  }
  // Of both zeros, minus zero is the smaller one.
  const sorted = finite.map(({ value }) => value).sort((a, b) => a - b || 1 / a - 1 / b);
  const [min, max] = [sorted[0], sorted.at(-1)];
  if (min === undefined || max === undefined) return result;
  const number = finite.reduce((sum, { count }) => sum + count, 0);
  const sum = isFloat ? undefined : finite.reduce((all, { value, count }) => all + BigInt(value) * BigInt(count), 0n);
  const mean = (sum === undefined ? sumOf(finite.map(({ value, count }) => value * count)) : Number(sum)) / number;
  const squares = sumOf(finite.map(({ value, count }) => (value - mean) ** 2 * count));
  result.min = elementText(min);
  result.max = elementText(max);
  if (sum !== undefined) result.sum = String(sum);
  return { ...result, mean, std: Math.sqrt(squares / number) };
}
