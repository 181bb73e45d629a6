import { NativeSelect } from '@mantine/core';
import { useMemo, useState } from 'react';
import { axesWords, type PictureAxes, pictureAxes } from '../../tensor/picture-layout.ts';
import type { PicturePlan } from '../../tensor/picture-reading.ts';
import {
  automaticKind,
  type Level,
  type PictureDrawing,
  pictureLevels,
  picturePixels,
  pixelText,
} from '../../tensor/pixels.ts';
import type { Shape, ShapeSpec } from '../../tensor/shape.ts';
import { useEnlarge } from '../lightbox/enlarge.tsx';
import { PixelCanvas } from '../lightbox/pixel-canvas.tsx';
import { LoadingView } from '../loading/loading-view.tsx';
import { visibleText } from '../name-text.tsx';
import { shortNumber } from '../tensor-grid/text.ts';
import { loadingPicture, type PictureOf, type PictureRead, usePictureRead } from './picture-read.ts';
import classes from './tensor-picture.module.css';

/** The ways to read a tensor as pictures, and the chosen one: at first the likeliest. */
export interface PictureChoice {
  shape: Shape;
  ways: readonly PictureAxes[];
  axes: PictureAxes | undefined;
  choose(index: number): void;
}

/**
 * Chooses how a tensor is read as pictures, while it is shown.
 *
 * @param stated the shape that the schema states; keep it stable
 */
export function usePictureAxes(shape: Shape, stated: ShapeSpec | undefined): PictureChoice {
  const ways = useMemo(() => pictureAxes(shape, stated), [shape, stated]);
  const [chosen, choose] = useState(0);
  return { shape, ways, axes: ways[chosen] ?? ways[0], choose };
}

/** Chooses how a tensor is read as pictures. Nothing where there is one way alone. */
export function PictureAs({ of: { shape, ways, axes, choose } }: { of: PictureChoice }) {
  if (!axes || ways.length < 2) return null;
  return (
    <NativeSelect
      aria-label="Read as"
      size="xs"
      value={ways.indexOf(axes)}
      onChange={(event) => choose(Number(event.currentTarget.value))}
      data={ways.map((each, index) => ({ value: String(index), label: axesWords(each, shape) }))}
    />
  );
}

/** Small pictures are drawn larger, by a whole factor, up to about this width in pixels. */
const COMFORTABLE_WIDTH = 384;

interface Props {
  /** Of the tensor. */
  name: string;
  /** Keep it stable. */
  of: PictureOf;
}

/** A tensor, or a part of it, drawn as a picture, with what its black and white stand for. */
export function TensorPicture({ name, of }: Props) {
  const latest = usePictureRead(of);
  return (
    <LoadingView of={loadingPicture(latest)} what="the picture">
      {(read) => <Canvas name={name} of={of} read={read} />}
    </LoadingView>
  );
}

function Canvas({ name, of: { dtype }, read: { plan, values } }: Props & { read: PictureRead }) {
  const { step, width, height } = plan;
  const drawn = useMemo(() => {
    const drawing = { dtype, range: 'automatic', order: 'RGB' } as const;
    const levels = pictureLevels(values, drawing);
    return {
      says: levelsText(levels, drawing),
      image: new ImageData(picturePixels(values, levels, 'RGB'), width, height),
    };
  }, [values, dtype, width, height]);
  const factor = Math.max(1, Math.floor(COMFORTABLE_WIDTH / width));
  const source = useMemo(
    () => ({
      kind: 'pixels' as const,
      image: drawn.image,
      step,
      valueAt: (x: number, y: number) => pixelText(values, dtype, x, y),
    }),
    [drawn, values, dtype, step],
  );
  const label = `Picture of ${visibleText(name)}`;
  const enlarge = useEnlarge(label, source);
  return (
    <figure className={classes.root}>
      <span ref={enlarge.ref} className={classes.box}>
        <PixelCanvas
          image={source.image}
          label={label}
          onClick={enlarge.onClick}
          className={classes.picture}
          style={{ width: width * factor }}
        />
        {enlarge.button}
      </span>
      <figcaption className={classes.caption}>
        {sizeText(plan)} · {drawn.says}
      </figcaption>
    </figure>
  );
}

/** "16 × 16". */
export function sizeText({ rows, columns, step, box, height, width }: PicturePlan): string {
  if (step === 1) return `${rows} × ${columns}`;
  const every = `every ${ordinal(step)}`;
  const [down, across] = [box.rows > 1, box.columns > 1];
  const part = down
    ? across
      ? `means of ${step} × ${step} pixels`
      : `${every} column, means of ${step} rows`
    : across
      ? `${every} row, means of ${step} columns`
      : `${every} row and column`;
  return `${rows} × ${columns}, drawn as ${height} × ${width}: ${part}`;
}

/** "0 is black, 255 is white (as uint8)". What was chosen by itself says why. */
export function levelsText([level]: readonly Level[], { range, dtype }: PictureDrawing): string {
  if (range === 'ImageNet' || !level) return 'ImageNet’s mean and deviation undone';
  const why = range === 'automatic' ? ` (${AUTOMATIC_WORDS[automaticKind(dtype, level)]})` : '';
  return `${shortNumber(level.black)} is black, ${shortNumber(level.white)} is white${why}`;
}

const AUTOMATIC_WORDS = {
  unit: 'values within 0–1',
  type: 'as uint8',
  extent: 'least and greatest value',
} as const;

/** "2nd". */
function ordinal(count: number): string {
  const tens = count % 100;
  const ending = tens > 10 && tens < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][count % 10] ?? 'th');
  return `${count}${ending}`;
}
