import { useMemo } from 'react';
import type { NumericDtype } from '../../tensor/dtype.ts';
import { firstMapping } from '../../tensor/mapping.ts';
import { channelCount, type PictureAxes, pictureMapping } from '../../tensor/picture-layout.ts';
import { planPicture } from '../../tensor/picture-reading.ts';
import { pictureLevels, picturePixels } from '../../tensor/pixels.ts';
import type { Shape } from '../../tensor/shape.ts';
import { PixelCanvas } from '../lightbox/pixel-canvas.tsx';
import { visibleText } from '../name-text.tsx';
import { type PictureOf, pictureBytes, usePictureRead } from './picture-read.ts';
import classes from './tensor-thumb.module.css';

/** Bytes of a tensor that is drawn without asking: a picture of 1024 × 1024 pixels in color, as floats of 4. */
const MAX_PICTURE_BYTES = 12 * 1024 * 1024;

/** What inputs and outputs that are pictures are called. */
const PICTURE_ROLE = /image|picture|photo|pixel/i;

/** Pixels of a thumbnail: twice as many as it has on the screen. */
const THUMB_SIZE = { pixels: 96 * 96, side: 96, forMeans: 2 ** 20 };

/** Whether a tensor is surely a picture, and a small one: of bytes, in color, or called one. */
export function isDrawn(
  { shape, problem }: { shape: Shape; problem?: string | undefined },
  dtype: NumericDtype,
  axes: PictureAxes | undefined,
  role: string,
): axes is PictureAxes {
  if (!axes || problem !== undefined) return false;
  if (dtype !== 'uint8' && channelCount(axes, shape) === 1 && !PICTURE_ROLE.test(role)) return false;
  const plan = planPicture(pictureMapping(firstMapping(shape), shape, axes), shape, axes);
  return pictureBytes({ dtype, plan }) <= MAX_PICTURE_BYTES;
}

interface Props {
  name: string;
  access: PictureOf['access'];
  dtype: NumericDtype;
  shape: Shape;
  /** Keep it stable. */
  axes: PictureAxes;
}

/** The first picture of a tensor, as small as two lines of text. Its room is kept until it is read. */
export function TensorThumb({ name, access, dtype, shape, axes }: Props) {
  const of = useMemo(() => {
    const plan = planPicture(pictureMapping(firstMapping(shape), shape, axes), shape, axes, THUMB_SIZE);
    return { access, dtype, plan };
  }, [access, dtype, shape, axes]);
  const { value } = usePictureRead(of);
  const image = useMemo(() => {
    if (!value) return undefined;
    const levels = pictureLevels(value.values, { dtype, range: 'automatic', order: 'RGB' });
    return new ImageData(picturePixels(value.values, levels, 'RGB'), value.plan.width, value.plan.height);
  }, [value, dtype]);
  if (!image) return <span className={classes.thumb} />;
  return <PixelCanvas image={image} label={`Picture of ${visibleText(name)}`} className={classes.thumb} />;
}
