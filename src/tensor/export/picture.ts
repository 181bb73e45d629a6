import { UnsupportedError } from '../../base/errors.ts';
import { dtypeFacts } from '../dtype.ts';
import type { TensorMapping } from '../mapping.ts';
import type { PictureAxes } from '../picture-layout.ts';
import { type Level, levelsFor } from '../pixels.ts';
import { elementCount, type Shape } from '../shape.ts';
import { everyIndex, type IndexSteps } from '../slice.ts';
import type { ElementValues, TensorReader } from '../values.ts';
import { type PartAxis, partCount, partValues, type TensorPart } from './part.ts';
import { levelPainter, mapPainter, type PaintPixels, type PixelColors, type PixelLevels } from './pixel-colors.ts';
import { type PngSize, pngBytes } from './png.ts';
import type { ExportOptions } from './tensor-file.ts';
import { isTextDtype } from './value-text.ts';

/**
 * The picture of these axes that a mapping shows, at its own size: rows, columns and channels. Along axes that the
 * mapping fixes, every index is taken.
 */
export function axesPart({ rows, columns, channels }: PictureAxes, mapping: TensorMapping, shape: Shape): TensorPart {
  const every = [rows, columns, ...(channels === undefined ? [] : [channels])];
  const strides = shape.map((_, dimension) => Number(elementCount(shape.slice(dimension + 1))));
  const stepsAt = (dimension: number): IndexSteps => {
    const steps = mapping.steps[dimension] as IndexSteps;
    return steps.isIndex || dimension === channels ? everyIndex(Number(shape[dimension])) : steps;
  };
  const firstOf = (dimension: number) =>
    every.includes(dimension) ? stepsAt(dimension).start : (mapping.steps[dimension] as IndexSteps).start;
  return {
    start: strides.reduce((sum, stride, dimension) => sum + firstOf(dimension) * stride, 0),
    axes: every.map((dimension) => {
      const { count, start, step } = stepsAt(dimension);
      return { count, stride: step * (strides[dimension] as number), first: start, step };
    }),
  };
}

/**
 * A part as rows, columns and channels, where it is one picture: at most two axes of more than one element, or three of
 * which the last or else the first has three or four. Undefined where it is none.
 */
export function asPicture({ start, axes }: TensorPart): TensorPart | undefined {
  if (partCount({ start, axes }) === 0) return undefined;
  const one: PartAxis = { count: 1, stride: 0, first: 0, step: 1 };
  const long = axes.filter(({ count }) => count > 1);
  const [a = one, b, c] = axes.length === 2 ? axes : long;
  if (axes.length <= 2 || long.length <= 2) return { start, axes: b ? [a, b] : [one, a] };
  if (long.length > 3 || !b || !c) return undefined;
  if (isColor(c)) return { start, axes: [a, b, c] };
  return isColor(a) ? { start, axes: [b, c, a] } : undefined;
}

function isColor({ count }: PartAxis): boolean {
  return count === 3 || count === 4;
}

/**
 * A part of a tensor as a PNG file: a pixel for each element of rows and columns, or for three or four channels. Integers
 * of 16 bits become samples of 16 bits. Colors without levels of their own read the part twice. Throws `tensor/not-in-png` where it is not a picture.
 */
export async function* pictureBytes(
  reader: TensorReader,
  part: TensorPart,
  colors: PixelColors,
  options: ExportOptions = {},
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const [rows, columns, last] = part.axes;
  const channels = last?.count ?? 1;
  const isPicture = rows && columns && part.axes.length <= 3 && (channels === 1 || channels === 3 || channels === 4);
  if (!isPicture || partCount(part) === 0 || isTextDtype(reader.dtype) || (colors.kind === 'map' && channels > 1))
    throw new UnsupportedError(
      'tensor/not-in-png',
      'A picture needs rows and columns of numbers, and one, three or four channels.',
    );
  const { paint, ...pixel } = await painterOf(reader, part, colors, channels, options);
  const size: PngSize = { width: columns.count, height: rows.count, ...pixel };
  yield* pngBytes(size, pixelRows(reader, part, { size, channels, paint }, options), options.signal);
}

