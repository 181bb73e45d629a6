import { throwIfAborted } from '../../base/abort.ts';
import { isCancelled, toErrorData } from '../../base/errors.ts';
import type { OpenPackage } from '../../formats/format.ts';
import type { TensorInfo } from '../../model/package.ts';
import { hasScales, scannedBytes } from '../../model/tensor/scan-list.ts';
import { checkShape } from '../../tensor/reader.ts';
import { type ScanAsk, scanTensor } from '../../tensor/scan/gather-scan.ts';
import { isConstant, type SameContent, type ScannedTensor } from '../../tensor/scan/scanned.ts';
import type { TensorReader } from '../../tensor/values.ts';
import type { GatherTasks } from './pool.ts';
import { type FoundTensor, PooledScan } from './pooled-scan.ts';
import type { SameContents } from './same-contents.ts';

export interface ScanRun {
  scalesOnly: boolean;
  /** Threads that read what lies on this machine as it is. Without them, this thread does. */
  pool?: GatherTasks | undefined;
  /** Which tensors have the same content, also of those that were scanned before. */
  same: SameContents;
  signal?: AbortSignal | undefined;
  /** Called with each tensor once it is scanned. */
  onScanned(scanned: ScannedTensor): void;
  /** Called at the end with each that has the same content as others. */
  onSame(same: SameContent): void;
  /** Gets the bytes done and the total. */
  onProgress?: ((done: number, total: number) => void) | undefined;
}

/** Where reading another tensor would fail in the same way. */
function endsScan(error: unknown): boolean {
  return isCancelled(error) || toErrorData(error).tag === 'network';
}

/**
 * Scans tensors of a package. One that cannot be read says so, and the others are scanned. Rejects where the package's
 * bytes do not come, where a thread dies, and when canceled: what was told until then stands.
 *
 * @param list in the order in which they lie in their files, as `scanList` gives them
 */
export async function scanPackage(open: OpenPackage, list: readonly TensorInfo[], run: ScanRun): Promise<void> {
  const { signal, pool, same } = run;
  const total = list.reduce((sum, info) => sum + scannedBytes(info), 0);
  let done = 0;
  const progress = (bytes: number) => {
    done += bytes;
    run.onProgress?.(Math.min(done, total), total);
  };
  const tell = (info: TensorInfo, scanned: ScannedTensor) => {
    run.onScanned(scanned);
    const { statistics } = scanned;
    // Many tensors have one value alone.
    if (statistics && statistics.count > 1 && !isConstant(statistics)) same.add(info, statistics);
  };
  const fail = (info: TensorInfo, error: unknown) => {
    if (endsScan(error)) throw error;
    run.onScanned({ name: info.name, flags: [], error: toErrorData(error) });
  };
  const far: TensorInfo[] = [];
  const opened = openedTensors(open, list, run, fail);
  if (pool) {
    const scan = new PooledScan(open, { tell, fail, progress, onFar: (info) => far.push(info) });
    await pool(scan.tasks(opened), { signal, onPart: (given, task) => scan.take(given, task) });
  }
  for await (const { info, reader, ask } of pool ? openedTensors(open, far, run, fail) : opened) {
    let seen = 0;
    const of = scannedBytes(info);
    const onProgress = (bytes: number, all: number) => {
      const now = all > 0 ? (bytes / all) * of : 0;
      progress(now - seen);
      seen = now;
    };
    try {
      tell(info, await scanTensor(ask, reader, { signal, onProgress }));
    } catch (error) {
      throwIfAborted(signal);
      fail(info, error);
    }
    progress(of - seen);
  }
  await same.compare(run);
}

/** Opens one tensor after the other. Those that cannot be opened fail. */
async function* openedTensors(
  open: OpenPackage,
  list: readonly TensorInfo[],
  { scalesOnly, signal }: ScanRun,
  fail: (info: TensorInfo, error: unknown) => void,
): AsyncGenerator<FoundTensor> {
  for (const info of list) {
    throwIfAborted(signal);
    let reader: TensorReader;
    try {
      checkShape(info.shape);
      reader = await open.tensor(info.name, signal);
    } catch (error) {
      fail(info, error);
      continue;
    }
    const { name, shape } = info;
    const ask: ScanAsk = { name, shape, count: reader.count, scalesOnly: scalesOnly && hasScales(info) };
    yield { info, reader, ask };
  }
}
