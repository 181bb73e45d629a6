/** Counts that stay exact beyond 32 bits. Arrays of 32 bits are counted in several times as fast as those of float64. */
export class Counts {
  #counts: Uint32Array;
  /** What was counted before it was reset. */
  #before: Float64Array | undefined;
  #counted = 0;
  /** How many were counted up to each place and in it. Undefined while more are counted. */
  #sums: Float64Array | undefined;

  constructor(length: number) {
    this.#counts = new Uint32Array(length);
  }

  /** Goes on counting in another array of this length, which gets what this one has. */
  moveTo(counts: Uint32Array): void {
    counts.set(this.#counts);
    this.#counts = counts;
  }

  /** Call it before so many are counted in the array. */
  expect(count: number): void {
    this.#sums = undefined;
    if (this.#counted + count >= 2 ** 32) {
      this.#before = Float64Array.from(this.all);
      this.#counts.fill(0);
      this.#counted = 0;
    }
    this.#counted += count;
  }

  /** Counts one of those that were expected. */
  tally(index: number): void {
    this.#counts[index] = (this.#counts[index] as number) + 1;
  }

  clear(): void {
    this.#sums = undefined;
    this.#before = undefined;
    this.#counts.fill(0);
    this.#counted = 0;
  }

  add(index: number, count: number): void {
    this.#sums = undefined;
    this.#before ??= new Float64Array(this.#counts.length);
    this.#before[index] = (this.#before[index] as number) + count;
  }

  /** All counts. Shared: do not write to them. */
  get all(): Uint32Array | Float64Array {
    if (!this.#before) return this.#counts;
    const all = this.#before.slice();
    for (let index = 0; index < all.length; index++)
      all[index] = (all[index] as number) + (this.#counts[index] as number);
    return all;
  }

  /** Where the value of a rank was counted, and how far it is through what was counted there. */
  placeOf(rank: number): { index: number; share: number } {
    if (!this.#sums) {
      this.#sums = Float64Array.from(this.all);
      for (let index = 1; index < this.#sums.length; index++)
        this.#sums[index] = (this.#sums[index] as number) + (this.#sums[index - 1] as number);
    }
    const sums = this.#sums;
    let [low, high] = [0, sums.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] as number) > rank) high = middle;
      else low = middle + 1;
    }
    const below = sums[low - 1] ?? 0;
    return { index: low, share: (rank - below + 0.5) / ((sums[low] as number) - below) };
  }
}
