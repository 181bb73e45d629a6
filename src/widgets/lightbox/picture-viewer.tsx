import { useElementSize, useMergedRef } from '@mantine/hooks';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { objectNumber } from '../../base/object-number.ts';
import { Controls } from './controls.tsx';
import { Frame } from './frame.tsx';
import { useGestures } from './gestures.ts';
import classes from './lightbox.module.css';
import { PICTURE_ACTS, PICTURE_ARROWS } from './picture-keys.ts';
import { type PictureView, type PixelChoice, usePictureView } from './picture-view.ts';
import { pixelText } from './pixel.ts';
import { type PictureSource, pictureSizeText, type ShownPicture } from './shown-pictures.ts';

const MOVING_KEYS = 'Picture. Arrow keys move it, plus and minus zoom, Shift and arrow keys choose a pixel';
const CHOOSING_KEYS = 'Picture. Arrow keys choose a pixel, plus and minus zoom, Shift and arrow keys move it';

interface Props {
  first: ShownPicture;
  /** Whether it has the page's keys, as in a dialog. In a pane it takes them only while it has the focus. */
  isModal?: boolean;
  /** Is told which picture is shown. Keep it stable. */
  onShow?(picture: ShownPicture): void;
  /** Arrow keys then choose a pixel, and move the picture with Shift; so does a press. */
  choice?: PixelChoice;
  /** Stands at the end of the row below the picture. */
  foot?: ReactNode;
  /** Stands above the picture. */
  children?(shown: PictureView): ReactNode;
}

/**
 * A picture that fills its box. It is zoomed by wheel, pinch, buttons, + and −, moved by dragging and arrow keys; with
 * Shift, arrow keys choose a pixel. Page Up and Page Down lead to the other pictures of the page.
 */
export function PictureViewer({ first, isModal = false, onShow, choice, foot, children }: Props) {
  const room = useElementSize();
  const [stage, setStage] = useState<HTMLElement | null>(null);
  const stageRef = useMergedRef(setStage, room.ref);
  const drawn = useRef<HTMLImageElement>(null);
  const shown = usePictureView(first, room, choice);
  const { picture, pixel } = shown;
  useGestures(stage, shown.gestures);
  useEffect(() => onShow?.(picture), [onShow, picture]);

  const onKeyDown = (event: KeyboardEvent) => {
    // The page behind must not hear its keys.
    if (isModal && event.key !== 'Escape' && event.key !== 'Tab') event.stopPropagation();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = PICTURE_ARROWS[event.key];
    const act = PICTURE_ACTS[event.key];
    if (!arrow && !act) return;
    event.preventDefault();
    if (arrow) shown.onArrow(arrow, event.shiftKey !== (choice !== undefined));
    else act?.(shown.actions);
  };

  const text = pixel && pixelText(picture.source, drawn.current, pixel);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the viewer, wherever the focus is in it.
    <div className={classes.root} data-modal={isModal || undefined} onKeyDown={onKeyDown}>
      {children?.(shown)}
      <div
        ref={stageRef}
        className={classes.stage}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys move the picture.
        tabIndex={0}
        data-autofocus={isModal || undefined}
        role="application"
        aria-label={choice ? CHOOSING_KEYS : MOVING_KEYS}
      >
        {shown.hasFailed ? (
          <p className={classes.waiting}>Your browser cannot show this picture.</p>
        ) : (
          <Frame
            // Each picture asks for its own room; the pixels of a tensor are there already.
            key={picture.source.kind === 'file' ? objectNumber(picture) : 'pixels'}
            shown={shown}
            drawn={drawn}
          />
        )}
      </div>
      <Controls shown={shown} text={text} foot={foot} />
    </div>
  );
}

interface PaneProps {
  name: string;
  /** Keep it stable. */
  source: PictureSource;
  /** Shows the size of the picture, once it is known. */
  children(size: string): ReactNode;
}

/** A picture alone, in a pane. */
export function PanePicture({ name, source, children }: PaneProps) {
  // It is not among the pictures of the page, so its place there does not count.
  const picture = useMemo(() => ({ name, role: undefined, source, element: document.documentElement }), [name, source]);
  return (
    <PictureViewer key={objectNumber(picture)} first={picture}>
      {({ size }) => size && children(pictureSizeText(size, source))}
    </PictureViewer>
  );
}
