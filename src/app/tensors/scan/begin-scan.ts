import { MAX_AUTO_STATISTICS_BYTES } from '../../../base/limits.ts';
import type { Package, TensorInfo } from '../../../model/package.ts';
import { hasScales, scanList, scannedBytes } from '../../../model/tensor/scan-list.ts';
import { useActions, useAppReader, usePackage } from '../../../state/hooks.ts';
import { shownScan } from '../../../state/scan-slice.ts';

/** What a scan of these tensors reads, in bytes. */
export function scanBytes(tensors: readonly TensorInfo[]): number {
  return scanList(tensors).reduce((sum, info) => sum + scannedBytes(info), 0);
}

/**
 * Whether a press on "Scan" begins at once: not where a host is asked for the bytes, and not where people can choose to
 * read only the scales of much.
 */
function isAskedFirst({ servedFrom, tensors }: Package): boolean {
  return servedFrom !== undefined || (tensors.some(hasScales) && scanBytes(tensors) > MAX_AUTO_STATISTICS_BYTES);
}

/** A function that begins to scan, unless that was done before, or there is something to ask first. */
export function useBeginScan(): () => void {
  const pkg = usePackage();
  const read = useAppReader();
  const { scanTensors } = useActions();
  return () => {
    if (!shownScan(read()) && !isAskedFirst(pkg)) void scanTensors();
  };
}
