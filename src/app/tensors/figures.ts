import { type DecodedDtype, DTYPES } from '../../tensor/dtype.ts';
import { shortestFloat, shortMean } from '../../tensor/short-float.ts';
import type { TensorStatistics } from '../../tensor/values.ts';

/** One of a tensor's statistics, as the page shows it. */
export type Figure = ReturnType<typeof figuresOf>[number];

/** The name is in full, as it stands in a sentence: "minimum". */
type FigureText = readonly [stat: keyof TensorStatistics, label: string, name: string];

/**
 * The figures of a numeric tensor, in the order of the page. The list is the same before the statistics are
 * known. Only floats can be NaN or infinite, and only integers have an exact sum. A missing value is "none".
 */
export function figuresOf(statistics: TensorStatistics | undefined, dtype: DecodedDtype) {
  const isFloat = DTYPES[dtype].kind === 'float';
  const isPartial = statistics !== undefined && statistics.nan + statistics.infinite > 0;
  const finite = (label: string) => (isPartial ? `${label} of finite values` : label);
  const own: readonly FigureText[] = isFloat
    ? [
        ['nan', 'NaN', 'number of NaN'],
        ['infinite', 'Infinite', 'number of infinite values'],
      ]
    : [['sum', 'Sum', 'sum']];
  const figures: readonly FigureText[] = [
    ['min', finite('Min'), 'minimum'],
    ['max', finite('Max'), 'maximum'],
    ['mean', finite('Mean'), 'mean'],
    ['std', finite('Std'), 'standard deviation'],
    ['count', 'Elements', 'number of elements'],
    ['zeros', 'Zeros', 'number of zeros'],
    ...own,
  ];
  return figures.map(([stat, label, name]) => {
    const value = statistics && String(statistics[stat] ?? 'none');
    // The value is exact, and undefined while it is not known. The short one has no more digits than the dtype.
    return { stat, label, name, value, short: value && shortFigure(stat, dtype, value) };
  });
}

function shortFigure(stat: keyof TensorStatistics, dtype: DecodedDtype, exact: string): string {
  if (stat === 'mean' || stat === 'std') return shortMean(dtype, exact);
  const isElement = stat === 'min' || stat === 'max';
  return isElement ? shortestFloat(dtype, exact) : exact;
}
