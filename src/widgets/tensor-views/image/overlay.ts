import { isNumericDtype, type NumericDtype } from '../../../tensor/dtype.ts';
import { firstMapping, type TensorMapping } from '../../../tensor/mapping.ts';
import {
  atPicture,
  channelCount,
  type PictureAxes,
  pictureAxes,
  pictureCount,
  pictureDimensions,
  pictureMapping,
} from '../../../tensor/picture-layout.ts';
import type { Shape } from '../../../tensor/shape.ts';
import type { TensorCompanion } from '../view-props.ts';

/** A picture of a tensor before its number is chosen. */
export interface ShownPictures {
  dtype: NumericDtype;
  shape: Shape;
  axes: PictureAxes;
  /** With the axes of the picture. */
  mapping: TensorMapping;
}

/** A picture that lies over this one, or this one over it. */
export interface OverlayOption {
  /** As a setting: "over mask". */
  value: string;
  label: string;
  companion: TensorCompanion;
  /** The other one lies over this one. */
  isOver: boolean;
  /** Of a tensor. */
  pictures: ShownPictures | undefined;
}

/**
 * What can be laid over these pictures, and under them: gray pictures of the same height and width lie over others. There
 * must be one for all, or as many as of these.
 */
export function overlayOptions(of: ShownPictures, companions: readonly TensorCompanion[]): OverlayOption[] {
  const isGray = channelCount(of.axes, of.shape) === 1;
  return companions.flatMap((companion): OverlayOption[] => {
    const under = { value: `under ${companion.key}`, label: `On ${companion.label}`, companion, isOver: false };
    if (companion.kind === 'file') return isGray && isWhole(of) ? [{ ...under, pictures: undefined }] : [];
    const pictures = matching(of, companion);
    if (!pictures) return [];
    const over = {
      value: `over ${companion.key}`,
      label: `${companion.label} on it`,
      companion,
      isOver: true,
      pictures,
    };
    return [
      ...(channelCount(pictures.axes, pictures.shape) === 1 ? [over] : []),
      ...(isGray ? [{ ...under, pictures }] : []),
    ];
  });
}

/** Whether the pictures are shown whole, from the first row and column. */
function isWhole({ axes, shape, mapping }: ShownPictures): boolean {
  return [axes.rows, axes.columns].every((dimension) => {
    const steps = mapping.steps[dimension];
    return steps?.start === 0 && steps.step === 1 && steps.count === Number(shape[dimension]);
  });
}

/** The same rows and columns of another tensor. */
function matching(
  of: ShownPictures,
  { dtype, shape, stated }: TensorCompanion & { kind: 'tensor' },
): ShownPictures | undefined {
  const isAlike = ({ rows, columns }: PictureAxes) =>
    shape[rows] === of.shape[of.axes.rows] && shape[columns] === of.shape[of.axes.columns];
  const axes = pictureAxes(shape, stated).find(
    (way) => isAlike(way) && [1, pictureCount(of.axes, of.shape)].includes(pictureCount(way, shape)),
  );
  if (!axes || !isNumericDtype(dtype)) return undefined;
  const mapping = pictureMapping(firstMapping(shape), shape, axes);
  const steps = [...mapping.steps];
  for (const side of ['rows', 'columns'] as const) {
    const own = of.mapping.steps[of.axes[side]];
    if (own) steps[axes[side]] = own;
  }
  return { dtype, shape, axes, mapping: { ...mapping, steps } };
}

/** The number of the picture that a mapping is at. */
export function pictureNumber({ axes, shape, mapping }: ShownPictures): number {
  return pictureDimensions(axes, shape).reduce(
    (number, dimension) => number * Number(shape[dimension]) + (mapping.steps[dimension]?.start ?? 0),
    0,
  );
}

/** The indices of the dimensions that number the pictures, at a picture. */
export function pictureIndex(of: ShownPictures, number: number): string {
  const { steps } = mappingAt(of, number);
  return pictureDimensions(of.axes, of.shape)
    .map((dimension) => steps[dimension]?.start)
    .join(', ');
}

/** The mapping at a picture. Where one picture is for all, at this one. */
export function mappingAt({ axes, shape, mapping }: ShownPictures, number: number): TensorMapping {
  return atPicture(mapping, shape, pictureDimensions(axes, shape), number % pictureCount(axes, shape));
}
