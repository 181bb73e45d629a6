import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMemo } from 'react';
import { createPortal } from 'react-dom';
import { formatBytes, formatCount } from '../../../base/amounts.ts';
import { memo } from '../../../base/memo.ts';
import { savedName } from '../../../model/file/file-name.ts';
import type { TensorInfo } from '../../../model/package.ts';
import { scanCsv } from '../../../model/tensor/scan-csv.ts';
import { isScanned } from '../../../model/tensor/scan-list.ts';
import { useActions, usePackage, useScan } from '../../../state/hooks.ts';
import type { ScanState } from '../../../state/scan-slice.ts';
import { DataTable } from '../../../widgets/data-table/data-table.tsx';
import { saveBlob } from '../../../widgets/files/save-blob.ts';
import { formatSeconds, JobProgress } from '../../../widgets/loading/loading-view.tsx';
import classes from './scan.module.css';
import { SCAN_COLUMNS, type ScanRow, weightOf } from './scan-columns.tsx';
import { ScanJob } from './scan-job.tsx';

interface Props {
  tensors: readonly TensorInfo[];
  /** Names the list, so that its order and place are kept. */
  kept: string;
  chosen: string | undefined;
  onChoose(name: string): void;
  query: string | undefined;
  /** The head of the list. */
  bar: HTMLElement | null;
  /** Whether nothing stands beside it. */
  isAlone: boolean;
}

/** What a scan has found of all tensors, the worst first. What is done is shown at once. */
export function ScanView({ tensors, kept, chosen, onChoose, query, bar, isAlone }: Props) {
  const scan = useScan();
  const rows = useMemo(() => rowsOf(tensors, scan), [tensors, scan]);
  return (
    <>
      {bar && isAlone && scan && createPortal(<ScanHead scan={scan} rows={rows} />, bar)}
      <ScanJob isInHead={isAlone} />
      <DataTable
        label="Scan"
        kept={kept}
        menuIn={bar}
        query={query}
        columns={SCAN_COLUMNS}
        rows={rows}
        rowKey={({ info }) => info.name}
        rowAttributes={({ info, scanned }) => ({
          'data-name': info.name,
          'data-flags': scanned?.flags.join(' ') ?? '',
        })}
        onSelect={({ info }) => onChoose(info.name)}
        selectedKey={chosen}
        fills
      />
    </>
  );
}

/** One row object for each state of a tensor: the filter remembers what it has read of a row. */
const pendingRow = memo((info: TensorInfo): ScanRow => ({ info, scanned: undefined }));
const scannedRows = new WeakMap<object, ScanRow>();

function rowOf(info: TensorInfo, scan: ScanState | undefined): ScanRow {
  const scanned = scan?.scanned.get(info.name);
  if (!scanned) return pendingRow(info);
  const known = scannedRows.get(scanned);
  if (known?.info === info) return known;
  const row = { info, scanned };
  scannedRows.set(scanned, row);
  return row;
}

/** What stands out comes first, the worst of it above. In one pass: there may be a hundred thousand. */
function rowsOf(tensors: readonly TensorInfo[], scan: ScanState | undefined): ScanRow[] {
  const found: ScanRow[] = [];
  const others: ScanRow[] = [];
  for (const info of tensors) {
    const row = rowOf(info, scan);
    (row.scanned && row.scanned.flags.length > 0 ? found : others).push(row);
  }
  return [...found.sort((a, b) => weightOf(b) - weightOf(a)), ...others];
}

function ScanHead({ scan, rows }: { scan: ScanState; rows: readonly ScanRow[] }) {
  const { name } = usePackage();
  const found = rows.reduce((count, { scanned }) => count + (scanned && scanned.flags.length > 0 ? 1 : 0), 0);
  const of = useMemo(() => rows.filter(({ info }) => isScanned(info)).length, [rows]);
  const { cancelScan } = useActions();
  const isRunning = scan.phase === 'running';
  const save = () => saveBlob(new Blob([scanCsv(rows)], { type: 'text/csv' }), savedName(`${name}.scan.csv`));
  return (
    <>
      <span className={classes.status} role={isRunning ? undefined : 'status'}>
        <span className={classes.flag} data-tone={found > 0 ? 'error' : isRunning ? 'quiet' : 'ok'}>
          {formatCount(found)} to look at
        </span>
        <span>{`${formatCount(scan.scanned.size)} of ${formatCount(of)} tensors`}</span>
        {isRunning ? (
          <JobProgress inline what="Scanning" progress={scan} />
        ) : (
          <span>{`${formatBytes(scan.done)} read in ${formatSeconds(scan.took / 1000)}`}</span>
        )}
        {scan.scalesOnly && <span>scales only</span>}
      </span>
      {isRunning ? (
        <Button className={classes.act ?? ''} onClick={cancelScan}>
          Cancel
        </Button>
      ) : (
        <Button
          className={classes.act ?? ''}
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
          onClick={save}
        >
          CSV
        </Button>
      )}
    </>
  );
}
