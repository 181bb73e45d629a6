import { type RefObject, useEffect, useRef } from 'react';
import { DrawButton } from '../picture/draw-button.tsx';
import { useObjectUrl, usePictureShare } from '../picture/picture-share.ts';
import classes from './lightbox.module.css';
import { isDrawing, type PictureSource, type ShownPicture } from './shown-pictures.ts';
import type { Point, Size, View } from './view.ts';

/** From this scale on, single pixels are told apart. */
const PIXELS_FROM = 3;

interface Props {
  picture: ShownPicture;
  size: Size;
  view: View;
  /** A pixel to mark. */
  marked: Point | undefined;
  /** The drawn picture: pixels can be read from it. */
  drawn: RefObject<HTMLImageElement | HTMLCanvasElement | null>;
  onSize(size: Size): void;
  onFail(): void;
}

/** The picture at its place, in the size of the view. */
export function Frame({ picture: { name, source }, size, view, marked, drawn, onSize, onFail }: Props) {
  const { scale, x, y } = view;
  const style = {
    width: size.width * scale,
    height: size.height * scale,
    transform: `translate(calc(-50% + ${x}px), calc(-50% + ${y}px))`,
  };
  const isPixels = scale >= PIXELS_FROM && !isDrawing(source);
  return (
    <div className={classes.frame} style={style} data-pixels={isPixels || undefined}>
      {source.kind === 'file' ? (
        <FileFrame name={name} source={source} drawn={drawn} onSize={onSize} onFail={onFail} />
      ) : (
        <PixelsFrame name={name} image={source.image} drawn={drawn} />
      )}
      {marked && (
        <span
          className={classes.mark}
          style={{
            left: (marked.x + 0.5) * scale,
            top: (marked.y + 0.5) * scale,
            width: Math.max(8, scale),
            height: Math.max(8, scale),
          }}
        />
      )}
    </div>
  );
}

type Drawn = RefObject<HTMLImageElement | HTMLCanvasElement | null>;

interface FileProps {
  name: string;
  source: Extract<PictureSource, { kind: 'file' }>;
  drawn: Drawn;
  onSize(size: Size): void;
  onFail(): void;
}

function FileFrame({ name, source: { blob, cost, isAsked }, drawn, onSize, onFail }: FileProps) {
  // Those of the page stay drawn behind it, so there must be room for both.
  const { share, force } = usePictureShare(cost, true, isAsked);
  const url = useObjectUrl(share === 'granted' ? blob : undefined);
  if (share === 'waiting')
    return (
      <p className={classes.waiting}>
        Not drawn: together with the page’s other pictures, it may be too much for your browser.{' '}
        <DrawButton onDraw={force} />
      </p>
    );
  if (url === undefined) return null;
  return (
    <img
      ref={drawn as RefObject<HTMLImageElement | null>}
      src={url}
      alt={name}
      draggable={false}
      onError={onFail}
      onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
        if (width > 0 && height > 0) onSize({ width, height });
      }}
    />
  );
}

function PixelsFrame({ name, image, drawn }: { name: string; image: ImageData; drawn: Drawn }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    canvas.current?.getContext('2d')?.putImageData(image, 0, 0);
    drawn.current = canvas.current;
  }, [image, drawn]);
  return <canvas ref={canvas} width={image.width} height={image.height} role="img" aria-label={name} />;
}
