import type { NumericDtype } from './dtype.ts';
import { elementText } from './elements.ts';
import type { ChannelCount } from './picture-layout.ts';
import type { Extent, PictureValues } from './picture-reading.ts';
import { shortestFloat, shortMean } from './short-float.ts';

/** What values stand for black and white. */
export const PICTURE_RANGES = [
  'automatic',
  '0 to 1',
  '0 to 255',
  '0 to 65535',
  '−1 to 1',
  'min to max',
  'ImageNet',
] as const;

export type PictureRange = (typeof PICTURE_RANGES)[number];

/** What the first three channels are. */
export const CHANNEL_ORDERS = ['RGB', 'BGR'] as const;

export type ChannelOrder = (typeof CHANNEL_ORDERS)[number];

/** The values of a channel that are black and white, or transparent and opaque. */
export interface Level {
  black: number;
  white: number;
}

/**
 * Mean and standard deviation of ImageNet's red, green and blue, as shares of white. Models that were trained with it
 * take pictures from which the mean was subtracted, divided by the deviation.
 */
const IMAGENET: readonly { mean: number; deviation: number }[] = [
  { mean: 0.485, deviation: 0.229 },
  { mean: 0.456, deviation: 0.224 },
  { mean: 0.406, deviation: 0.225 },
];

const UNIT: Level = { black: 0, white: 1 };
/** A narrower range is drawn as one of this width: 255 divided by it is more than a float64 holds. */
const LEAST_RANGE = 2 ** -1015;

const BYTE: Level = { black: 0, white: 255 };
const WORD: Level = { black: 0, white: 65535 };

/** How a picture is drawn. */
export interface PictureDrawing {
  dtype: NumericDtype;
  range: PictureRange;
  order: ChannelOrder;
}

/**
 * The levels of each channel. Automatic: values that all lie within 0…1 are shares of white, other uint8 are levels from
 * 0 to 255, and what is left is stretched from the smallest to the largest finite value of all colors. A fourth channel
 * is opacity, with a range of its own.
 */
export function pictureLevels(values: PictureValues, drawing: PictureDrawing): Level[] {
  const { channels } = values;
  const isMeasured = drawing.range === 'automatic' || drawing.range === 'min to max';
  const colors = extent(values, 0, isMeasured ? Math.min(3, channels) : 0);
  return levelsFor(channels, drawing, colors, extent(values, 3, channels).max);
}

/**
 * The levels of channels whose colors lie in an extent, as `pictureLevels` gives them.
 *
 * @param most the greatest opacity
 */
export function levelsFor(
  channels: ChannelCount,
  { dtype, range, order }: { dtype: string } & Pick<PictureDrawing, 'range' | 'order'>,
  colors: Extent,
  most: number,
): Level[] {
  const level = rangeLevel(dtype, range, colors);
  return Array.from({ length: channels }, (_, channel) => {
    if (channel === 3) return opacityLevel(most);
    if (range !== 'ImageNet') return level;
    if (channels === 1) return imagenetGray();
    const { mean, deviation } = IMAGENET[order === 'BGR' ? 2 - channel : channel] as (typeof IMAGENET)[0];
    return { black: -mean / deviation, white: (1 - mean) / deviation };
  });
}

function rangeLevel(dtype: string, range: PictureRange, extent: Extent): Level {
  if (range === '0 to 1') return UNIT;
  if (range === '0 to 255') return BYTE;
  if (range === '0 to 65535') return WORD;
  if (range === '−1 to 1') return { black: -1, white: 1 };
  if (range === 'automatic') return automaticLevel(dtype, extent);
  return extent.min > extent.max ? UNIT : { black: extent.min, white: extent.max };
}

/** The level of colors that lie in this range, where nobody has chosen one. `min` is above `max` where none is finite. */
function automaticLevel(dtype: string, { min, max }: Extent): Level {
  if (min > max || (min >= 0 && max <= 1)) return UNIT;
  return dtype === 'uint8' ? BYTE : { black: min, white: max };
}

