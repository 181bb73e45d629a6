import { CancelledError, type ErrorData, isCancelled, toErrorData } from '../base/errors.ts';
import type { Package, TensorInfo } from '../model/package.ts';
import type { FileDiffs } from '../model/pair/file-diffs.ts';
import type { PackageDiff } from '../model/pair/package-diff.ts';
import type { TensorPair } from '../model/pair/tensor-pairs.ts';
import type { SampleSize } from '../tensor/compare/sample.ts';
import type { CallOptions, ComparedTensor, PackageAsk, SourceDescriptor } from '../worker/protocol.ts';
import type { MakeSlice } from './app-state.ts';
import { descriptorName, openPackage } from './load.ts';

/** One package of a pair. */
export interface PairSide {
  /** Names it in calls to the worker. */
  of: PackageAsk;
  package: Package;
  descriptor: SourceDescriptor;
}

export interface PairSides {
  before: PairSide;
  after: PairSide;
}

/** What the open package is compared with. */
export type PairState =
  /** It was a file of this machine, and a reload has lost it: it must be chosen again. */
  | { phase: 'lost'; name: string | undefined }
  | { phase: 'opening'; descriptor: SourceDescriptor; progress?: { done: number; total: number } }
  /** `before` and `after` in the order in which their differences are told. */
  | ({ phase: 'ready'; descriptor: SourceDescriptor | 'draft' } & PairSides)
  | { phase: 'failed'; descriptor: SourceDescriptor; error: ErrorData };

/** How the values of tensors of the pair differ, as far as they were compared. */
export interface PairValues {
  /** By the name of the tensor in the first package. */
  readonly found: ReadonlyMap<string, ComparedTensor | ErrorData>;
  /** What is being compared, in bytes of both. */
  readonly running?: { readonly done: number; readonly total: number } | undefined;
}

/** Two tensors whose values are compared. */
export interface ComparedPair {
  readonly a: TensorInfo;
  readonly b: TensorInfo;
  readonly pair: TensorPair;
}

/** The open package beside another one. */
export interface PairSlice {
  /** Undefined where the open package is shown alone. */
  pair: PairState | undefined;
  /** Opens another package beside the open one, which is the first of both. Settles when it is open, or has failed. */
  pairWith(descriptor: SourceDescriptor): Promise<void>;
  /** The open package beside what saving its draft would give. Rejects as `draftToSave`. */
  pairWithDraft(): Promise<void>;
  /** The other one must be chosen again. */
  pairLost(name: string | undefined): void;
  endPair(): void;
  /** Gives the differences with what the bytes of unread files say: of the one at a path of the second package, or all. */
  readPairFiles(
    sides: PairSides,
    files: FileDiffs,
    path: string | undefined,
    options?: CallOptions,
  ): Promise<FileDiffs>;
  pairValues: PairValues;
  /**
   * Compares the values of tensors of the pair, one pair after the other, or samples of them. What was found is in
   * `pairValues`, also why a pair cannot be compared. Never rejects.
   */
  comparePairValues(pairs: readonly ComparedPair[], sample?: SampleSize): Promise<void>;
  stopPairValues(): void;
  /** How the packages of the pair differ. Rejects as `comparePackages`. */
  comparePair(sides: PairSides, options?: CallOptions): Promise<PackageDiff>;
}

declare module './app-state.ts' {
  interface AppState extends PairSlice {}
}

const NO_VALUES: PairValues = { found: new Map() };

/** Bytes of a tensor's data, for progress. */
function bytesOf({ data }: TensorInfo): number {
  return data?.end === undefined ? 0 : data.end - data.start;
}

