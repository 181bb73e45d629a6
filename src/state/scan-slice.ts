import { type ErrorData, isCancelled, toErrorData } from '../base/errors.ts';
import type { Finding } from '../base/findings.ts';
import { memo } from '../base/memo.ts';
import type { TensorInfo } from '../model/package.ts';
import { scanFindings } from '../model/tensor/scan-findings.ts';
import { isScanned, scanList, scannedBytes } from '../model/tensor/scan-list.ts';
import { valueDtype } from '../model/tensor/value-dtype.ts';
import { type ScannedTensor, withSame } from '../tensor/scan/scanned.ts';
import type { Progress } from '../worker/protocol.ts';
import type { AppState, MakeSlice } from './app-state.ts';
import { shownTensors } from './compare-slice.ts';
import { openedOf } from './load.ts';

/** How far the scan of the tensors that are shown is, and what it has found. */
export interface ScanState {
  phase: 'running' | 'stopped' | 'done' | 'failed';
  error?: ErrorData;
  /** Of tensors in blocks, only the scales are read. */
  scalesOnly: boolean;
  /** Bytes that were read, and all of them. */
  done: number;
  total: number;
  /** Milliseconds that it took so far. */
  took: number;
  /** By name. The map stays the same, and gets more: each time, the state is another object. */
  scanned: ReadonlyMap<string, ScannedTensor>;
  /** Some tensor could not be read. Known once it ends. */
  hasFailed: boolean;
  /** Once it ends, or is stopped. */
  findings: readonly Finding[];
  /** Whose tensors these are: those of the open package, or of this draft of it. */
  of: { handle: number; draft: number | undefined };
}

export interface ScanSlice {
  scan: ScanState | undefined;
  /**
   * Scans the tensors that are shown, or goes on with those that are left. A call while one runs does nothing. Never
   * rejects.
   */
  scanTensors(options?: { scalesOnly?: boolean }): Promise<void>;
  cancelScan(): void;
}

declare module './app-state.ts' {
  interface AppState extends ScanSlice {}
}

/** What is scanned is shown this often, and many rows as rarely as sorting them takes long. Drawing takes from the scan. */
const SHOW_EVERY_MS = 200;
const ROWS_PER_MS = 50;

/** The scan of the tensors that are shown. Undefined where there was none, or edits have changed them since. */
export function shownScan(state: AppState): ScanState | undefined {
  const { scan } = state;
  if (!scan || !openedOf(state.load)) return undefined;
  const { of, id } = shownTensors(state);
  return scan.of.handle === of.handle && scan.of.draft === id ? scan : undefined;
}

/**
 * How much of the values of a package a scan has looked at. `nothing`: there are no values. `some`: also where
 * none has a type that is read. `all`: every tensor, with all its values, and none has a type that is not read.
 */
export type ScannedShare = 'nothing' | 'none' | 'some' | 'all';

const hasValues = memo((tensors: readonly TensorInfo[]) => tensors.some(isScanned));
const canBeScanned = memo((tensors: readonly TensorInfo[]) =>
  tensors.every((info) => info.inner || isScanned(info) || valueDtype(info) === 'string'),
);

export function scannedShare(tensors: readonly TensorInfo[], scan: ScanState | undefined): ScannedShare {
  if (!hasValues(tensors)) return canBeScanned(tensors) ? 'nothing' : 'some';
  if (!scan || scan.scanned.size === 0) return 'none';
  const isWhole = scan.phase === 'done' && !scan.scalesOnly && canBeScanned(tensors) && !scan.hasFailed;
  return isWhole ? 'all' : 'some';
}

/** The tensors that a scan is yet to read. */
function leftOf(tensors: readonly TensorInfo[], scanned: ReadonlyMap<string, ScannedTensor>, scalesOnly: boolean) {
  return scanList(tensors).filter(({ name }) => {
    const before = scanned.get(name);
    return !before || before.error || (before.scales && !scalesOnly);
  });
}

export const scanSlice: MakeSlice<ScanSlice> = (set, get, { client, onPackageChanged }) => {
  let running: AbortController | undefined;

  onPackageChanged((_, reason) => {
    if (reason === 'grown') return {};
    running?.abort();
    running = undefined;
    return { state: { scan: undefined } };
  });

  /** Reads what is left, and tells how far it is. Rejects as the call does. */
  async function read(
    from: Pick<ScanState, 'took' | 'scanned' | 'scalesOnly' | 'of'>,
    { of: ask, tensors }: ReturnType<typeof shownTensors>,
    own: AbortController,
  ) {
    const { scalesOnly, of, took } = from;
    const scanned = new Map(from.scanned);
    const left = leftOf(tensors, scanned, scalesOnly);
    const all = scanList(tensors).reduce((sum, info) => sum + scannedBytes(info), 0);
    const before = all - left.reduce((sum, info) => sum + scannedBytes(info), 0);
    const began = performance.now();
    let shownAt = 0;
    let done = before;
    const show = (phase: ScanState['phase'], more: Partial<ScanState> = {}) => {
      if (running !== own) return;
      const now = performance.now() - began;
      shownAt = now;
      const state = { phase, scalesOnly, done, total: all, took: took + now, scanned, of };
      set({ scan: { ...state, hasFailed: false, findings: [], ...more } });
    };
    show('running');
    // What comes first is shown at once.
    shownAt = Number.NEGATIVE_INFINITY;
    const ended = () => ({
      hasFailed: [...scanned.values()].some(({ error }) => error !== undefined),
      findings: scanFindings(scanned.values(), tensors),
    });
    const onProgress = (progress: Progress) => {
      done = before + progress.done;
      for (const each of progress.scanned ?? []) scanned.set(each.name, each);
      for (const same of progress.same ?? []) {
        const known = scanned.get(same.name);
        if (known) scanned.set(same.name, withSame(known, same));
      }
      const rest = Math.max(SHOW_EVERY_MS, tensors.length / ROWS_PER_MS);
      if (performance.now() - began - shownAt > rest) show('running');
    };
    try {
      const names = left.length === scanList(tensors).length ? undefined : left.map(({ name }) => name);
      await client.call('scanTensors', { ...ask, tensors: names, scalesOnly }, { signal: own.signal, onProgress });
      show('done', { ...ended(), done: all });
    } catch (error) {
      if (isCancelled(error)) show('stopped', ended());
      else show('failed', { ...ended(), error: toErrorData(error) });
    }
  }

  return {
    scan: undefined,
    async scanTensors({ scalesOnly = false } = {}) {
      const opened = openedOf(get().load);
      const before = shownScan(get());
      if (!opened || before?.phase === 'running') return;
      running?.abort();
      const own = new AbortController();
      running = own;
      const shown = shownTensors(get());
      const of = { handle: shown.of.handle, draft: shown.id };
      const { took, scanned } = before ?? { took: 0, scanned: new Map<string, ScannedTensor>() };
      await read({ took, scanned, scalesOnly, of }, shown, own);
      if (running === own) running = undefined;
    },
    cancelScan() {
      running?.abort();
    },
  };
};
