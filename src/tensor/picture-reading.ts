import { MAX_TENSOR_PICTURE_PIXELS, MAX_TENSOR_PICTURE_SIDE, WINDOW_GAP_ELEMENTS } from '../base/limits.ts';
import type { NumericValues } from './elements.ts';
import { planeOf, planePart, type TensorMapping, type TensorPlane } from './mapping.ts';
import { type ChannelCount, channelCount, type PictureAxes } from './picture-layout.ts';
import { planeReadElements, readAhead } from './plane.ts';
import { readReach } from './reader.ts';
import type { Shape } from './shape.ts';

/** One read of a picture, and where its first element goes. */
interface Band {
  plane: TensorPlane;
  channel: number;
  row: number;
  column: number;
}

/** Rows and columns of the elements that a drawn pixel is the mean of. */
export interface PictureBox {
  rows: number;
  columns: number;
}

/** What is read to draw a picture. */
export interface PicturePlan {
  /** Of the whole picture. */
  rows: number;
  columns: number;
  /** A drawn pixel stands for so many rows and columns. */
  step: number;
  /** Of these, the elements whose mean is drawn: `step` where all are read, else 1, the first one. */
  box: PictureBox;
  /** Of the drawn pixels. */
  height: number;
  width: number;
  channels: ChannelCount;
  /** The channels of a pixel follow each other and are read together; otherwise each channel is read by itself. */
  isInterleaved: boolean;
  /** In the order of the result. */
  bands: readonly Band[];
  /** Elements that are read, those between included. What costs as much counts too. */
  cost: number;
}

/** The drawn elements of a picture. */
export interface PictureValues {
  height: number;
  width: number;
  channels: ChannelCount;
  isInterleaved: boolean;
  /**
   * Row by row: of every channel, or one list in which the channels of a pixel follow each other. Means of boxes are
   * float32, or float64 of 64-bit types, and not finite where an element is not. Do not write to them.
   */
  parts: readonly NumericValues[];
  /** The least and the greatest finite element of each channel, where `parts` are means, which lie closer together. */
  extents?: readonly Extent[] | undefined;
}

/** `min` is above `max` where no element is finite. */
export interface Extent {
  min: number;
  max: number;
}

/** Pixels that are drawn at most, and pixels of the longer side. */
export interface PictureSize {
  pixels: number;
  side: number;
  /**
   * Elements that may be read so that drawn pixels are means. 0 takes the means of what is read in any case. Undefined
   * takes none: of numbers of classes, the mean of two is a third.
   */
  forMeans?: number | undefined;
}

export const FULL_SIZE: PictureSize = {
  pixels: MAX_TENSOR_PICTURE_PIXELS,
  side: MAX_TENSOR_PICTURE_SIDE,
  forMeans: 0,
};

/** How much more than the first row and column of each box is read without counting as more: what lies at their ends. */
const NO_MORE = 1.02;

/** Elements that one read brings, about, those between included: a picture comes by parts, and can be canceled between. */
const BAND_ELEMENTS = 2 ** 20;

/**
 * Plans the picture that a mapping with the axes of one shows. Of one with more pixels than `most`, a drawn pixel is the
 * mean of several rows and columns, as far as that reads nothing more, or no more than `most.forMeans`.
 */
