import { firstMapping, mapped, type TensorMapping } from '../../../tensor/mapping.ts';
import {
  areAxes,
  everyOf,
  type PictureAxes,
  pictureAxes,
  pictureDimensions,
  pictureMapping,
} from '../../../tensor/picture-layout.ts';
import type { Shape, ShapeSpec } from '../../../tensor/shape.ts';
import type { TensorViewState, ViewSettings } from '../view-props.ts';

/** What the view directs itself, where the mapper shows it. */
export interface ImageDirections {
  axes: PictureAxes;
  mapping: TensorMapping;
  /** Dimensions without an index to choose, and what each is for. */
  locked: ReadonlyMap<number, string>;
  /** All pictures are shown as a sheet. */
  isSheet: boolean;
}

/** Sides of a plane of numbers that can be meant as a picture. */
const MIN_SIDE = 8;

/** No dimension holds channels, as a setting. */
export const NO_CHANNELS = -1;

/**
 * How the view Image reads a tensor: the axes that were chosen in it; those of the mapping, where they are not those that
 * every tensor begins with; else the likeliest ones.
 *
 * @param mapping the chosen one, which other views share
 * @param isCell whether an element is chosen: a batch is then shown at its picture
 */
export function imageDirections(
  shape: Shape,
  stated: ShapeSpec | undefined,
  mapping: TensorMapping | undefined,
  settings: ViewSettings,
  isCell: boolean,
): ImageDirections {
  const first = firstMapping(shape);
  const axes = imageAxes(shape, stated, mapping ?? first, settings);
  const others = pictureDimensions(axes, shape);
  const isSheet = others.length > 0 && !(typeof settings.one === 'boolean' ? settings.one : isCell);
  const one = pictureMapping(mapping ?? first, shape, axes);
  const locked = new Map<number, string>();
  if (axes.channels !== undefined) locked.set(axes.channels, 'channels');
  if (isSheet) for (const dimension of others) locked.set(dimension, 'grid');
  return { axes, mapping: isSheet ? everyOf(one, shape, others) : one, locked, isSheet };
}

/** The axes alone. Those of a mapping that `imageDirections` gave are the same again. */
export function imageAxes(
  shape: Shape,
  stated: ShapeSpec | undefined,
  mapping: TensorMapping,
  { axes, channels }: ViewSettings,
): PictureAxes {
  const ways = pictureAxes(shape, stated);
  const guess = ways[0] ?? { rows: shape.length - 2, columns: shape.length - 1, channels: undefined };
  const sides = chosenSides(shape, axes) ?? mappedSides(shape, mapping) ?? guess;
  const withChannels = (dimension: number | undefined) => ({ ...sides, channels: dimension });
  if (channels === NO_CHANNELS) return withChannels(undefined);
  if (typeof channels === 'number' && areAxes(withChannels(channels), shape)) return withChannels(channels);
  const alike = ways.find(({ rows, columns }) => rows === sides.rows && columns === sides.columns) ?? guess;
  return areAxes(withChannels(alike.channels), shape) ? withChannels(alike.channels) : withChannels(undefined);
}

type Sides = Pick<PictureAxes, 'rows' | 'columns'>;

function chosenSides(shape: Shape, text: unknown): Sides | undefined {
  if (typeof text !== 'string') return undefined;
  const [rows = -1, columns = -1] = text.split(',').map(Number);
  return areAxes({ rows, columns, channels: undefined }, shape) ? { rows, columns } : undefined;
}

function mappedSides(shape: Shape, { rows, columns }: TensorMapping): Sides | undefined {
  if (rows === undefined || columns === undefined) return undefined;
  const first = firstMapping(shape);
  if (rows === first.rows && columns === first.columns) return undefined;
  return Number(shape[rows]) >= MIN_SIDE && Number(shape[columns]) >= MIN_SIDE ? { rows, columns } : undefined;
}

/** What a change of the mapper means: the mapping that all views share, and what this view keeps. */
export function imageMapped(
  { axes, mapping, isSheet }: ImageDirections,
  shape: Shape,
  to: TensorMapping,
): TensorViewState {
  const isTurned = to.rows !== mapping.rows || to.columns !== mapping.columns;
  const isOpened = isSheet && !isTurned && pictureDimensions(axes, shape).some((at) => to.steps[at]?.start !== 0);
  const hasSides = to.rows !== undefined && to.columns !== undefined;
  return {
    mapping: mapped(shape, to, to.steps),
    settings: {
      Image: {
        ...(isTurned && hasSides && { axes: `${to.rows},${to.columns}` }),
        ...(isOpened && { one: true }),
      },
    },
  };
}
