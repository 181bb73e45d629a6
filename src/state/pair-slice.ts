import { type ErrorData, isCancelled, toErrorData } from '../base/errors.ts';
import type { Package, TensorInfo } from '../model/package.ts';
import type { FileDiffs } from '../model/pair/file-diffs.ts';
import type { PackageDiff } from '../model/pair/package-diff.ts';
import type { TensorPair } from '../model/pair/tensor-pairs.ts';
import { readBytes } from '../model/tensor/tensor-size.ts';
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
  | { phase: 'failed'; descriptor: SourceDescriptor | 'draft'; error: ErrorData };

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
  /** The open package beside what saving its draft would give. Never rejects. */
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
  /** By the packages whose tensors they are. */
  pairValues: ReadonlyMap<PairSides, PairValues>;
  /**
   * Compares the values of tensors of two packages, one pair after the other, or samples of them. What was found is in
   * `pairValues`, also why a pair cannot be compared. A sample takes the place of nothing that was compared whole. Never
   * rejects.
   */
  comparePairValues(sides: PairSides, pairs: readonly ComparedPair[], sample?: SampleSize): Promise<void>;
  stopPairValues(): void;
  /** Opens the package in a file of a side. It is to be closed with `closeInside`. Rejects as opening does. */
  openInside(side: PairSide, path: string, options?: CallOptions): Promise<PairSide>;
  /** Closes packages of `openInside`, and ends what compares their values. */
  closeInside(sides: PairSides): void;
  /** How the packages of the pair differ. Rejects as `comparePackages`. */
  comparePair(sides: PairSides, options?: CallOptions): Promise<PackageDiff>;
}

declare module './app-state.ts' {
  interface AppState extends PairSlice {}
}

export const NO_VALUES: PairValues = { found: new Map() };

const NOTHING_FOUND: ReadonlyMap<PairSides, PairValues> = new Map();

/** Whether all of two tensors was compared. */
function isWhole(found: ComparedTensor | ErrorData | undefined): boolean {
  return found !== undefined && 'differs' in found && !found.sample;
}

export const pairSlice: MakeSlice<PairSlice> = (set, get, { client, onPackageChanged }) => {
  let opening: AbortController | undefined;
  /** The handle of the package that was opened beside the open one. */
  let beside: number | undefined;

  /** Ends the comparison of values. */
  let comparing: { of: PairSides; controller: AbortController } | undefined;

  function close(): void {
    comparing?.controller.abort();
    comparing = undefined;
    opening?.abort();
    opening = undefined;
    if (beside !== undefined) client.call('close', { handle: beside }).catch(() => {});
    beside = undefined;
  }

  onPackageChanged((opened, reason) => {
    const { pair } = get();
    if (!pair) return {};
    if (reason === 'grown') {
      if (pair.phase !== 'ready' || pair.descriptor === 'draft' || !opened) return {};
      return { state: { pair: { ...pair, before: { ...pair.before, package: opened.package } } } };
    }
    // Handles of a new worker are those of others.
    if (reason === 'revived') beside = undefined;
    close();
    // The worker that had both died, and the first is open again.
    const again = reason === 'revived' && pair.phase !== 'lost' && pair.descriptor !== 'draft' && pair.descriptor;
    return {
      state: { pair: undefined, pairValues: NOTHING_FOUND },
      begin: () => again && void get().pairWith(again),
    };
  });

  const valuesOf = (of: PairSides) => get().pairValues.get(of) ?? NO_VALUES;
  const setValues = (of: PairSides, values: PairValues) =>
    set({ pairValues: new Map(get().pairValues).set(of, values) });

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
      set({ pair: { phase: 'opening', descriptor }, pairValues: NOTHING_FOUND });
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
      set({ pair: undefined, pairValues: NOTHING_FOUND });
      try {
        const draft = await get().draftToSave();
        const { draft: editing } = get();
        if (opening !== controller || !editing) return;
        const before = ownSide();
        const after = { ...before, of: { ...before.of, draft }, package: editing.shown };
        set({ pair: { phase: 'ready', before, after, descriptor: 'draft' } });
      } catch (error) {
        if (opening === controller && !isCancelled(error))
          set({ pair: { phase: 'failed', descriptor: 'draft', error: toErrorData(error) } });
      }
    },
    pairLost(name) {
      close();
      set({ pair: { phase: 'lost', name }, pairValues: NOTHING_FOUND });
    },
    endPair() {
      close();
      if (get().pair) set({ pair: undefined, pairValues: NOTHING_FOUND });
    },
    readPairFiles: ({ before, after }, files, path, options) =>
      client.call('readPairFiles', { a: before.of, b: after.of, files, path }, options),
    pairValues: NOTHING_FOUND,
    async comparePairValues(of, pairs, sample) {
      get().stopPairValues();
      const controller = new AbortController();
      comparing = { of, controller };
      const { signal } = controller;
      const sizes = pairs.map(({ a, b }) => readBytes(a) + readBytes(b));
      const total = sizes.reduce((sum, size) => sum + size, 0);
      let found = valuesOf(of).found;
      let before = 0;
      const tell = (done: number) => {
        if (comparing?.controller === controller) setValues(of, { found, running: { done, total } });
      };
      tell(0);
      for (const [at, { a, b, pair }] of pairs.entries()) {
        const size = sizes[at] as number;
        const onProgress = ({ done, total: whole }: { done: number; total: number }) =>
          tell(before + (whole > 0 ? (size * done) / whole : 0));
        const other = { ...of.after.of, tensor: b.name, isBeside: true, ...howOf(pair) };
        // Two tensors with NaN in the same places are the same.
        const ask = { ...of.before.of, tensor: a.name, with: other, sample, tolerance: { equalNan: true } };
        if (!sample || !isWhole(found.get(a.name))) {
          const result = await client.call('tensorCompare', ask, { signal, onProgress }).catch(toErrorData);
          if (comparing?.controller !== controller) return;
          found = new Map(found).set(a.name, result);
        }
        before += size;
        tell(before);
      }
      comparing = undefined;
      setValues(of, { found });
    },
    stopPairValues() {
      if (!comparing) return;
      const { of, controller } = comparing;
      comparing = undefined;
      controller.abort();
      setValues(of, { found: valuesOf(of).found });
    },
    async openInside({ of: { handle, draft }, descriptor }, path, options) {
      const ask = { outer: handle, path, ...(draft && { draft }) };
      const { handle: inner, package: pkg } = await client.call('open', ask, options);
      return { of: { handle: inner }, package: pkg, descriptor };
    },
    closeInside(sides) {
      if (comparing?.of === sides) get().stopPairValues();
      const left = new Map(get().pairValues);
      if (left.delete(sides)) set({ pairValues: left });
      for (const { of } of [sides.before, sides.after]) client.call('close', { handle: of.handle }).catch(() => {});
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
  if (pair.phase === 'lost') return pair.name;
  return pair.descriptor === 'draft' ? undefined : descriptorName(pair.descriptor);
}
