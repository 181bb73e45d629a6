import { Button } from '@mantine/core';
import { formatBytes, formatNumberOf } from '../../../base/amounts.ts';
import { hostText } from '../../../base/host.ts';
import { hasScales, scanList } from '../../../model/tensor/scan-list.ts';
import { useActions, usePackage, useScan } from '../../../state/hooks.ts';
import { ErrorNote } from '../../../widgets/error-note.tsx';
import { JobProgress } from '../../../widgets/loading/loading-view.tsx';
import { scanBytes } from './begin-scan.ts';
import classes from './scan.module.css';

/**
 * What can be done about the scan, and how far it is. Nothing once all was scanned.
 *
 * @param isInHead whether the head of the list says how far it is
 */
export function ScanJob({ isInHead }: { isInHead: boolean }) {
  const scan = useScan();
  const { tensors } = usePackage();
  const { cancelScan } = useActions();
  if (scan?.phase === 'running' && isInHead) return null;
  if (scan?.phase === 'running') {
    return (
      <div className={classes.job}>
        <JobProgress what={scan.scalesOnly ? 'Scanning scales' : 'Scanning'} progress={scan} />
        <Button size="compact-sm" onClick={cancelScan}>
          Cancel
        </Button>
      </div>
    );
  }
  if (scan?.phase === 'done' && !scan.scalesOnly) return null;
  return (
    <div className={classes.job}>
      {scan?.error ? <ErrorNote error={scan.error} /> : <ScanQuestion />}
      <ScanButtons isBegun={scan !== undefined && scan.phase !== 'done'} hasBlocks={tensors.some(hasScales)} />
    </div>
  );
}

/** What a scan would read, and from where. */
function ScanQuestion() {
  const { tensors, servedFrom } = usePackage();
  const scan = useScan();
  if (scan?.phase === 'stopped')
    return <span>{`Stopped after ${formatBytes(scan.done)} of ${formatBytes(scan.total)}.`}</span>;
  if (scan?.scalesOnly) return <span>Only the scales of blocks were read. Values were not computed.</span>;
  const from = servedFrom === undefined ? '' : ` from ${hostText(servedFrom)}`;
  const what = formatNumberOf(scanList(tensors).length, 'tensor');
  return <span>{`Values not scanned. A scan of ${what} reads ${formatBytes(scanBytes(tensors))}${from}.`}</span>;
}

function ScanButtons({ isBegun, hasBlocks }: { isBegun: boolean; hasBlocks: boolean }) {
  const scan = useScan();
  const { tensors } = usePackage();
  const { scanTensors } = useActions();
  const goOn = { scalesOnly: isBegun && scan?.scalesOnly === true };
  return (
    <>
      <Button size="compact-sm" variant="filled" onClick={() => void scanTensors(goOn)}>
        {isBegun ? 'Go on' : `Scan ${formatBytes(scanBytes(tensors))}`}
      </Button>
      {hasBlocks && !scan && (
        <Button
          size="compact-sm"
          title="Finds NaN, infinite and zero scales, and computes no values"
          onClick={() => void scanTensors({ scalesOnly: true })}
        >
          Scales only, quick
        </Button>
      )}
    </>
  );
}
