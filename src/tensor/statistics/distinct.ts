/** Different values that are counted. Of more, nobody looks at the number. */
const MOST = 2 ** 16;

/** Places of the table: a power of two, and so many that most values are found at the first one. */
const SLOTS = 4 * MOST;
const SHIFT = 32 - Math.log2(SLOTS);

/** The different values that were seen, each as two words; undefined once there were more than are counted. */
export type DistinctPart = Uint32Array | 'many';

/** Counts different integers of up to 64 bits, up to `MOST`, in a hash table with open addressing. */
export class DistinctCounter {
  #table: Uint32Array | undefined;
  #used: Uint8Array = new Uint8Array(0);
  #count = 0;
  #isMany = false;
  /** Differs each time, so that no file can be made whose values all want the same place. */
  readonly #seed = Math.floor(Math.random() * 2 ** 32) | 1;

  /** How many there are. Undefined beyond 65,536. */
  get count(): number | undefined {
    return this.#isMany ? undefined : this.#count;
  }

  /** Adds the first `length` whole numbers of an array. */
  addNumbers(values: Float64Array, length: number): void {
    for (let index = 0; index < length && !this.#isMany; index++) {
      const value = values[index] as number;
      this.#add(value >>> 0, Math.floor(value / 2 ** 32) >>> 0);
    }
  }

  /** Adds integers of 64 bits: of each its lower word, and then its higher one. */
  addWords(words: Uint32Array): void {
    for (let at = 0; at < words.length && !this.#isMany; at += 2)
      this.#add(words[at] as number, words[at + 1] as number);
  }

  #add(low: number, high: number): void {
    this.#table ??= new Uint32Array(2 * SLOTS);
    if (this.#used.length === 0) this.#used = new Uint8Array(SLOTS);
    const [table, used] = [this.#table, this.#used];
    // Mixed downward too: products alone never bring the higher bits of a word to the lower ones.
    let hash = Math.imul(low ^ (low >>> 15), this.#seed) ^ high;
    hash = Math.imul(hash ^ (hash >>> 13), this.#seed);
    let slot = Math.imul(hash ^ (hash >>> 16), this.#seed) >>> SHIFT;
    while (used[slot] === 1) {
      if (table[2 * slot] === low && table[2 * slot + 1] === high) return;
      slot = (slot + 1) & (SLOTS - 1);
    }
    if (this.#count === MOST) {
      this.#isMany = true;
      return;
    }
    used[slot] = 1;
    table[2 * slot] = low;
    table[2 * slot + 1] = high;
    this.#count++;
  }

  merge(part: DistinctPart): void {
    if (part === 'many') this.#isMany = true;
    else this.addWords(part);
  }

  part(): DistinctPart {
    if (this.#isMany) return 'many';
    const words = new Uint32Array(2 * this.#count);
    let to = 0;
    for (const [slot, isUsed] of this.#used.entries()) {
      if (isUsed === 0) continue;
      words[to++] = this.#table?.[2 * slot] as number;
      words[to++] = this.#table?.[2 * slot + 1] as number;
    }
    return words;
  }
}
