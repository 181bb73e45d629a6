import { formatBytes, formatCount, formatNumberOf } from '../../src/base/amounts.ts';
import type { OpenPackage } from '../../src/formats/format.ts';
import type { TensorInfo } from '../../src/model/package.ts';
import { scanCsv } from '../../src/model/tensor/scan-csv.ts';
import { isScanned, scanList, scannedBytes } from '../../src/model/tensor/scan-list.ts';
import { flagTexts } from '../../src/model/tensor/scan-text.ts';
import { valueDtype } from '../../src/model/tensor/value-dtype.ts';
import { type ScannedTensor, withSame } from '../../src/tensor/scan/scanned.ts';
import { type Shape, shapeText } from '../../src/tensor/shape.ts';
import { SameContents } from '../../src/worker/gathering/same-contents.ts';
import { scanPackage } from '../../src/worker/gathering/scan.ts';
import { forTerminal, toJson } from './json.ts';
import { type ReportedStatistics, reportedInFull } from './statistics.ts';

/** What is printed of a tensor. Without statistics it was not looked at: it has no numbers, or cannot be read. */
interface ScanReport {
  name: string;
  dtype: string;
  shape: Shape;
  statistics: ReportedStatistics | null;
  flags: readonly string[];
  /** The flags in words. */
  found?: string[] | undefined;
  sameAs?: string | undefined;
  error?: { code: string; message: string } | undefined;
}

/** Gets the bytes done and the total. */
type OnProgress = ((done: number, total: number) => void) | undefined;

interface ScanOutcome {
  info: TensorInfo;
  scanned: ScannedTensor | undefined;
}

/** Scans all tensors of a package, in the order in which it lists them. Rejects as `scanPackage`. */
async function scanAll(open: OpenPackage, signal: AbortSignal, onProgress: OnProgress): Promise<ScanOutcome[]> {
  const { tensors } = open.package;
  const found = new Map<string, ScannedTensor>();
  await scanPackage(open, scanList(tensors), {
    scalesOnly: false,
    same: new SameContents(open),
    signal,
    onProgress,
    onScanned: (scanned) => void found.set(scanned.name, scanned),
    onSame(same) {
      const known = found.get(same.name);
      if (known) found.set(same.name, withSame(known, same));
    },
  });
  return tensors.map((info) => ({ info, scanned: isScanned(info) ? found.get(info.name) : undefined }));
}

/** Says why a scan fails where what it finds is to. Undefined where it finds nothing. */
export function flaggedSentence(flagged: number): string | undefined {
  return flagged === 0 ? undefined : `Failed because of ${formatNumberOf(flagged, 'tensor')} to look at (--strict).\n`;
}

/**
 * What `--scan` prints: for people, as JSON, or as comma-separated values. `flagged` tensors have something to look at, or
 * cannot be read.
 */
export async function scanText(
  open: OpenPackage,
  as: 'text' | 'json' | 'csv',
  signal = new AbortController().signal,
  onProgress?: OnProgress,
): Promise<{ text: string; flagged: number }> {
  const all = await scanAll(open, signal, onProgress);
  const flagged = all.filter(({ info, scanned }) => faultOf(info, scanned) ?? (scanned?.flags.length ?? 0) > 0).length;
  if (as === 'csv') return { text: scanCsv(all).trimEnd().split('\r\n').map(forTerminal).join('\r\n'), flagged };
  return { text: as === 'json' ? toJson(all.map(reportOf)) : summaryOf(all), flagged };
}

/** Why a tensor cannot be read. Undefined where it can, or has no numbers. */
function faultOf(info: TensorInfo, scanned: ScannedTensor | undefined): string | undefined {
  return scanned?.error?.message ?? info.problem;
}

function reportOf({ info, scanned }: ScanOutcome): ScanReport {
  const { name, dtype, shape } = info;
  const { statistics, flags = [], same, error } = scanned ?? {};
  return {
    name,
    dtype,
    shape,
    statistics: statistics ? reportedInFull(statistics, valueDtype(info), shape) : null,
    flags,
    found: scanned && flags.length > 0 ? flagTexts(scanned, shape).map(({ text }) => text) : undefined,
    sameAs: same?.as,
    error: error && { code: error.code, message: error.message },
  };
}

/** What stands out, a line each, and what was not looked at. */
function summaryOf(all: readonly ScanOutcome[]): string {
  const lines = all.flatMap(({ info: { name, dtype, shape }, scanned }) => {
    const found = scanned ? flagTexts(scanned, shape).map(({ text }) => text) : [];
    if (scanned?.error) found.push(scanned.error.message);
    const what = `${dtype}, ${shapeText(shape)}`;
    return found.length === 0 ? [] : [`${forTerminal(name)}  ${what}`, `  ${forTerminal(found.join(', '))}`];
  });
  const read = all.filter(({ scanned }) => scanned && !scanned.error);
  const bytes = read.reduce((sum, { info }) => sum + scannedBytes(info), 0);
  const flagged = read.filter(({ scanned }) => scanned && scanned.flags.length > 0).length;
  const unreadable = all.filter(({ info, scanned }) => faultOf(info, scanned) !== undefined).length;
  const left = all.filter(
    ({ info, scanned }) => !info.inner && !scanned && faultOf(info, scanned) === undefined,
  ).length;
  if (all.length === 0) return 'There are no tensors to scan.';
  return [
    `${formatNumberOf(read.length, 'tensor')} scanned, ${formatBytes(bytes)}: ${formatCount(flagged)} to look at`,
    ...(unreadable > 0 ? [`Not looked at: ${formatNumberOf(unreadable, 'tensor')} that cannot be read`] : []),
    ...(left > 0 ? [`Not looked at: ${formatNumberOf(left, 'tensor')} without numbers that Boxcutter reads`] : []),
    ...lines,
  ].join('\n');
}
