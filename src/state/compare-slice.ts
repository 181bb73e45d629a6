import type { Draft } from '../model/draft.ts';
import type { Package, TensorInfo } from '../model/package.ts';
import type { Tolerance } from '../tensor/compare/tolerance.ts';
import type { CallOptions, ComparedTensor, OtherTensor } from '../worker/protocol.ts';
import type { AppState, MakeSlice } from './app-state.ts';
import { openPackage } from './load.ts';

export type { ComparedTensor } from '../worker/protocol.ts';

/** The tensor that another one is compared with: of the package with this handle; without one, of the package that is shown. */
export interface CompareTarget {
  handle?: number | undefined;
  /** It is of the open package, without the draft. */
  asOpened?: boolean | undefined;
  tensor: string;
  /** It is compared as its transpose. */
  transposed?: boolean | undefined;
}

/** A tensor of the package that is shown, its differences from another one, or a tensor of a package beside it. */
export type TensorRef = string | TensorDifference | TensorBeside;

/** A tensor of the package with this handle, which is open beside the one that is shown. */
export interface TensorBeside {
  tensor: string;
  handle: number;
}

export interface TensorDifference {
  tensor: string;
  minus: CompareTarget;
}

/** Compares tensors of the package that is shown with others. All reject with a `BoxcutterError`. */
export interface CompareSlice {
  /**
   * Opens a file beside the package that is shown, or several as the files of an unpacked one. It is to be closed with
   * `closeBeside`.
   */
  openBeside(files: File | readonly File[], options?: CallOptions): Promise<{ handle: number; package: Package }>;
  closeBeside(handle: number): void;
  /** `b` is the expected one. What is left out of the tolerance is that of the coarser type. Progress is in bytes. */
  compareTensors(
    a: CompareTarget,
    b: CompareTarget,
    options?: CallOptions & { tolerance?: Partial<Tolerance> | undefined },
  ): Promise<ComparedTensor>;
}

declare module './app-state.ts' {
  interface AppState extends CompareSlice {}
}

/** The package whose tensors are shown: where edits can change them, the one that saving the draft would give. */
export function shownTensors({ load, draft }: Pick<AppState, 'load' | 'draft'>): {
  of: { handle: number; draft?: Draft };
  id: number | undefined;
  tensors: readonly TensorInfo[];
} {
  const opened = openPackage(load);
  const shown = draft?.shownDraft?.tensorsId === undefined ? undefined : draft.shownDraft;
  return {
    of: { handle: opened.handle, ...(shown && { draft: shown.draft }) },
    id: shown?.tensorsId,
    tensors: (shown && draft ? draft.shown : opened.package).tensors,
  };
}

/** A target as the worker has it. `own`: the package that is shown, as its tensors are. */
export function otherTensor(
  own: { handle: number; draft?: Draft },
  { handle, asOpened, ...target }: CompareTarget,
): OtherTensor {
  if (handle !== undefined) return { handle, ...target, isBeside: true };
  return asOpened ? { handle: own.handle, ...target } : { ...own, ...target };
}

export const compareSlice: MakeSlice<CompareSlice> = (_set, get, { client }) => ({
  async openBeside(files, options) {
    if (files instanceof File) return client.call('open', { descriptor: { kind: 'file', file: files } }, options);
    const [first] = files;
    const folder = files.map((file) => ({ path: file.name, file }));
    return client.call('open', { descriptor: { kind: 'folder', name: first?.name ?? '', files: folder } }, options);
  },
  closeBeside(handle) {
    // A worker that died has closed it.
    client.call('close', { handle }).catch(() => {});
  },
  async compareTensors(a, b, { tolerance, ...options } = {}) {
    const own = shownTensors(get()).of;
    return client.call('tensorCompare', { ...otherTensor(own, a), with: otherTensor(own, b), tolerance }, options);
  },
});
