import { formatBytes } from '../../../base/amounts.ts';
import { TooLargeError, UnsupportedError } from '../../../base/errors.ts';
import type { TensorSpec } from '../../../model/package.ts';
import type { RunTensor } from '../../../model/run/run-thread.ts';
import type { FlatContents, TensorContents } from '../../../tensor/contents/contents.ts';
import { dataBytes, isNumericDtype } from '../../../tensor/dtype.ts';
import { decodeElements, type NumericValues } from '../../../tensor/elements.ts';
import type { Shape } from '../../../tensor/shape.ts';

/** Rows and columns of a tensor that is drawn on, each. More cells than this nobody draws one by one. */
const MAX_SIDE = 64;

/** Bytes of an input that is given here, where it is copied some times. */
const MAX_INPUT_BYTES = 256 * 2 ** 20;

export type RunNumbers = Extract<RunTensor, { data: Uint8Array }>;

/** A value of the schema, an example or a file as a model takes it. Rejects where no model takes it. */
export async function runTensorOf(name: string, contents: TensorContents): Promise<RunTensor> {
  const { dtype } = contents;
  if (dtype === 'nested') throw new UnsupportedError('run/bad-input', 'A model does not take a list of tensors.');
  const shape = contents.shape.map(Number);
  if (dtype === 'string') return { name, dtype, shape, data: (contents as FlatContents & { dtype: 'string' }).strings };
  const { data } = contents as FlatContents & { data: Blob };
  if (!isNumericDtype(dtype)) throw new UnsupportedError('run/bad-input', `A model does not take ${dtype}.`);
  if (data.size > MAX_INPUT_BYTES)
    throw new TooLargeError('run/too-large', `The input is larger than ${formatBytes(MAX_INPUT_BYTES)}.`, {
      limit: MAX_INPUT_BYTES,
      actual: data.size,
    });
  return { name, dtype, shape, data: new Uint8Array(await data.arrayBuffer()) };
}

/** What a model takes or gives, for a draft. */
export function contentsOf(tensor: RunTensor): FlatContents {
  const shape = tensor.shape.map(BigInt);
  if (tensor.dtype === 'string') return { dtype: 'string', shape, strings: tensor.data };
  return { dtype: tensor.dtype, shape, data: new Blob([tensor.data]) };
}

export function countOf({ shape }: Pick<RunTensor, 'shape'>): number {
  return shape.reduce((product, size) => product * size, 1);
}

/** The elements of a small tensor. */
export function numbersOf({ dtype, data }: RunNumbers): NumericValues {
  return decodeElements(dtype, data.slice());
}

/** The rows and columns of a tensor that is one small plane of numbers. Undefined where it is anything else. */
export function planeOf({
  dtype,
  shape,
}: Pick<RunTensor, 'dtype' | 'shape'>): { rows: number; columns: number } | undefined {
  const [rows = 0, columns = 0] = shape.slice(-2);
  const isPlane = shape.length >= 2 && shape.slice(0, -2).every((size) => size === 1);
  const fits = [rows, columns].every((size) => size > 1 && size <= MAX_SIDE);
  return isPlane && fits && isNumericDtype(dtype) && DRAWN.test(dtype) ? { rows, columns } : undefined;
}

/** Types whose elements are as they are decoded: those of models, but for integers of 64 bits. */
const DRAWN = /^(?:float32|float64|u?int(?:8|16|32))$/;

/** Zeros of what the schema declares. Undefined where it leaves the type or the shape open. A batch is of one. */
export function blankOf({ name, dtype, shape }: TensorSpec): RunTensor | undefined {
  if (name === undefined || dtype === undefined || !isNumericDtype(dtype) || typeof shape !== 'object')
    return undefined;
  const sizes: Shape = shape.map((size) => (typeof size === 'bigint' ? size : 1n));
  const bytes = Number(
    dataBytes(
      dtype,
      sizes.reduce((product, size) => product * size, 1n),
    ) ?? MAX_INPUT_BYTES,
  );
  const numbers = { name, dtype, shape: sizes.map(Number), data: new Uint8Array(0) };
  return bytes < MAX_INPUT_BYTES && planeOf(numbers) ? { ...numbers, data: new Uint8Array(bytes) } : undefined;
}

/** A drawing: its values row by row, and the value of a cell that is drawn on. */
export interface Drawing {
  rows: number;
  columns: number;
  values: ArrayLike<number>;
  ink: number;
}

/** A tensor as a drawing. The ink is the largest value of what it had at first: 1 of a blank one, 255 of bytes. */
export function drawingOf(tensor: RunNumbers, first: RunNumbers): Drawing | undefined {
  const plane = planeOf(tensor);
  if (!plane) return undefined;
  const most = Math.max(...(numbersOf(first) as ArrayLike<number> as number[]));
  return { ...plane, values: numbersOf(tensor) as ArrayLike<number>, ink: most > 0 ? most : inkOf(tensor.dtype) };
}

function inkOf(dtype: string): number {
  return dtype === 'uint8' ? 255 : 1;
}

/** The tensor with another value in the cells of a line from one cell to another. */
export function withLine(tensor: RunNumbers, columns: number, from: number, to: number, value: number): RunNumbers {
  const values = numbersOf(tensor) as Float64Array;
  for (const cell of lineCells(columns, from, to)) values[cell] = value;
  return { ...tensor, data: new Uint8Array(values.buffer as ArrayBuffer, values.byteOffset, values.byteLength) };
}

/** The cells of a straight line, from one to another: each touches the next one at a side or corner. */
export function lineCells(columns: number, from: number, to: number): number[] {
  const [x, y] = [from % columns, Math.floor(from / columns)];
  const [dx, dy] = [(to % columns) - x, Math.floor(to / columns) - y];
  const steps = Math.max(Math.abs(dx), Math.abs(dy));
  return Array.from({ length: steps + 1 }, (_, step) => {
    const share = steps === 0 ? 0 : step / steps;
    return Math.round(y + dy * share) * columns + Math.round(x + dx * share);
  });
}

/** Words in a text that name so many things one after the other: "circle, square and triangle" are three. */
export function labelsIn(text: string | undefined, count: number): readonly string[] | undefined {
  if (count < 2) return undefined;
  for (const [list] of (text ?? '').matchAll(/[\p{L}\p{N}_-]+(?:, [\p{L}\p{N}_-]+)*,? (?:and|or) [\p{L}\p{N}_-]+/gu)) {
    const words = list.split(/, (?:and |or )?| and | or /);
    if (words.length === count) return words;
  }
  return undefined;
}
