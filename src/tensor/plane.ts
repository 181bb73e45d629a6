import { throwIfAborted } from '../base/abort.ts';
import { BadFileError, InternalError, TooLargeError } from '../base/errors.ts';
import { MAX_PLANE_ELEMENTS, MAX_WINDOW_CELLS } from '../base/limits.ts';
import { type DecodedDtype, dtypeFacts } from './dtype.ts';
import { elementText, type NumericValues } from './elements.ts';
import type { TensorPlane } from './mapping.ts';
import { type ReadReach, readReach } from './reader.ts';
import type { ElementValues, TensorReader } from './values.ts';

/** Reads that are under way at once. They are asked for in ascending order: a compressed file is decoded forwards. */
const READS_AT_ONCE = 4;

/** The direction of a plane that changes slowest in the file, or fastest, in ascending order of the elements. */
export interface Direction {
  count: number;
  /** Not negative. Elements from one to the next. */
  stride: number;
  /** Cells of the result from one to the next. */
  to: number;
}

/** A plane in the order of the file. */
export interface StoredPlane {
  outer: Direction;
  inner: Direction;
  /** Whether the outer direction is that of the columns: each line of the file is a column of the plane. */
  isTurned: boolean;
  /** The lowest element, and its cell in the result. */
  start: number;
  to: number;
}

/** A plane in the order of the file. A direction whose `to` is negative runs against the plane's. */
export function storedOrder({ rows, columns, start, rowStride, columnStride }: TensorPlane): StoredPlane {
  let [first, to] = [start, 0];
  const direction = (count: number, stride: number, cells: number): Direction => {
    if (count <= 1) return { count, stride: 0, to: cells };
    if (stride >= 0) return { count, stride, to: cells };
    first += (count - 1) * stride;
    to += (count - 1) * cells;
    return { count, stride: -stride, to: -cells };
  };
  const byRow = direction(rows, rowStride, columns);
  const byColumn = direction(columns, columnStride, 1);
  const isTurned = rows > 1 && (columns <= 1 || byRow.stride < byColumn.stride);
  const [outer, inner] = isTurned ? [byColumn, byRow] : [byRow, byColumn];
  return { outer, inner, isTurned, start: first, to };
}

/** Elements that one read brings, `start` to `end`, and which lines of the plane they hold, half-open. */
export interface PlaneRead {
  start: number;
  end: number;
  outerStart: number;
  outerEnd: number;
  innerStart: number;
  innerEnd: number;
}

/**
 * The reads of a plane in ascending order. One read brings lines of the plane, or a part of one, which lie at most
 * `reach.gap` elements apart, up to `reach.most` elements. What lies between them is read too and dropped.
 */
export function* planeReads({ outer, inner, start }: StoredPlane, { gap, most }: ReadReach): Generator<PlaneRead> {
  if (outer.count === 0 || inner.count === 0) return;
  const together =
    inner.count === 1 || inner.stride - 1 > gap ? 1 : Math.max(1, Math.floor((most - 1) / inner.stride) + 1);
  const spanOf = (count: number) => (count - 1) * inner.stride + 1;
  const line = spanOf(inner.count);
  const isWhole = together >= inner.count;
  const areNear = isWhole && outer.stride - line <= gap;
  const lines = areNear && outer.stride > 0 ? Math.max(1, Math.floor((most - line) / outer.stride) + 1) : 1;
  for (let at = 0; at < outer.count; at += lines) {
    const outerEnd = Math.min(outer.count, at + lines);
    const first = start + at * outer.stride;
    for (let from = 0; from < inner.count; from += together) {
      const innerEnd = Math.min(inner.count, from + together);
      const low = first + from * inner.stride;
      yield {
        start: low,
        end: low + (outerEnd - 1 - at) * outer.stride + spanOf(innerEnd - from),
        outerStart: at,
        outerEnd,
        innerStart: from,
        innerEnd,
      };
    }
  }
}

/**
 * What `read` gives for each item, in their order, while the next ones are asked for already. Ends with the first
 * failure.
 */
