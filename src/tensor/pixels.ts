import { MAX_TENSOR_PICTURE_PIXELS } from '../base/limits.ts';
import { elementBytes } from './dtype.ts';
import { decodeElements } from './elements.ts';
import { gridSize } from './reader.ts';
import type { Shape } from './shape.ts';

/** Element types that pictures come in. */
export type PixelDtype = 'uint8' | 'float32' | 'float64';

/** How a tensor's last dimensions can be read as pictures. */
export interface PictureLayout {
  dtype: PixelDtype;
  height: number;
  width: number;
  /** Gray, RGB or RGBA. */
  channels: 1 | 3 | 4;
  /** `interleaved`: height × width × channels. `planar`: channels × height × width. */
  order: 'interleaved' | 'planar';
  /** Sizes of the leading dimensions. Each combination of their indices is one picture. */
  lead: readonly number[];
  /** Bytes of one picture. */
  bytes: number;
}

/** A tensor with fewer rows or columns is a table, not a picture. */
const MIN_SIDE = 8;

/**
 * Decides from type and shape only how a tensor reads as pictures: height × width, height × width × {1, 3, 4} or {1, 3,
 * 4} × height × width, after any leading dimensions. Undefined where it does not, or where a picture has more than
 * `MAX_TENSOR_PICTURE_PIXELS` pixels.
 */
export function pictureLayout(dtype: string, shape: Shape): PictureLayout | undefined {
  if (dtype !== 'uint8' && dtype !== 'float32' && dtype !== 'float64') return undefined;
  if (shape.length < 2 || shape.includes(0n)) return undefined;
  let lead: number[];
  try {
    const { rows, columns, lead: before } = gridSize(shape);
    lead = [...before, rows, columns];
  } catch {
    return undefined;
  }
  const [a, b, c] = [lead.at(-3), lead.at(-2) as number, lead.at(-1) as number];
  const layout = (
    [
      { fits: a !== undefined && isChannels(c), height: a, width: b, channels: c, order: 'interleaved', dimensions: 3 },
      { fits: a !== undefined && isChannels(a), height: b, width: c, channels: a, order: 'planar', dimensions: 3 },
      { fits: true, height: b, width: c, channels: 1, order: 'planar', dimensions: 2 },
    ] as const
  ).find(({ fits, height, width }) => fits && (height ?? 0) >= MIN_SIDE && width >= MIN_SIDE);
  if (!layout) return undefined;
  const [height, width, channels] = [layout.height as number, layout.width, layout.channels as 1 | 3 | 4];
  if (height * width > MAX_TENSOR_PICTURE_PIXELS) return undefined;
  return {
    dtype,
    height,
    width,
    channels,
    order: layout.order,
    lead: lead.slice(0, -layout.dimensions),
    bytes: height * width * channels * elementBytes(dtype),
  };
}

function isChannels(size: number | undefined): boolean {
  return size === 1 || size === 3 || size === 4;
}

/** Offset of the first byte of the picture at these leading indices. */
export function pictureStart(layout: PictureLayout, lead: readonly number[]): number {
  let index = 0;
  for (const [dimension, size] of layout.lead.entries()) index = index * size + (lead[dimension] ?? 0);
  return index * layout.bytes;
}

/** Pixels ready for a canvas, and the values that became black and white. */
export interface Pixels {
  /** RGBA, row by row. */
  data: Uint8ClampedArray<ArrayBuffer>;
  black: number;
  white: number;
}

/**
 * The pixels of a picture from its `layout.bytes` little-endian bytes. A uint8 is a level from 0 to 255. Floats that
 * all lie within 0…1 are shares of white. Other floats are stretched from their smallest to their largest finite value.
 * A pixel with a value that is not finite is transparent.
 */
export function picturePixels(layout: PictureLayout, bytes: Uint8Array): Pixels {
  const { dtype, height, width, channels, order } = layout;
  const values = elementsOf(layout, bytes);
  const count = height * width;
  const { black, white } = dtype === 'uint8' ? { black: 0, white: 255 } : range(values);
  const factor = white > black ? 255 / (white - black) : 0;
  const data = new Uint8ClampedArray(4 * count);
  for (let pixel = 0; pixel < count; pixel++) {
    let finite = true;
    for (let channel = 0; channel < 4; channel++) {
      const from = channels === 1 ? 0 : channel;
      if (channel === 3 && channels < 4) {
        data[4 * pixel + 3] = finite ? 255 : 0;
        continue;
      }
      const value = values[order === 'planar' ? from * count + pixel : pixel * channels + from] as number;
      if (!Number.isFinite(value)) finite = false;
      data[4 * pixel + channel] = (value - black) * factor;
    }
    if (!finite) data[4 * pixel + 3] = 0;
  }
  return { data, black, white };
}

/**
 * The elements of one pixel, by channel.
 *
 * @param x column, from 0
 * @param y row, from 0
 */
export function pixelElements(layout: PictureLayout, bytes: Uint8Array, x: number, y: number): number[] {
  const { height, width, channels, order } = layout;
  const values = elementsOf(layout, bytes);
  const pixel = y * width + x;
  return Array.from({ length: channels }, (_, channel) => {
    const at = order === 'planar' ? channel * height * width + pixel : pixel * channels + channel;
    return values[at] as number;
  });
}

function elementsOf({ dtype, bytes: due }: PictureLayout, bytes: Uint8Array): ArrayLike<number> {
  if (bytes.length !== due) throw new RangeError(`${bytes.length} bytes are not one picture.`);
  return decodeElements(dtype, bytes) as ArrayLike<number>;
}

function range(values: ArrayLike<number>): { black: number; white: number } {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < values.length; index++) {
    const value = values[index] as number;
    if (!Number.isFinite(value)) continue;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  if (min >= 0 && max <= 1) return { black: 0, white: 1 };
  return max >= min ? { black: min, white: max } : { black: 0, white: 1 };
}
