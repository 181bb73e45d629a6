import {
  BARS,
  BARS_AT,
  BLOCK,
  COUNTED,
  EVEN_AT,
  FOUND_AT,
  KEY_BITS,
  KEYS,
  KEYS_AT,
  type Kernel,
  kernelModule,
  ODD_AT,
  PATTERNS,
  PATTERNS_AT_ONCE,
  SUMMED,
} from './kernel-module.ts';

/** A block's sum, how many of its values are 0, and its range: infinite where it has no number. */
export interface BlockSum {
  sum: number;
  zeros: number;
  low: number;
  high: number;
}

/** Whoever counts in the tables of the kernel. */
export interface TableCounts {
  /** Goes on counting in other tables, which get what was counted so far. */
  moveTo(keys: Uint32Array, bars: Uint32Array): void;
}

/** The least and the largest of some patterns, as `ordered` has them. */
export interface PatternRange {
  least: number;
  most: number;
}

/** How patterns of 16 bits become numbers with a sign that are in the order of the values: see `Kernel`. */
export interface PatternOrder {
  fold: number;
  flip: number;
}

/**
 * One block of values as float64, and what statistics do with all of them. Its values are there until somebody else in
 * the thread puts others there: nobody waits in between.
 */
export class BlockKernel {
  /** The values. */
  readonly block: Float64Array;
  /** The same memory, by 32 bits. */
  readonly words: Uint32Array;
  readonly #singles: Float32Array;
  readonly #found: Float64Array;
  readonly #zeros: BigUint64Array;
  readonly #keys: Uint32Array;
  readonly #bars: Uint32Array;
  readonly #bytes: Uint8Array;
  readonly #range: Int16Array;
  /** How often each pattern was counted, in two tables. */
  readonly even: Uint32Array;
  readonly odd: Uint32Array;
  #takePatterns: (() => void) | undefined;
  readonly #run: Kernel;
  #counts: TableCounts | undefined;

