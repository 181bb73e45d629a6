import { formatNumberOf } from '../base/amounts.ts';
import { MAX_TENSOR_PICTURE_BYTES, MAX_TENSOR_PICTURE_PIXELS, MAX_TENSOR_PICTURE_SIDE } from '../base/limits.ts';
import { elementBytes } from './dtype.ts';
import { gridSize } from './reader.ts';
import type { Shape, ShapeSpec } from './shape.ts';

/** Element types that pictures come in. */
export type PixelDtype = 'uint8' | 'float32' | 'float64';

/** One way to read a tensor's last dimensions as pictures. */
export interface PictureLayout {
  dtype: PixelDtype;
  /** Rows and columns of one picture in the tensor. */
  rows: number;
  columns: number;
  /** Every `step`th row and column is drawn. */
  step: number;
  /** Of the drawn pixels. */
  height: number;
  width: number;
  /** Gray, RGB or RGBA. */
  channels: 1 | 3 | 4;
  /** `interleaved`: height × width × channels. `planar`: channels × height × width. */
  order: 'interleaved' | 'planar';
  /** Sizes of the leading dimensions. Each combination of their indices is one picture. */
  lead: readonly number[];
  /** Bytes of one picture in the tensor. */
  stride: number;
  /** Bytes of the drawn pixels. */
  bytes: number;
}

/** A tensor with fewer rows or columns is a table, not a picture. */
const MIN_SIDE = 8;

/** How likely a dimension holds channels, from the schema's name for it. */
const NAMED = { channels: 2, unknown: 1, otherwise: 0 };

/**
 * How a tensor reads as pictures, the likeliest way first: height × width, height × width × {1, 3, 4} or {1, 3, 4} ×
 * height × width, after any leading dimensions. The schema's names decide before the shape: a dimension that is called
 * `batch_size` does not hold channels, however long it is. Large pictures are drawn in part (`step`). Empty where the
 * tensor is not a picture, or where too much would be read for one.
 *
 * @param stated the shape that the schema states
 */
export function pictureLayouts(dtype: string, shape: Shape, stated?: ShapeSpec): PictureLayout[] {
  if (dtype !== 'uint8' && dtype !== 'float32' && dtype !== 'float64') return [];
  if (shape.length < 2 || shape.includes(0n)) return [];
  let sizes: number[];
  try {
    const { rows, columns, lead } = gridSize(shape);
    sizes = [...lead, rows, columns];
  } catch {
    return [];
  }
  const [a = 0, b = 0, c = 0] = sizes.length > 2 ? sizes.slice(-3) : [0, ...sizes];
  const named = (fromEnd: number) => channelsName(stated, sizes.length, fromEnd);
  const ways: Way[] = [];
  if (isChannels(c))
    ways.push({ rows: a, columns: b, channels: c, order: 'interleaved', dimensions: 3, likely: named(1) });
  if (isChannels(a)) ways.push({ rows: b, columns: c, channels: a, order: 'planar', dimensions: 3, likely: named(3) });
  // Channels of size 1 are this picture again.
  if (a !== 1) ways.push({ rows: b, columns: c, channels: 1, order: 'planar', dimensions: 2, likely: NAMED.unknown });
  return ways
    .filter(({ rows, columns }) => rows >= MIN_SIDE && columns >= MIN_SIDE)
    .sort((one, other) => other.likely - one.likely)
    .flatMap((way) => layoutOf(dtype, sizes, way) ?? []);
}

interface Way extends Pick<PictureLayout, 'rows' | 'columns' | 'channels' | 'order'> {
  /** How many of the last dimensions are one picture. */
  dimensions: 2 | 3;
  likely: number;
}

function layoutOf(dtype: PixelDtype, sizes: readonly number[], way: Way): PictureLayout | undefined {
  const { rows, columns, channels, order } = way;
  const step = Math.max(
    Math.ceil(Math.sqrt((rows * columns) / MAX_TENSOR_PICTURE_PIXELS)),
    Math.ceil(Math.max(rows, columns) / MAX_TENSOR_PICTURE_SIDE),
  );
  const [height, width] = [Math.ceil(rows / step), Math.ceil(columns / step)];
  const pixel = channels * elementBytes(dtype);
  // Whole rows are read, of which every few elements are kept.
  const read = height * columns * pixel;
  if (step > 1 && (Math.min(height, width) < MIN_SIDE || read > MAX_TENSOR_PICTURE_BYTES)) return undefined;
  const lead = sizes.slice(0, -way.dimensions);
  const stride = rows * columns * pixel;
  return { dtype, rows, columns, step, height, width, channels, order, lead, stride, bytes: height * width * pixel };
}

function isChannels(size: number): size is 1 | 3 | 4 {
  return size === 1 || size === 3 || size === 4;
}

/** What the schema's name for a dimension, counted from the last as 1, says of channels. */
function channelsName(stated: ShapeSpec | undefined, rank: number, fromEnd: number): number {
  if (typeof stated !== 'object' || stated.length !== rank) return NAMED.unknown;
  const name = stated[rank - fromEnd];
  if (typeof name !== 'string' || name === '*') return NAMED.unknown;
  return /^c$|chan|rgb|colou?r/i.test(name) ? NAMED.channels : NAMED.otherwise;
}

/** A way in words: "3 gray images", "One RGB image, channels first". */
export function layoutWords({ channels, order, lead }: PictureLayout): string {
  const color = { 1: 'gray', 3: 'RGB', 4: 'RGBA' }[channels];
  const count = lead.reduce((all, size) => all * size, 1);
  const images = count === 1 ? `One ${color} image` : formatNumberOf(count, `${color} image`);
  return channels === 1 ? images : `${images}, channels ${order === 'planar' ? 'first' : 'last'}`;
}
