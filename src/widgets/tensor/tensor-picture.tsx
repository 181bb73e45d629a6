import { NativeSelect } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { isCancelled, toErrorData } from '../../base/errors.ts';
import { layoutWords, type PictureLayout, pictureLayouts } from '../../tensor/picture-layout.ts';
import { type Pixels, pictureElements, picturePixels, pixelElements, readPicture } from '../../tensor/pixels.ts';
import type { Shape, ShapeSpec } from '../../tensor/shape.ts';
import { useEnlarge } from '../lightbox/enlarge.tsx';
import { PixelCanvas } from '../lightbox/pixel-canvas.tsx';
import { type LoadingOf, LoadingView } from '../loading/loading-view.tsx';
import { visibleText } from '../name-text.tsx';
import { shortNumber } from '../tensor-grid/text.ts';
import classes from './tensor-picture.module.css';

/** Reads bytes `start` to `end` of the tensor's data, which are little-endian in row-major order. */
export type LoadBytes = (start: number, end: number, signal: AbortSignal) => Promise<Uint8Array>;

/** The ways to read a tensor as pictures, and the chosen one: at first the likeliest. */
export interface PictureChoice {
  layouts: readonly PictureLayout[];
  layout: PictureLayout | undefined;
  choose(index: number): void;
}

/**
 * Chooses how a tensor is read as pictures, while it is shown.
 *
 * @param stated the shape that the schema states; keep it stable
 */
export function usePictureLayout(dtype: string, shape: Shape, stated: ShapeSpec | undefined): PictureChoice {
  const layouts = useMemo(() => pictureLayouts(dtype, shape, stated), [dtype, shape, stated]);
  const [chosen, choose] = useState(0);
  return { layouts, layout: layouts[chosen] ?? layouts[0], choose };
}

/** Chooses how a tensor is read as pictures. Nothing where there is one way alone. */
export function PictureAs({ of: { layouts, layout, choose } }: { of: PictureChoice }) {
  if (!layout || layouts.length < 2) return null;
  return (
    <NativeSelect
      aria-label="Read as"
      size="xs"
      value={layouts.indexOf(layout)}
      onChange={(event) => choose(Number(event.currentTarget.value))}
      data={layouts.map((each, index) => ({ value: String(index), label: layoutWords(each) }))}
    />
  );
}

/** Small pictures are drawn larger, by a whole factor, up to about this width in pixels. */
const COMFORTABLE_WIDTH = 384;

interface Props {
  /** Of the tensor. */
  name: string;
  layout: PictureLayout;
  /** Indices of the leading dimensions. */
  lead: readonly number[];
  load: LoadBytes;
}

/** A tensor, or a part of it, drawn as a picture, with what its black and white stand for. */
export function TensorPicture({ name, layout, lead, load }: Props) {
  // A new list each time: its indices are what counts.
  const at = lead.slice(0, layout.lead.length).join();
  const [attempt, setAttempt] = useState(0);
  const [loading, setLoading] = useState<LoadingOf<Drawn>>({ status: 'loading' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks again.
  useEffect(() => {
    const controller = new AbortController();
    setLoading({ status: 'loading' });
    readPicture(layout, at.split(',').map(Number), (start, end) => load(start, end, controller.signal))
      .then((bytes): LoadingOf<Drawn> => {
        const values = pictureElements(layout, bytes);
        return { status: 'ready', value: { values, pixels: picturePixels(layout, values) } };
      })
      .catch((error: unknown): LoadingOf<Drawn> | undefined =>
        isCancelled(error) ? undefined : { status: 'failed', error: toErrorData(error) },
      )
      .then((result) => {
        if (result && !controller.signal.aborted) setLoading(result);
      });
    return () => controller.abort();
  }, [load, at, layout, attempt]);
  return (
    <LoadingView of={{ ...loading, retry: () => setAttempt(attempt + 1) }} what="the picture">
      {(drawn) => <Canvas name={name} layout={layout} drawn={drawn} />}
    </LoadingView>
  );
}

/** A drawn tensor, with its elements. */
interface Drawn {
  values: ArrayLike<number>;
  pixels: Pixels;
}

function Canvas({ name, layout, drawn: { values, pixels } }: { name: string; layout: PictureLayout; drawn: Drawn }) {
  const { width, height, rows, columns, step } = layout;
  const factor = useMemo(() => Math.max(1, Math.floor(COMFORTABLE_WIDTH / width)), [width]);
  const source = useMemo(
    () => ({
      kind: 'pixels' as const,
      image: new ImageData(pixels.data, width, height),
      step,
      valueAt: (x: number, y: number) => pixelElements(layout, values, x, y).join(', '),
    }),
    [layout, values, pixels, width, height, step],
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
        {rows} × {columns}
        {factor > 1 && `, ${factor}×`}
        {step > 1 && `, drawn as ${height} × ${width}: every ${ordinal(step)} row and column`} ·{' '}
        {shortNumber(pixels.black)} is black, {shortNumber(pixels.white)} is white
      </figcaption>
    </figure>
  );
}

/** "2nd". */
function ordinal(count: number): string {
  const tens = count % 100;
  const ending = tens > 10 && tens < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][count % 10] ?? 'th');
  return `${count}${ending}`;
}
