import type { RefObject } from 'react';
import { DrawButton } from '../picture/draw-button.tsx';
import { useObjectUrl, usePictureShare } from '../picture/picture-share.ts';
import classes from './lightbox.module.css';
import type { PictureView } from './picture-view.ts';
import { PixelCanvas } from './pixel-canvas.tsx';
import { isDrawing, type PictureSource } from './shown-pictures.ts';
import type { Size, View } from './view.ts';

/** From this scale on, single pixels are told apart. */
const PIXELS_FROM = 3;

/** The place of a picture until it is loaded. */
const UNKNOWN_SIZE: Size = { width: 1, height: 1 };
const UNKNOWN_VIEW: View = { scale: 1, x: 0, y: 0 };

interface Props {
  shown: PictureView;
  /** The drawn picture: pixels can be read from it. */
  drawn: RefObject<HTMLImageElement | null>;
}

/** The picture at its place, in the size of the view. */
export function Frame({ shown, drawn }: Props) {
  const { picture, size = UNKNOWN_SIZE, view = UNKNOWN_VIEW } = shown;
  const { name, source } = picture;
  const { scale, x, y } = view;
  const { marked } = shown;
  const style = {
    width: size.width * scale,
    height: size.height * scale,
    transform: `translate(calc(-50% + ${x}px), calc(-50% + ${y}px))`,
  };
  const isPixels = scale >= PIXELS_FROM && !isDrawing(source);
  return (
    <div className={classes.frame} style={style} data-pixels={isPixels || undefined}>
      {source.kind === 'file' ? (
        <FileFrame shown={shown} source={source} drawn={drawn} />
      ) : (
        <PixelCanvas image={source.image} label={name} />
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

interface FileProps extends Props {
  source: Extract<PictureSource, { kind: 'file' }>;
}

function FileFrame({ shown, source: { blob, cost, isAsked }, drawn }: FileProps) {
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
      ref={drawn}
      src={url}
      alt={shown.picture.name}
      draggable={false}
      onError={shown.onFail}
      onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
        if (width > 0 && height > 0) shown.onSize({ width, height });
      }}
    />
  );
}
