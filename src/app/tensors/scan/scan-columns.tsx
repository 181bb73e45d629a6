import { formatBytes, formatCount } from '../../../base/amounts.ts';
import type { TensorInfo } from '../../../model/package.ts';
import { scannedBytes } from '../../../model/tensor/scan-list.ts';
import { flagTexts, fourDigits } from '../../../model/tensor/scan-text.ts';
import { SCAN_FLAGS, type ScannedTensor, type ScanStatistics } from '../../../tensor/scan/scanned.ts';
import type { DataColumn } from '../../../widgets/data-table/data-column.ts';
import { NameText } from '../../../widgets/name-text.tsx';
import { ExactValue } from '../../../widgets/tensor/exact-value.tsx';
import { ShapeText } from '../../../widgets/tensor/shape-text.tsx';
import { Flags } from './flags.tsx';
import classes from './scan.module.css';
import { SmallBars } from './small-bars.tsx';

export interface ScanRow {
  info: TensorInfo;
  scanned: ScannedTensor | undefined;
}

/** How bad what stands out in a tensor is: 0 where nothing does. The worst flag counts, then how many there are. */
export function weightOf({ scanned }: ScanRow): number {
  const flags = scanned?.flags ?? [];
  const [worst] = flags;
  return worst === undefined ? 0 : (SCAN_FLAGS.length - SCAN_FLAGS.indexOf(worst)) * SCAN_FLAGS.length + flags.length;
}

type Figure = 'min' | 'max' | 'mean' | 'std' | 'median' | 'p1' | 'p99' | 'count' | 'zeros' | 'nan' | 'infinite';

function exactOf(statistics: ScanStatistics | undefined, figure: Figure): string | undefined {
  const value = statistics?.[figure];
  return value === undefined ? undefined : String(typeof value === 'object' ? value.value : value);
}

/** A column of a figure, in which the filter does not look. */
function figureColumn(figure: Figure, header: string, extra = false): DataColumn<ScanRow> {
  return {
    id: figure,
    header,
    numeric: true,
    narrow: 'hidden',
    width: '96px',
    extra,
    value: ({ scanned }) => {
      const exact = exactOf(scanned?.statistics, figure);
      return exact === undefined ? undefined : Number(exact);
    },
    text: () => undefined,
    cell: ({ scanned }) => {
      const exact = exactOf(scanned?.statistics, figure);
      if (exact === undefined) return '';
      const isCount = ['count', 'zeros', 'nan', 'infinite'].includes(figure);
      return (
        <span className={classes.mono}>
          <ExactValue exact={exact} short={isCount ? formatCount(Number(exact)) : fourDigits(exact)} />
        </span>
      );
    },
  };
}

export const SCAN_COLUMNS: readonly DataColumn<ScanRow>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ info }) => <NameText mono>{info.name}</NameText>,
    value: ({ info }) => info.name,
    width: '26%',
  },
  {
    id: 'dtype',
    header: 'Type',
    cell: ({ info }) => <span className={classes.mono}>{info.dtype}</span>,
    value: ({ info }) => info.dtype,
    narrow: 'hidden',
    width: '88px',
  },
  {
    id: 'shape',
    header: 'Shape',
    cell: ({ info }) => <ShapeText shape={info.shape} />,
    text: ({ info }) => info.shape.join(' × '),
    narrow: 'hidden',
    width: '144px',
  },
  {
    id: 'size',
    header: 'Size',
    cell: ({ info }) => formatBytes(scannedBytes(info)),
    value: ({ info }) => scannedBytes(info),
    text: () => undefined,
    numeric: true,
    narrow: 'hidden',
    width: '80px',
  },
  {
    id: 'values',
    header: 'Values',
    cell: ({ scanned }) => (scanned?.bars ? <SmallBars bars={scanned.bars} /> : ''),
    text: () => undefined,
    narrow: 'hidden',
    width: '112px',
  },
  figureColumn('min', 'Min'),
  figureColumn('max', 'Max'),
  figureColumn('mean', 'Mean'),
  figureColumn('std', 'Std'),
  figureColumn('p1', '1 %', true),
  figureColumn('median', 'Median', true),
  figureColumn('p99', '99 %', true),
  figureColumn('count', 'Count', true),
  figureColumn('zeros', 'Zeros', true),
  figureColumn('nan', 'NaN', true),
  figureColumn('infinite', 'Infinite', true),
  {
    id: 'found',
    header: 'Stands out',
    cell: ({ info, scanned }, stop) => <Flags info={info} scanned={scanned} stop={stop} />,
    // The worst come first in ascending order.
    value: (row) => (weightOf(row) > 0 ? -weightOf(row) : undefined),
    text: ({ info, scanned }) =>
      scanned &&
      flagTexts(scanned, info.shape)
        .map(({ text }) => text)
        .join('\n'),
    narrow: 'line',
  },
];
