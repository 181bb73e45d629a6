import { checkShape } from './reader.ts';
import type { Shape } from './shape.ts';
import { everyIndex, type IndexSteps, parseSlice, type SliceMistake, stepsText, stepWithin } from './slice.ts';

/** The two directions of a plane. */
export type PlaneAxis = 'rows' | 'columns';

/**
 * How the dimensions of a tensor are shown: one runs along the rows of a plane, one along its columns, and each of the
 * others is fixed at an index. A vector has no columns and a scalar neither.
 */
export interface TensorMapping {
  /** Numbers of two different dimensions. */
  rows: number | undefined;
  columns: number | undefined;
  /** Which indices of each dimension are shown: of the others than rows and columns, a single one. */
  steps: readonly IndexSteps[];
}

/** One index of a dimension. */
export function oneIndex(index: number): IndexSteps {
  return { start: index, step: 1, count: 1, isIndex: true };
}

/**
 * The mapping that a tensor is first shown with: the last dimension along columns, the one before along rows, and index
 * 0 of the others. Throws as `checkShape`.
 */
export function firstMapping(shape: Shape): TensorMapping {
  checkShape(shape);
  const rank = shape.length;
  const columns = rank > 1 ? rank - 1 : undefined;
  const rows = rank > 1 ? rank - 2 : rank === 1 ? 0 : undefined;
  return mapped(shape, { rows, columns }, []);
}

/** A mapping of these axes, which keeps what steps it can: every index along an axis that had only one. */
export function mapped(
  shape: Shape,
  { rows, columns }: Pick<TensorMapping, PlaneAxis>,
  steps: readonly IndexSteps[],
): TensorMapping {
  return {
    rows,
    columns,
    steps: shape.map((size, dimension) => {
      const old = steps[dimension];
      if (dimension === rows || dimension === columns) return old && !old.isIndex ? old : everyIndex(Number(size));
      if (old?.isIndex) return old;
      // A range of nothing can begin beside the dimension.
      return oneIndex(Math.max(0, Math.min(Number(size) - 1, old?.start ?? 0)));
    }),
  };
}

/**
 * The mapping with a dimension along an axis. Where it runs along the other one, the two are swapped. `undefined` leaves
 * the axis out.
 */
export function withAxis(
  mapping: TensorMapping,
  shape: Shape,
  axis: PlaneAxis,
  dimension: number | undefined,
): TensorMapping {
  const other: PlaneAxis = axis === 'rows' ? 'columns' : 'rows';
  const axes = { rows: mapping.rows, columns: mapping.columns };
  if (dimension !== undefined && axes[other] === dimension) axes[other] = axes[axis];
  axes[axis] = dimension;
  return mapped(shape, axes, mapping.steps);
}

/** The mapping with another index of a dimension that is fixed, cut to those that there are. */
export function withIndex(mapping: TensorMapping, shape: Shape, dimension: number, index: number): TensorMapping {
  const last = Number(shape[dimension]) - 1;
  return {
    ...mapping,
    steps: mapping.steps.with(dimension, oneIndex(Math.max(0, Math.min(last, Math.trunc(index) || 0)))),
  };
}

/** The mapping with other steps along a dimension that runs along an axis: `wanted` indices from one to the next. */
export function withStep(mapping: TensorMapping, shape: Shape, dimension: number, wanted: number): TensorMapping {
  const size = Number(shape[dimension]);
  const step = stepWithin(wanted, size);
  const start = mapping.steps[dimension]?.start ?? 0;
  const count = step > 0 ? Math.ceil((size - start) / step) : Math.floor(start / -step) + 1;
  return { ...mapping, steps: mapping.steps.with(dimension, { start, step, count, isIndex: false }) };
}

/**
 * The mapping that a slice in NumPy's way of writing gives: what it takes by index is fixed, and of what it takes by
 * range two dimensions run along the axes: those that did, else the last ones. Any further range is fixed at its first
 * index.
 */
export function withSlice(mapping: TensorMapping, shape: Shape, text: string): TensorMapping | SliceMistake {
  const slice = parseSlice(text, shape);
  if ('mistake' in slice) return slice;
  const ranges = slice.steps.flatMap(({ isIndex }, dimension) => (isIndex ? [] : [dimension]));
  const steps = slice.steps.map(({ start, step, count, isIndex }) => ({ start, step, count, isIndex }));
  return mapped(shape, axesOf(ranges, mapping), steps);
}

