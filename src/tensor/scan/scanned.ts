import type { ErrorData } from '../../base/errors.ts';
import { chartBars } from '../chart-bars.ts';
import { DTYPES, type NumericDtype } from '../dtype.ts';
import type { TensorStatistics } from '../values.ts';
import type { BlockScales } from './block-scales.ts';
import type { DeadLines } from './dead-lines.ts';

/** What stands out, the worst first. */
export const SCAN_FLAGS = ['nan', 'infinite', 'zeros', 'outlier', 'constant', 'duplicate', 'dead'] as const;

export type ScanFlag = (typeof SCAN_FLAGS)[number];

/** Bars of the small histogram of a tensor. */
const MOST_BARS = 24;

/** The height of the highest bar. */
export const BAR_HEIGHT = 100;

/** A value lies far out where it is so many times as far from the median as 98 % of the values are apart. */
const FAR_SPREADS = 50;

/** The same where 98 % of the values are equal: in standard deviations. */
const FAR_DEVIATIONS = 100;

/** Statistics without what only a large chart needs. */
export type ScanStatistics = Omit<TensorStatistics, 'distribution'>;

/** The value that lies farthest from the median: by so many standard deviations, at this index of the tensor. */
export interface Outlier {
  deviations: number;
  place: number;
}

/** Another tensor with the same content as one, and how many others there are. */
export interface SameContent {
  name: string;
  as: string;
  others: number;
  /** It is the first of them. */
  isFirst: boolean;
}

/** What a scan has found of a tensor. Small and plain: a page keeps a hundred thousand of them. */
export interface ScannedTensor {
  name: string;
  flags: readonly ScanFlag[];
  /** Undefined where values were not read. */
  statistics?: ScanStatistics;
  /** Heights of bars, up to `BAR_HEIGHT`. Undefined where nothing is finite. */
  bars?: readonly number[] | undefined;
  outlier?: Outlier | undefined;
  dead?: DeadLines | undefined;
  same?: Omit<SameContent, 'name'>;
  /** Only the scales of its blocks were read. */
  scales?: BlockScales;
  /** Why it could not be read. */
  error?: ErrorData;
}

/** What a scan says of a tensor whose values were all read. */
export function scannedValues(
  name: string,
  dtype: NumericDtype,
  { distribution, ...statistics }: TensorStatistics,
  found: DeadLines | undefined,
): ScannedTensor {
  // Of a single value, there is nothing to say: counters begin at 0.
  const isAllZero = statistics.count > 1 && statistics.zeros === statistics.count;
  const outlier = DTYPES[dtype].kind === 'float' ? outlierOf(statistics) : undefined;
  const dead = isAllZero ? undefined : found;
  const has: Record<ScanFlag, boolean> = {
    nan: statistics.nan > 0,
    infinite: statistics.infinite > 0,
    zeros: isAllZero,
    outlier: outlier !== undefined,
    constant: !isAllZero && statistics.count > 1 && isConstant(statistics),
    duplicate: false,
    dead: dead !== undefined,
  };
  const counts = chartBars(distribution, false)?.counts;
  const bars = counts && heightsOf(counts);
  return { name, flags: SCAN_FLAGS.filter((flag) => has[flag]), statistics, bars, outlier, dead };
}

/** What a scan says of a tensor of whose blocks only the scales were read. */
export function scannedScales(name: string, scales: BlockScales): ScannedTensor {
  const has: Partial<Record<ScanFlag, boolean>> = {
    nan: scales.nan > 0,
    infinite: scales.infinite > 0,
    zeros: scales.blocks > 0 && scales.zeros === scales.blocks,
  };
  return { name, flags: SCAN_FLAGS.filter((flag) => has[flag]), scales };
}

/** The same with what was found by comparing it with others. */
export function withSame(scanned: ScannedTensor, { as, others, isFirst }: SameContent): ScannedTensor {
  const flags = SCAN_FLAGS.filter((flag) => flag === 'duplicate' || scanned.flags.includes(flag));
  return { ...scanned, flags, same: { as, others, isFirst } };
}

/** Whether all values are one. Zeros of either sign are. */
export function isConstant({ count, nan, infinite, min, max }: ScanStatistics): boolean {
  return count > 0 && nan + infinite === 0 && Number(min) === Number(max) && sameText(min, max);
}

/** Of integers beyond 2^53, the text tells what the number does not. Of zeros, the sign does not count. */
function sameText(a: string | undefined, b: string | undefined): boolean {
  return a === b || Number(a) === 0;
}

function outlierOf({ min, max, p1, p99, median, std, places }: ScanStatistics): Outlier | undefined {
  if (min === undefined || max === undefined || !p1 || !p99 || !median || !std) return undefined;
  // Halved, as either could be infinite.
  const [above, below] = [Number(max) / 2 - median.value / 2, median.value / 2 - Number(min) / 2];
  const far = Math.max(above, below);
  const spread = p99.value / 2 - p1.value / 2;
  const deviations = far / (std / 2);
  // Both may be one value, as far as they are known.
  const isSpread = spread > p99.error / 2 + p1.error / 2;
  const isFar = isSpread ? far > FAR_SPREADS * spread : deviations > FAR_DEVIATIONS;
  return isFar ? { deviations, place: (above >= below ? places.max : places.min) ?? 0 } : undefined;
}

/** Bars drawn together to at most `MOST_BARS`. One with any value in it can be seen. */
function heightsOf(counts: readonly number[]): number[] {
  const by = Math.ceil(counts.length / MOST_BARS);
  const sums: number[] = [];
  for (let from = 0; from < counts.length; from += by)
    sums.push(counts.slice(from, from + by).reduce((sum, count) => sum + count, 0));
  const most = Math.max(...sums, 1);
  return sums.map((sum) => Math.ceil((sum / most) * BAR_HEIGHT));
}
