import { UnsupportedError } from '../../base/errors.ts';
import type { TensorMapping } from '../mapping.ts';
import { channelCount, type PictureAxes } from '../picture-layout.ts';
import type { Shape } from '../shape.ts';
import type { ElementValues, TensorReader } from '../values.ts';
import { mappingPart, type PartAxis, partCount, partValues, type TensorPart } from './part.ts';
import { type KnownLevels, levelPainter, mapPainter, type PaintPixels, type PixelColors } from './pixel-colors.ts';
import { type PngSize, pngBytes } from './png.ts';
import type { ExportOptions } from './tensor-file.ts';
import { isTextDtype } from './value-text.ts';

/**
 * The picture that a mapping with the axes of one shows: rows, columns and channels.
 *
 * @param isBgr of three channels, the last one comes first
 */
export function picturePart(mapping: TensorMapping, shape: Shape, axes: PictureAxes, isBgr = false): TensorPart {
  const { start, axes: sides } = mappingPart(mapping, shape);
  const count = channelCount(axes, shape);
  if (axes.channels === undefined || count === 1) return { start, axes: sides };
  const stride = shape.slice(axes.channels + 1).reduce((all, size) => all * Number(size), 1);
  if (isBgr && count === 3)
    return { start: start + 2 * stride, axes: [...sides, { count, stride: -stride, first: 2, step: -1 }] };
  return { start, axes: [...sides, { count, stride, first: 0, step: 1 }] };
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
 * A part of a tensor as a PNG file: a pixel for each element of rows and columns, or for three or four channels. Colors
 * without a range of their own read the part twice. Throws `tensor/not-in-png` where it is no picture.
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
  const { samples, paint } = await painterOf(reader, part, colors, channels, options);
  const size: PngSize = { width: columns.count, height: rows.count, samples };
  yield* pngBytes(size, pixelRows(reader, part, { size, channels, paint }, options), options.signal);
}

/** How often the elements of a picture are read. */
export function pictureReads(dtype: string, colors: PixelColors): 1 | 2 {
  return colors.kind === 'map' || colors.black || dtype === 'uint8' ? 1 : 2;
}

async function painterOf(
  reader: TensorReader,
  part: TensorPart,
  colors: PixelColors,
  channels: 1 | 3 | 4,
  options: ExportOptions,
): Promise<{ samples: PngSize['samples']; paint: PaintPixels }> {
  if (colors.kind === 'map') return { samples: 4, paint: mapPainter(colors) };
  const { black, white } = colors;
  const { levels, allFinite } =
    black && white
      ? { levels: { black, white }, allFinite: false }
      : reader.dtype === 'uint8'
        ? { levels: { black: [0], white: [255] }, allFinite: true }
        : await measured(reader, part, options);
  const samples = allFinite ? channels : 4;
  return { samples, paint: levelPainter(levels, channels, samples) };
}

/** The range of a part, as `picturePixels` chooses it, and whether all of it is finite. */
async function measured(
  reader: TensorReader,
  part: TensorPart,
  { signal, onElements }: ExportOptions,
): Promise<{ levels: KnownLevels; allFinite: boolean }> {
  let [min, max, allFinite] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, true];
  for await (const values of partValues(reader, part, signal)) {
    const numbers = asNumbers(values);
    for (let at = 0; at < numbers.length; at++) {
      const value = numbers[at] as number;
      if (!Number.isFinite(value)) allFinite = false;
      else {
        if (value < min) min = value;
        if (value > max) max = value;
      }
    }
    onElements?.(values.length);
  }
  const isShare = max < min || (min >= 0 && max <= 1);
  return { levels: isShare ? { black: [0], white: [1] } : { black: [min], white: [max] }, allFinite };
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
  { size: { width, samples }, channels, paint }: Painted,
  { signal, onElements }: ExportOptions,
): AsyncGenerator<Uint8Array> {
  const rowElements = width * channels;
  const most = Math.max(1, Math.floor(ROWS_BYTES / (width * samples))) * rowElements;
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
      const pixels = new Uint8Array((held / channels) * samples);
      paint(rows, pixels);
      yield pixels;
      rest -= held;
      held = 0;
      if (rest < rows.length) rows = new Float64Array(rest);
    }
    onElements?.(values.length);
  }
}