export async function* readAhead<Item, Result>(
  items: Iterable<Item>,
  read: (item: Item) => Promise<Result>,
): AsyncGenerator<[Item, Result]> {
  const pending: [Item, Promise<Result>][] = [];
  for (const item of items) {
    const promise = read(item);
    // One that fails while an earlier one is waited for is told in its turn.
    promise.catch(() => {});
    pending.push([item, promise]);
    if (pending.length < READS_AT_ONCE) continue;
    const [first, result] = pending.shift() as (typeof pending)[0];
    yield [first, await result];
  }
  for (const [item, promise] of pending) yield [item, await promise];
}

/** How far one read of a plane reaches. Of column-major tensors, what lies between costs as much as what is wanted. */
export function planeReach(reader: TensorReader): ReadReach {
  const reach = readReach(reader);
  return reader.columnMajor ? { ...reach, gap: 0 } : reach;
}

/** Throws `internal/bug` for a plane that is not inside a tensor of `count` elements. */
export function checkPlane({ rows, columns, start, rowStride, columnStride }: TensorPlane, count: number): void {
  const numbers = [rows, columns, start, rowStride, columnStride];
  const isCounted = numbers.every(Number.isSafeInteger) && rows >= 0 && columns >= 0;
  const [down, across] = [(rows - 1) * rowStride, (columns - 1) * columnStride];
  const [low, high] = [
    start + Math.min(0, down) + Math.min(0, across),
    start + Math.max(0, down) + Math.max(0, across),
  ];
  if (isCounted && (rows === 0 || columns === 0 || (low >= 0 && high < count))) return;
  throw new InternalError('internal/bug', 'The requested part of the tensor is outside it.');
}

/** Elements that reading a plane brings, those between included. */
export function planeReadElements(plane: TensorPlane, reach: ReadReach): number {
  let count = 0;
  const stored = storedOrder(plane);
  const { outer, inner } = stored;
  // Every line costs the same, and there can be a billion of them.
  for (const { start, end } of planeReads({ ...stored, outer: { ...outer, count: Math.min(outer.count, 1) } }, reach))
    count += end - start;
  const line = (inner.count - 1) * inner.stride + 1;
  return outer.stride - line <= reach.gap
    ? Math.max(count, (outer.count - 1) * outer.stride + line)
    : count * outer.count;
}

/** Bytes that reading a plane brings, about: of texts, whose lengths nobody knows, 8 for each. */
export function planeBytes(plane: TensorPlane, dtype: DecodedDtype): number {
  return (planeReadElements(plane, readReach({})) * (dtypeFacts(dtype)?.bits ?? 64)) / 8;
}

/**
 * The elements of a plane in row-major order of the plane. What is read is planned by what is shown: neighbors in the
 * file come together, whichever dimension they run along. Rejects as `TensorReader.read`, and as `checkPlane`.
 */
export async function readPlane(
  reader: TensorReader,
  plane: TensorPlane,
  signal?: AbortSignal,
): Promise<ElementValues> {
  checkPlane(plane, reader.count);
  const stored = storedOrder(plane);
  let result: Writable | undefined;
  const reads = planeReads(stored, planeReach(reader));
  for await (const [read, values] of readAhead(reads, ({ start, end }) => reader.read(start, end, signal))) {
    throwIfAborted(signal);
    result ??= emptyLike(values, plane.rows * plane.columns);
    placeRead(stored, read, values as Writable, result);
  }
  return (result ?? (await reader.read(0, 0, signal))) as ElementValues;
}

/** Typed arrays and lists of texts alike. */
interface Writable {
  readonly length: number;
  [index: number]: unknown;
}

function emptyLike(values: ElementValues, length: number): Writable {
  if (Array.isArray(values)) return new Array<string>(length);
  return new (values.constructor as new (length: number) => Writable)(length);
}

