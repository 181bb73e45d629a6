import { NativeSelect } from '@mantine/core';
import { useMemo, useState } from 'react';
import { formatBytes } from '../../base/amounts.ts';
import type { TensorInfo } from '../../model/package.ts';
import { tensorSize } from '../../model/tensor/tensor-size.ts';
import { statedShape } from '../../model/tensor/tensor-use.ts';
import { useChannels, usePackage } from '../../state/hooks.ts';
import { firstMapping, showing } from '../../tensor/mapping.ts';
import type { ChannelStatistics } from '../../tensor/statistics/channels.ts';
import type { DataColumn } from '../../widgets/data-table/data-column.ts';
import { DataTable } from '../../widgets/data-table/data-table.tsx';
import { Dialog } from '../../widgets/dialog.tsx';
import { LoadingView } from '../../widgets/loading/loading-view.tsx';
import { shortNumber } from '../../widgets/tensor-grid/text.ts';
import { dimensionNames } from '../../widgets/tensor-views/dimensions.ts';
import classes from './channels.module.css';
import type { TensorState } from './tensor-state.ts';

interface Props {
  info: TensorInfo;
  shown: TensorState;
  opened: boolean;
  onClose(): void;
}

/** Statistics of each index along a dimension that is chosen. A row leads to its index. */
export default function Channels({ info, shown, opened, onClose }: Props) {
  const pkg = usePackage();
  const { name, shape } = info;
  const names = useMemo(() => dimensionNames(shape.length, statedShape(pkg, name)), [pkg, name, shape]);
  const [dimension, setDimension] = useState(0);
  const loading = useChannels(name, opened ? dimension : undefined);
  const lead = (at: number) => {
    const mapping = shown.state.mapping ?? firstMapping(shape);
    const index = (shown.state.index ?? shape.map(() => 0)).with(dimension, at);
    shown.change({ index, mapping: showing(mapping, shape, index) });
    onClose();
  };
  return (
    <Dialog opened={opened} title="Statistics by dimension" size={880} onClose={onClose}>
      <div className={classes.root}>
        <div className={classes.bar}>
          <NativeSelect
            size="sm"
            aria-label="Dimension"
            value={String(dimension)}
            onChange={({ currentTarget }) => setDimension(Number(currentTarget.value))}
            data={names.map((each, at) => ({ value: String(at), label: `${each} · ${shape[at]}` }))}
          />
          <span className={classes.note}>Reads the whole tensor ({formatBytes(tensorSize(info) ?? 0n)}).</span>
        </div>
        <div className={classes.table}>
          <LoadingView of={loading} what="the tensor" onCancel={onClose}>
            {(channels) => <ChannelTable of={channels} onLead={lead} />}
          </LoadingView>
        </div>
      </div>
    </Dialog>
  );
}

interface Row {
  index: number;
  of: ChannelStatistics;
}

type Column = Exclude<keyof ChannelStatistics, 'count'>;

function column(id: Column, header: string): DataColumn<Row> {
  const value = ({ index, of }: Row) => {
    const number = of[id][index] as number;
    return Number.isFinite(number) ? number : undefined;
  };
  const cell = (row: Row) => {
    const number = value(row);
    return <span className={classes.number}>{number === undefined ? '—' : shortNumber(number)}</span>;
  };
  return { id, header, value, cell, numeric: true };
}

const COLUMNS: readonly DataColumn<Row>[] = [
  {
    id: 'index',
    header: 'Index',
    value: ({ index }) => index,
    cell: ({ index }) => <span className={classes.number}>{index}</span>,
    width: '88px',
  },
  // First what a phone has room for.
  column('mean', 'Mean'),
  column('std', 'Std'),
  column('min', 'Min'),
  column('max', 'Max'),
  { ...column('zeros', 'Zeros'), width: '88px' },
  { ...column('nan', 'NaN'), width: '72px' },
  { ...column('infinite', 'Infinite'), width: '88px' },
];

function ChannelTable({ of, onLead }: { of: ChannelStatistics; onLead(index: number): void }) {
  const rows = useMemo(() => Array.from(of.min, (_, index): Row => ({ index, of })), [of]);
  return (
    <DataTable
      label="Statistics by dimension"
      columns={COLUMNS}
      rows={rows}
      rowKey={({ index }) => String(index)}
      onSelect={({ index }) => onLead(index)}
      keepsColumns
      fills
    />
  );
}
