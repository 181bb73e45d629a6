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

/** What is read to draw a picture. */
export interface PicturePlan {
  /** Of the whole picture. */
  rows: number;
  columns: number;
  /** Every `step`th row and column is drawn. */
  step: number;
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
  /** Row by row: of every channel, or one list in which the channels of a pixel follow each other. Do not write to them. */
  parts: readonly NumericValues[];
}

/** Pixels that are drawn at most, and pixels of the longer side. */
export interface PictureSize {
  pixels: number;
  side: number;
}

const FULL_SIZE: PictureSize = { pixels: MAX_TENSOR_PICTURE_PIXELS, side: MAX_TENSOR_PICTURE_SIDE };

/** Elements that one read brings, about, those between included: a picture comes by parts, and can be canceled between. */
const BAND_ELEMENTS = 2 ** 20;

/**
 * Plans the picture that a mapping with the axes of one shows. Of one with more pixels than `most`, every few rows and
 * columns are drawn.
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
  const rowStride = whole.rowStride * step;
  const planes: TensorPlane[] = isInterleaved
    ? [{ rows: height, columns: columns * channels, start: whole.start, rowStride, columnStride: 1 }]
    : Array.from({ length: channels }, (_, channel) => ({
        rows: height,
        columns: width,
        start: whole.start + channel * stride,
        rowStride,
        columnStride: whole.columnStride * step,
      }));
  const bands = planes.flatMap((plane, channel) => bandsOf(plane, channel));
  const cost = planes.reduce((sum, plane) => sum + readCost(plane), 0);
  return { rows, columns, step, height, width, channels, isInterleaved, bands, cost };
}

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
  const { height, width, channels, isInterleaved, step, bands } = plan;
  const parts: NumericValues[] = [];
  let done = 0;
  for await (const [band, values] of readAhead(bands, ({ plane }) => read(plane))) {
    const length = height * width * (isInterleaved ? channels : 1);
    if (values.length === length && (!isInterleaved || step === 1)) parts[band.channel] = values;
    else {
      parts[band.channel] ??= new (values.constructor as new (length: number) => NumericValues)(length);
      place(plan, band, values, parts[band.channel] as NumericValues);
    }
    onProgress?.(++done);
  }
  return { height, width, channels, isInterleaved, parts };
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
