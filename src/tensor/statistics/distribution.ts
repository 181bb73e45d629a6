import { barEdge, finite } from './bar-edge.ts';
import { blockKernel, keyOf, type TableCounts } from './block-kernel.ts';
import { Counts } from './counts.ts';
import { BARS, BLOCK, KEY_BITS, KEYS } from './kernel-module.ts';

/** Exponents of the narrowest and the widest bars, whose width and its inverse a float64 holds. */
const MIN_EXPONENT = -1022;
const MAX_EXPONENT = 1022;

/** Values that are kept as they are before they are counted: fewer than the tables have places. */
const HELD = 2 ** 16;

/** A value below which a share of the finite values lies: at most `error` away from the exact one. */
export interface Quantile {
  value: number;
  error: number;
}

/** What a gatherer has counted, as plain data for another thread. */
export interface DistributionPart {
  /** All finite values, where they are few; the tables otherwise. */
  held?: Float64Array | undefined;
  keys?: Uint32Array | Float64Array | undefined;
  bars?: Uint32Array | Float64Array | undefined;
  exponent: number;
  base: number;
  finite: number;
  nan: number;
  positive: number;
  negative: number;
  lowest: number;
  highest: number;
}

/** How the values of a part of a tensor are spread. */
export interface Distribution {
  /** Values that are finite, and of the others how many. */
  finite: number;
  nan: number;
  positiveInfinite: number;
  negativeInfinite: number;
  /** The lowest and the highest finite value, as the nearest float64. 0 where there is none. */
  lowest: number;
  highest: number;
  /** The same exactly, as `elementText` gives them. Undefined where there is none. */
  low?: string | undefined;
  high?: string | undefined;
  /** About the value that 1 % and the one that 99 % of the finite values lie below. 0 where there is none. */
  p1: number;
  p99: number;
  /** The lowest value above 0, or up to 2 % less. Undefined where there is none. */
  leastPositive: number | undefined;
  /** How many finite values lie in each of the bars from `barStart` on, each `barWidth` wide. */
  bars: Float64Array;
  barStart: number;
  barWidth: number;
  /**
   * Where outliers would flatten all others, the same closer around `p1` and `p99`. A count can have a fraction, since
   * values are counted by the first bits alone.
   */
  inner?: { bars: Float64Array; start: number; width: number } | undefined;
}

/** Values are flattened where all of them are so many times as far apart as 98 % of them. */
const FLATTENED = 3;

/** Whether a few outliers take most of the range. */
export function isFlattened({
  lowest,
  highest,
  p1,
  p99,
}: Pick<Distribution, 'lowest' | 'highest' | 'p1' | 'p99'>): boolean {
  // Halved, as either could be infinite.
  return p99 > p1 && highest / 2 - lowest / 2 > FLATTENED * (p99 / 2 - p1 / 2);
}

/** Values from `p1` to `p99`, and half as many on each side, as far as there are any. */
export function innerRange({ lowest, highest, p1, p99 }: Distribution): { low: number; high: number } {
  const more = p99 / 2 - p1 / 2;
  return { low: Math.max(lowest, p1 - more), high: Math.min(highest, p99 + more) };
}

/** Bars of the inner range. */
const INNER_BARS = 48;

/**
 * Counts how values are spread, in one pass. It counts them twice: by the first bits of the float, which tells
 * percentiles whatever outliers there are, and in bars of equal width, which are drawn together in pairs where a value
 * lies outside of them. Few values are kept instead, and their percentiles are exact.
 */
export class DistributionGatherer implements TableCounts {
  #held: Float64Array | undefined = new Float64Array(0);
  #isSorted = false;
  #keys = new Counts(0);
  #bars = new Counts(0);
  /** The width of a bar is a power of two, so that dividing by it is exact. */
  #exponent = MIN_EXPONENT;
  /** The first bar begins at so many widths. */
  #base = 0;
  #finite = 0;
  #nan = 0;
  #positive = 0;
  #negative = 0;
  #lowest = Number.POSITIVE_INFINITY;
  #highest = Number.NEGATIVE_INFINITY;

