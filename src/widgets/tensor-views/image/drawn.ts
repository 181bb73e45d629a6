import { useMemo } from 'react';
import type { ErrorData } from '../../../base/errors.ts';
import { MAX_PICTURE_MEANS } from '../../../base/limits.ts';
import { objectNumber } from '../../../base/object-number.ts';
import { elementBytes } from '../../../tensor/dtype.ts';
import { laidOver, layerColors, layerPixels } from '../../../tensor/picture-layer.ts';
import { FULL_SIZE, type PictureSize, planPicture } from '../../../tensor/picture-reading.ts';
import { type Level, type PictureDrawing, pictureLevels, picturePixels } from '../../../tensor/pixels.ts';
import {
  type LatestPicture,
  type PictureOf,
  type PictureRead,
  pictureBytes,
  usePictureRead,
} from '../../tensor-picture/picture-read.ts';
import { useLatest } from '../use-latest.ts';
import type { TensorAccess } from '../view-props.ts';
import { mappingAt, type OverlayOption, type ShownPictures } from './overlay.ts';

/** What lies over or under the pictures, and how. */
export interface Overlay {
  option: OverlayOption;
  /** One of `LAYER_COLORS`. Undefined: by its values. */
  colors: string | undefined;
  /** Of the upper one, from 0 to 1. */
  opacity: number;
}

/** The pictures of the view, and how they are drawn. Keep it stable. */
export interface DrawnPictures {
  access: TensorAccess;
  pictures: ShownPictures;
  drawing: PictureDrawing;
  overlay: Overlay | undefined;
}

/** One picture as it is drawn. */
export interface Drawn {
  image: ImageData | undefined;
  own: LatestPicture;
  /** What lies over or under it, where that is a tensor. */
  other: PictureRead | undefined;
  levels: readonly Level[];
  /** Pixels that are transparent because a value of theirs is not finite. */
  missing: number;
  /** Of the upper picture, where one lies over another. */
  colors: string | undefined;
  /** The file below it is not a picture that can be drawn. */
  isFileNotDrawn: boolean;
  error: ErrorData | undefined;
  retry(): void;
}

/** How large pictures are drawn: one alone, or each of those of a sheet, of which the screen has so many, about. */
const SIZES = {
  one: { ...FULL_SIZE, together: 1 },
  // As many pixels as a place has on a screen of two pixels a CSS pixel.
  sheet: { pixels: 384 ** 2, side: 384, together: 24 },
} satisfies Record<string, PictureSize & { together: number }>;

export type DrawnSize = keyof typeof SIZES;

/** The read of a picture by its number. */
export function pictureOf({ access, pictures, overlay }: DrawnPictures, number: number, size: DrawnSize): PictureOf {
  return readOf(access, pictures, number, size, overlay?.option.isOver === false);
}

/** @param isLayer its values choose colors: those of classes have no mean */
function readOf(
  access: TensorAccess,
  pictures: ShownPictures,
  number: number,
  size: DrawnSize,
  isLayer: boolean,
): PictureOf {
  const { dtype, shape, axes } = pictures;
  const { pixels, side, together } = SIZES[size];
  const forMeans = isLayer
    ? undefined
    : Math.min(MAX_PICTURE_MEANS, access.unaskedBytes / elementBytes(dtype)) / together;
  return { access, dtype, plan: planPicture(mappingAt(pictures, number), shape, axes, { pixels, side, forMeans }) };
}

/** The read of the tensor over or under a picture. */
function otherOf({ overlay }: DrawnPictures, number: number, size: DrawnSize): PictureOf | undefined {
  const { companion, pictures, isOver = false } = overlay?.option ?? {};
  if (companion?.kind !== 'tensor' || !pictures) return undefined;
  return readOf(companion.access, pictures, number, size, isOver);
}

/** Bytes that drawing some pictures reads before anything else is scrolled to, about, with those over or under them. */
export function drawnBytes(of: DrawnPictures, number: number, size: DrawnSize, count: number): number {
  const other = otherOf(of, number, size);
  const each = pictureBytes(pictureOf(of, number, size)) + (other ? pictureBytes(other) : 0);
  return Math.min(count, SIZES[size].together) * each;
}

/** Reads and draws a picture, with what lies over it. */
export function useDrawn(of: DrawnPictures, number: number, size: DrawnSize): Drawn {
  const { drawing, overlay } = of;
  const { dtype } = drawing;
  const picture = useMemo(() => pictureOf(of, number, size), [of, number, size]);
  const own = usePictureRead(picture);
  const option = overlay?.option;
  const beside = useMemo(() => otherOf(of, number, size), [of, number, size]);
  const other = usePictureRead(beside);
  const file = useFilePixels(option, picture);
  const values = own.value?.values;
  const levels = useMemo(() => (values ? pictureLevels(values, drawing) : []), [values, drawing]);
  const isUnder = option?.isOver === false;
  const under = other.value?.values;
  const plain = useMemo(() => {
    if (isUnder) {
      if (file.value) return file.value;
      if (!under || !option?.pictures) return undefined;
      const asUsual = { dtype: option.pictures.dtype, range: 'automatic', order: 'RGB' } as const;
      return picturePixels(under, pictureLevels(under, asUsual), 'RGB');
    }
    return values && picturePixels(values, levels, drawing.order);
  }, [isUnder, file.value, under, option, values, levels, drawing]);
  const upper = option && (option.isOver ? other.value?.values : values);
  const upperDtype = option?.isOver ? option.pictures?.dtype : dtype;
  const colors = upper && upperDtype && (overlay?.colors ?? layerColors(upperDtype, upper));
  const layer = useMemo(
    () => (upper && upperDtype && colors ? layerPixels(upper, upperDtype, colors) : undefined),
    [upper, upperDtype, colors],
  );
  const opacity = overlay?.opacity ?? 1;
  const image = useMemo(() => {
    if (!values) return undefined;
    const { height, width } = values;
    const fits = plain?.length === 4 * height * width && layer?.length === plain.length;
    const pixels = option ? (fits ? laidOver(plain, layer, opacity) : undefined) : plain;
    return new ImageData(pixels ?? picturePixels(values, levels, drawing.order), width, height);
  }, [values, option, plain, layer, opacity, levels, drawing]);
  const missing = useMemo(() => {
    if (option || !plain || values?.channels === 4) return 0;
    let count = 0;
    for (let at = 3; at < plain.length; at += 4) if (plain[at] === 0) count++;
    return count;
  }, [option, plain, values]);
  const failed = [own, other, file].find(({ error }) => error !== undefined);
  return {
    image,
    own,
    other: other.value,
    levels,
    missing,
    colors,
    isFileNotDrawn: option?.companion.kind === 'file' && file.key !== undefined && !file.isLoading && !file.value,
    error: failed?.error,
    retry: () => failed?.retry(),
  };
}

/** The pixels of a picture file, in the size of the picture that lies on it. */
function useFilePixels(option: OverlayOption | undefined, { plan: { width, height } }: PictureOf) {
  const file = option?.companion.kind === 'file' ? option.companion : undefined;
  return useLatest(file && `${objectNumber(file.draw)} ${width} ${height}`, async (signal) =>
    file?.draw(width, height, signal),
  );
}
