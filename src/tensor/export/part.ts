import { throwIfAborted } from '../../base/abort.ts';
import { InternalError } from '../../base/errors.ts';
import { planeOf, type TensorMapping, type TensorPlane } from '../mapping.ts';
import { readAhead, readPlane } from '../plane.ts';
import type { Shape } from '../shape.ts';
import { everyIndex, type IndexSteps, sliceOfSteps, sliceValues, type TensorSlice } from '../slice.ts';
import type { ElementValues, TensorReader } from '../values.ts';

/** One dimension of a part. */
export interface PartAxis {
  count: number;
  /** Elements of the tensor from one index of the part to the next. Can be negative, and 0 repeats. */
  stride: number;
  /** The index in the tensor of index 0 of the part, and how far it is to the next. */
  first: number;
  step: number;
  /** Which dimension of the tensor runs along it, where that is known. */
  dimension?: number;
}

/**
 * A part of a tensor in an order of its own: the element at an index is `start` plus each index times its axis's
 * stride, counted in row-major order of the tensor. Plain data, which crosses to the worker.
 */
export interface TensorPart {
  start: number;
  /** Outermost first. */
  axes: readonly PartAxis[];
}

/** The part that a slice takes, in the order of the tensor. */
export function slicePart({ steps }: TensorSlice): TensorPart {
  return {
    start: steps.reduce((sum, { start, stride }) => sum + start * stride, 0),
    axes: steps.flatMap(({ isIndex, count, step, start, stride }, dimension) =>
      isIndex ? [] : [{ count, stride: step * stride, first: start, step, dimension }],
    ),
  };
}

/** All of a tensor. */
export function wholePart(shape: Shape): TensorPart {
  return slicePart(
    sliceOfSteps(
      shape.map((size) => everyIndex(Number(size))),
      shape,
    ),
  );
}

/** The plane that a mapping shows: rows first, then columns. A vector has one axis and a scalar none. */
export function mappingPart(mapping: TensorMapping, shape: Shape): TensorPart {
  const { rows, columns, start, rowStride, columnStride } = planeOf(mapping, shape);
  const along = (dimension: number | undefined, count: number, stride: number): PartAxis[] => {
    if (dimension === undefined) return [];
    const { start: first, step } = mapping.steps[dimension] as IndexSteps;
    return [{ count, stride, first, step, dimension }];
  };
  return { start, axes: [...along(mapping.rows, rows, rowStride), ...along(mapping.columns, columns, columnStride)] };
}

/** Number of elements. */
export function partCount({ axes }: TensorPart): number {
  return axes.reduce((product, { count }) => product * count, 1);
}

/** Whether a part is all elements of a tensor of `count` elements, in their order. */
export function isWhole(part: TensorPart, count: number): boolean {
  if (partCount(part) !== count) return false;
  const merged = mergedAxes(part.axes);
  return count <= 1 || (part.start === 0 && merged.length === 1 && merged[0]?.stride === 1);
}

/** Throws `internal/bug` for a part that is not inside a tensor of `count` elements. */
export function checkPart({ start, axes }: TensorPart, count: number): void {
  let low = start;
  let high = start;
  let isCounted = Number.isSafeInteger(start);
  for (const { count: size, stride } of axes) {
    isCounted &&= Number.isSafeInteger(size) && size >= 0 && Number.isSafeInteger(stride);
    const reach = (size - 1) * stride;
    low += Math.min(0, reach);
    high += Math.max(0, reach);
  }
  if (isCounted && (axes.some((axis) => axis.count === 0) || (low >= 0 && high < count))) return;
  throw new InternalError('internal/bug', 'The requested part of the tensor is outside it.');
}

/** A plane of the same elements in any order. Undefined where no plane has them. */
export function partPlane({ start, axes }: TensorPart): TensorPlane | undefined {
  const ascending = axes.toSorted((a, b) => Math.abs(b.stride) - Math.abs(a.stride));
  const [outer, inner, more] = mergedAxes(ascending);
  if (more) return undefined;
  const [rows, columns] = inner ? [outer, inner] : [undefined, outer];
  return {
    rows: rows?.count ?? 1,
    columns: columns?.count ?? 1,
    start,
    rowStride: rows?.stride ?? 0,
    columnStride: columns?.stride ?? 0,
  };
}