  /**
   * Adds the first `count` values of an array, whose order it may change.
   *
   * @param values may be the block of the kernel
   * @param low the lowest finite one of them, and `high` the highest; infinite where there is none
   * @param areFinite whether all are finite
   */
  add(
    values: Float64Array,
    count: number,
    { low, high, areFinite }: { low: number; high: number; areFinite: boolean },
  ): void {
    const finite = areFinite ? count : this.takeFinite(values, count);
    if (finite === 0) return;
    if (this.#held && this.#finite + finite > HELD) this.#countHeld();
    this.#reach(low, high);
    if (this.#held) this.#hold(values.subarray(0, finite));
    else this.#count(values, finite);
    this.#finite += finite;
  }

  /**
   * Adds values that stand there `times[i]` times each.
   *
   * @param range the lowest and the highest finite one of them; infinite where there is none
   */
  addRepeated(values: Float64Array, times: Float64Array, { low, high }: { low: number; high: number }): void {
    this.#countHeld();
    if (low <= high) this.#reach(low, high);
    const words = new Uint32Array(values.buffer, values.byteOffset, 2 * values.length);
    for (let at = 0; at < values.length; at++) {
      const value = values[at] as number;
      const count = times[at] as number;
      if (count === 0) continue;
      if (Number.isNaN(value)) this.#nan += count;
      else if (value === Number.POSITIVE_INFINITY) this.#positive += count;
      else if (value === Number.NEGATIVE_INFINITY) this.#negative += count;
      else {
        this.#finite += count;
        this.#keys.add(keyOf(words[2 * at + 1] as number), count);
        this.#bars.add(this.#barOf(value), count);
      }
    }
  }

  #barOf(value: number): number {
    return Math.floor(value * 2 ** -this.#exponent) - this.#base;
  }

  /** Adds what another gatherer has counted. */
  merge(part: DistributionPart): void {
    this.#nan += part.nan;
    this.#positive += part.positive;
    this.#negative += part.negative;
    if (part.finite === 0) return;
    if (part.held) {
      const { lowest: low, highest: high } = part;
      this.add(part.held, part.held.length, { low, high, areFinite: true });
      return;
    }
    this.#countHeld();
    this.#reach(part.lowest, part.highest, part.exponent);
    this.#finite += part.finite;
    const { keys = [] } = part;
    for (let key = 0; key < keys.length; key++) if ((keys[key] as number) > 0) this.#keys.add(key, keys[key] as number);
    this.#addBars(part.bars ?? [], part);
  }

  /** What was counted so far. Shares its memory with the gatherer, which must then not be used. */
  part(): DistributionPart {
    blockKernel().release(this);
    return {
      held: this.#held?.slice(0, this.#finite),
      keys: this.#held ? undefined : this.#keys.all,
      bars: this.#held ? undefined : this.#bars.all,
      exponent: this.#exponent,
      base: this.#base,
      finite: this.#finite,
      nan: this.#nan,
      positive: this.#positive,
      negative: this.#negative,
      lowest: this.#lowest,
      highest: this.#highest,
    };
  }

  #hold(values: Float64Array): void {
    let held = this.#held as Float64Array;
    if (held.length < this.#finite + values.length) {
      held = new Float64Array(Math.min(HELD, 2 * (this.#finite + values.length)));
      held.set((this.#held as Float64Array).subarray(0, this.#finite));
      this.#held = held;
    }
    held.set(values, this.#finite);
    this.#isSorted = false;
  }

  /** The values that were kept so far, in ascending order. Undefined once they are counted. */
  #sorted(): Float64Array | undefined {
    const held = this.#held?.subarray(0, this.#finite);
    if (held && !this.#isSorted) held.sort();
    this.#isSorted = true;
    return held;
  }

  /** Counts the values that were kept so far, and from now on all. */
  #countHeld(): void {
    const held = this.#held;
    if (!held) return;
    this.#held = undefined;
    this.#keys = new Counts(KEYS);
    this.#bars = new Counts(BARS);
    // The block of the kernel may hold the values that come next.
    const { block } = blockKernel();
    const next = block.slice();
    this.#count(held, this.#finite);
    block.set(next);
  }

  #count(values: Float64Array, count: number): void {
    const kernel = blockKernel();
    for (let at = 0; at < count; at += BLOCK) {
      const length = Math.min(BLOCK, count - at);
      if (values !== kernel.block) kernel.block.set(values.subarray(at, at + length));
      this.#keys.expect(length);
      this.#bars.expect(length);
      kernel.count(length, 2 ** -this.#exponent, this.#base, this);
    }
  }

  moveTo(keys: Uint32Array, bars: Uint32Array): void {
    this.#keys.moveTo(keys);
    this.#bars.moveTo(bars);
  }

  /** Counts what is not finite, and puts the finite values to the start. Gives how many these are, which it does not add. */
  takeFinite(values: Float64Array, count: number): number {
    let finite = 0;
    for (let index = 0; index < count; index++) {
      const value = values[index] as number;
      if (Number.isFinite(value)) values[finite++] = value;
      else if (value > 0) this.#positive++;
      else if (value < 0) this.#negative++;
      else this.#nan++;
    }
    return finite;
  }

  /** Makes the bars so wide that they hold `low` and `high` too, and not narrower than by `least`. */
  #reach(low: number, high: number, least = MIN_EXPONENT): void {
    const isFirst = this.#lowest > this.#highest;
    if (!isFirst && low >= this.#lowest && high <= this.#highest && least <= this.#exponent) return;
    this.#lowest = Math.min(this.#lowest, low);
    this.#highest = Math.max(this.#highest, high);
    const own = { exponent: this.#exponent, base: this.#base };
    this.#exponent = barExponent(
      this.#lowest,
      this.#highest,
      isFirst || this.#held ? least : Math.max(least, own.exponent),
    );
    this.#base = Math.floor(this.#lowest * 2 ** -this.#exponent);
    if (this.#held || (own.exponent === this.#exponent && own.base === this.#base)) return;
    const bars = this.#bars.all.slice();
    this.#bars.clear();
    this.#addBars(bars, own);
  }

  /** Adds bars that are as wide or narrower. */
  #addBars(bars: ArrayLike<number>, { exponent, base }: { exponent: number; base: number }): void {
    const narrower = 2 ** (exponent - this.#exponent);
    for (let index = 0; index < bars.length; index++) {
      const count = bars[index] as number;
      if (count > 0) this.#bars.add(Math.floor((base + index) * narrower) - this.#base, count);
    }
  }

  /** How the values so far are spread. */
  result(): Distribution {
    const [low, high] = [0.01, 0.99].map((share) => this.#ranked(share));
    const exists = this.#finite > 0;
    const lowest = exists ? this.#lowest : 0;
    const highest = exists ? this.#highest : 0;
    const width = 2 ** this.#exponent;
    const bars = this.#heldBars() ?? this.#bars.all;
    const last = bars.findLastIndex((count) => count > 0);
    const spread: Distribution = {
      finite: this.#finite,
      nan: this.#nan,
      positiveInfinite: this.#positive,
      negativeInfinite: this.#negative,
      lowest,
      highest,
      p1: low as number,
      p99: high as number,
      leastPositive: this.#leastPositive(),
      bars: new Float64Array(bars.subarray(0, last + 1)),
      barStart: finite(this.#base * width),
      barWidth: width,
    };
    if (isFlattened(spread)) spread.inner = this.#innerBars(spread);
    return spread;
  }

  /** The bars of values that were kept: few need no table of keys, which takes longer to make than to sort them. */
  #heldBars(): Uint32Array | undefined {
    if (!this.#held) return undefined;
    const bars = new Uint32Array(BARS);
    for (const value of this.#held.subarray(0, this.#finite)) {
      const bar = this.#barOf(value);
      bars[bar] = (bars[bar] as number) + 1;
    }
    return bars;
  }

  #innerBars(spread: Distribution): Distribution['inner'] {
    const { low, high } = innerRange(spread);
    const width = high / INNER_BARS - low / INNER_BARS;
    const held = this.#sorted();
    if (held) {
      const bars = new Float64Array(INNER_BARS);
      for (const value of held) {
        if (value < low || value > high) continue;
        // Of quotients, as a difference could be infinite.
        const bar = Math.min(INNER_BARS - 1, Math.max(0, Math.floor(value / width - low / width)));
        bars[bar] = (bars[bar] as number) + 1;
      }
      return { bars, start: low, width };
    }
    const isFine = spread.barWidth * 4 < width;
    const counts = isFine ? spread.bars : this.#keys.all;
    const own = { start: spread.barStart, width: spread.barWidth };
    const startOf = (at: number) => (isFine ? barEdge(own, at) : keyStart(at));
    const bars = new Float64Array(INNER_BARS);
    const inner = { start: low, width };
    for (let at = 0; at < counts.length; at++) {
      const count = counts[at] as number;
      if (count === 0) continue;
      // Values of a key are taken to lie evenly between those that there are at all.
      const [from, to] = [Math.max(startOf(at), spread.lowest), Math.min(startOf(at + 1), spread.highest)];
      // Of quotients, as a difference could be infinite.
      const begin = Math.max(0, Math.floor(from / width - low / width));
      // The last bar holds its end too, as the range does.
      const first = from <= high ? Math.min(INNER_BARS - 1, begin) : begin;
      const last = Math.min(INNER_BARS - 1, Math.floor(to / width - low / width));
      for (let bar = first; bar <= last; bar++) {
        const overlap = Math.min(to, barEdge(inner, bar + 1)) - Math.max(from, barEdge(inner, bar));
        bars[bar] = (bars[bar] as number) + (to > from ? count * (Math.max(0, overlap) / (to - from)) : count);
      }
    }
    return { bars, ...inner };
  }

  /**
   * The value below which a share of the finite values lies, from 0 to 1, between two of them in a straight line, as
   * NumPy's `percentile` has it. Undefined where there are none.
   */
  quantile(share: number): Quantile | undefined {
    if (this.#finite === 0) return undefined;
    const rank = share * (this.#finite - 1);
    const [before, after] = [Math.floor(rank), Math.ceil(rank)];
    const sorted = this.#sorted();
    if (sorted) {
      return { value: between(sorted[before] as number, sorted[after] as number, rank - before), error: 0 };
    }
    const [low, high] = [this.#placed(before), this.#placed(after)];
    const value = between(low.guess, high.guess, rank - before);
    return { value, error: Math.max(value - low.from, high.to - value) };
  }

  /** The value of the rank below a share of the finite values, which no outlier draws to itself. 0 where there is none. */
  #ranked(share: number): number {
    if (this.#finite === 0) return 0;
    const rank = Math.floor(share * (this.#finite - 1));
    return (this.#sorted()?.[rank] ?? this.#placed(rank).guess) + 0;
  }

  /** Where the value of a rank lies, as near as both counts tell it: in neither can it lie outside of what they say. */
  #placed(rank: number): { from: number; to: number; guess: number } {
    const key = this.#keys.placeOf(rank);
    const bar = this.#bars.placeOf(rank);
    const width = 2 ** this.#exponent;
    const start = finite((this.#base + bar.index) * width);
    // The keys of 0 and -0 are also those of values too small to be told from them.
    const isZero = key.index === KEYS / 2 || key.index === KEYS / 2 - 1;
    const [first, last] = isZero ? [KEYS / 2 - 1, KEYS / 2 + 1] : [key.index, key.index + 1];
    const [edge, next] = [keyStart(first), keyStart(last)];
    // The bar that begins at 0 also has negative values that are nothing beside its width.
    const from = Math.max(edge, start === 0 ? edge : start, this.#lowest);
    const to = Math.min(next, start + width, this.#highest);
    const guess = isZero ? 0 : width <= next - edge ? start + bar.share * width : edge + key.share * (next - edge);
    return { from, to, guess: Math.min(to, Math.max(from, guess)) + 0 };
  }

  #leastPositive(): number | undefined {
    if (!(this.#highest > 0) || this.#finite === 0) return undefined;
    if (this.#lowest > 0) return this.#lowest;
    const sorted = this.#sorted();
    if (sorted) return sorted.find((value) => value > 0);
    // The key of 0 is also that of values too small to be told from it.
    const keys = this.#keys.all;
    let key = KEYS / 2 + 1;
    while (key < KEYS && keys[key] === 0) key++;
    return key === KEYS ? this.#highest : Math.min(keyStart(key), this.#highest);
  }
}

/** A value between two, the share of the way from one to the other. */
export function between(low: number, high: number, share: number): number {
  return share === 0 ? low : low * (1 - share) + high * share;
}

/**
 * The exponent of the width of bars that hold two values. Bars of one place of the larger value are the narrowest: of
 * narrower ones, a float64 could not count the number.
 */
function barExponent(low: number, high: number, least: number): number {
  const place = Math.floor(Math.log2(Math.max(-low, high, Number.MIN_VALUE))) - 51;
  // Halved, as the whole could be infinite.
  const spread = Math.ceil(Math.log2(high / 2 - low / 2)) + 1 - Math.log2(BARS);
  let exponent = Math.max(least, MIN_EXPONENT, Math.min(MAX_EXPONENT, Math.max(place, spread)));
  while (Math.floor(high * 2 ** -exponent) - Math.floor(low * 2 ** -exponent) >= BARS) exponent++;
  return exponent;
}

/** The lowest value with a key. Of the highest key and beyond, infinite. */
function keyStart(key: number): number {
  const word = (key << (32 - KEY_BITS)) >>> 0;
  const isPositive = key >= KEYS / 2;
  const parts = isPositive ? [0, word & 0x7fffffff] : [0xffffffff, ~word >>> 0];
  const value = new Float64Array(Uint32Array.from(parts).buffer)[0] as number;
  if (key >= KEYS || Number.isNaN(value)) return isPositive ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  return value;
}
