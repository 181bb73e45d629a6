import type { Extent } from '../../../tensor/plane-view.ts';

/** How the pictures of a sheet stand. CSS pixels. */
export interface SheetGrid {
  /** Places in a row. */
  across: number;
  /** Of a place, with the space around its picture. */
  width: number;
  /** With the index below the picture. */
  height: number;
  /** Room for the picture itself. */
  picture: Extent;
}

/** Space around a place's picture, on both sides together, and the line of its index. `sheet.module.css` has them too. */
const AROUND = 16;
const INDEX = 20;

/** Widths of a place: where all fit without scrolling, where they do not, and at most. */
const LEAST = 104;
const USUAL = 168;
const MOST = 400;

/**
 * The largest places in which all pictures fit into the room; where those would be too small, places of the usual width,
 * which are scrolled.
 *
 * @param picture sides of a picture, of which only the proportion counts
 */
export function sheetGrid(room: Extent, count: number, picture: Extent): SheetGrid {
  // A strip gets a place at most twice as long as wide, or half as long.
  const aspect = Math.max(0.5, Math.min(2, picture.height / picture.width));
  const most = Math.max(1, Math.floor(room.width / LEAST));
  let [best, widest] = [1, 0];
  for (let across = 1; across <= Math.min(most, count); across++) {
    const width = Math.min(room.width / across, widthFor(room.height / Math.ceil(count / across), aspect));
    if (width > widest) [best, widest] = [across, width];
  }
  if (widest >= LEAST) return gridOf(widest, best, aspect);
  const across = Math.max(1, Math.floor(room.width / USUAL));
  return gridOf(room.width / across, across, aspect);
}

/** The width of a place of this height. */
function widthFor(height: number, aspect: number): number {
  return (height - AROUND - INDEX) / aspect + AROUND;
}

function gridOf(wanted: number, across: number, aspect: number): SheetGrid {
  const width = Math.min(MOST, Math.floor(wanted));
  const side = Math.max(1, width - AROUND);
  const picture = { width: side, height: Math.floor(side * aspect) };
  return { across, width, height: picture.height + AROUND + INDEX, picture };
}

/** The size of a picture in its place. Small ones are enlarged: by a whole factor as soon as single pixels are seen. */
export function tileSize({ width, height }: Extent, room: Extent): Extent {
  const most = Math.min(room.width / width, room.height / height);
  const scale = most >= WHOLE_FROM ? Math.floor(most) : most;
  return { width: Math.max(1, width * scale), height: Math.max(1, height * scale) };
}

/** Pixels are seen as squares from this scale on. */
export const WHOLE_FROM = 4;
