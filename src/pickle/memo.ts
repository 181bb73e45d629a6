import { MAX_MEMO, MAX_SPARSE_MEMO } from './limits.ts';
import type { PickleValue } from './value.ts';
import { WalkError } from './walk-error.ts';

/** Objects of a pickle by their numbers. Picklers count up from 0, so most are in an array. */
export class Memo {
  /** How many have a number: what `MEMOIZE` gives next. */
  size = 0;
  readonly #dense: (PickleValue | undefined)[] = [];
  /** Those beyond the end of the array. Numbers of more than 15 digits are texts. */
  readonly #sparse = new Map<number | string, PickleValue>();

  get(index: number | string): PickleValue | undefined {
    const value = typeof index === 'number' ? this.#dense[index] : undefined;
    return value === undefined ? this.#sparse.get(index) : value;
  }

  /** Throws a `WalkError` where it would keep too many. */
  set(index: number | string, value: PickleValue): void {
    if (this.get(index) === undefined) this.size++;
    if (typeof index === 'number' && index <= this.#dense.length) {
      if (index >= MAX_MEMO) throw new WalkError('limit', `over ${MAX_MEMO} objects have numbers`);
      this.#dense[index] = value;
      this.#sparse.delete(index);
      return;
    }
    if (this.#sparse.size >= MAX_SPARSE_MEMO) {
      throw new WalkError('limit', `over ${MAX_SPARSE_MEMO} objects have numbers that do not follow one another`);
    }
    this.#sparse.set(index, value);
  }
}