/** Why `automaticLevel` gave a level: all values are shares of white, it is what the type holds, or their extent. */
export function automaticKind(dtype: string, { black, white }: Level): 'unit' | 'type' | 'extent' {
  if (black === UNIT.black && white === UNIT.white) return 'unit';
  return dtype === 'uint8' ? 'type' : 'extent';
}

/** Of gray pictures: the means of the three colors. */
function imagenetGray(): Level {
  const mean = IMAGENET.reduce((sum, color) => sum + color.mean / 3, 0);
  const deviation = IMAGENET.reduce((sum, color) => sum + color.deviation / 3, 0);
  return { black: -mean / deviation, white: (1 - mean) / deviation };
}

/** The level of opacity that goes up to `max`. */
function opacityLevel(max: number): Level {
  if (max <= 1) return UNIT;
  return max <= 255 ? BYTE : { black: 0, white: max };
}

/** The smallest and the largest finite value of some channels. */
function extent(values: PictureValues, first: number, end: number): Extent {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const all of values.extents?.slice(first, end) ?? []) {
    min = Math.min(min, all.min);
    max = Math.max(max, all.max);
  }
  if (values.extents) return { min, max };
  const count = values.height * values.width;
  for (let channel = first; channel < end; channel++) {
    const { part, from, stride } = channelOf(values, channel);
    for (let pixel = 0, at = from; pixel < count; pixel++, at += stride) {
      const value = Number(part[at]);
      if (!Number.isFinite(value)) continue;
      if (value < min) min = value;
      if (value > max) max = value;
    }
  }
  return { min, max };
}

/** Where the elements of a channel are: from an index on, so far apart. */
function channelOf({ parts, channels, isInterleaved }: PictureValues, channel: number) {
  const part = parts[isInterleaved ? 0 : channel] as ArrayLike<number | bigint>;
  return isInterleaved ? { part, from: channel, stride: channels } : { part, from: 0, stride: 1 };
}

/**
 * The pixels of a picture: RGBA, row by row. Values beyond black and white are cut. A pixel with a value that is not
 * finite is transparent.
 */
export function picturePixels(
  values: PictureValues,
  levels: readonly Level[],
  order: ChannelOrder,
): Uint8ClampedArray<ArrayBuffer> {
  const count = values.height * values.width;
  const data = new Uint8ClampedArray(4 * count).fill(255);
  const missing = new Uint8Array(count);
  for (let channel = 0; channel < values.channels; channel++) {
    const { part, from, stride } = channelOf(values, channel);
    const { black, white } = levels[channel] as Level;
    // Of halves, because the difference of two float64 may be beyond what a float64 holds.
    const [dark, factor] = [black / 2, white > black ? 255 / Math.max(white / 2 - black / 2, LEAST_RANGE) : 0];
    const to = channel < 3 && order === 'BGR' && values.channels > 1 ? 2 - channel : channel;
    for (let pixel = 0, at = from; pixel < count; pixel++, at += stride) {
      const value = Number(part[at]);
      if (!Number.isFinite(value)) missing[pixel] = 1;
      data[4 * pixel + to] = (value / 2 - dark) * factor;
    }
  }
  for (let pixel = 0; pixel < count; pixel++) {
    const at = 4 * pixel;
    if (values.channels === 1) data[at + 1] = data[at + 2] = data[at] as number;
    if (missing[pixel]) data.fill(0, at, at + 4);
  }
  return data;
}

/**
 * The elements of one drawn pixel, by channel.
 *
 * @param x column, from 0
 * @param y row, from 0
 */
export function pixelElements(values: PictureValues, x: number, y: number): (number | bigint)[] {
  return Array.from({ length: values.channels }, (_, channel) => {
    const { part, from, stride } = channelOf(values, channel);
    return part[from + (y * values.width + x) * stride] as number | bigint;
  });
}

/** The elements of one drawn pixel as text, in as few digits as tell them apart, or that they are means. */
export function pixelText(values: PictureValues, dtype: NumericDtype, x: number, y: number): string {
  const texts = pixelElements(values, x, y).map(elementText);
  if (values.extents) return `mean ${texts.map((text) => shortMean('float32', text)).join(', ')}`;
  return texts.map((text) => shortestFloat(dtype, text)).join(', ');
}