export const pairSlice: MakeSlice<PairSlice> = (set, get, { client, onPackageChanged }) => {
  let opening: AbortController | undefined;
  /** The handle of the package that was opened beside the open one. */
  let beside: number | undefined;

  /** Ends the comparison of values. */
  let comparing: AbortController | undefined;

  function close(): void {
    comparing?.abort();
    comparing = undefined;
    set({ pairValues: NO_VALUES });
    opening?.abort();
    opening = undefined;
    // A worker that died has closed it.
    if (beside !== undefined) client.call('close', { handle: beside }).catch(() => {});
    beside = undefined;
  }

  onPackageChanged((_, reason) => {
    const { pair } = get();
    if (reason === 'grown' || !pair) return {};
    close();
    // The worker that had both died, and the first is open again.
    const again = reason === 'revived' && pair.phase !== 'lost' && pair.descriptor !== 'draft' && pair.descriptor;
    return { state: { pair: undefined }, begin: () => again && void get().pairWith(again) };
  });

  function ownSide(): PairSide {
    const { handle, package: pkg, descriptor } = openPackage(get().load);
    return { of: { handle }, package: pkg, descriptor };
  }

  return {
    pair: undefined,
    async pairWith(descriptor) {
      close();
      const controller = new AbortController();
      opening = controller;
      set({ pair: { phase: 'opening', descriptor } });
      const onProgress: CallOptions['onProgress'] = ({ done, total }) => {
        if (opening === controller) set({ pair: { phase: 'opening', descriptor, progress: { done, total } } });
      };
      try {
        const { handle, package: pkg } = await client.call(
          'open',
          { descriptor },
          { signal: controller.signal, onProgress },
        );
        if (opening !== controller) {
          client.call('close', { handle }).catch(() => {});
          return;
        }
        beside = handle;
        const after: PairSide = { of: { handle }, package: pkg, descriptor };
        set({ pair: { phase: 'ready', before: ownSide(), after, descriptor } });
      } catch (error) {
        if (opening !== controller) return;
        set({ pair: isCancelled(error) ? undefined : { phase: 'failed', descriptor, error: toErrorData(error) } });
      }
    },
    async pairWithDraft() {
      close();
      const controller = new AbortController();
      opening = controller;
      set({ pair: undefined });
      const draft = await get().draftToSave();
      const { draft: editing } = get();
      if (opening !== controller || !editing) throw new CancelledError();
      const before = ownSide();
      const after = { ...before, of: { ...before.of, draft }, package: editing.shown };
      set({ pair: { phase: 'ready', before, after, descriptor: 'draft' } });
    },
    pairLost(name) {
      close();
      set({ pair: { phase: 'lost', name } });
    },
    endPair() {
      close();
      if (get().pair) set({ pair: undefined });
    },
    readPairFiles: ({ before, after }, files, path, options) =>
      client.call('readPairFiles', { a: before.of, b: after.of, files, path }, options),
    pairValues: NO_VALUES,
    async comparePairValues(pairs, sample) {
      const { pair: sides } = get();
      if (sides?.phase !== 'ready') return;
      comparing?.abort();
      const controller = new AbortController();
      comparing = controller;
      const { signal } = controller;
      const sizes = pairs.map(({ a, b }) => bytesOf(a) + bytesOf(b));
      const total = sizes.reduce((sum, size) => sum + size, 0);
      let before = 0;
      const tell = (done: number, found = get().pairValues.found) => {
        if (comparing === controller) set({ pairValues: { found, running: { done, total } } });
      };
      tell(0);
      for (const [at, { a, b, pair }] of pairs.entries()) {
        const size = sizes[at] as number;
        const onProgress = ({ done, total: of }: { done: number; total: number }) =>
          tell(before + (of > 0 ? (size * done) / of : 0));
        const other = { ...sides.after.of, tensor: b.name, isBeside: true, ...howOf(pair) };
        // Of a transpose no sample can be taken.
        const taken = pair.shape === 'transposed' ? undefined : sample;
        const ask = { ...sides.before.of, tensor: a.name, with: other, sample: taken };
        const result = await client.call('tensorCompare', ask, { signal, onProgress }).catch(toErrorData);
        if (comparing !== controller) return;
        before += size;
        tell(before, new Map(get().pairValues.found).set(a.name, result));
      }
      comparing = undefined;
      set({ pairValues: { found: get().pairValues.found } });
    },
    stopPairValues() {
      comparing?.abort();
      comparing = undefined;
      set({ pairValues: { found: get().pairValues.found } });
    },
    comparePair: ({ before, after }, options) => client.call('comparePackages', { a: before.of, b: after.of }, options),
  };
};

/** How the second tensor of a pair is read, so that its elements are those of the first. */
function howOf({ shape, converted }: TensorPair) {
  return { transposed: shape === 'transposed', converted };
}

/** What the other package of a pair is called while it is not open. */
export function otherName(pair: PairState): string | undefined {
  if (pair.phase === 'ready') return pair.after.package.title || pair.after.package.name;
  return pair.phase === 'lost' ? pair.name : descriptorName(pair.descriptor);
}