  /** Compiles without waiting: the module has less than a kilobyte. */
  constructor() {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(kernelModule()));
    const { buffer } = exports.memory as WebAssembly.Memory;
    this.#run = exports as unknown as Kernel;
    this.block = new Float64Array(buffer, 0, BLOCK);
    this.words = new Uint32Array(buffer, 0, 2 * BLOCK);
    this.#singles = new Float32Array(buffer, 8 * BLOCK, BLOCK);
    this.#found = new Float64Array(buffer, FOUND_AT, 6);
    this.#zeros = new BigUint64Array(buffer, FOUND_AT + 48, 2);
    this.#bars = new Uint32Array(buffer, BARS_AT, BARS);
    this.#keys = new Uint32Array(buffer, KEYS_AT, KEYS);
    this.even = new Uint32Array(buffer, EVEN_AT, PATTERNS);
    this.odd = new Uint32Array(buffer, ODD_AT, PATTERNS);
    this.#bytes = new Uint8Array(buffer, 0, 8 * BLOCK);
    this.#range = new Int16Array(buffer, FOUND_AT, 16);
  }

  /** Puts at most `BLOCK` values into the block. */
  load(values: ArrayLike<number>): void {
    const { length } = values;
    if (!(values instanceof Float32Array) || length % 2 === 1) {
      this.block.set(values);
      return;
    }
    this.#singles.set(values);
    if (length > 0) this.#run.widen(8 * BLOCK + 4 * length);
  }

  /** Sums the first values of the block. */
  sum(count: number): BlockSum {
    const whole = count - (count % SUMMED);
    const found: BlockSum = { sum: 0, zeros: 0, low: Number.POSITIVE_INFINITY, high: Number.NEGATIVE_INFINITY };
    if (whole > 0) {
      this.#run.sum(8 * whole);
      const at = (index: number) => this.#found[index] as number;
      found.sum = at(0) + at(1);
      found.low = Math.min(at(2), at(3));
      found.high = Math.max(at(4), at(5));
      found.zeros = Number((this.#zeros[0] as bigint) + (this.#zeros[1] as bigint));
    }
    for (let index = whole; index < count; index++) {
      const value = this.block[index] as number;
      found.sum += value;
      if (value === 0) found.zeros++;
      if (value < found.low) found.low = value;
      if (value > found.high) found.high = value;
    }
    return found;
  }

  /** The sum of the squared deviations of the first values from their mean, all of them scaled. */
  squares(count: number, mean: number, scale: number): number {
    const whole = count - (count % SUMMED);
    let squares = whole > 0 ? this.#run.squares(8 * whole, scale, mean) : 0;
    for (let index = whole; index < count; index++) {
      const deviation = (this.block[index] as number) * scale - mean;
      squares += deviation * deviation;
    }
    return squares;
  }

  /**
   * Counts the first values, which are finite, by their keys and in bars: of a value, number
   * `floor(value × scale) − base`, which must be one of `BARS`.
   *
   * @param counts whose tables the values are counted in
   */
  count(count: number, scale: number, base: number, counts: TableCounts): void {
    if (this.#counts !== counts) {
      this.#counts?.moveTo(new Uint32Array(KEYS), new Uint32Array(BARS));
      counts.moveTo(this.#keys, this.#bars);
      this.#counts = counts;
    }
    const whole = count - (count % COUNTED);
    if (whole > 0) this.#run.count(8 * whole, scale, base);
    if (whole === count) return;
    const key = keyOf(this.words[2 * whole + 1] as number);
    this.#keys[key] = (this.#keys[key] as number) + 1;
    const bar = Math.floor((this.block[whole] as number) * scale) - base;
    this.#bars[bar] = (this.#bars[bar] as number) + 1;
  }

  /**
   * Counts patterns of 16 bits in `even` and `odd`.
   *
   * @param bytes of whole patterns, little-endian
   * @param take takes what was counted out of both tables, which somebody else is about to use
   */
  countPatterns(bytes: Uint8Array, order: PatternOrder, take: () => void): PatternRange {
    if (this.#takePatterns !== take) this.#takePatterns?.();
    this.#takePatterns = take;
    const range: PatternRange = { least: 0x7fff, most: -0x8000 };
    const whole = bytes.length - (bytes.length % (2 * PATTERNS_AT_ONCE));
    for (let at = 0; at < whole; at += this.#bytes.length) {
      const part = bytes.subarray(at, Math.min(whole, at + this.#bytes.length));
      this.#bytes.set(part);
      this.#run.countPatterns(part.length, order.fold, order.flip);
      range.least = Math.min(range.least, ...this.#range.subarray(0, PATTERNS_AT_ONCE));
      range.most = Math.max(range.most, ...this.#range.subarray(PATTERNS_AT_ONCE));
    }
    for (let at = whole; at < bytes.length; at += 2) {
      const pattern = (bytes[at] as number) | ((bytes[at + 1] as number) << 8);
      this.even[pattern] = (this.even[pattern] as number) + 1;
      const place = ordered(pattern, order);
      range.least = Math.min(range.least, place);
      range.most = Math.max(range.most, place);
    }
    return range;
  }

  /** Lets whoever counts in the tables keep what was counted. */
  release(counts: TableCounts): void {
    if (this.#counts !== counts) return;
    counts.moveTo(new Uint32Array(KEYS), new Uint32Array(BARS));
    this.#counts = undefined;
  }
}

/** The key of a float64 by its higher word: in the order of the values. */
export function keyOf(high: number): number {
  const word = high | 0;
  return (word ^ ((word >> 31) | 0x80000000)) >>> (32 - KEY_BITS);
}

/** A pattern of 16 bits as a number with a sign, in the order of the values. */
export function ordered(pattern: number, { fold, flip }: PatternOrder): number {
  const signed = (pattern << 16) >> 16;
  return ((signed ^ (signed < 0 ? fold : 0) ^ flip) << 16) >> 16;
}

let made: BlockKernel | undefined;

/** The kernel of this thread. */
export function blockKernel(): BlockKernel {
  made ??= new BlockKernel();
  return made;
}