export function planPicture(mapping: TensorMapping, shape: Shape, axes: PictureAxes, most = FULL_SIZE): PicturePlan {
  const whole = planeOf(mapping, shape);
  const { rows, columns } = whole;
  const step = stepOf(rows, columns, most);
  const [height, width] = [Math.ceil(rows / step), Math.ceil(columns / step)];
  const channels = channelCount(axes, shape);
  const stride =
    axes.channels === undefined ? 0 : shape.slice(axes.channels + 1).reduce((all, size) => all * Number(size), 1);
  const isInterleaved =
    channels > 1 && stride === 1 && whole.columnStride === channels && columns * channels <= BAND_ELEMENTS;
  const planesOf = (box: PictureBox): TensorPlane[] => {
    const down = { rows: box.rows > 1 ? rows : height, rowStride: whole.rowStride * (box.rows > 1 ? 1 : step) };
    if (isInterleaved) return [{ ...down, columns: columns * channels, start: whole.start, columnStride: 1 }];
    const across = {
      columns: box.columns > 1 ? columns : width,
      columnStride: whole.columnStride * (box.columns > 1 ? 1 : step),
    };
    return Array.from({ length: channels }, (_, at) => ({ ...down, ...across, start: whole.start + at * stride }));
  };
  const costOf = (box: PictureBox) => planesOf(box).reduce((sum, plane) => sum + readCost(plane), 0);
  const least = costOf(ONE);
  const boxes: PictureBox[] = [
    { rows: step, columns: step },
    { rows: 1, columns: step },
    { rows: step, columns: 1 },
  ];
  const { forMeans } = most;
  const box =
    (forMeans !== undefined && boxes.find((each) => costOf(each) <= Math.max(forMeans, least * NO_MORE))) || ONE;
  const bands = planesOf(box).flatMap((plane, channel) => bandsOf(plane, channel));
  return { rows, columns, step, box, height, width, channels, isInterleaved, bands, cost: costOf(box) };
}

const ONE: PictureBox = { rows: 1, columns: 1 };

/** The smallest step that draws no more than that. */
function stepOf(rows: number, columns: number, { pixels, side }: PictureSize): number {
  const isTooMuch = (step: number) => Math.ceil(rows / step) * Math.ceil(columns / step) > pixels;
  let step = Math.max(1, Math.ceil(Math.sqrt((rows * columns) / pixels)), Math.ceil(Math.max(rows, columns) / side));
  // What is left of a row and a column is drawn too.
  while (isTooMuch(step)) step++;
  return step;
}

/** Cuts a plane along the direction that changes slowest in the file. */
function bandsOf(plane: TensorPlane, channel: number): Band[] {
  const byRows = Math.abs(plane.rowStride) >= Math.abs(plane.columnStride);
  const count = byRows ? plane.rows : plane.columns;
  const bands: Band[] = [];
  const lines = Math.max(1, Math.floor(BAND_ELEMENTS / Math.max(1, lineElements(plane))));
  for (let at = 0; at < count; at += lines) {
    const end = Math.min(count, at + lines);
    const part = { rowStart: 0, rowEnd: plane.rows, columnStart: 0, columnEnd: plane.columns };
    const window = byRows ? { ...part, rowStart: at, rowEnd: end } : { ...part, columnStart: at, columnEnd: end };
    bands.push({ plane: planePart(plane, window), channel, row: window.rowStart, column: window.columnStart });
  }
  return bands;
}

/** Elements that a line of a plane brings, which runs along the direction that changes fastest in the file. */
function lineElements({ rows, columns, rowStride, columnStride }: TensorPlane): number {
  const [row, column] = [Math.abs(rowStride), Math.abs(columnStride)];
  const [stride, line] = row >= column ? [row, (columns - 1) * column + 1] : [column, (rows - 1) * row + 1];
  return stride - line <= WINDOW_GAP_ELEMENTS ? stride : line;
}

/** Elements that reading a plane costs. A read for each element costs as much as all that it leaves out would. */
function readCost(plane: TensorPlane): number {
  const apart = Math.min(Math.abs(plane.rowStride) || Number.POSITIVE_INFINITY, Math.abs(plane.columnStride));
  if (apart - 1 > WINDOW_GAP_ELEMENTS && plane.columns > 1) return plane.rows * plane.columns * WINDOW_GAP_ELEMENTS;
  return planeReadElements(plane, readReach({}));
}

/**
 * Reads the elements of a picture. What one part is read with, `read` gets: it takes a plane, and gives its elements in
 * row-major order. Rejects as `read`.
 *
 * @param onProgress is told how many reads of `plan.bands` are done
 */
