import { readPlane } from '../plane.ts';
import { checkElements } from '../reader.ts';
import type { ElementValues, TensorReader } from '../values.ts';

/**
 * The transpose of a matrix. Reading a few rows of it reads across the whole file, so read many at once.
 */
export class TransposedReader implements TensorReader {
  readonly dtype: string;
  readonly count: number;
  readonly #stored: TensorReader;
  readonly #columns: number;

  /** @param columns of the transpose: the rows of the stored matrix */
  constructor(stored: TensorReader, columns: number) {
    this.dtype = stored.dtype;
    this.count = stored.count;
    this.#stored = stored;
    this.#columns = columns;
  }

  async read(start: number, end: number, signal?: AbortSignal): Promise<ElementValues> {
    checkElements(this, start, end);
    const columns = this.#columns;
    if (start === end) return this.#stored.read(0, 0, signal);
    const first = Math.floor(start / columns);
    const rows = Math.ceil(end / columns) - first;
    const plane = { rows, columns, start: first, rowStride: 1, columnStride: this.count / columns };
    const values = await readPlane(this.#stored, plane, signal);
    return values.slice(start - first * columns, end - first * columns);
  }
}
