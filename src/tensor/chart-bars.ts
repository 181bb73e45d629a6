import { barEdge } from './statistics/bar-edge.ts';
import type { Distribution } from './statistics/distribution.ts';

/** Bars of a chart at most. */
const MOST_BARS = 48;

/** Bars of a histogram as it is drawn: `counts[i]` values are from `start + i * width` on. */
export interface ChartBars {
  counts: number[];
  start: number;
  end: number;
  /** 0 where all values are the same: they are one bar, at the value. */
  width: number;
  /** What the axis says at its ends: of whole numbers, the first and the last one that the bars hold. */
  ends: readonly [first: number, last: number];
  /** Values beyond the bars. */
  beyond: number;
}

/**
 * The bars of a chart of how values are spread: of all of them, or of most where a few outliers would make one bar of
 * the rest. Undefined where no value is finite.
 *
 * @param areWhole whether values are whole numbers: a bar is then not narrower than 1
 */
export function chartBars(spread: Distribution, areWhole: boolean): ChartBars | undefined {
  const { bars, barStart, barWidth, inner, finite, lowest, highest } = spread;
  if (finite === 0) return undefined;
  if (lowest === highest)
    return { counts: [finite], start: lowest, end: lowest, width: 0, ends: [lowest, lowest], beyond: 0 };
  if (inner) return joined(inner.bars, inner.start, inner.width, spread.finite, areWhole);
  return joined(bars, barStart, barWidth, spread.finite, areWhole);
}

function joined(bars: Float64Array, start: number, width: number, finite: number, areWhole: boolean): ChartBars {
  const by = Math.max(1, Math.ceil(bars.length / MOST_BARS), areWhole ? Math.ceil(1 / width) : 1);
  const counts = new Array<number>(Math.max(1, Math.ceil(bars.length / by))).fill(0);
  let counted = 0;
  for (const [index, count] of bars.entries()) {
    const bar = Math.floor(index / by);
    counts[bar] = (counts[bar] as number) + count;
    counted += count;
  }
  const each = by * width;
  const end = barEdge({ start, width: each }, counts.length);
  return {
    counts,
    start,
    end,
    width: each,
    ends: areWhole ? [Math.ceil(start) + 0, Math.ceil(end) - 1] : [start, end],
    beyond: Math.max(0, Math.round(finite - counted)),
  };
}