/** The same elements in the same order with as few axes as possible: those that continue each other become one. */
function mergedAxes(axes: readonly PartAxis[]): { count: number; stride: number }[] {
  const merged: { count: number; stride: number }[] = [];
  for (const { count, stride } of axes) {
    const outer = merged.at(-1);
    if (count === 1) continue;
    if (outer && outer.stride === count * stride) {
      outer.count *= count;
      outer.stride = stride;
    } else merged.push({ count, stride });
  }
  return merged;
}

/** Elements of up to 8 bytes that are read at once. The reader may ask for several such blocks ahead: 8 MiB each. */
const BLOCK_ELEMENTS = 2 ** 20;

/**
 * As many of a plane whose neighbors in a row lie far apart. Each block then takes a read for each column, so that
 * larger blocks take fewer.
 */
const ACROSS_ELEMENTS = 2 ** 22;

/** Planes with fewer elements are read together, as `sliceValues` does. */
const MIN_PLANE = 4096;

/**
 * The values of a part in its order, one stretch after another. What is read is planned by where it lies. Rejects as
 * `TensorReader.read`, and as `checkPart`.
 */
export async function* partValues(
  reader: TensorReader,
  part: TensorPart,
  signal?: AbortSignal,
): AsyncGenerator<ElementValues> {
  checkPart(part, reader.count);
  const axes = mergedAxes(part.axes);
  if (partCount(part) === 0) return;
  const [rows, columns] = [axes.at(-2)?.count ?? 1, axes.at(-1)?.count ?? 1];
  if (axes.length > 2 && rows * columns < MIN_PLANE) {
    yield* sliceValues(reader, asSlice(part.start, axes), signal);
    return;
  }
  const blocks = blocksOf(part.start, axes, reader.elementBytes ?? 8);
  const read = (plane: TensorPlane) => {
    const isRun = plane.rows === 1 && plane.columnStride === 1;
    if (!isRun) return readPlane(reader, plane, signal);
    return reader.read(plane.start, plane.start + plane.columns, signal);
  };
  for await (const [, values] of readAhead(blocks, read)) {
    throwIfAborted(signal);
    yield values;
  }
}

/** Axes as a slice of a tensor that has these strides. */
function asSlice(start: number, axes: readonly { count: number; stride: number }[]): TensorSlice {
  const [first, ...more] = axes.map(({ count, stride }) => ({ start: 0, step: 1, count, stride, isIndex: false }));
  const steps = [{ start, step: 1, count: 1, stride: 1, isIndex: true }, ...(first ? [first] : []), ...more];
  return { steps, shape: [], count: axes.reduce((product, { count }) => product * count, 1) };
}

/** The blocks of a part, in its order: some rows of its innermost plane, or a piece of one row. */
function* blocksOf(
  start: number,
  axes: readonly { count: number; stride: number }[],
  elementBytes: number,
): Generator<TensorPlane> {
  const column = axes.at(-1) ?? { count: 1, stride: 0 };
  const row = axes.at(-2) ?? { count: 1, stride: 0 };
  const isAcross = row.count > 1 && Math.abs(row.stride) < Math.abs(column.stride);
  const most = Math.floor((isAcross ? ACROSS_ELEMENTS : BLOCK_ELEMENTS) / Math.max(1, elementBytes / 8));
  const columns = Math.max(1, Math.min(column.count, most));
  const rows = columns < column.count ? 1 : Math.max(1, Math.floor(most / columns));
  for (const first of startsOf(start, axes.slice(0, -2))) {
    for (let down = 0; down < row.count; down += rows) {
      for (let across = 0; across < column.count; across += columns) {
        yield {
          rows: Math.min(rows, row.count - down),
          columns: Math.min(columns, column.count - across),
          start: first + down * row.stride + across * column.stride,
          rowStride: row.stride,
          columnStride: column.stride,
        };
      }
    }
  }
}

/** The first elements of the planes that outer axes lead to. */
function* startsOf(start: number, axes: readonly { count: number; stride: number }[]): Generator<number> {
  const [outer, ...inner] = axes;
  if (!outer) yield start;
  else for (let at = 0; at < outer.count; at++) yield* startsOf(start + at * outer.stride, inner);
}
