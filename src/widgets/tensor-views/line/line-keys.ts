import type { KeyboardEvent } from 'react';
import { panned, zoomed } from './gestures.ts';
import { type LineWindow, wholeWindow } from './line-settings.ts';

/** A point of a line, both by their places. */
export interface LinePoint {
  line: number;
  point: number;
}

/** What keys on a chart need. */
interface KeyActs {
  marked: LinePoint;
  /** Those that are shown, in their order. */
  lines: readonly number[];
  points: number;
  window: LineWindow;
  onWindow(window: LineWindow): void;
  onPoint(to: LinePoint): void;
}

const tenthOf = ({ window }: KeyActs) => (window.to - window.from) / 10;

const pageOf = (acts: KeyActs) => Math.max(1, Math.round(tenthOf(acts)));

const KEYS: Readonly<Record<string, (acts: KeyActs, isShifted: boolean) => void>> = {
  ArrowLeft: (acts, isShifted) => (isShifted ? pan(acts, -1) : mark(acts, acts.marked.point - 1)),
  ArrowRight: (acts, isShifted) => (isShifted ? pan(acts, 1) : mark(acts, acts.marked.point + 1)),
  ArrowUp: (acts) => changeLine(acts, -1),
  ArrowDown: (acts) => changeLine(acts, 1),
  PageUp: (acts) => mark(acts, acts.marked.point - pageOf(acts)),
  PageDown: (acts) => mark(acts, acts.marked.point + pageOf(acts)),
  Home: (acts) => mark(acts, 0),
  End: (acts) => mark(acts, acts.points - 1),
  '+': (acts) => zoom(acts, 0.5),
  '=': (acts) => zoom(acts, 0.5),
  '-': (acts) => zoom(acts, 2),
  '0': ({ onWindow, points }) => onWindow(wholeWindow(points)),
};

/**
 * Left and right mark the point beside, Page Up and Page Down one a tenth of what is shown further, Home and End the
 * first and last one; up and down go to the line before and after. With Shift, left and right move what is shown. Plus
 * and minus zoom, 0 shows all.
 */
export function onLineKey(event: KeyboardEvent, acts: KeyActs): void {
  const act = Object.hasOwn(KEYS, event.key) ? KEYS[event.key] : undefined;
  if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  act(acts, event.shiftKey);
}

/** Moves what is shown by tenths. */
function pan(acts: KeyActs, tenths: number): void {
  acts.onWindow(panned(acts.window, acts.points, tenths * tenthOf(acts)));
}

/** Zooms around the marked point, or the middle where it is out of view. */
function zoom({ marked: { point }, window, points, onWindow }: KeyActs, factor: number): void {
  const isIn = point >= window.from && point <= window.to;
  onWindow(zoomed(window, points, factor, isIn ? point : (window.from + window.to) / 2));
}

/** Marks a point of the same line, and brings it into view. */
function mark({ marked, points, window, onWindow, onPoint }: KeyActs, to: number): void {
  const point = Math.min(points - 1, Math.max(0, to));
  onPoint({ line: marked.line, point });
  const beside = (window.to - window.from) / 10;
  if (point < window.from) onWindow(panned(window, points, point - beside - window.from));
  else if (point > window.to) onWindow(panned(window, points, point + beside - window.to));
}

function changeLine({ marked, lines, onPoint }: KeyActs, by: 1 | -1): void {
  const line = lines[lines.indexOf(marked.line) + by];
  if (line !== undefined) onPoint({ line, point: marked.point });
}
