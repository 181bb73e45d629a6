/**
 * The longest scrolling element, in pixels. Browsers stop drawing beyond 17.9 (Firefox) or 33.5 (Chromium) million
 * pixels, and 300 million rows of 32 pixels would take ten thousand million. A longer axis is therefore scaled: the
 * scroll bar moves through all of it, and the wheel moves pixel by pixel.
 */
export const MAX_SCROLL_PIXELS = 8_000_000;

/** One direction of a grid: `count` cells of `size` pixels, seen through `view` pixels. */
export interface Axis {
  count: number;
  size: number;
  view: number;
}

/**
 * Where an axis stands. `offset` is the first visible pixel of the whole axis, `scroll` the element's scroll position
 * for it.
 */
export interface AxisPosition {
  offset: number;
  scroll: number;
}

export const AXIS_START: AxisPosition = { offset: 0, scroll: 0 };

/** Pixels of all cells. */
export function axisLength(axis: Axis): number {
  return axis.count * axis.size;
}

/** Length of the scrolling element in pixels: that of its cells, at most `MAX_SCROLL_PIXELS`. */
export function scrollLength(axis: Axis): number {
  return Math.min(axisLength(axis), MAX_SCROLL_PIXELS);
}

function isScaled(axis: Axis): boolean {
  return axisLength(axis) > MAX_SCROLL_PIXELS;
}

function clamp(value: number, max: number): number {
  return Math.min(Math.max(0, value), Math.max(0, max));
}

/**
 * The position after the element was scrolled to `scroll`. On a scaled axis, a step of less than one view is not
 * scaled.
 */
export function scrolledTo(axis: Axis, from: AxisPosition, scroll: number): AxisPosition {
  const maxOffset = axisLength(axis) - axis.view;
  if (!isScaled(axis)) return { offset: clamp(scroll, maxOffset), scroll };
  const maxScroll = scrollLength(axis) - axis.view;
  if (scroll <= 0) return { offset: 0, scroll };
  if (scroll >= maxScroll) return { offset: maxOffset, scroll };
  const step = scroll - from.scroll;
  const offset = Math.abs(step) < axis.view ? from.offset + step : (scroll / maxScroll) * maxOffset;
  return { offset: clamp(offset, maxOffset), scroll };
}

/** The position for an offset, with the scroll position that belongs to it. */
export function positionAt(axis: Axis, offset: number): AxisPosition {
  const maxOffset = Math.max(0, axisLength(axis) - axis.view);
  const at = clamp(offset, maxOffset);
  if (!isScaled(axis)) return { offset: at, scroll: at };
  return { offset: at, scroll: (at / maxOffset) * (scrollLength(axis) - axis.view) };
}

/** The nearest position that shows the whole cell `index`. Of a cell more than a view away, one with it in the middle. */
export function revealing(axis: Axis, from: AxisPosition, index: number): AxisPosition {
  const start = index * axis.size;
  const end = start + axis.size;
  // What stands around a value that was searched tells as much as the value.
  const isFar = Math.max(from.offset - start, end - from.offset - axis.view) > axis.view;
  if (isFar && axis.size <= axis.view) return positionAt(axis, start - (axis.view - axis.size) / 2);
  if (start < from.offset) return positionAt(axis, start);
  if (end > from.offset + axis.view) return positionAt(axis, end - axis.view);
  return from;
}

/** Whether any part of the cell `index` is in view. */
export function isSeen(axis: Axis, { offset }: AxisPosition, index: number): boolean {
  return (index + 1) * axis.size > offset && index * axis.size < offset + axis.view;
}

/** The cells in view, from `start` to `end` (half-open), with `overscan` more on either side. */
export function visibleCells(axis: Axis, position: AxisPosition, overscan: number): { start: number; end: number } {
  const first = Math.floor(position.offset / axis.size);
  const last = Math.ceil((position.offset + axis.view) / axis.size);
  return { start: Math.max(0, first - overscan), end: Math.min(axis.count, last + overscan) };
}

/** Where cell `index` is drawn in the scrolling element, in pixels. */
export function drawnAt(axis: Axis, position: AxisPosition, index: number): number {
  return isScaled(axis) ? index * axis.size - position.offset + position.scroll : index * axis.size;
}
