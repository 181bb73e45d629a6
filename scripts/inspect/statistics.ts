import { dtypeFacts } from '../../src/tensor/dtype.ts';
import { indexAt, type Shape } from '../../src/tensor/shape.ts';
import type { TensorStatistics } from '../../src/tensor/values.ts';

/** As `TensorStatistics`, with exact numbers. Without a finite value there are no least and largest ones. */
export interface ReportedStatistics {
  min?: number | bigint;
  max?: number | bigint;
  mean?: number;
  std?: number;
  median?: number;
  p1?: number;
  p99?: number;
  /** How far percentiles are at most from the exact ones, where they are not exact. */
  errors?: Partial<Record<Percentile, number>>;
  nan: number;
  infinite: number;
  zeros: number;
  /** The indices of the first such element. */
  places?: Record<string, number[]>;
}

const PERCENTILES = ['median', 'p1', 'p99'] as const;
type Percentile = (typeof PERCENTILES)[number];

type Known = Omit<TensorStatistics, 'distribution'>;

/** Statistics of elements of a type as they are printed. */
export function reported({ min, max, mean, std, nan, infinite, zeros }: Known, dtype: string): ReportedStatistics {
  // 64-bit integers are exact only as a bigint.
  const exact = (text: string) => (dtypeFacts(dtype)?.kind === 'float' ? Number(text) : BigInt(text));
  return {
    ...(min === undefined ? {} : { min: exact(min) }),
    ...(max === undefined ? {} : { max: exact(max) }),
    mean,
    std,
    nan,
    infinite,
    zeros,
  };
}

/** The same with percentiles, and with the places in a tensor, or a slice, of this shape. */
export function reportedInFull(statistics: Known, dtype: string, shape: Shape): ReportedStatistics {
  const { nan, infinite, zeros, ...first } = reported(statistics, dtype);
  const report: ReportedStatistics = { ...first, nan, infinite, zeros };
  const errors: Partial<Record<Percentile, number>> = {};
  for (const percentile of PERCENTILES) {
    const { value, error = 0 } = statistics[percentile] ?? {};
    if (value !== undefined) report[percentile] = value;
    if (error > 0) errors[percentile] = error;
  }
  if (Object.keys(errors).length > 0) report.errors = errors;
  const places = Object.entries(statistics.places).map(([kind, place]) => [kind, indexAt(shape, place)] as const);
  return { ...report, places: Object.fromEntries(places) };
}
