import { useState } from 'react';
import { MAX_PICTURE_COST } from '../../picture/cost.ts';
import type { Gestures } from './gestures.ts';
import { isDrawing, type PictureSource, type ShownPicture, shownPictures } from './shown-pictures.ts';
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

/** The middle of the room. */
const CENTER: Point = { x: 0, y: 0 };

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

export type PictureView = ReturnType<typeof usePictureView>;

/** The pixel that is chosen in a picture, where that is kept. */
export interface PixelChoice {
  pixel: Point | undefined;
  onPixel(pixel: Point): void;
}

/**
 * The picture that the lightbox shows, first `first`, how it lies in the room, and what can be done with it. Where
 * `first` changes while it is shown, the next one takes its place, and lies as it did where it has the same size.
 */
export function usePictureView(first: ShownPicture, room: Size, choice?: PixelChoice) {
  const [shown, setShown] = useState(() => begin(first));
  const [last, setLast] = useState(first);
  if (last !== first) {
    setLast(first);
    if (shown.of === last) setShown(replaced(shown, first));
  }
  const { of: picture, size } = shown;
  const pixel = shown.pixel ?? choice?.pixel;
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
    /** Shows the whole picture. */
    fit: () => changeView((_, of) => fitView(of, room, max)),
    /** Shows it at its own size. */
    whole: () => changeView((from, of) => zoomed(from, 1 / from.scale, CENTER, of, room, max)),
    /** Goes to the next picture of the page, or to the previous one. */
    step: (by: 1 | -1) => {
      const next = at < 0 ? undefined : pictures[at + by];
      if (next) setShown(begin(next));
    },
  };
  const gestures: Gestures = {
    onPan: (by) => changeView((from, of) => panned(from, by, of, room)),
    onZoom: zoom,
    onPoint: (point) =>
      change({ pixel: view && size && point ? pixelAt(view, point, size) : undefined, isPixelByKeys: false }),
    onPress: (point) => {
      const at = view && size && pixelAt(view, point, size);
      if (at) choice?.onPixel(at);
    },
    onDoubleClick: (point) => (view && view.scale !== 1 ? zoom(1 / view.scale, point) : actions.fit()),
  };
  /** Moves the picture, or with Shift to the pixel beside. */
  const onArrow = (arrow: Point, withShift: boolean) => {
    if (!view || !size) return;
    if (withShift) {
      const next = movedPixel(choice ? choice.pixel : pixel, arrow, size);
      // As the view follows the window while it is undefined, it stays so where the pixel is in it.
      const moved = showing(view, next, size, room);
      const isMoved = moved.x !== view.x || moved.y !== view.y;
      change({ pixel: choice ? undefined : next, isPixelByKeys: true, view: isMoved ? moved : shown.view });
      choice?.onPixel(next);
      return;
    }
    const moved = panned(view, { x: -arrow.x * PAN_STEP, y: -arrow.y * PAN_STEP }, size, room);
    const overflows = arrow.x === 0 ? size.height * view.scale > room.height : size.width * view.scale > room.width;
    if (overflows) change({ view: moved });
    // Where there is nothing to move, the arrows lead to the pictures beside this one.
    else if (arrow.x !== 0) actions.step(arrow.x as 1 | -1);
  };
  return {
    ...shown,
    picture,
    pixel,
    /** The one to mark. */
    marked: choice ? choice.pixel : shown.isPixelByKeys ? pixel : undefined,
    /** Of the picture; undefined until it is loaded. */
    view,
    max,
    /** Place among the pictures of the page, from 0. Negative where it is gone from the page. */
    at,
    count: pictures.length,
    actions,
    gestures,
    onArrow,
    onSize: (loaded: Size) => change({ size: loaded }),
    onFail: () => change({ hasFailed: true }),
  };
}

/** A picture in the place of another. */
function replaced(shown: Shown, by: ShownPicture): Shown {
  const next = begin(by);
  const isSame = next.size?.width === shown.size?.width && next.size?.height === shown.size?.height;
  return isSame ? { ...shown, of: by, hasFailed: false } : next;
}

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
