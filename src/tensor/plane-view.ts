import type { Cell, PlaneWindow, TensorPlane } from './mapping.ts';
import type { BinSteps } from './shrink.ts';

/** A part of a plane that a drawing shows, in cells. Fractions are parts of cells. */
export interface PlaneView {
  x: number;
  y: number;
  /** Cells across and down. */
  width: number;
  height: number;
}

/** How far a drawing is zoomed in, from 1 on, and the cell in its upper left corner. */
export interface Zoom {
  zoom: number;
  x: number;
  y: number;
}

export interface Extent {
  width: number;
  height: number;
}

/** The largest side of a cell, in pixels. A larger one tells no more. */
const MAX_CELL = 96;

/** Factor of the largest zoom: a plane of a billion columns down to one. */
const MAX_ZOOM = 2 ** 30;

/** The most that zooming does anything for a drawing of this size. */
function mostZoom(plane: Extent, drawing: Extent): number {
  const along = (cells: number, pixels: number) => (cells * MAX_CELL) / Math.max(1, pixels);
  return Math.min(MAX_ZOOM, Math.max(1, along(plane.width, drawing.width), along(plane.height, drawing.height)));
}

/** What a drawing shows. Each direction stops where its cells are `MAX_CELL` pixels large. */
export function viewOf({ zoom, x, y }: Zoom, plane: Extent, drawing: Extent): PlaneView {
  const span = (cells: number, pixels: number) => Math.min(cells, Math.max(cells / zoom, pixels / MAX_CELL));
  const [width, height] = [span(plane.width, drawing.width), span(plane.height, drawing.height)];
  return { x: within(x, plane.width - width), y: within(y, plane.height - height), width, height };
}

const within = (value: number, most: number) => Math.max(0, Math.min(most, value)) + 0;

/** Zooms by a factor so that what is at a place of the drawing, from 0 to 1 each, stays there. */
export function zoomedBy(
  now: Zoom,
  factor: number,
  at: { x: number; y: number },
  plane: Extent,
  drawing: Extent,
): Zoom {
  const before = viewOf(now, plane, drawing);
  const zoom = Math.max(1, Math.min(mostZoom(plane, drawing), now.zoom * factor));
  const after = viewOf({ ...now, zoom }, plane, drawing);
  const { x, y } = viewOf(
    {
      zoom,
      x: before.x + at.x * (before.width - after.width),
      y: before.y + at.y * (before.height - after.height),
    },
    plane,
    drawing,
  );
  return { zoom, x, y };
}

/** Moves the view by parts of its own size. */
export function pannedBy(now: Zoom, by: { x: number; y: number }, plane: Extent, drawing: Extent): Zoom {
  const view = viewOf(now, plane, drawing);
  const { x, y } = viewOf(
    { zoom: now.zoom, x: view.x + by.x * view.width, y: view.y + by.y * view.height },
    plane,
    drawing,
  );
  return { zoom: now.zoom, x, y };
}

/** Moves the view as little as it takes to show a cell. */
export function withCell(now: Zoom, { row, column }: Cell, plane: Extent, drawing: Extent): Zoom {
  const view = viewOf(now, plane, drawing);
  const shown = (start: number, length: number, cell: number) =>
    cell < start ? cell : cell + 1 > start + length ? cell + 1 - length : start;
  return { zoom: now.zoom, x: shown(view.x, view.width, column), y: shown(view.y, view.height, row) };
}

/** The side of a cell that one sees without looking for it, in pixels. */
const CLEAR_CELL = 16;

/** Shows a cell so large that it is seen, in the middle; as the view is where it already does. */
export function closeTo(now: Zoom, cell: Cell, plane: Extent, drawing: Extent): Zoom {
  const clear = Math.max((CLEAR_CELL * plane.width) / drawing.width, (CLEAR_CELL * plane.height) / drawing.height);
  if (now.zoom >= clear) return withCell(now, cell, plane, drawing);
  const zoom = Math.min(mostZoom(plane, drawing), clear);
  const { width, height } = viewOf({ zoom, x: 0, y: 0 }, plane, drawing);
  const { x, y } = viewOf({ zoom, x: cell.column + 0.5 - width / 2, y: cell.row + 0.5 - height / 2 }, plane, drawing);
  return { zoom, x, y };
}

/** The cell at a place of a drawing, from 0 to 1 each. */
export function cellAt(view: PlaneView, at: { x: number; y: number }, plane: Extent): Cell {
  return {
    row: Math.floor(within(view.y + at.y * view.height, plane.height - 1)),
    column: Math.floor(within(view.x + at.x * view.width, plane.width - 1)),
  };
}

/** How a whole plane is drawn together, in at most so many bins in all, and along one side. */
export function overviewSteps({ rows, columns }: TensorPlane, bins: number, side: number): BinSteps {
  const steps = { rows: Math.ceil(rows / side) || 1, columns: Math.ceil(columns / side) || 1 };
  while (Math.ceil(rows / steps.rows) * Math.ceil(columns / steps.columns) > bins) {
    if (rows / steps.rows > columns / steps.columns) steps.rows++;
    else steps.columns++;
  }
  return steps;
}

/** Bins of a part that is read finer lie on a grid of so many, so that a small move asks for the same part again. */
const PART_BINS = 128;

/** A part of a plane that is read finer, with its bins. */
export interface FinerPart {
  window: PlaneWindow;
  steps: BinSteps;
}

/**
 * The part of a plane to read finer than in `coarse` steps for a drawing of this size. Undefined where these are fine
 * enough. Has at most `bins`.
 */
export function finerPart(
  view: PlaneView,
  plane: TensorPlane,
  drawing: Extent,
  coarse: BinSteps,
  bins: number,
): FinerPart | undefined {
  const stepFor = (cells: number, pixels: number) =>
    2 ** Math.max(0, Math.ceil(Math.log2(cells / Math.max(1, pixels))));
  for (let factor = 1; ; factor *= 2) {
    const rows = Math.min(coarse.rows, factor * stepFor(view.height, drawing.height));
    const columns = Math.min(coarse.columns, factor * stepFor(view.width, drawing.width));
    if (rows >= coarse.rows && columns >= coarse.columns) return undefined;
    const [rowStart, rowEnd] = aligned(view.y, view.height, rows * PART_BINS, plane.rows);
    const [columnStart, columnEnd] = aligned(view.x, view.width, columns * PART_BINS, plane.columns);
    const count = Math.ceil((rowEnd - rowStart) / rows) * Math.ceil((columnEnd - columnStart) / columns);
    if (count <= bins) return { window: { rowStart, rowEnd, columnStart, columnEnd }, steps: { rows, columns } };
  }
}

function aligned(start: number, length: number, step: number, count: number): [start: number, end: number] {
  return [Math.floor(start / step) * step, Math.min(count, Math.ceil((start + length) / step) * step)];
}
