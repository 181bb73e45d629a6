import { MAX_TENSOR_PICTURE_BYTES } from '../base/limits.ts';
import { decodeElements } from './elements.ts';
import type { PictureLayout } from './picture-layout.ts';

/** Offset of the first byte of the picture at these leading indices. */
export function pictureStart(layout: PictureLayout, lead: readonly number[]): number {
  let index = 0;
  for (const [dimension, size] of layout.lead.entries()) index = index * size + (lead[dimension] ?? 0);
  return index * layout.stride;
}

/** Bytes that are read at once where a picture is drawn in part. */
const SLAB_BYTES = 4 * 1024 * 1024;

/** Rows that are read together where the rows between them are left out. */
const ROWS_AT_ONCE = 8;

/**
 * The bytes of the drawn pixels of the picture at these leading indices: all of a small one; of a large one, every
 * `step`th row and column. Rows between are read along where the whole picture is short enough.
 *
 * @param load reads bytes `start` to `end` of the tensor
 */
export async function readPicture(
  layout: PictureLayout,
  lead: readonly number[],
  load: (start: number, end: number) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const { step, rows, height, channels, order, stride } = layout;
  const first = pictureStart(layout, lead);
  if (step === 1) return load(first, first + stride);
  const drawn = new Uint8Array(layout.bytes);
  const planes = order === 'planar' ? channels : 1;
  const rowBytes = stride / planes / rows;
  const readsAll = stride <= MAX_TENSOR_PICTURE_BYTES;
  // Rows of the drawing that one read brings.
  const span = readsAll ? Math.max(1, Math.floor(SLAB_BYTES / (rowBytes * step))) : 1;
  const slab = async (plane: number, from: number) => {
    const to = Math.min(height, from + span);
    const start = first + (plane * rows + from * step) * rowBytes;
    const bytes = await load(start, start + ((to - from - 1) * step + 1) * rowBytes);
    for (let row = from; row < to; row++)
      keepRow(layout, bytes, (row - from) * step * rowBytes, drawn, plane * height + row);
  };
  const slabs: [number, number][] = [];
  for (let plane = 0; plane < planes; plane++) for (let row = 0; row < height; row += span) slabs.push([plane, row]);
  for (let at = 0; at < slabs.length; at += ROWS_AT_ONCE)
    await Promise.all(slabs.slice(at, at + ROWS_AT_ONCE).map(([plane, row]) => slab(plane, row)));
  return drawn;
}

/** Copies every `step`th element of a row, which begins at `from`, to a row of the drawing. */
function keepRow(
  { step, width, stride, rows, columns, channels, order }: PictureLayout,
  bytes: Uint8Array,
  from: number,
  drawn: Uint8Array,
  row: number,
): void {
  const size = stride / rows / columns / (order === 'planar' ? channels : 1);
  for (let column = 0; column < width; column++) {
    const at = from + column * step * size;
    for (let byte = 0; byte < size; byte++) drawn[(row * width + column) * size + byte] = bytes[at + byte] as number;
  }
}

/** Pixels ready for a canvas, and the values that became black and white. */
export interface Pixels {
  /** RGBA, row by row. */
  data: Uint8ClampedArray<ArrayBuffer>;
  black: number;
  white: number;
}

/**
 * The elements of a picture from its `layout.bytes` little-endian bytes, which must not be used any more. Decode them
 * once: a pointer asks for a pixel with each of its moves.
 */
export function pictureElements({ dtype, bytes: due }: PictureLayout, bytes: Uint8Array): ArrayLike<number> {
  if (bytes.length !== due) throw new RangeError(`${bytes.length} bytes are not one picture.`);
  return decodeElements(dtype, bytes) as ArrayLike<number>;
}

/**
 * The pixels of a picture from its elements. A uint8 is a level from 0 to 255. Floats that
 * all lie within 0…1 are shares of white. Other floats are stretched from their smallest to their largest finite value.
 * A pixel with a value that is not finite is transparent.
 */
export function picturePixels(layout: PictureLayout, values: ArrayLike<number>): Pixels {
  const { dtype, height, width, channels, order } = layout;
  const count = height * width;
  const { black, white } = dtype === 'uint8' ? { black: 0, white: 255 } : range(values);
  // Of halves, because the difference of two float64 may be beyond what a float64 holds.
  const factor = white > black ? 255 / (white / 2 - black / 2) : 0;
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
      data[4 * pixel + channel] = (value / 2 - black / 2) * factor;
    }
    if (!finite) data[4 * pixel + 3] = 0;
  }
  return { data, black, white };
}

/**
 * The elements of one pixel, by channel.
 *
 * @param values all elements of the picture
 * @param x column, from 0
 * @param y row, from 0
 */
export function pixelElements(layout: PictureLayout, values: ArrayLike<number>, x: number, y: number): number[] {
  const { height, width, channels, order } = layout;
  const pixel = y * width + x;
  return Array.from({ length: channels }, (_, channel) => {
    const at = order === 'planar' ? channel * height * width + pixel : pixel * channels + channel;
    return values[at] as number;
  });
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
