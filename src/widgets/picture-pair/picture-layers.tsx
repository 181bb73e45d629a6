import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import { PixelCanvas } from '../lightbox/pixel-canvas.tsx';
import { isDrawing } from '../lightbox/shown-pictures.ts';
import { DrawButton } from '../picture/draw-button.tsx';
import { useObjectUrl, usePictureShare } from '../picture/picture-share.ts';
import classes from './picture-layers.module.css';
import { enlargement, type PairedPicture, sourceSize } from './picture-sides.tsx';

/** Sides up to this are of a picture whose single pixels are to be seen. */
const MAX_SMALL = 128;

/** Pixels of a picture whose size is not known before it is loaded. */
const UNKNOWN_SIZE = { width: 320, height: 240 };

interface StageProps {
  /** The picture whose size counts: the other one is drawn over its whole area. */
  first: PairedPicture;
  /** Its size once it is loaded: metadata of a photo can turn it. */
  size: { width: number; height: number } | undefined;
  className?: string | undefined;
  onPointer?: ((event: PointerEvent<HTMLDivElement>) => void) | undefined;
  children: ReactNode;
}

/** The area of the first picture, as large as there is room. What is in it lies over each other. */
export function Stage({ first, size, className, onPointer, children }: StageProps) {
  const { width, height } = size ?? sourceSize(first.source) ?? UNKNOWN_SIZE;
  const style = {
    '--width': `${width * (isDrawing(first.source) ? 1 : Math.max(2, enlargement(width)))}px`,
    '--ratio': width / height,
    aspectRatio: `${width} / ${height}`,
  } as CSSProperties;
  return (
    <div
      className={`${classes.stage} ${className ?? ''}`}
      style={style}
      data-small={Math.max(width, height) <= MAX_SMALL || undefined}
      onPointerDown={onPointer}
      onPointerMove={onPointer}
    >
      {children}
    </div>
  );
}

interface LayerProps {
  of: PairedPicture;
  /** It is drawn, and is not seen. */
  isHidden?: boolean;
  style?: CSSProperties;
  /** Called with the pixels of the loaded picture. */
  onSize?(size: { width: number; height: number }): void;
  onFail(): void;
}

/** A picture that fills the stage. */
export function Layer({ of: { source, label }, isHidden = false, style, ...props }: LayerProps) {
  return (
    <div className={classes.layer} style={style} data-hidden={isHidden || undefined}>
      {source.kind === 'file' ? (
        <FileLayer source={source} label={label} {...props} />
      ) : (
        <PixelCanvas image={source.image} label={label} />
      )}
    </div>
  );
}

type FileSource = Extract<PairedPicture['source'], { kind: 'file' }>;

function FileLayer({
  source: { blob, cost, isAsked },
  label,
  onSize,
  onFail,
}: { source: FileSource; label: string } & Pick<LayerProps, 'onSize' | 'onFail'>) {
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
      src={url}
      alt={label}
      draggable={false}
      onError={onFail}
      onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
        if (width > 0 && height > 0) onSize?.({ width, height });
      }}
    />
  );
}

/** How far a key moves the divider, in percent of the width. */
const KEY_STEPS: Readonly<Record<string, (at: number, isFar: boolean) => number>> = {
  ArrowLeft: (at, isFar) => at - (isFar ? 10 : 1),
  ArrowRight: (at, isFar) => at + (isFar ? 10 : 1),
  ArrowDown: (at, isFar) => at - (isFar ? 10 : 1),
  ArrowUp: (at, isFar) => at + (isFar ? 10 : 1),
  PageDown: (at) => at - 10,
  PageUp: (at) => at + 10,
  Home: () => 0,
  End: () => 100,
};

/** What is left and right of the divider: of the first picture its left part, of the second its right part. */
export function Swipe({ first, second, size, ...props }: LayersProps) {
  const [at, setAt] = useState(50);
  const move = (to: number) => setAt(Math.min(100, Math.max(0, to)));
  const onPointer = (event: PointerEvent<HTMLDivElement>) => {
    const { currentTarget: stage, pointerId, clientX, type } = event;
    if (type === 'pointerdown' && event.button === 0) stage.setPointerCapture(pointerId);
    if (!stage.hasPointerCapture(pointerId)) return;
    const { left, width } = stage.getBoundingClientRect();
    if (width > 0) move(Math.round((1000 * (clientX - left)) / width) / 10);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = KEY_STEPS[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    move(step(at, event.shiftKey));
  };
  return (
    <Stage first={first} size={size} className={classes.swipe} onPointer={onPointer}>
      <Layer of={first} {...props} />
      <Layer of={second} style={{ clipPath: `inset(0 0 0 ${at}%)` }} onFail={props.onFail} />
      <Words first={first} second={second} />
      <div
        className={classes.divider}
        style={{ left: `${at}%` }}
        role="slider"
        tabIndex={0}
        aria-label="Divider"
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(at)}
        aria-valuetext={`${Math.round(at)} % ${first.word}, ${100 - Math.round(at)} % ${second.word}`}
        onKeyDown={onKeyDown}
      >
        <span className={classes.grip} />
      </div>
    </Stage>
  );
}

/** What pictures that lie over each other have in common. */
export interface LayersProps extends Pick<LayerProps, 'onSize' | 'onFail'> {
  first: PairedPicture;
  second: PairedPicture;
  size: StageProps['size'];
}

/** Which picture is on which side, in its corners. */
export function Words({ first, second }: Pick<LayersProps, 'first' | 'second'>) {
  return (
    <>
      <bdi className={classes.tag} data-side="first">
        {first.word}
      </bdi>
      <bdi className={classes.tag} data-side="second">
        {second.word}
      </bdi>
    </>
  );
}

/** The word of the one picture that is seen. */
export function SeenWord({ of }: { of: PairedPicture }) {
  return (
    <bdi className={classes.tag} data-side="first">
      {of.word}
    </bdi>
  );
}
