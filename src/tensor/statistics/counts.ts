/** Places that are summed together: a sum for each of a quarter of a million takes longer to make than to use. */
const STRETCH = 512;

/** Counts that stay exact beyond 32 bits. Arrays of 32 bits are counted in several times as fast as those of float64. */
export class Counts {
  #counts: Uint32Array;
  /** What was counted before it was reset. */
  #before: Float64Array | undefined;
  #counted = 0;
  /** How many were counted in each `STRETCH` of places. Undefined while more are counted. */
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
      this.#before = new Float64Array(this.all);
      this.#counts.fill(0);
      this.#counted = 0;
    }
    this.#counted += count;
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
    this.#sums ??= this.#sumStretches();
    let below = 0;
    let index = 0;
    for (const sum of this.#sums) {
      if (below + sum > rank) break;
      below += sum;
      index += STRETCH;
    }
    while (below + this.#countAt(index) <= rank && index < this.#counts.length - 1) below += this.#countAt(index++);
    return { index, share: (rank - below + 0.5) / this.#countAt(index) };
  }

  #countAt(index: number): number {
    return (this.#counts[index] as number) + (this.#before?.[index] ?? 0);
  }

  #sumStretches(): Float64Array {
    const sums = new Float64Array(Math.ceil(this.#counts.length / STRETCH));
    for (let at = 0; at < sums.length; at++) {
      const end = Math.min(this.#counts.length, (at + 1) * STRETCH);
      let sum = 0;
      for (let index = at * STRETCH; index < end; index++) sum += this.#countAt(index);
      sums[at] = sum;
    }
    return sums;
  }
}
