const WORDS = 624;
const SHIFT = 397;

/**
 * Random numbers that are the same everywhere for one seed: MT19937 (Matsumoto and Nishimura, 1998), seeded and read as
 * NumPy's `RandomState(seed)`, whose stream NumPy keeps for good (NEP 19).
 */
export class Twister {
  readonly #state = new Uint32Array(WORDS);
  #at = WORDS;
  /** The other of two normal numbers that come at once. */
  #spare: number | undefined;

  /** @param seed a whole number from 0 to 2^32 - 1 */
  constructor(seed: number) {
    this.#state[0] = seed;
    for (let at = 1; at < WORDS; at++) {
      const before = this.#state[at - 1] as number;
      this.#state[at] = Math.imul(1_812_433_253, before ^ (before >>> 30)) + at;
    }
  }

  #word(): number {
    if (this.#at === WORDS) this.#twist();
    let word = this.#state[this.#at++] as number;
    word ^= word >>> 11;
    word ^= (word << 7) & 0x9d2c5680;
    word ^= (word << 15) & 0xefc60000;
    return (word ^ (word >>> 18)) >>> 0;
  }

  #twist(): void {
    const state = this.#state;
    for (let at = 0; at < WORDS; at++) {
      const next = state[(at + 1) % WORDS] as number;
      const both = ((state[at] as number) & 0x80000000) | (next & 0x7fffffff);
      state[at] = (state[(at + SHIFT) % WORDS] as number) ^ (both >>> 1) ^ (next & 1 ? 0x9908b0df : 0);
    }
    this.#at = 0;
  }

  /** From 0 to before 1, with 53 random bits: `random_sample`. */
  uniform(): number {
    const high = this.#word() >>> 5;
    return (high * 67_108_864 + (this.#word() >>> 6)) / 9_007_199_254_740_992;
  }

  /**
   * Of mean 0 and standard deviation 1: `standard_normal`, by the polar method. Engines may differ in the last digit of a
   * logarithm.
   */
  normal(): number {
    const spare = this.#spare;
    this.#spare = undefined;
    if (spare !== undefined) return spare;
    for (;;) {
      const x = 2 * this.uniform() - 1;
      const y = 2 * this.uniform() - 1;
      const square = x * x + y * y;
      if (square >= 1 || square === 0) continue;
      const factor = Math.sqrt((-2 * Math.log(square)) / square);
      this.#spare = factor * x;
      return factor * y;
    }
  }
}
