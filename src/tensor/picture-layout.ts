import { formatNumberOf } from '../base/amounts.ts';
import { MAX_RANK } from '../base/limits.ts';
import { oneIndex, type TensorMapping, withAxis } from './mapping.ts';
import { type Shape, type ShapeSpec, safeElementCount } from './shape.ts';
import { everyIndex } from './slice.ts';

/** Which dimensions of a tensor are those of a picture. Each combination of indices of the others is one picture. */
export interface PictureAxes {
  /** Along its height and its width. */
  rows: number;
  columns: number;
  /** Of 1, 3 or 4 channels. Undefined of gray pictures without such a dimension. */
  channels: number | undefined;
}

/** Gray, RGB or RGBA. */
export type ChannelCount = 1 | 3 | 4;

/** A tensor with fewer rows or columns is a table, not a picture, unless the schema's names say that it is one. */
const MIN_SIDE = 8;

/** What a dimension holds, by the schema's name for it. Undefined where it has none that says. */
type Named = keyof PictureAxes | 'other' | undefined;

const NAMES: readonly [Exclude<Named, undefined>, RegExp][] = [
  ['channels', /^c$|chan|rgb|colou?r/i],
  ['rows', /^(h|y|rows?)$|height/i],
  ['columns', /^(w|x|cols?|columns?)$|width/i],
];

/** How likely a way is: dimensions that the names call so count most, and those that they call otherwise least. */
const LIKELY = { all: 7, sides: 4, channels: 2, unnamed: 1, otherwise: 0 };

interface Way extends PictureAxes {
  likely: number;
}

/**
 * How a tensor of any numeric type reads as pictures, the likeliest way first. The schema's names decide: what it calls
 * height and width are those, and a dimension called `batch_size` does not hold channels, however long it is. Then
 * sizes do: height × width, height × width × {3, 4} or {3, 4} × height × width, whatever dimensions of size 1 lie
 * between, after any others. Empty where the tensor is not a picture.
 *
 * @param stated the shape that the schema states
 */
export function pictureAxes(shape: Shape, stated?: ShapeSpec): PictureAxes[] {
  if (shape.length < 2 || shape.length > MAX_RANK || !safeElementCount(shape)) return [];
  const names = shape.map((_, dimension) => namedAs(stated, shape.length, dimension));
  const ways = [...namedWays(shape, names), ...sizedWays(shape, names)].sort((a, b) => b.likely - a.likely);
  return ways
    .map(({ rows, columns, channels }) => ({ rows, columns, channels }))
    .filter((way, at, all) => all.findIndex((other) => isSame(way, other)) === at);
}

/** Dimensions that the schema calls height and width, with the one that it calls channels. */
function namedWays(shape: Shape, names: readonly Named[]): Way[] {
  const only = (use: Named) => (names.indexOf(use) === names.lastIndexOf(use) ? names.indexOf(use) : -1);
  const [rows, columns, channels] = [only('rows'), only('columns'), only('channels')];
  if (rows < 0 || columns < 0 || shape[rows] === 1n || shape[columns] === 1n) return [];
  const isColor = channels >= 0 && isChannels(shape[channels]);
  const one = oneChannel(shape, names, rows, columns);
  return [{ rows, columns, channels: isColor ? channels : one, likely: isColor ? LIKELY.all : LIKELY.sides }];
}

/** The last dimensions that are longer than 1. */
function sizedWays(shape: Shape, names: readonly Named[]): Way[] {
  const long = shape.flatMap((size, dimension) => (size > 1n ? [dimension] : []));
  const [a = -1, b = -1, c = -1] = long.length > 2 ? long.slice(-3) : [-1, ...long];
  const likely = (dimension: number) => {
    const name = names[dimension];
    if (name === undefined) return LIKELY.unnamed;
    return name === 'channels' ? LIKELY.channels : LIKELY.otherwise;
  };
  const sizes = [
    ...(a >= 0 && isChannels(shape[c]) ? [{ rows: a, columns: b, channels: c, likely: likely(c) }] : []),
    ...(a >= 0 && isChannels(shape[a]) ? [{ rows: b, columns: c, channels: a, likely: likely(a) }] : []),
    { rows: b, columns: c, channels: oneChannel(shape, names, b, c), likely: LIKELY.unnamed },
  ];
  return sizes
    .filter(({ rows, columns }) => Number(shape[rows] ?? 0) >= MIN_SIDE && Number(shape[columns] ?? 0) >= MIN_SIDE)
    .map((way) =>
      names[way.rows] === 'rows' && names[way.columns] === 'columns'
        ? { ...way, likely: way.likely + LIKELY.sides }
        : way,
    );
}

