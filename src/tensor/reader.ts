import { throwIfAborted } from '../base/abort.ts';
import { grouped } from '../base/amounts.ts';
import { BadFileError, InternalError, TooLargeError } from '../base/errors.ts';
import { MAX_RANK, MAX_WINDOW_CELLS, MAX_WINDOW_READ, WINDOW_GAP_ELEMENTS } from '../base/limits.ts';
import type { ByteSource } from '../source/source.ts';
import { type ByteOrder, littleEndianSource } from './byte-order.ts';
import {
  type ComplexDtype,
  type DecodedDtype,
  elementBytes,
  elementGroup,
  isComplexDtype,
  type NumericDtype,
} from './dtype.ts';
import { complexText, decodeElements, elementText, type NumericValues } from './elements.ts';
import { elementCount, type Shape } from './shape.ts';
import type { TensorReader, TensorWindow } from './values.ts';
import './findings.ts';

/**
 * Reads a numeric tensor whose elements are stored one after another in row-major order. Reads only the elements asked
 * for.
 */
export class NumericReader implements TensorReader {
  readonly dtype: NumericDtype;
  readonly count: number;
  readonly data: ByteSource;

  /**
   * @param data the bytes of the tensor and no others, for example a `sliceSource` of its file
   * @param count number of elements; throws `tensor/size-mismatch` where `data` holds more or fewer
   */
  constructor(data: ByteSource, dtype: NumericDtype, count: number, order: ByteOrder = 'little') {
    checkSize(data, dtype, count);
    this.dtype = dtype;
    this.count = count;
    const { elements, bytes } = elementGroup(dtype);
    this.data = order === 'little' || elements > 1 ? data : littleEndianSource(data, bytes);
  }

  async read(start: number, end: number, signal?: AbortSignal): Promise<NumericValues> {
    checkElements(this, start, end);
    const { elements, bytes } = elementGroup(this.dtype);
    // Packed elements are read from the byte on at which one begins.
    const first = start - (start % elements);
    const from = (first / elements) * bytes;
    const to = Math.min(this.data.size, Math.ceil(end / elements) * bytes);
    const values = decodeElements(this.dtype, await this.data.read(from, to, signal));
    return elements === 1 ? values : values.slice(start - first, end - first);
  }
}

/** Reads a tensor of complex numbers, stored as `NumericReader` has it. Its values are texts (`complexText`). */
export class ComplexReader implements TensorReader {
  readonly dtype: ComplexDtype;
  readonly count: number;
  readonly data: ByteSource;

  /** As for `NumericReader`. */
  constructor(data: ByteSource, dtype: ComplexDtype, count: number, order: ByteOrder = 'little') {
    const width = checkSize(data, dtype, count);
    this.dtype = dtype;
    this.count = count;
    this.data = order === 'little' ? data : littleEndianSource(data, width / 2);
  }

  async read(start: number, end: number, signal?: AbortSignal): Promise<string[]> {
    checkElements(this, start, end);
    const width = elementBytes(this.dtype);
    const bytes = await this.data.read(start * width, end * width, signal);
    const parts = decodeElements(this.dtype === 'complex64' ? 'float32' : 'float64', bytes);
    return Array.from({ length: end - start }, (_, index) =>
      complexText(Number(parts[2 * index]), Number(parts[2 * index + 1])),
    );
  }
}

/**
 * The reader of a tensor of numbers, real or complex. Arguments and errors are those of `NumericReader`. Strings are
 * stored in each format's own way.
 */
export function tensorReader(
  data: ByteSource,
  dtype: Exclude<DecodedDtype, 'string'>,
  count: number,
  order: ByteOrder = 'little',
): NumericReader | ComplexReader {
  return isComplexDtype(dtype)
    ? new ComplexReader(data, dtype, count, order)
    : new NumericReader(data, dtype, count, order);
}

/** The bytes of one element. Throws unless `data` holds `count` of them. */
function checkSize(data: ByteSource, dtype: NumericDtype | ComplexDtype, count: number): number {
  const width = elementBytes(dtype);
  if (data.size === count * width) return width;
  throw new BadFileError(
    'tensor/size-mismatch',
    grouped`The tensor’s data has ${data.size} bytes, but ${count} elements of type ${dtype} need ${count * width}.`,
  );
}

/** Throws `source/out-of-range` unless 0 ≤ start ≤ end ≤ count, all whole numbers of elements. */
export function checkElements({ count }: Pick<TensorReader, 'count'>, start: number, end: number): void {
  if (Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start <= end && end <= count) return;
  throw new BadFileError(
    'source/out-of-range',
    `Elements ${start} to ${end} were requested, but the tensor has ${count}.`,
  );
}

/**
 * How a grid shows a tensor: the last dimension runs along columns, the one before along rows. An index fixes each of
 * the others.
 */
export interface GridSize {
  rows: number;
  columns: number;
  /** Sizes of the leading dimensions, outermost first. */
  lead: readonly number[];
}

/**
 * The grid of a tensor of this shape. A vector is one column, a scalar one cell. Throws `source/too-large` above
 * `MAX_RANK` dimensions, and `tensor/size-mismatch` for more elements than a number counts exactly (no file holds that
 * many).
 */
