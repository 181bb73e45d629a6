import { type DecodedDtype, DTYPES } from '../../tensor/dtype.ts';
import { shortestFloat, shortMean } from '../../tensor/short-float.ts';
import type { WantedValue } from '../../tensor/statistics/search.ts';
import type { TensorPlaces, TensorStatistics } from '../../tensor/values.ts';

/** One of a tensor's statistics, as the page shows it. */
export interface Figure {
  stat: Stat;
  label: string;
  /** The label in full, as it stands in a sentence: "minimum". */
  name: string;
  /** Exact. "none" where it has none, and undefined while it is not known. */
  value: string | undefined;
  /** With no more digits than the type has. */
  short: string | undefined;
  /** How far the exact value may be away. */
  error?: string | undefined;
  /** Where such a value stands first: an element in row-major order. */
  place?: number | undefined;
  /** What else counts as one of them, to go from one to the next. */
  wanted?: WantedValue | undefined;
}

type Stat = Exclude<keyof TensorStatistics, 'places' | 'distribution'>;

type FigureText = readonly [stat: Stat, label: string, name: string];

/** Counts whose values can be gone through. */
const COUNTED: Partial<Record<Stat, { kind: keyof TensorPlaces; wanted: WantedValue }>> = {
  nan: { kind: 'nan', wanted: { kind: 'nan' } },
  infinite: { kind: 'infinite', wanted: { kind: 'infinite' } },
  zeros: { kind: 'zero', wanted: { kind: 'range', low: '0', high: '0' } },
};

/**
 * The figures of a numeric tensor, in the order of the page. The list is the same before the statistics are known. Only
 * floats can be NaN or infinite, and only integers have an exact sum.
 */
export function figuresOf(statistics: TensorStatistics | undefined, dtype: DecodedDtype): Figure[] {
  const isFloat = DTYPES[dtype].kind === 'float';
  const own: readonly FigureText[] = isFloat
    ? [
        ['nan', 'NaN', 'number of NaN'],
        ['infinite', 'Infinite', 'number of infinite values'],
      ]
    : [
        ['sum', 'Sum', 'sum'],
        ['unique', 'Unique', 'number of different values'],
      ];
  const figures: readonly FigureText[] = [
    ['min', 'Min', 'minimum'],
    ['max', 'Max', 'maximum'],
    ['mean', 'Mean', 'mean'],
    ['std', 'Std', 'standard deviation'],
    ['median', 'Median', 'median'],
    ['p1', '1st percentile', '1st percentile'],
    ['p99', '99th percentile', '99th percentile'],
    ['count', 'Elements', 'number of elements'],
    ['zeros', 'Zeros', 'number of zeros'],
    ...own,
  ];
  return figures.map(([stat, label, name]) => ({
    stat,
    label,
    name,
    ...(statistics ? figureOf(statistics, stat, dtype) : NOT_KNOWN),
  }));
}

const NOT_KNOWN = { value: undefined, short: undefined };

function figureOf(
  statistics: TensorStatistics,
  stat: Stat,
  dtype: DecodedDtype,
): Omit<Figure, 'stat' | 'label' | 'name'> {
  const { places } = statistics;
  const of = statistics[stat];
  if (stat === 'unique' && of === undefined) return { value: 'more than 65,536', short: undefined };
  if (of === undefined) return { value: 'none', short: undefined };
  if (typeof of === 'object') {
    const value = String(of.value);
    const error = of.error === 0 ? undefined : String(Number(of.error.toPrecision(2)));
    return { value, short: shortMean(dtype, value), error };
  }
  const value = String(of);
  if (stat === 'min' || stat === 'max') return { value, short: shortestFloat(dtype, value), place: places[stat] };
  const counted = COUNTED[stat];
  if (counted)
    return { value, short: value, place: places[counted.kind], wanted: of === 1 ? undefined : counted.wanted };
  return { value, short: stat === 'mean' || stat === 'std' ? shortMean(dtype, value) : value };
}