export async function readPicture(
  plan: PicturePlan,
  read: (plane: TensorPlane) => Promise<NumericValues>,
  onProgress?: (done: number) => void,
): Promise<PictureValues> {
  const { height, width, channels, isInterleaved, step, box, bands } = plan;
  const parts: NumericValues[] = [];
  const areMeans = box.rows > 1 || box.columns > 1;
  const extents = areMeans
    ? Array.from({ length: channels }, () => ({ min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY }))
    : undefined;
  let done = 0;
  for await (const [band, values] of readAhead(bands, ({ plane }) => read(plane))) {
    const length = height * width * (isInterleaved ? channels : 1);
    if (extents) {
      parts[band.channel] ??= isWide(values) ? new Float64Array(length) : new Float32Array(length);
      addToMeans(plan, band, values, parts[band.channel] as Float64Array, extents);
    } else if (values.length === length && (!isInterleaved || step === 1)) parts[band.channel] = values;
    else {
      parts[band.channel] ??= new (values.constructor as new (length: number) => NumericValues)(length);
      place(plan, band, values, parts[band.channel] as NumericValues);
    }
    onProgress?.(++done);
  }
  return { height, width, channels, isInterleaved, parts, extents };
}

function isWide({ BYTES_PER_ELEMENT }: NumericValues): boolean {
  return BYTES_PER_ELEMENT === 8;
}

/** Copies what a band brought, of interleaved pixels those that are drawn, to its place. */
function place(plan: PicturePlan, { plane, row, column }: Band, values: NumericValues, result: NumericValues): void {
  const to = result as Record<number, unknown>;
  const { width, step } = plan;
  const size = plan.isInterleaved ? plan.channels : 1;
  const kept = plan.isInterleaved ? step : 1;
  const count = plan.isInterleaved ? width : plane.columns;
  for (let line = 0; line < plane.rows; line++)
    for (let x = 0; x < count; x++)
      for (let channel = 0; channel < size; channel++)
        to[((row + line) * width + column + x) * size + channel] =
          values[line * plane.columns + x * kept * size + channel];
}

/**
 * Adds what a band brought to the means of the boxes that it lies in. Each element counts as its share of a box, because
 * the sum of a box may be beyond what a number holds. Boxes at the edges have fewer elements.
 */
function addToMeans(
  { rows, columns, width, box, isInterleaved, channels }: PicturePlan,
  { plane, row, column, channel: first }: Band,
  values: NumericValues,
  to: Float32Array | Float64Array,
  extents: readonly { min: number; max: number }[],
): void {
  const size = isInterleaved ? channels : 1;
  const across = isInterleaved ? plane.columns / size : plane.columns;
  for (let channel = 0; channel < size; channel++) {
    const extent = extents[first + channel] as { min: number; max: number };
    let { min, max } = extent;
    for (let line = 0; line < plane.rows; line++) {
      const top = Math.floor((row + line) / box.rows);
      const down = box.rows > 1 ? Math.min(box.rows, rows - top * box.rows) : 1;
      let from = line * plane.columns + channel;
      for (let x = 0; x < across; ) {
        const left = Math.floor((column + x) / box.columns);
        const end = Math.min(across, (left + 1) * box.columns - column);
        const wide = box.columns > 1 ? Math.min(box.columns, columns - left * box.columns) : 1;
        const count = down * wide;
        let sum = 0;
        for (; x < end; x++, from += size) {
          const value = Number(values[from]);
          sum += value / count;
          // What is not finite is neither the least nor the greatest.
          if (value < min && value !== Number.NEGATIVE_INFINITY) min = value;
          if (value > max && value !== Number.POSITIVE_INFINITY) max = value;
        }
        const at = (top * width + left) * size + channel;
        to[at] = (to[at] as number) + sum;
      }
    }
    extent.min = min;
    extent.max = max;
  }
}
