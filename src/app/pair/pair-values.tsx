import { formatShare } from '../../base/amounts.ts';
import type { ErrorData } from '../../base/errors.ts';
import type { TensorDiff } from '../../model/pair/tensor-diffs.ts';
import type { ComparedTensor } from '../../state/compare-slice.ts';
import { indexAt, indexText } from '../../tensor/shape.ts';
import type { DataColumn } from '../../widgets/data-table/data-column.ts';
import { NameText, visibleText } from '../../widgets/name-text.tsx';
import { shortCosine, shortDifference } from '../tensors/compare/compare-words.ts';
import { ToneWord } from './diff-mark.tsx';
import classes from './pair-panes.module.css';

type Found = ComparedTensor | ErrorData;

/** Two tensors, and what came of comparing their values. */
export interface TensorRow extends TensorDiff {
  found: Found | undefined;
}

export const isFailed = (found: Found): found is ErrorData => 'code' in found;

/** What came of comparing the values, in a word. */
function ResultMark({ found }: { found: Found | undefined }) {
  if (!found) return null;
  if (isFailed(found)) return <span className={classes.quiet}>{visibleText(found.message)}</span>;
  const { differs, beyond, count, sample } = found;
  const of = sample ? ', sampled' : '';
  if (differs === 0) return <ToneWord tone={sample ? 'quiet' : 'ok'}>{`equal${of}`}</ToneWord>;
  if (beyond === 0) return <ToneWord tone={sample ? 'quiet' : 'ok'}>{`equal within tolerance${of}`}</ToneWord>;
  return <ToneWord tone="warning">{`${formatShare(beyond / count)} beyond the tolerance${of}`}</ToneWord>;
}

const compared = ({ found }: TensorRow): ComparedTensor | undefined => (found && !isFailed(found) ? found : undefined);

/** How the values of tensors differ. The columns are there once something was compared. */
export const VALUE_COLUMNS: readonly DataColumn<TensorRow>[] = [
  {
    id: 'largest',
    header: 'Largest difference',
    numeric: true,
    optional: true,
    width: '120px',
    value: (row) => compared(row)?.maxAbs?.value,
    cell: (row) => {
      const found = compared(row)?.maxAbs;
      return found && shortDifference(found.value);
    },
  },
  {
    id: 'where',
    header: 'Where',
    optional: true,
    narrow: 'hidden',
    width: '110px',
    value: (row) => compared(row)?.maxAbs?.at,
    cell: (row) => {
      const at = compared(row)?.maxAbs;
      return at && at.value > 0 && row.a && <NameText mono>{indexText(indexAt(row.a.shape, at.at))}</NameText>;
    },
  },
  {
    id: 'rmse',
    header: 'Relative RMSE',
    numeric: true,
    optional: true,
    width: '110px',
    value: (row) => compared(row)?.relativeRmse,
    cell: (row) => {
      const value = compared(row)?.relativeRmse;
      return value !== undefined && formatShare(value);
    },
  },
  {
    id: 'cosine',
    header: 'Cosine',
    numeric: true,
    optional: true,
    extra: true,
    value: (row) => compared(row)?.cosine,
    cell: (row) => {
      const value = compared(row)?.cosine;
      return value !== undefined && shortCosine(value);
    },
  },
  {
    id: 'values',
    header: 'Values',
    optional: true,
    width: '190px',
    value: (row) => {
      const found = compared(row);
      return found ? found.beyond / Math.max(1, found.count) : row.found ? 2 : undefined;
    },
    cell: ({ found }) => <ResultMark found={found} />,
  },
];
