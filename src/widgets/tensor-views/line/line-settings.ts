import { formatCount } from '../../../base/amounts.ts';
import { MAX_PLANE_ELEMENTS } from '../../../base/limits.ts';
import type { PlaneAxis, TensorPlane } from '../../../tensor/mapping.ts';
import { parseSlice, type SliceMistake } from '../../../tensor/slice.ts';
import { numberSetting, settingOf } from '../checked-settings.ts';
import type { ViewSettings } from '../view-props.ts';

/** Lines that are shown at once. Nobody tells more of them apart, by eight colors, solid and dashed. */
export const MAX_LINES = 16;

/** Lines that are shown before any are chosen. */
const FIRST_LINES = 4;

/** A part of a line: from one point to another one, both included. They need not be whole. */
export interface LineWindow {
  from: number;
  to: number;
}

/** What is chosen of the lines of a plane. */
export interface LineChoice {
  /** The axis that the lines run along. */
  along: PlaneAxis;
  /** The lines, by their places along the other axis. */
  lines: readonly number[];
  /** As they are typed. */
  typed: string;
  hidden: ReadonlySet<number>;
  isLog: boolean;
  window: LineWindow;
}

/** A plane whose rows are lines. */
export function linesPlane(plane: TensorPlane, along: PlaneAxis): TensorPlane {
  if (along === 'columns') return plane;
  const { rows, columns, start, rowStride, columnStride } = plane;
  return { rows: columns, columns: rows, start, rowStride: columnStride, columnStride: rowStride };
}

/** All points of a line. */
export function wholeWindow(points: number): LineWindow {
  return points > 1 ? { from: 0, to: points - 1 } : { from: -0.5, to: 0.5 };
}

/** A window within a line, of at least two points where the line has as many. */
export function windowWithin({ from, to }: LineWindow, points: number): LineWindow {
  if (points <= 2) return wholeWindow(points);
  const last = points - 1;
  const length = Math.min(last, Math.max(1, to - from));
  const start = Math.min(last - length, Math.max(0, from));
  return { from: start, to: start + length };
}

/**
 * The places that a text names: `0, 3, 5:8`, each as NumPy takes it of `count`. In the order in which they stand there,
 * each once. Says what is wrong with another text, also where it names more than `MAX_LINES`.
 */
export function parseLines(text: string, count: number): number[] | SliceMistake {
  const lines = new Set<number>();
  let at = 0;
  for (const part of text.split(',')) {
    const [start, end] = [at, at + part.length];
    at = end + 1;
    const read = part.trim() === '...' ? undefined : parseSlice(part, [BigInt(count)]);
    const [steps] = read && !('mistake' in read) ? read.steps : [];
    if (!steps || part.trim() === '') {
      const mistake =
        read && 'mistake' in read && part.trim() !== '' ? read.mistake : 'Write places such as 0, 3, 5:8.';
      return { mistake, start, end };
    }
    for (let step = 0; step < steps.count; step++) {
      lines.add(steps.start + step * steps.step);
      if (lines.size > MAX_LINES) return { mistake: `At most ${MAX_LINES} lines are shown at once.`, start, end };
    }
  }
  if (lines.size === 0)
    return { mistake: `None of ${formatCount(count)} lines is among them.`, start: 0, end: text.length };
  return [...lines];
}

/** The lines that are shown at first: the first ones, as many as the page gets whole. */
function firstLines({ rows, columns }: TensorPlane): string {
  const count = Math.max(1, Math.min(rows, FIRST_LINES, Math.floor(MAX_PLANE_ELEMENTS / columns)));
  return count === 1 ? '0' : `0:${count}`;
}

/** What settings choose, as far as it fits the plane. */
export function lineChoice(settings: ViewSettings, plane: TensorPlane): LineChoice {
  const { rows, columns } = plane;
  const can: PlaneAxis[] = rows > 1 && columns > 1 ? ['rows', 'columns'] : [rows > 1 ? 'rows' : 'columns'];
  const longer: PlaneAxis = rows > columns ? 'rows' : 'columns';
  const along = settingOf(can, settings.along) ?? longer;
  const lined = linesPlane(plane, along);
  const wanted = typeof settings.lines === 'string' ? settings.lines : '';
  const parsed = parseLines(wanted, lined.rows);
  const typed = 'mistake' in parsed ? firstLines(lined) : wanted;
  const lines = 'mistake' in parsed ? (parseLines(typed, lined.rows) as number[]) : parsed;
  const hidden = new Set(typeof settings.hidden === 'string' ? settings.hidden.split(',').map(Number) : []);
  const [from, to] = [numberSetting(settings.from), numberSetting(settings.to)];
  const isZoomed = from !== undefined && to !== undefined && from < to;
  const whole = wholeWindow(lined.columns);
  return {
    along,
    lines,
    typed,
    hidden,
    isLog: settings.scale === 'log',
    window: isZoomed ? windowWithin({ from, to }, lined.columns) : whole,
  };
}
