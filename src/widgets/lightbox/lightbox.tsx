import { Modal } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { type KeyboardEvent, useRef, useState } from 'react';
import { MAX_PICTURE_COST } from '../../picture/cost.ts';
import { Controls, Head } from './controls.tsx';
import { Frame } from './frame.tsx';
import { useGestures } from './gestures.ts';
import classes from './lightbox.module.css';
import { pixelText } from './pixel.ts';
import { fullName, isDrawing, type PictureSource, type ShownPicture, shownPictures } from './shown-pictures.ts';
import {
  fitView,
  MAX_SCALE,
  type Point,
  panned,
  pixelAt,
  type Size,
  showing,
  startView,
  type View,
  zoomed,
} from './view.ts';

/** How much a key or a button zooms. */
const ZOOM_STEP = 1.5;

/** How far an arrow key moves a picture, in CSS pixels. */
const PAN_STEP = 80;

const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** What is shown of one picture. */
interface Shown {
  of: ShownPicture;
  /** Undefined until the picture is loaded, where nothing else tells it. */
  size: Size | undefined;
  /** Undefined as it begins: the view then follows the size of the window. */
  view: View | undefined;
  /** Under the pointer, or chosen by keys. */
  pixel: Point | undefined;
  isPixelByKeys: boolean;
  hasFailed: boolean;
}

interface Props {
  first: ShownPicture;
  onClose(): void;
}

/**
 * A picture of the page over the whole window. It is zoomed by wheel, pinch, buttons, + and −, moved by dragging and
 * arrow keys; with Shift, arrow keys choose a pixel. Page Up and Page Down lead to the other pictures of the page.
 */
export default function Lightbox({ first, onClose }: Props) {
  const [shown, setShown] = useState(() => begin(first));
  const room = useElementSize();
  const [stage, setStage] = useState<HTMLElement | null>(null);
  const stageRef = useMergedRef(setStage, room.ref);
  const drawn = useRef<HTMLImageElement | HTMLCanvasElement>(null);
  const { of: picture, size, pixel } = shown;
  const max = maxScale(picture.source);
  const hasRoom = room.width > 0 && room.height > 0;
  const view = size && hasRoom ? (shown.view ?? startView(size, room, max)) : undefined;
  const pictures = shownPictures();
  const at = pictures.indexOf(picture);

  const change = (what: Partial<Shown>) => setShown((now) => (now.of === picture ? { ...now, ...what } : now));
  const changeView = (next: (view: View, size: Size) => View) =>
    setShown((now) => {
      if (!now.size || !hasRoom) return now;
      return { ...now, view: next(now.view ?? startView(now.size, room, max), now.size) };
    });
  const zoom = (factor: number, point: Point = CENTER) =>
    changeView((from, of) => zoomed(from, factor, point, of, room, max));
  const actions = {
    zoom: (direction: 1 | -1) => zoom(ZOOM_STEP ** direction),
    fit: () => changeView((_, of) => fitView(of, room, max)),
    whole: () => changeView((from, of) => zoomed(from, 1 / from.scale, CENTER, of, room, max)),
    step: (by: 1 | -1) => {
      const next = at < 0 ? undefined : pictures[at + by];
      if (next) setShown(begin(next));
    },
  };
  useGestures(stage, {
    onPan: (by) => changeView((from, of) => panned(from, by, of, room)),
    onZoom: zoom,
    onPoint: (point) =>
      change({ pixel: view && size && point ? pixelAt(view, point, size) : undefined, isPixelByKeys: false }),
    onDoubleClick: (point) => (view && view.scale !== 1 ? zoom(1 / view.scale, point) : actions.fit()),
  });

  const onArrow = (arrow: Point, withShift: boolean) => {
    if (!view || !size) return;
    if (withShift) {
      const next = movedPixel(pixel, arrow, size);
      change({ pixel: next, isPixelByKeys: true, view: showing(view, next, size, room) });
      return;
    }
    const moved = panned(view, { x: -arrow.x * PAN_STEP, y: -arrow.y * PAN_STEP }, size, room);
    const overflows = arrow.x === 0 ? size.height * view.scale > room.height : size.width * view.scale > room.width;
    if (overflows) change({ view: moved });
    // Where there is nothing to move, the arrows lead to the pictures beside this one.
    else if (arrow.x !== 0) actions.step(arrow.x as 1 | -1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // The page behind must not hear its keys.
    if (event.key !== 'Escape' && event.key !== 'Tab') event.stopPropagation();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    const action = arrow ? () => onArrow(arrow, event.shiftKey) : keyAction(event.key, actions);
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
            count={pictures.length}
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
                key={pictureKey(picture)}
                picture={picture}
                size={size ?? UNKNOWN}
                view={view ?? { scale: 1, ...CENTER }}
                marked={shown.isPixelByKeys ? pixel : undefined}
                drawn={drawn}
                onSize={(loaded) => change({ size: loaded })}
                onFail={() => change({ hasFailed: true })}
              />
            )}
          </div>
          <Controls
            scale={view?.scale}
            max={max}
            pixel={pixel}
            text={text}
            isByKeys={shown.isPixelByKeys}
            hasPrevious={at > 0}
            hasNext={at >= 0 && at < pictures.length - 1}
            {...actions}
          />
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}

const CENTER: Point = { x: 0, y: 0 };

/** Size of the place of a picture until it is loaded. */
const UNKNOWN: Size = { width: 1, height: 1 };

function begin(of: ShownPicture): Shown {
  const { source } = of;
  const size = source.kind === 'file' ? source.size : { width: source.image.width, height: source.image.height };
  return { of, size, view: undefined, pixel: undefined, isPixelByKeys: false, hasFailed: false };
}

/** How far a picture may be enlarged. What drawing shapes takes grows with their pixels. */
function maxScale(source: PictureSource): number {
  if (source.kind !== 'file' || !isDrawing(source)) return MAX_SCALE;
  if (source.cost === undefined) return 1;
  return Math.min(MAX_SCALE, Math.max(1, Math.sqrt(MAX_PICTURE_COST.time / Math.max(source.cost.time, 0.1))));
}

/** The pixel beside, within the picture. The first one is in the middle. */
function movedPixel(pixel: Point | undefined, by: Point, { width, height }: Size): Point {
  if (!pixel) return { x: Math.floor((width - 1) / 2), y: Math.floor((height - 1) / 2) };
  const clamp = (value: number, count: number) => Math.min(Math.ceil(count) - 1, Math.max(0, value));
  return { x: clamp(pixel.x + by.x, width), y: clamp(pixel.y + by.y, height) };
}

interface Actions {
  zoom(direction: 1 | -1): void;
  fit(): void;
  whole(): void;
  step(by: 1 | -1): void;
}

function keyAction(key: string, { zoom, fit, whole, step }: Actions): (() => void) | undefined {
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

const keys = new WeakMap<ShownPicture, number>();
let lastKey = 0;

function pictureKey(picture: ShownPicture): number {
  const known = keys.get(picture) ?? ++lastKey;
  keys.set(picture, known);
  return known;
}
