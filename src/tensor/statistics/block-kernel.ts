import {
  BARS,
  BARS_AT,
  BLOCK,
  COUNTED,
  FOUND_AT,
  KEY_BITS,
  KEYS,
  KEYS_AT,
  type Kernel,
  kernelModule,
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

let made: BlockKernel | undefined;

/** The kernel of this thread. */
export function blockKernel(): BlockKernel {
  made ??= new BlockKernel();
  return made;
}