/** Puts what a read brought where it belongs in the result. */
function placeRead(
  plane: Pick<StoredPlane, 'outer' | 'inner' | 'to'>,
  read: PlaneRead,
  values: Writable,
  result: Writable,
): void {
  const { outer, inner } = plane;
  const [step, to] = [inner.stride, inner.to];
  const count = read.innerEnd - read.innerStart;
  for (let line = read.outerStart; line < read.outerEnd; line++) {
    let from = (line - read.outerStart) * outer.stride;
    let at = plane.to + line * outer.to + read.innerStart * to;
    for (let index = 0; index < count; index++) {
      result[at] = values[from];
      from += step;
      at += to;
    }
  }
}

/** What a read brought of a plane without what lies between: the values line after line, as they are stored. */
export function wantedValues({ outer, inner }: StoredPlane, read: PlaneRead, values: NumericValues): NumericValues {
  const [lines, count] = [read.outerEnd - read.outerStart, read.innerEnd - read.innerStart];
  const step = count > 1 ? inner.stride : 1;
  if (step === 1 && (lines === 1 || outer.stride === count)) return values.subarray(0, count * lines);
  const wanted = emptyLike(values, count * lines);
  const to = -read.outerStart * count - read.innerStart;
  const plane = { outer: { ...outer, to: count }, inner: { ...inner, to: 1 }, to };
  placeRead(plane, read, values, wanted);
  return wanted as NumericValues;
}

/**
 * The cells of a plane in row-major order, each the exact value as text (`elementText`); a bool is "true" or "false".
 * Rejects as `readPlane`, and with `source/too-large` above `MAX_WINDOW_CELLS`.
 */
export async function readCells(reader: TensorReader, plane: TensorPlane, signal?: AbortSignal): Promise<string[]> {
  const cells = plane.rows * plane.columns;
  if (cells > MAX_WINDOW_CELLS) {
    throw new TooLargeError('source/too-large', `At most ${MAX_WINDOW_CELLS} values can be read at once.`, {
      limit: MAX_WINDOW_CELLS,
      actual: cells,
    });
  }
  const values = await readPlane(reader, plane, signal);
  const isBool = reader.dtype === 'bool';
  return Array.from(values as ArrayLike<number | bigint | string>, (value) =>
    elementText(isBool ? value !== 0 : value),
  );
}

/**
 * The numbers of a plane in row-major order of the plane. Rejects as `readPlane`, with `source/too-large` above
 * `MAX_PLANE_ELEMENTS`, and with `internal/bug` for texts.
 */
export async function readNumbers(
  reader: TensorReader,
  plane: TensorPlane,
  signal?: AbortSignal,
): Promise<NumericValues> {
  const cells = plane.rows * plane.columns;
  if (cells > MAX_PLANE_ELEMENTS) {
    throw new TooLargeError('source/too-large', 'This part of the tensor has more values than are shown at once.', {
      limit: MAX_PLANE_ELEMENTS,
      actual: cells,
    });
  }
  const values = await readPlane(reader, plane, signal);
  if (Array.isArray(values)) throw new InternalError('internal/bug', 'The tensor does not hold real numbers.');
  return values as NumericValues;
}

/**
 * A reader of the same elements as they are stored: each is its bits as hexadecimal digits, the highest first. Throws
 * `tensor/not-in-npy` where elements have no bytes themselves.
 *
 * @param bits of one element
 */
export function bitsReader(reader: TensorReader, bits: number | undefined): TensorReader {
  const { data, columnMajor, dtype, count } = reader;
  const width = (bits ?? 0) / 8;
  if (!data || !Number.isInteger(width) || data.size !== count * width)
    throw new BadFileError('tensor/not-in-npy', `Elements of type ${dtype} have no bytes themselves.`);
  return {
    dtype: 'string',
    count,
    ...(columnMajor && { columnMajor }),
    async read(start, end, signal) {
      const bytes = await data.read(start * width, end * width, signal);
      return Array.from({ length: end - start }, (_, index) => {
        let digits = '';
        for (let byte = width - 1; byte >= 0; byte--)
          digits += (bytes[index * width + byte] as number).toString(16).padStart(2, '0');
        return digits;
      });
    },
  };
}
