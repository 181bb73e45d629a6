import { formatCount } from '../../../base/amounts.ts';
import { MAX_PLANE_ELEMENTS } from '../../../base/limits.ts';
import { type DecodedDtype, isNumericDtype, type NumericDtype } from '../../../tensor/dtype.ts';
import type { TensorPlane } from '../../../tensor/mapping.ts';
import { planeBytes } from '../../../tensor/plane.ts';
import { valueStatistics } from '../../../tensor/statistics/statistics.ts';
import type { TensorStatistics } from '../../../tensor/values.ts';
import { ExactValue } from '../../tensor/exact-value.tsx';
import { shortNumber, shortValue } from '../../tensor-grid/text.ts';
import { readKey, useLatest } from '../use-latest.ts';
import type { TensorAccess } from '../view-props.ts';
import { type CopyCells, CopyMenu } from './copy-cells.tsx';
import classes from './numbers.module.css';

interface Props {
  dtype: DecodedDtype;
  /** What is selected. */
  plane: TensorPlane;
  access: TensorAccess;
  copy: CopyCells;
}

/** How much is selected, its sum, mean, least and largest value, and ways to copy it. */
export function SelectionFacts({ dtype, plane, access, copy }: Props) {
  const { rows, columns } = plane;
  // Nobody asked for a download: all of a plane is a press away.
  const isSummed =
    isNumericDtype(dtype) && rows * columns <= MAX_PLANE_ELEMENTS && planeBytes(plane, dtype) <= access.unaskedBytes;
  const key = readKey(access, plane);
  const latest = useLatest(isSummed ? key : undefined, async (signal) =>
    isNumericDtype(dtype)
      ? factsOf(dtype, await valueStatistics(dtype, await access.numbers(plane, signal), signal))
      : [],
  );
  const facts = latest.key === key ? latest.value : undefined;
  return (
    <div className={classes.detail} role="status" data-selection>
      <span className={classes.index}>
        {formatCount(rows)} × {formatCount(columns)} selected
      </span>
      {facts?.map(({ label, exact, short }) => (
        <span key={label} className={classes.fact}>
          <span className={classes.note}>{label}</span> <ExactValue exact={exact} short={short} />
        </span>
      ))}
      {isNumericDtype(dtype) && !isSummed && <span className={classes.note}>too much to sum here</span>}
      {latest.error && <span className={classes.note}>{latest.error.message}</span>}
      <CopyMenu of={copy} />
    </div>
  );
}

interface Fact {
  label: string;
  exact: string;
  short: string;
}

function factsOf(dtype: NumericDtype, { count, min, max, mean, sum, nan, infinite }: TensorStatistics): Fact[] {
  if (mean === undefined || min === undefined || max === undefined)
    return [{ label: 'finite', exact: '0', short: '0' }];
  const total = sum ?? String(mean * (count - nan - infinite));
  const figure = (label: string, exact: string, short: string) => ({ label, exact, short });
  return [
    figure('sum', total, sum ?? shortNumber(Number(total))),
    figure('mean', String(mean), shortNumber(mean)),
    figure('min', min, shortValue(dtype, min)),
    figure('max', max, shortValue(dtype, max)),
    ...(nan + infinite > 0 ? [figure('not finite', String(nan + infinite), String(nan + infinite))] : []),
  ];
}
