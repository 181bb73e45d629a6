import { useEffect, useMemo, useState } from 'react';
import { isCancelled, toErrorData } from '../../base/errors.ts';
import { type PictureLayout, type Pixels, picturePixels, pictureStart, pixelElements } from '../../tensor/pixels.ts';
import { useEnlarge } from '../lightbox/enlarge.tsx';
import { PixelCanvas } from '../lightbox/pixel-canvas.tsx';
import { type LoadingOf, LoadingView } from '../loading/loading-view.tsx';
import { visibleText } from '../name-text.tsx';
import { shortNumber } from '../tensor-grid/text.ts';
import classes from './tensor-picture.module.css';

/** Reads bytes `start` to `end` of the tensor's data, which are little-endian in row-major order. */
export type LoadBytes = (start: number, end: number, signal: AbortSignal) => Promise<Uint8Array>;

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
  const start = pictureStart(layout, lead);
  const [attempt, setAttempt] = useState(0);
  const [loading, setLoading] = useState<LoadingOf<Drawn>>({ status: 'loading' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks again.
  useEffect(() => {
    const controller = new AbortController();
    setLoading({ status: 'loading' });
    load(start, start + layout.bytes, controller.signal)
      .then((bytes): LoadingOf<Drawn> => ({ status: 'ready', value: { bytes, pixels: picturePixels(layout, bytes) } }))
      .catch((error: unknown): LoadingOf<Drawn> | undefined =>
        isCancelled(error) ? undefined : { status: 'failed', error: toErrorData(error) },
      )
      .then((result) => {
        if (result && !controller.signal.aborted) setLoading(result);
      });
    return () => controller.abort();
  }, [load, start, layout, attempt]);
  return (
    <LoadingView of={{ ...loading, retry: () => setAttempt(attempt + 1) }} what="the picture">
      {(drawn) => <Canvas name={name} layout={layout} drawn={drawn} />}
    </LoadingView>
  );
}

/** A drawn tensor, with the bytes of its elements. */
interface Drawn {
  bytes: Uint8Array;
  pixels: Pixels;
}

function Canvas({ name, layout, drawn: { bytes, pixels } }: { name: string; layout: PictureLayout; drawn: Drawn }) {
  const { width, height } = layout;
  const factor = useMemo(() => Math.max(1, Math.floor(COMFORTABLE_WIDTH / width)), [width]);
  const source = useMemo(
    () => ({
      kind: 'pixels' as const,
      image: new ImageData(pixels.data, width, height),
      valueAt: (x: number, y: number) => pixelElements(layout, bytes, x, y).join(', '),
    }),
    [layout, bytes, pixels, width, height],
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
        {width} × {height}
        {factor > 1 && `, ${factor}×`} · {shortNumber(pixels.black)} is black, {shortNumber(pixels.white)} is white
      </figcaption>
    </figure>
  );
}
