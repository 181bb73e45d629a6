import type { PictureView } from './picture-view.ts';
import type { Point } from './view.ts';

/** Which way the arrow keys move a picture, or its chosen pixel. */
export const PICTURE_ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** What the other keys do. */
export const PICTURE_ACTS: Readonly<Record<string, (actions: PictureView['actions']) => void>> = {
  '+': ({ zoom }) => zoom(1),
  '=': ({ zoom }) => zoom(1),
  '-': ({ zoom }) => zoom(-1),
  '0': (actions) => actions.fit(),
  '1': ({ whole }) => whole(),
  PageUp: ({ step }) => step(-1),
  PageDown: ({ step }) => step(1),
};
