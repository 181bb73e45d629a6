import { MAX_ENVELOPE_BINS, MAX_PLANE_ELEMENTS } from '../../../base/limits.ts';
import {
  coarser,
  drawnNumbers,
  type Envelope,
  type EnvelopeAsk,
  envelopeOf,
  type LineValues,
} from '../../../tensor/decimate.ts';
import type { TensorPlane } from '../../../tensor/mapping.ts';
import { planeReadElements } from '../../../tensor/plane.ts';
import { readReach } from '../../../tensor/reader.ts';
import type { TensorAccess } from '../view-props.ts';
import type { LineWindow } from './line-settings.ts';

/** Points whose extremes are kept of each line, so that drawing all of it looks at few. */
const BLOCK = 256;

/** A line as far as it was read: by its extremes, and its values where the page has them. */
export interface LineData {
  envelope: Envelope;
  values?: LineValues;
}

/** What is read for a window of lines. */
export interface LinesAsk {
  /** Lines that follow each other regularly, as one plane each. */
  planes: readonly TensorPlane[];
  /** Undefined reads all points. */
  envelope: EnvelopeAsk | undefined;
  /** Elements that are read for it. */
  cost: number;
}

/** The planes of lines of a plane: those at the same distance from one to the next are read together. */
export function planesOfLines(plane: TensorPlane, lines: readonly number[]): TensorPlane[] {
  const planes: TensorPlane[] = [];
  for (let at = 0; at < lines.length; ) {
    const first = lines[at] as number;
    const step = at + 1 < lines.length ? (lines[at + 1] as number) - first : 0;
    let count = 1;
    while (at + count < lines.length && lines[at + count] === first + count * step) count++;
    const start = plane.start + first * plane.rowStride;
    planes.push({ ...plane, rows: count, start, rowStride: step * plane.rowStride });
    at += count;
  }
  return planes;
}

/**
 * What to read for a window: all points where the page can hold them, else the extremes of a part around the window.
 * The same for windows near each other, so that a pan reads little.
 *
 * @param plane its rows are lines
 */
export function asked(plane: TensorPlane, lines: readonly number[], { from, to }: LineWindow): LinesAsk {
  const planes = planesOfLines(plane, lines);
  const isHeld = lines.length * plane.columns <= MAX_PLANE_ELEMENTS;
  const envelope = isHeld ? undefined : partAround(plane.columns, lines.length, from, to);
  const { start = 0, end = plane.columns } = envelope ?? {};
  const reach = readReach({});
  const costOf = (each: TensorPlane) =>
    planeReadElements({ ...each, start: each.start + start * each.columnStride, columns: end - start }, reach);
  return { planes, envelope, cost: planes.reduce((sum, each) => sum + costOf(each), 0) };
}

/** A part of twice to four times the window, at a multiple of a power of two, in as many stretches as are kept. */
function partAround(points: number, lines: number, from: number, to: number): EnvelopeAsk {
  const half = 2 ** Math.ceil(Math.log2(Math.max(2, to - from)));
  const first = Math.max(0, Math.floor(from / half - 0.5)) * half;
  const [start, end] =
    2 * half >= points ? [0, points] : [Math.min(first, points - 1), Math.min(points, first + 3 * half)];
  const size = 2 ** Math.max(0, Math.ceil(Math.log2((lines * (end - start)) / MAX_ENVELOPE_BINS)));
  return { start, end, size };
}

/** Reads lines. Rejects as the reads of `access`. */
export async function readLines(
  { planes, envelope }: LinesAsk,
  access: TensorAccess,
  signal: AbortSignal,
  onProgress: (progress: { done: number; total: number }) => void,
): Promise<LineData[]> {
  const lines: LineData[] = [];
  for (const plane of planes) {
    if (envelope) {
      const told = planes.length === 1 ? onProgress : undefined;
      for (const each of await access.envelopes(plane, envelope, signal, told)) lines.push({ envelope: each });
      continue;
    }
    const values = drawnNumbers(await access.numbers(plane, signal));
    for (let row = 0; row < plane.rows; row++) {
      const line: LineValues = { values, offset: row * plane.columns, step: 1 };
      lines.push({ envelope: envelopeOf(line, 0, plane.columns, BLOCK), values: line });
    }
  }
  return lines;
}

