import { CancelledError, type ErrorData, isCancelled, toErrorData } from '../base/errors.ts';
import type { Package } from '../model/package.ts';
import type { PackageDiff } from '../model/pair/package-diff.ts';
import type { CallOptions, PackageAsk, SourceDescriptor } from '../worker/protocol.ts';
import type { MakeSlice } from './app-state.ts';
import { descriptorName, openPackage } from './load.ts';

/** One package of a pair. */
export interface PairSide {
  /** Names it in calls to the worker. */
  of: PackageAsk;
  package: Package;
  descriptor: SourceDescriptor;
}

/** What the open package is compared with. */
export type PairState =
  /** It was a file of this machine, and a reload has lost it: it must be chosen again. */
  | { phase: 'lost'; name: string | undefined }
  | { phase: 'opening'; descriptor: SourceDescriptor; progress?: { done: number; total: number } }
  /** `before` and `after` in the order in which their differences are told. `own` is closed with the pair. */
  | { phase: 'ready'; before: PairSide; after: PairSide; descriptor: SourceDescriptor | 'draft' }
  | { phase: 'failed'; descriptor: SourceDescriptor; error: ErrorData };

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
  /** How the packages of the pair differ. Rejects as `comparePackages`. */
  comparePair(
    sides: Pick<Extract<PairState, { phase: 'ready' }>, 'before' | 'after'>,
    options?: CallOptions,
  ): Promise<PackageDiff>;
}

declare module './app-state.ts' {
  interface AppState extends PairSlice {}
}

export const pairSlice: MakeSlice<PairSlice> = (set, get, { client, onPackageChanged }) => {
  let opening: AbortController | undefined;
  /** The handle of the package that was opened beside the open one. */
  let beside: number | undefined;

  function close(): void {
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
    comparePair: ({ before, after }, options) => client.call('comparePackages', { a: before.of, b: after.of }, options),
  };
};

/** What the other package of a pair is called while it is not open. */
export function otherName(pair: PairState): string | undefined {
  if (pair.phase === 'ready') return pair.after.package.title || pair.after.package.name;
  return pair.phase === 'lost' ? pair.name : descriptorName(pair.descriptor);
}
