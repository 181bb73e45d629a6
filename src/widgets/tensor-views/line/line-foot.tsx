import { formatCount } from '../../../base/amounts.ts';
import type { DecodedDtype } from '../../../tensor/dtype.ts';
import { ViewFoot } from '../view-foot.tsx';
import { type LineScale, tickText } from './chart.ts';
import { notFinite } from './line-data.ts';
import type { ShownLines } from './line-table.tsx';

interface Props extends ShownLines {
  dtype: DecodedDtype;
  scale: LineScale;
  /** Of the marked value, and the value itself once it is read. */
  index: readonly number[];
  exact: string | undefined;
}

/** The marked value, and what is shown: which indices, how they are drawn, and what has no place on a chart. */
export function LineFoot({ dtype, scale, index, exact, parts, window, indexAt }: Props) {
  const { size = 1 } = parts[0] ?? {};
  const { nan, positiveInfinite, negativeInfinite } = notFinite(parts, window);
  const ends = [Math.max(0, Math.ceil(window.from)), Math.floor(window.to)].map((point) => formatCount(indexAt(point)));
  const says = [
    `${ends[0]} to ${ends[1]}`,
    size > 1 && `least and greatest of every ${formatCount(size)}`,
    scale.kind === 'symlog' && `symlog: values of 0 and below; linear within ±${tickText(scale.linear)}`,
    nan > 0 && `NaN: ${formatCount(nan)}`,
    positiveInfinite > 0 && `+Inf: ${formatCount(positiveInfinite)}`,
    negativeInfinite > 0 && `−Inf: ${formatCount(negativeInfinite)}`,
  ];
  return (
    <ViewFoot dtype={dtype} index={index} exact={exact}>
      {says.filter(Boolean).join(' · ')}
    </ViewFoot>
  );
}
