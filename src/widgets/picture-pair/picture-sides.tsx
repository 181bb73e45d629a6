import { type ReactNode, useMemo, useState } from 'react';
import { useEnlarge } from '../lightbox/enlarge.tsx';
import { PixelCanvas } from '../lightbox/pixel-canvas.tsx';
import { type PictureSource, sidesText } from '../lightbox/shown-pictures.ts';
import { Picture } from '../picture/picture.tsx';
import classes from './picture-sides.module.css';

/** One of two pictures. */
export interface PairedPicture {
  /** What tells it from the other one: "Before", or its name. Without invisible characters. */
  word: string;
  /** For those who do not see it. */
  label: string;
  /** Keep it stable. */
  source: PictureSource;
}

/** A picture, or what is said where there is none. */
export type PictureSide = PairedPicture | (Omit<PairedPicture, 'source'> & { source?: undefined; note: ReactNode });

/** Pictures beside each other, or below each other where there is no room, each with its word and size. */
export function PictureSides({ sides }: { sides: readonly PictureSide[] }) {
  return (
    <div className={classes.root}>
      {sides.map((side, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they stand in one order.
        <Side key={index} side={side} />
      ))}
    </div>
  );
}

/** The pixels of a picture. Of a file whose header does not say them, undefined. */
export function sourceSize(source: PictureSource): { width: number; height: number } | undefined {
  return source.kind === 'file' ? source.size : source.image;
}

function Side({ side }: { side: PictureSide }) {
  const [failed, setFailed] = useState<PictureSource>();
  const { word, label, source } = side;
  const size = source && sourceSize(source);
  return (
    <figure className={classes.side}>
      <figcaption className={classes.word}>
        <bdi>{word}</bdi>
        {size && <span className={classes.quiet}> {sidesText(size)}</span>}
      </figcaption>
      {!source ? (
        <span className={classes.quiet}>{side.note}</span>
      ) : failed === source ? (
        <span className={classes.quiet}>It cannot be shown as a picture.</span>
      ) : source.kind === 'file' ? (
        <Picture
          className={classes.picture}
          blob={source.blob}
          size={source.size}
          cost={source.cost}
          isAsked={source.isAsked}
          label={label}
          onFail={() => setFailed(source)}
        />
      ) : (
        <Pixels label={label} source={source} />
      )}
    </figure>
  );
}

function Pixels({ label, source }: { label: string; source: Extract<PictureSource, { kind: 'pixels' }> }) {
  const enlarge = useEnlarge(label, source);
  const style = useMemo(() => ({ width: source.image.width * enlargement(source.image.width) }), [source]);
  return (
    <span ref={enlarge.ref} className={classes.pixels}>
      <PixelCanvas
        image={source.image}
        label={label}
        className={classes.canvas}
        onClick={enlarge.onClick}
        style={style}
      />
      {enlarge.button}
    </span>
  );
}

/** Small pictures are drawn larger, by a whole factor, up to about this width in CSS pixels. */
const COMFORTABLE_WIDTH = 384;

/** How many times larger a picture of this width is drawn. */
export function enlargement(width: number): number {
  return Math.max(1, Math.floor(COMFORTABLE_WIDTH / Math.max(1, width)));
}