export function gridSize(shape: Shape): GridSize {
  if (shape.length > MAX_RANK) {
    throw new TooLargeError(
      'source/too-large',
      `The tensor has ${shape.length} dimensions. Boxcutter shows up to ${MAX_RANK}.`,
      { limit: MAX_RANK, actual: shape.length },
    );
  }
  // Each size on its own too: [0, 2^60] has no elements but a size that no number holds.
  if ([...shape, elementCount(shape)].some((size) => size > BigInt(Number.MAX_SAFE_INTEGER))) {
    throw new BadFileError('tensor/size-mismatch', 'The tensor’s shape has more elements than any file can hold.');
  }
  const sizes = shape.map(Number);
  if (sizes.length === 0) return { rows: 1, columns: 1, lead: [] };
  if (sizes.length === 1) return { rows: sizes[0] as number, columns: 1, lead: [] };
  return { rows: sizes.at(-2) as number, columns: sizes.at(-1) as number, lead: sizes.slice(0, -2) };
}

/** Elements from `start` up to, but not including, `end`, in row-major order. One read fetches them all. */
export interface ElementRange {
  start: number;
  end: number;
}

/** What a window needs: ranges to read, in ascending order, and where each of its rows is in them. */
export interface WindowPlan {
  ranges: ElementRange[];
  /**
   * For each row of the window: the index of the range that holds it, and the row's first element within that range.
   */
  rows: { range: number; at: number }[];
  /** Cells in each row. */
  columns: number;
}

/**
 * How far apart elements may lie that one read fetches, and how many it fetches, those between included. Counted in
 * elements of at most 8 bytes; of longer ones, fewer.
 */
export interface ReadReach {
  gap: number;
  most: number;
}

/** The reach of reads of a tensor. */
export function readReach({ elementBytes = 8 }: Pick<TensorReader, 'elementBytes'>): ReadReach {
  const times = Math.max(1, elementBytes / 8);
  return { gap: Math.floor(WINDOW_GAP_ELEMENTS / times), most: Math.floor(MAX_WINDOW_READ / times) };
}

/**
 * Plans the reads for a window. One read fetches rows that lie at most `reach.gap` elements apart, up to `reach.most`
 * elements; the gaps are read too and dropped. Other rows take one read each. Throws `source/too-large` above
 * `MAX_WINDOW_CELLS`, and `internal/bug` for a window outside of the tensor.
 */
export function planWindow(shape: Shape, window: TensorWindow, { gap, most }: ReadReach = readReach({})): WindowPlan {
  const grid = gridSize(shape);
  const { rowStart, rowEnd, columnStart, columnEnd } = window;
  const inside =
    window.lead.length === grid.lead.length &&
    window.lead.every((index, dimension) => isIndex(index, (grid.lead[dimension] as number) - 1)) &&
    isIndex(rowEnd, grid.rows) &&
    isIndex(rowStart, rowEnd) &&
    isIndex(columnEnd, grid.columns) &&
    isIndex(columnStart, columnEnd);
  if (!inside) {
    throw new InternalError('internal/bug', 'The requested part of the tensor is outside it.');
  }
  const columns = columnEnd - columnStart;
  const cells = (rowEnd - rowStart) * columns;
  if (cells > MAX_WINDOW_CELLS) {
    throw new TooLargeError('source/too-large', `At most ${MAX_WINDOW_CELLS} values can be read at once.`, {
      limit: MAX_WINDOW_CELLS,
      actual: cells,
    });
  }
  let plane = 0;
  for (const [dimension, size] of grid.lead.entries()) plane = plane * size + (window.lead[dimension] as number);
  const first = plane * grid.rows * grid.columns;
  const plan: WindowPlan = { ranges: [], rows: [], columns };
  if (columns === 0) return plan;
  for (let row = rowStart; row < rowEnd; row++) {
    const start = first + row * grid.columns + columnStart;
    const last = plan.ranges.at(-1);
    const near = last !== undefined && start - last.end <= gap;
    if (near && start + columns - last.start <= most) last.end = start + columns;
    else plan.ranges.push({ start, end: start + columns });
    const range = plan.ranges.length - 1;
    plan.rows.push({ range, at: start - (plan.ranges[range] as ElementRange).start });
  }
  return plan;
}

function isIndex(value: number, max: number): boolean {
  return Number.isSafeInteger(value) && value >= 0 && value <= max;
}

/**
 * The cells of a window in row-major order. Each is the exact value as text (`elementText`); a bool is "true" or
 * "false". `shape` must be the shape of the reader's tensor. Limits and errors are those of `planWindow` and of the
 * reader.
 */
export async function readWindow(
  reader: TensorReader,
  shape: Shape,
  window: TensorWindow,
  signal?: AbortSignal,
): Promise<string[]> {
  const reach = readReach(reader);
  // Of column-major tensors, what lies between two rows costs as much as the rows.
  const plan = planWindow(shape, window, reader.columnMajor ? { ...reach, gap: 0 } : reach);
  const cells: string[] = [];
  const isBool = reader.dtype === 'bool';
  let held = -1;
  let values: Awaited<ReturnType<TensorReader['read']>> = [];
  for (const row of plan.rows) {
    if (row.range !== held) {
      const { start, end } = plan.ranges[row.range] as ElementRange;
      // Reads go forward, one at a time: a compressed file has one cursor, which cannot go back.
      values = await reader.read(start, end, signal);
      throwIfAborted(signal);
      held = row.range;
    }
    for (let column = 0; column < plan.columns; column++) {
      const value = values[row.at + column] as number | bigint | string;
      cells.push(elementText(isBool ? value !== 0 : value));
    }
  }
  return cells;
}
