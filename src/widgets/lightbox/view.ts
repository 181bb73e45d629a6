/** How a picture lies in the room that it is shown in. All lengths are CSS pixels, but those of the picture itself. */

export interface Size {
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

/**
 * `scale`: CSS pixels for each pixel of the picture. `x` and `y`: from the middle of the room to that of the picture.
 */
export interface View extends Point {
  scale: number;
}

/** Largest scale. One pixel is then as large as a thumbnail, and no longer tells more. */
export const MAX_SCALE = 64;

/** Small pictures begin enlarged by a whole factor, up to about this width or height. */
const COMFORTABLE = 384;

/** The whole picture, as large as the room and `max` allow. */
export function fitView(picture: Size, room: Size, max = MAX_SCALE): View {
  return { scale: Math.min(fitScale(picture, room), max), x: 0, y: 0 };
}

/** As a picture begins: at its own size, made smaller where the room asks for it, and larger where it is tiny. */
export function startView(picture: Size, room: Size, max = MAX_SCALE): View {
  const factor = Math.max(1, Math.floor(COMFORTABLE / Math.max(picture.width, picture.height)));
  return { scale: Math.min(fitScale(picture, room), factor, max), x: 0, y: 0 };
}

function fitScale(picture: Size, room: Size): number {
  return Math.min(room.width / picture.width, room.height / picture.height);
}

/**
 * Zooms by `factor` so that what is at `at` stays there. `at` is measured from the middle of the room. At its smallest,
 * the picture is in the middle.
 */
export function zoomed(view: View, factor: number, at: Point, picture: Size, room: Size, max = MAX_SCALE): View {
  const min = Math.min(fitScale(picture, room), 1, max);
  const scale = Math.min(max, view.scale * factor);
  if (scale <= min) return { scale: min, x: 0, y: 0 };
  const grown = scale / view.scale;
  // The middle of the room or of the picture stays on the other.
  const offset = onEach((axis, side) => {
    const most = Math.max(picture[side] * scale, room[side]) / 2 + Math.abs(at[axis]);
    return clamp(at[axis] - (at[axis] - view[axis]) * grown, most);
  });
  return { scale, ...offset };
}

/** Moves the picture, no farther than until its edges meet those of the room, or than it is. */
export function panned(view: View, by: Point, picture: Size, room: Size): View {
  const { scale } = view;
  const offset = onEach((axis, side) =>
    clamp(view[axis] + by[axis], Math.max(Math.abs(view[axis]), Math.abs(picture[side] * scale - room[side]) / 2)),
  );
  return { scale, ...offset };
}

/** A point whose coordinates are computed alike. */
function onEach(coordinate: (axis: 'x' | 'y', side: 'width' | 'height') => number): Point {
  return { x: coordinate('x', 'width'), y: coordinate('y', 'height') };
}

function clamp(value: number, most: number): number {
  // Not -0.
  return Math.min(most, Math.max(-most, value)) + 0;
}

/** Moves the picture as little as it takes to show this pixel. */
export function showing(view: View, pixel: Point, picture: Size, room: Size): View {
  const shift = onEach((axis, side) => {
    const start = view[axis] + (pixel[axis] - picture[side] / 2) * view.scale;
    const half = room[side] / 2;
    return Math.max(0, -half - start) - Math.max(0, start + view.scale - half);
  });
  return panned(view, shift, picture, room);
}

/** The pixel at a point that is measured from the middle of the room. Undefined beside the picture. */
export function pixelAt(view: View, at: Point, picture: Size): Point | undefined {
  const x = Math.floor((at.x - view.x) / view.scale + picture.width / 2);
  const y = Math.floor((at.y - view.y) / view.scale + picture.height / 2);
  return x >= 0 && y >= 0 && x < picture.width && y < picture.height ? { x, y } : undefined;
}