/**
 * A window of a line in at most about `bins` stretches, and what is just beside it: single points where they are fewer.
 * Where they are not read that closely, in the stretches that there are.
 */
export function shownPart({ envelope, values }: LineData, { from, to }: LineWindow, bins: number): Envelope {
  const size = Math.max(1, Math.ceil((to - from) / bins));
  if (values && size < 4 * BLOCK) {
    const start = Math.max(0, Math.floor(from / size) - 1) * size;
    return envelopeOf(values, start, Math.min(envelope.end, (Math.ceil(to / size) + 2) * size), size);
  }
  const times = Math.max(1, Math.ceil(size / envelope.size));
  const beside = times * envelope.size;
  return coarser(envelope, from - beside, to + 1 + beside, times);
}

/** What is not a finite number among the points of a window, by stretches. */
export function notFinite(parts: readonly Envelope[], { from, to }: LineWindow) {
  const counts = { nan: 0, positiveInfinite: 0, negativeInfinite: 0 };
  for (const part of parts) {
    const first = Math.max(0, Math.floor((Math.ceil(from) - part.start) / part.size));
    const last = Math.min(part.min.length - 1, Math.floor((Math.floor(to) - part.start) / part.size));
    for (let bin = first; bin <= last; bin++)
      for (const name of ['nan', 'positiveInfinite', 'negativeInfinite'] as const)
        counts[name] += part[name][bin] as number;
  }
  return counts;
}

/** A value that stands out of those that are drawn, and where it is. */
export interface DrawnExtreme {
  /** Which of the parts. */
  line: number;
  point: number;
  value: number;
  /** Whether none is farther from 0. */
  isLargest: boolean;
}

/** The lowest and the highest value in a window of lines, as closely as they are drawn. Neither where none is finite. */
export function extremesOf(parts: readonly Envelope[], { from, to }: LineWindow): DrawnExtreme[] {
  let lowest = { line: 0, point: 0, value: Number.POSITIVE_INFINITY };
  let highest = { line: 0, point: 0, value: Number.NEGATIVE_INFINITY };
  for (const [line, { min, max, minAt, maxAt }] of parts.entries())
    for (let bin = 0; bin < min.length; bin++) {
      const [low, high] = [min[bin] as number, max[bin] as number];
      const [lowAt, highAt] = [minAt[bin] as number, maxAt[bin] as number];
      if (low < lowest.value && lowAt >= from && lowAt <= to) lowest = { line, point: lowAt, value: low };
      if (high > highest.value && highAt >= from && highAt <= to) highest = { line, point: highAt, value: high };
    }
  if (lowest.value > highest.value) return [];
  const most = Math.max(Math.abs(lowest.value), Math.abs(highest.value));
  return [lowest, highest].map((each) => ({ ...each, isLargest: Math.abs(each.value) === most }));
}

/** Points and values to draw: of each stretch both extremes, in their order. Null draws nothing. */
export function drawnPoints(parts: readonly Envelope[]): { x: number[]; ys: (number | null)[][] } {
  const [first] = parts;
  if (!first) return { x: [], ys: [] };
  const { start, size, end } = first;
  if (size === 1) {
    const x = Array.from(first.min, (_, at) => start + at);
    return { x, ys: parts.map(({ min }) => Array.from(min, (value) => (Number.isNaN(value) ? null : value))) };
  }
  const x: number[] = [];
  for (let at = start; at < end; at += size) {
    const length = Math.min(end, at + size) - at;
    x.push(at + (length - 1) / 4, at + (3 * (length - 1)) / 4);
  }
  const ys = parts.map(({ min, max, minAt, maxAt }) =>
    Array.from(x, (_, at) => {
      const bin = at >> 1;
      const isFirst = at % 2 === 0;
      const value = (minAt[bin] as number) <= (maxAt[bin] as number) === isFirst ? min[bin] : max[bin];
      return Number.isNaN(value) ? null : (value as number);
    }),
  );
  return { x, ys };
}
