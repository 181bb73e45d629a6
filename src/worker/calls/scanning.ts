import type { OpenPackage } from '../../formats/format.ts';
import { scanList } from '../../model/tensor/scan-list.ts';
import type { GatherTasks } from '../gathering/pool.ts';
import { SameContents } from '../gathering/same-contents.ts';
import { scanPackage } from '../gathering/scan.ts';
import type { CallHandlers } from '../protocol.ts';
import { openDraftPackage, type PackageOpener } from '../saving/draft-calls.ts';
import type { OpenPackages } from './open-packages.ts';

export interface ScanningPorts {
  openPackage: PackageOpener;
  /** Gathers values on threads. */
  gather: GatherTasks;
}

/** What was compared so far of each package: a scan may be gone on with. */
const compared = new WeakMap<OpenPackage, SameContents>();

/** Scans the tensors of open packages. With a draft, of the package that saving it would give. */
export function scanningCalls(packages: OpenPackages, { openPackage, gather }: ScanningPorts) {
  return {
    async scanTensors({ handle, draft, tensors, scalesOnly = false }, { signal, onProgress }) {
      const open = await openDraftPackage(packages.get(handle), draft, openPackage, signal);
      const wanted = tensors && new Set(tensors);
      const list = scanList(open.package.tensors).filter(({ name }) => wanted?.has(name) ?? true);
      // A scan of all tensors starts over: the page does not have what it was told before, as after an undo.
      const same = (tensors && compared.get(open)) ?? new SameContents(open);
      compared.set(open, same);
      let last = { done: 0, total: 0 };
      await scanPackage(open, list, {
        scalesOnly,
        pool: gather,
        same,
        signal,
        onScanned: (scanned) => onProgress?.({ ...last, scanned: [scanned] }),
        onSame: (each) => onProgress?.({ ...last, same: [each] }),
        onProgress(done, total) {
          last = { done, total };
          onProgress?.(last);
        },
      });
      return null;
    },
  } satisfies Partial<CallHandlers>;
}
