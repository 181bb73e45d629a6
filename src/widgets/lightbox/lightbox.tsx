import { Modal } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { type KeyboardEvent, useRef, useState } from 'react';
import { objectNumber } from '../../base/object-number.ts';
import { Controls, Head } from './controls.tsx';
import { Frame } from './frame.tsx';
import { useGestures } from './gestures.ts';
import classes from './lightbox.module.css';
import { type PictureActions, usePictureView } from './picture-view.ts';
import { pixelText } from './pixel.ts';
import { fullName, isDrawing, type ShownPicture } from './shown-pictures.ts';
import type { Point, Size, View } from './view.ts';

const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The place of a picture until it is loaded. */
const UNKNOWN_SIZE: Size = { width: 1, height: 1 };
const UNKNOWN_VIEW: View = { scale: 1, x: 0, y: 0 };

interface Props {
  first: ShownPicture;
  onClose(): void;
}

/**
 * A picture of the page over the whole window. It is zoomed by wheel, pinch, buttons, + and −, moved by dragging and
 * arrow keys; with Shift, arrow keys choose a pixel. Page Up and Page Down lead to the other pictures of the page.
 */
export default function Lightbox({ first, onClose }: Props) {
  const room = useElementSize();
  const [stage, setStage] = useState<HTMLElement | null>(null);
  const stageRef = useMergedRef(setStage, room.ref);
  const drawn = useRef<HTMLImageElement | HTMLCanvasElement>(null);
  const shown = usePictureView(first, room);
  const { picture, size, pixel, view, at, count, actions } = shown;
  useGestures(stage, shown.gestures);

  const onKeyDown = (event: KeyboardEvent) => {
    // The page behind must not hear its keys.
    if (event.key !== 'Escape' && event.key !== 'Tab') event.stopPropagation();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    const action = arrow ? () => shown.onArrow(arrow, event.shiftKey) : keyAction(event.key, actions);
    if (!action) return;
    event.preventDefault();
    action();
  };

  const text = pixel && pixelText(picture.source, drawn.current, pixel);
  const name = picture.name === '' ? 'Picture' : picture.name;
  const { role } = picture;
  return (
    <Modal.Root opened onClose={onClose} fullScreen returnFocus={false} padding={0} transitionProps={{ duration: 0 }}>
      <Modal.Content aria-label={`Picture: ${fullName(name, role)}`}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of the dialog, wherever the focus is in it. */}
        <div className={classes.root} onKeyDown={onKeyDown}>
          <Head
            name={name}
            role={role}
            size={size}
            isDrawing={isDrawing(picture.source)}
            at={at}
            count={count}
            onClose={onClose}
          />
          <div
            ref={stageRef}
            className={classes.stage}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: keys move the picture.
            tabIndex={0}
            data-autofocus
            role="application"
            aria-label="Picture. Arrow keys move it, plus and minus zoom, Shift and arrow keys choose a pixel"
          >
            {shown.hasFailed ? (
              <p className={classes.waiting}>Your browser cannot show this picture.</p>
            ) : (
              <Frame
                // Each picture asks for its own room.
                key={objectNumber(picture)}
                picture={picture}
                size={size ?? UNKNOWN_SIZE}
                view={view ?? UNKNOWN_VIEW}
                marked={shown.isPixelByKeys ? pixel : undefined}
                drawn={drawn}
                onSize={shown.onSize}
                onFail={shown.onFail}
              />
            )}
          </div>
          <Controls
            scale={view?.scale}
            max={shown.max}
            pixel={pixel}
            text={text}
            isByKeys={shown.isPixelByKeys}
            hasPrevious={at > 0}
            hasNext={at >= 0 && at < count - 1}
            {...actions}
          />
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}

function keyAction(key: string, { zoom, fit, whole, step }: PictureActions): (() => void) | undefined {
  switch (key) {
    case '+':
    case '=':
      return () => zoom(1);
    case '-':
      return () => zoom(-1);
    case '0':
      return fit;
    case '1':
      return whole;
    case 'PageUp':
      return () => step(-1);
    case 'PageDown':
      return () => step(1);
    default:
      return undefined;
  }
}