/** How often the elements of a picture are read. */
export function pictureReads(colors: PixelColors): 1 | 2 {
  return colors.kind === 'map' || colors.levels ? 1 : 2;
}

async function painterOf(
  reader: TensorReader,
  part: TensorPart,
  colors: PixelColors,
  channels: 1 | 3 | 4,
  options: ExportOptions,
): Promise<Pick<PngSize, 'samples' | 'depth'> & { paint: PaintPixels }> {
  if (colors.kind === 'map') return { samples: 4, depth: 8, paint: mapPainter(colors) };
  const { levels, allFinite } = colors.levels
    ? { levels: colors.levels, allFinite: !isFloatDtype(reader.dtype) }
    : await measured(reader, part, colors, channels, options);
  const samples = allFinite ? channels : 4;
  const depth = isDeep(reader.dtype) ? 16 : 8;
  return { samples, depth, paint: levelPainter(levels.slice(0, channels), colors.order ?? 'RGB', samples, depth) };
}

/** Whether elements have more levels than 8 bits hold, and no more than 16. */
function isDeep(dtype: string): boolean {
  const { kind, bits } = dtypeFacts(dtype) ?? {};
  return bits === 16 && (kind === 'int' || kind === 'uint');
}

function isFloatDtype(dtype: string): boolean {
  return dtypeFacts(dtype)?.kind === 'float';
}

/** The levels of a part, as `pictureLevels` chooses them, and whether all of it is finite. */
async function measured(
  reader: TensorReader,
  part: TensorPart,
  { range = 'automatic', order = 'RGB' }: PixelLevels,
  channels: 1 | 3 | 4,
  { signal, onElements }: ExportOptions,
): Promise<{ levels: readonly Level[]; allFinite: boolean }> {
  const color = { min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY };
  const opacity = { ...color };
  let allFinite = true;
  let element = 0;
  for await (const values of partValues(reader, part, signal)) {
    const numbers = asNumbers(values);
    for (let at = 0; at < numbers.length; at++, element++) {
      const value = numbers[at] as number;
      const extent = channels === 4 && element % 4 === 3 ? opacity : color;
      if (!Number.isFinite(value)) allFinite = false;
      else {
        if (value < extent.min) extent.min = value;
        if (value > extent.max) extent.max = value;
      }
    }
    onElements?.(values.length);
  }
  return { levels: levelsFor(channels, { dtype: reader.dtype, range, order }, color, opacity.max), allFinite };
}

/** 64-bit integers as the nearest float64: a pixel has 256 levels. */
function asNumbers(values: ElementValues): ArrayLike<number> {
  const isBig = values instanceof BigInt64Array || values instanceof BigUint64Array;
  return isBig ? Float64Array.from(values as BigInt64Array, Number) : (values as ArrayLike<number>);
}

interface Painted {
  size: PngSize;
  channels: number;
  paint: PaintPixels;
}

/** Bytes of pixels that are handed on at once, about. */
const ROWS_BYTES = 4 * 1024 * 1024;

/** The rows of pixels, from the top, several at a time. */
async function* pixelRows(
  reader: TensorReader,
  part: TensorPart,
  { size: { width, samples, depth }, channels, paint }: Painted,
  { signal, onElements }: ExportOptions,
): AsyncGenerator<Uint8Array> {
  const rowElements = width * channels;
  const most = Math.max(1, Math.floor(ROWS_BYTES / (width * samples * (depth / 8)))) * rowElements;
  let rows = new Float64Array(Math.min(most, partCount(part)));
  let held = 0;
  let rest = partCount(part);
  for await (const values of partValues(reader, part, signal)) {
    const numbers = asNumbers(values);
    for (let from = 0; from < numbers.length; ) {
      const count = Math.min(numbers.length - from, rows.length - held);
      for (let at = 0; at < count; at++) rows[held + at] = numbers[from + at] as number;
      held += count;
      from += count;
      if (held < rows.length) break;
      const pixels = new Uint8Array((held / channels) * samples * (depth / 8));
      paint(rows, pixels);
      yield pixels;
      rest -= held;
      held = 0;
      if (rest < rows.length) rows = new Float64Array(rest);
    }
    onElements?.(values.length);
  }
}