/** The dimension of size 1 that holds the only channel: it lies behind the columns, or before the rows. */
function oneChannel(shape: Shape, names: readonly Named[], rows: number, columns: number): number | undefined {
  const named = names.indexOf('channels');
  if (named >= 0) return shape[named] === 1n ? named : undefined;
  return [columns + 1, rows - 1].find((at) => shape[at] === 1n && names[at] === undefined);
}

function isChannels(size: bigint | undefined): boolean {
  return size === 1n || size === 3n || size === 4n;
}

function isSame(a: PictureAxes, b: PictureAxes): boolean {
  return a.rows === b.rows && a.columns === b.columns && a.channels === b.channels;
}

function namedAs(stated: ShapeSpec | undefined, rank: number, dimension: number): Named {
  if (typeof stated !== 'object' || stated.length !== rank) return undefined;
  const name = stated[dimension];
  if (typeof name !== 'string' || name === '*') return undefined;
  return NAMES.find(([, pattern]) => pattern.test(name))?.[0] ?? 'other';
}

/** Whether a tensor can be read by these axes: different dimensions of it, with 1, 3 or 4 channels. */
export function areAxes({ rows, columns, channels }: PictureAxes, shape: Shape): boolean {
  const isDimension = (at: number) => Number.isInteger(at) && at >= 0 && at < shape.length;
  if (!isDimension(rows) || !isDimension(columns) || rows === columns) return false;
  return (
    channels === undefined ||
    (isDimension(channels) && channels !== rows && channels !== columns && isChannels(shape[channels]))
  );
}

/** Dimensions that can hold the channels of pictures with these rows and columns. */
export function channelDimensions({ rows, columns }: PictureAxes, shape: Shape): number[] {
  return shape.flatMap((_, channels) => (areAxes({ rows, columns, channels }, shape) ? [channels] : []));
}

export function channelCount({ channels }: PictureAxes, shape: Shape): ChannelCount {
  return channels === undefined ? 1 : (Number(shape[channels]) as ChannelCount);
}

/** The dimensions that number the pictures, those of size 1 left out. */
export function pictureDimensions({ rows, columns, channels }: PictureAxes, shape: Shape): number[] {
  return shape.flatMap((size, at) => (size > 1n && at !== rows && at !== columns && at !== channels ? [at] : []));
}

/** How many pictures a tensor is. */
export function pictureCount(axes: PictureAxes, shape: Shape): number {
  return pictureDimensions(axes, shape).reduce((count, dimension) => count * Number(shape[dimension]), 1);
}

/** The mapping with the axes of a picture, which has every channel and is at the same indices of the other dimensions. */
export function pictureMapping(mapping: TensorMapping, shape: Shape, axes: PictureAxes): TensorMapping {
  const turned = withAxis(withAxis(mapping, shape, 'rows', axes.rows), shape, 'columns', axes.columns);
  return axes.channels === undefined ? turned : everyOf(turned, shape, [axes.channels]);
}

/** The mapping that takes every index of these dimensions. */
export function everyOf(mapping: TensorMapping, shape: Shape, dimensions: readonly number[]): TensorMapping {
  const steps = mapping.steps.map((old, at) => (dimensions.includes(at) ? everyIndex(Number(shape[at])) : old));
  return { ...mapping, steps };
}

/** The mapping at the picture of this number, from 0: the last of the dimensions counts fastest. */
export function atPicture(
  mapping: TensorMapping,
  shape: Shape,
  dimensions: readonly number[],
  number: number,
): TensorMapping {
  let left = number;
  const steps = [...mapping.steps];
  for (const dimension of dimensions.toReversed()) {
    const size = Number(shape[dimension]);
    steps[dimension] = oneIndex(left % size);
    left = Math.floor(left / size);
  }
  return { ...mapping, steps };
}

/** A way in words: "3 gray images", "One RGB image, channels first". */
export function axesWords(axes: PictureAxes, shape: Shape): string {
  const channels = channelCount(axes, shape);
  const color = { 1: 'gray', 3: 'RGB', 4: 'RGBA' }[channels];
  const count = pictureCount(axes, shape);
  const images = count === 1 ? `One ${color} image` : formatNumberOf(count, `${color} image`);
  if (axes.channels === undefined || channels === 1) return images;
  const [first, last] = [Math.min(axes.rows, axes.columns), Math.max(axes.rows, axes.columns)];
  return `${images}, channels ${axes.channels < first ? 'first' : axes.channels > last ? 'last' : 'in between'}`;
}
