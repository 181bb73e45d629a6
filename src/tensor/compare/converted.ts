import { areBig } from '../elements.ts';
import { checkElements } from '../reader.ts';
import type { ElementValues, TensorReader } from '../values.ts';
import { notComparable } from './comparer.ts';

/** How a converter has changed the elements of a tensor. */
export interface ElementChange {
  /**
   * The rows of each of so many heads were interleaved: the first one of the first half, the first one of the second, and
   * so on. Rows are along the first dimension.
   */
  heads?: number | undefined;
  /** Was added to each value. */
  plus?: number | undefined;
}

/** Rows of a tensor one after another, and where they come from: one after another too, or every second one. */
interface Rows {
  count: number;
  first: number;
  step: 1 | 2;
  /** Of the rows that are read, the place of the first, and the distance to the next. */
  to: number;
  toStep: 1 | 2;
}

/** A tensor as if a converter had changed its elements, or, with `undoes`, as they were before one did. */
export class ConvertedReader implements TensorReader {
  readonly dtype: string;
  readonly count: number;
  readonly #stored: TensorReader;
  readonly #plus: number;
  readonly #undoes: boolean;
  readonly #columns: number;
  readonly #headRows: number;

  /**
   * @param rows the size of the first dimension. Throws `tensor/not-comparable` unless it is a multiple of two for each
   *   head
   */
  constructor(stored: TensorReader, rows: number, { heads, plus = 0 }: ElementChange, undoes: boolean) {
    const headRows = heads === undefined ? 0 : rows / heads;
    if (heads !== undefined && !(Number.isInteger(heads) && Number.isSafeInteger(headRows / 2) && headRows > 0))
      throw notComparable(`A tensor with ${rows} rows does not have two halves of ${heads} heads.`);
    this.dtype = plus === 0 ? stored.dtype : 'float64';
    this.count = stored.count;
    this.#stored = stored;
    this.#plus = undoes ? -plus : plus;
    this.#undoes = undoes;
    this.#headRows = headRows;
    this.#columns = stored.count / rows;
  }

  /** Elements of a row, of which each read takes some: rows next to each other may come from far apart. */
  get rowElements(): number | undefined {
    return this.#headRows > 0 ? this.#columns : undefined;
  }

  async read(start: number, end: number, signal?: AbortSignal): Promise<ElementValues> {
    checkElements(this, start, end);
    const values =
      this.#headRows === 0 || start === end
        ? await this.#stored.read(start, end, signal)
        : await this.#readRows(start, end, signal);
    if (this.#plus === 0) return values;
    if (Array.isArray(values)) throw notComparable('Nothing can be added to texts.');
    const numbers = values as Exclude<ElementValues, readonly string[]>;
    const sums = areBig(numbers) ? Float64Array.from(numbers, Number) : Float64Array.from(numbers);
    return sums.map((value) => value + this.#plus);
  }

  async #readRows(start: number, end: number, signal: AbortSignal | undefined): Promise<ElementValues> {
    const columns = this.#columns;
    const first = Math.floor(start / columns);
    const last = Math.ceil(end / columns);
    if (last - first <= 2) return this.#readParts(start, end, first + 1, signal);
    const headRows = this.#headRows;
    const heads = { from: Math.floor(first / headRows), to: Math.ceil(last / headRows) };
    // Most rows of some heads come with one read of these; few rows of a long one, each half by itself.
    const isMost = last - first >= ((heads.to - heads.from) * headRows) / 2;
    const parts = isMost
      ? [{ from: heads.from * headRows, to: heads.to * headRows, rows: [...this.#rowsOf(first, last)] }]
      : [...this.#rowsOf(first, last)].map((rows) => ({
          from: rows.first,
          to: rows.first + (rows.count - 1) * rows.step + 1,
          rows: [rows],
        }));
    const read = await Promise.all(
      parts.map(({ from, to }) => this.#stored.read(from * columns, to * columns, signal)),
    );
    const result = emptyLike(read[0] as ElementValues, (last - first) * columns);
    for (const [at, { from, rows }] of parts.entries())
      for (const each of rows) placeRows(each, read[at] as ElementValues, from, columns, result);
    const skipped = start - first * columns;
    return skipped === 0 && result.length === end - start ? result : result.slice(skipped, skipped + end - start);
  }

  /** Parts of one row or two, which may be long: just these are read. */
  async #readParts(start: number, end: number, next: number, signal: AbortSignal | undefined): Promise<ElementValues> {
    const cut = Math.min(end, next * this.#columns);
    const shift = (row: number) => (this.#sourceOf(row) - row) * this.#columns;
    const before = this.#stored.read(start + shift(next - 1), cut + shift(next - 1), signal);
    if (cut === end) return before;
    const [one, other] = await Promise.all([before, this.#stored.read(cut + shift(next), end + shift(next), signal)]);
    const result = emptyLike(one, end - start) as Float64Array;
    result.set(one as Float64Array);
    result.set(other as Float64Array, cut - start);
    return result;
  }

  /** The row that is stored where another one is read. */
  #sourceOf(row: number): number {
    const headRows = this.#headRows;
    const at = row % headRows;
    const half = headRows / 2;
    const from = this.#undoes ? 2 * (at % half) + Math.floor(at / half) : (at % 2) * half + Math.floor(at / 2);
    return row - at + from;
  }

  /** Where rows come from: of each head, two halves. */
  *#rowsOf(first: number, last: number): Generator<Rows> {
    const headRows = this.#headRows;
    for (let row = first; row < last; ) {
      const head = row - (row % headRows);
      const end = Math.min(last, head + headRows);
      if (this.#undoes) {
        const half = head + headRows / 2;
        const stop = row < half ? Math.min(end, half) : end;
        yield { count: stop - row, first: this.#sourceOf(row), step: 2, to: row - first, toStep: 1 };
        row = stop;
        continue;
      }
      for (const from of [row, row + 1].filter((each) => each < end))
        yield { count: Math.ceil((end - from) / 2), first: this.#sourceOf(from), step: 1, to: from - first, toStep: 2 };
      row = end;
    }
  }
}

type Writable = Exclude<ElementValues, readonly string[]>;

function emptyLike(values: ElementValues, length: number): Writable {
  if (Array.isArray(values)) throw notComparable('Rows of texts have no halves.');
  return new (values.constructor as new (length: number) => Writable)(length);
}

function placeRows(rows: Rows, values: ElementValues, from: number, columns: number, result: Writable): void {
  const numbers = values as Float64Array;
  for (let index = 0; index < rows.count; index++) {
    const at = (rows.first + index * rows.step - from) * columns;
    (result as Float64Array).set(numbers.subarray(at, at + columns), (rows.to + index * rows.toStep) * columns);
  }
}