/** Which of the dimensions that a slice takes by range run along the axes, which were these before. */
function axesOf(ranges: readonly number[], { rows, columns }: TensorMapping): Pick<TensorMapping, PlaneAxis> {
  const held = ranges.filter((dimension) => dimension === rows || dimension === columns);
  if (held.length === 2) return { rows, columns };
  const [only, second] = ranges;
  if (second === undefined) return only === columns ? { rows: undefined, columns } : { rows: only, columns: undefined };
  const others = ranges.filter((dimension) => !held.includes(dimension)).slice(held.length - 2);
  const [first, last] = [...held, ...others].sort((a, b) => a - b);
  return { rows: first, columns: last };
}

/** What a mapping shows, as NumPy writes it: `[0, :, 10:20, 3]`. */
export function sliceText({ steps }: TensorMapping, shape: Shape): string {
  return `[${steps.map((each, dimension) => stepsText(each, Number(shape[dimension]))).join(', ')}]`;
}

/**
 * A rectangle of elements of a tensor: the one at a row and a column is `start + row * rowStride + column *
 * columnStride`, counted in row-major order of the tensor. Strides can be negative.
 */
export interface TensorPlane {
  rows: number;
  columns: number;
  start: number;
  rowStride: number;
  columnStride: number;
}

/** The plane that a mapping shows. A vector is one column, or one row where it runs along columns. */
export function planeOf(mapping: TensorMapping, shape: Shape): TensorPlane {
  let start = 0;
  let stride = 1;
  const strides = new Array<number>(shape.length);
  for (let dimension = shape.length - 1; dimension >= 0; dimension--) {
    strides[dimension] = stride;
    start += (mapping.steps[dimension] as IndexSteps).start * stride;
    stride *= Number(shape[dimension]);
  }
  const along = (dimension: number | undefined) => {
    const steps = dimension === undefined ? undefined : mapping.steps[dimension];
    if (!steps) return { count: 1, stride: 0 };
    return { count: steps.count, stride: steps.step * (strides[dimension as number] as number) };
  };
  const [rows, columns] = [along(mapping.rows), along(mapping.columns)];
  return { rows: rows.count, columns: columns.count, start, rowStride: rows.stride, columnStride: columns.stride };
}

/** Rows and columns of a plane, half-open. */
export interface PlaneWindow {
  rowStart: number;
  rowEnd: number;
  columnStart: number;
  columnEnd: number;
}

/** The part of a plane in a window. */
export function planePart(plane: TensorPlane, { rowStart, rowEnd, columnStart, columnEnd }: PlaneWindow): TensorPlane {
  return {
    ...plane,
    rows: rowEnd - rowStart,
    columns: columnEnd - columnStart,
    start: plane.start + rowStart * plane.rowStride + columnStart * plane.columnStride,
  };
}

/** A cell of a plane by its row and column. */
export interface Cell {
  row: number;
  column: number;
}

/** The plane of a cell alone. */
export function cellPlane(plane: TensorPlane, { row, column }: Cell): TensorPlane {
  return planePart(plane, { rowStart: row, rowEnd: row + 1, columnStart: column, columnEnd: column + 1 });
}

/** The index in the tensor of a cell of the plane. Empty of a scalar. */
export function cellIndex({ rows, columns, steps }: TensorMapping, { row, column }: Cell): number[] {
  return steps.map(({ start, step }, dimension) => {
    if (dimension === rows) return start + row * step;
    return dimension === columns ? start + column * step : start;
  });
}

/** The cell of the plane that shows an index of the tensor. Undefined where the plane does not show it. */
export function cellOf({ rows, columns, steps }: TensorMapping, index: readonly number[]): Cell | undefined {
  if (index.length !== steps.length) return undefined;
  const cell: Cell = { row: 0, column: 0 };
  for (const [dimension, { start, step, count }] of steps.entries()) {
    // Adding 0 makes 0 of -0.
    const at = ((index[dimension] as number) - start) / step + 0;
    if (!Number.isInteger(at) || at < 0 || at >= count) return undefined;
    if (dimension === rows) cell.row = at;
    else if (dimension === columns) cell.column = at;
  }
  return cell;
}

/**
 * The mapping that shows an index of the tensor, with the axes as they are: what is fixed is fixed there, and along an
 * axis that leaves it out every index is shown. One that shows it already is given back.
 */
export function showing(mapping: TensorMapping, shape: Shape, index: readonly number[]): TensorMapping {
  const { rows, columns } = mapping;
  const steps = mapping.steps.map((old, dimension) => {
    const at = index[dimension] as number;
    if (dimension !== rows && dimension !== columns) return old.isIndex && old.start === at ? old : oneIndex(at);
    const along = (at - old.start) / old.step;
    return Number.isInteger(along) && along >= 0 && along < old.count ? old : everyIndex(Number(shape[dimension]));
  });
  return steps.every((each, dimension) => each === mapping.steps[dimension]) ? mapping : { rows, columns, steps };
}
