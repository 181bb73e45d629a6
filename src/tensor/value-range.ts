import { MAP_COLORS, NAN_COLOR, NEGATIVE_INFINITY_COLOR, POSITIVE_INFINITY_COLOR } from './color-map.ts';
import { HAS_NAN, HAS_POSITIVE_INFINITY } from './shrink.ts';
import { type Distribution, isFlattened } from './statistics/distribution.ts';

/** How values are laid along the colors. `symlog`: by the logarithm on both sides of 0, and evenly close to it. */
export const SCALES = ['linear', 'log', 'symlog'] as const;

export type Scale = (typeof SCALES)[number];

/** Values that the ends of a color map stand for. */
export interface ValueRange {
  low: number;
  high: number;
}

/** Where a range comes from when nobody has set its bounds. `auto`: `percentiles` where outliers would flatten `all`. */
export const RANGE_KINDS = ['auto', 'all', 'percentiles', 'symmetrical'] as const;

export type RangeKind = (typeof RANGE_KINDS)[number];

export interface RangeChoice {
  kind: RangeKind;
  scale: Scale;
  /** Whether signed values are laid evenly around 0 where nothing else was chosen. */
  isDiverging: boolean;
  /** A bound that somebody set. */
  low?: number | undefined;
  high?: number | undefined;
}

/** A range, and what it is. */
export interface ChosenRange extends ValueRange {
  /** What gave the bounds that nobody set. */
  kind: Exclude<RangeKind, 'auto'>;
  /** Why colors cannot be laid along it. */
  problem?: 'swapped' | 'not positive' | undefined;
}

/** The range of values that are spread in some way. */
export function rangeOf(spread: Distribution, choice: RangeChoice): ChosenRange {
  const { scale } = choice;
  const kind = kindOf(spread, choice);
  let { low, high } =
    kind === 'percentiles' || (kind === 'symmetrical' && isFlattened(spread)) ? inner(spread) : all(spread);
  const isSigned = low < 0 && high > 0;
  if (kind === 'symmetrical' || (choice.isDiverging && scale !== 'log' && isSigned)) {
    // With one bound set, the other lies as far on the other side of 0.
    high = Math.abs(choice.low ?? choice.high ?? Math.max(-low, high));
    low = -high;
  }
  if (scale === 'log') {
    if (!(high > 0)) high = 1;
    if (!(low > 0)) low = Math.min(spread.leastPositive ?? high, high);
  }
  const range: ChosenRange = { low: choice.low ?? low, high: choice.high ?? high, kind };
  // An automatic bound gives way to one that was set.
  if (range.low > range.high && choice.low === undefined) range.low = range.high;
  if (range.high < range.low && choice.high === undefined) range.high = range.low;
  if (range.low > range.high) range.problem = 'swapped';
  else if (scale === 'log' && !(range.low > 0)) range.problem = 'not positive';
  return range;
}

function kindOf(spread: Distribution, { kind, scale, isDiverging }: RangeChoice): ChosenRange['kind'] {
  if (scale === 'log') return kind === 'percentiles' ? kind : 'all';
  if (kind !== 'auto') return kind;
  if (isDiverging && spread.lowest < 0 && spread.highest > 0) return 'symmetrical';
  return scale === 'linear' && isFlattened(spread) ? 'percentiles' : 'all';
}

const all = ({ lowest, highest }: Distribution): ValueRange => ({ low: lowest, high: highest });
const inner = ({ p1, p99 }: Distribution): ValueRange => ({ low: p1, high: p99 });

/** Values along a scale. */
export interface Scaling {
  /** From 0 at the low bound to 1 at the high one, and beyond both. Of what the scale does not have, below 0. */
  at(value: number): number;
  /** The value at a place. */
  value(at: number): number;
}

/** How much closer to 0 than its larger bound a symlog scale is even. */
const SYMLOG_EVEN = 1000;

/** Where the even part of a symlog scale ends. */
export function symlogEnd({ low, high }: ValueRange): number {
  return Math.max(Math.abs(low), Math.abs(high)) / SYMLOG_EVEN || 1;
}

/** Lays values along a scale from a low to a high bound. */
export function scalingOf({ low, high }: ValueRange, scale: Scale, end = symlogEnd({ low, high })): Scaling {
  const forth: Record<Scale, (value: number) => number> = {
    // Halved, so that the difference of two is finite.
    linear: (value) => value / 2,
    log: Math.log,
    symlog: (value) => Math.sign(value) * Math.log1p(Math.abs(value) / end),
  };
  const back: Record<Scale, (value: number) => number> = {
    linear: (value) => value * 2,
    log: Math.exp,
    symlog: (value) => Math.sign(value) * Math.expm1(Math.abs(value)) * end,
  };
  const [from, to] = [forth[scale](low), forth[scale](high)];
  return {
    at(value) {
      if (scale === 'log' && value <= 0) return -1;
      const place = forth[scale](value);
      if (from === to) return place === from ? 0.5 : place < from ? -1 : 2;
      return (place - from) / (to - from);
    },
    value: (at) => (at === 0 ? low : at === 1 ? high : back[scale](from + at * (to - from))),
  };
}

/** The color of each bin: one of the map, or that of what a bin has besides finite values. */
export function binColors(values: Float64Array, marks: Uint8Array, range: ValueRange, scale: Scale): Uint16Array {
  const colors = new Uint16Array(values.length);
  const { at } = scalingOf(range, scale);
  const steps = MAP_COLORS / (range.high - range.low);
  const isPlain = scale === 'linear' && Number.isFinite(steps) && steps > 0 && Number.isFinite(range.low * steps);
  const offset = range.low;
  for (let bin = 0; bin < values.length; bin++) {
    const mark = marks[bin] as number;
    if (mark !== 0) {
      colors[bin] = markColor(mark);
      continue;
    }
    const value = values[bin] as number;
    const color = isPlain ? (value - offset) * steps : at(value) * MAP_COLORS;
    colors[bin] = Math.max(0, Math.min(MAP_COLORS - 1, color));
  }
  return colors;
}

/** NaN is shown before the infinite values: of those there is often one beside the other. */
function markColor(mark: number): number {
  if (mark & HAS_NAN) return NAN_COLOR;
  return mark & HAS_POSITIVE_INFINITY ? POSITIVE_INFINITY_COLOR : NEGATIVE_INFINITY_COLOR;
}
