import type { StoreApi } from 'zustand/vanilla';
import type { RunPorts } from '../model/run/run-session.ts';
import type { WorkerClient } from '../worker/protocol.ts';
import type { DraftStorage } from './draft/kept-drafts.ts';
import type { Opened } from './load.ts';
import type { RecentStorage } from './recents.ts';

/** Why the open package is another, or another object. */
export type PackageChangeReason =
  /** Another package is open. */
  | 'opened'
  /**
   * The file that the draft was saved to has replaced the package that was edited: that draft is done.
   */
  | 'saved'
  /**
   * The worker died, and a new one has opened the same package again. The old handle, and what was asked with it, are
   * lost. The new handle can be the same number.
   */
  | 'revived'
  /** Linked files were fetched, and are files of the open package now. Its handle stays. */
  | 'grown'
  /** Nothing is open any more. */
  | 'closed';

/** What a slice does when the open package changes. */
export interface PackageChangeResponse {
  /** Of its state, what changes with the package. */
  state?: Partial<AppState>;
  /** What it begins once all slices know of the package and the page shows it. May read the state and call actions. */
  begin?(): void;
}

/**
 * Tells a slice of the package that is open from now on; undefined when it is 'closed'. The slices are told in no
 * order: each lets go of what was about the package before, reads nothing but its own variables and `load`, which is
 * still the old one, and sets no state.
 */
export type OnPackageChanged = (opened: Opened | undefined, reason: PackageChangeReason) => PackageChangeResponse;

/** The life of the open package. */
export interface PackageLife {
  /**
   * The one way to change what is open: tells every slice, changes the state once, and then has the slices begin their
   * work.
   *
   * @param besides what else changes with it: `load`, where it is not simply what is open, and `alert`
   */
  packageChanged(
    opened: Opened | undefined,
    reason: PackageChangeReason,
    besides?: Partial<Pick<AppState, 'load' | 'alert'>>,
  ): void;
}

/**
 * Everything that the page knows. It lives outside React; `hooks.ts` is the one gateway to it. Each slice, in a file of
 * its own, adds its part:
 *
 *     declare module './app-state.ts' {
 *       interface AppState extends Slice {}
 *     }
 */
export interface AppState extends PackageLife {}

/** Functions that only slices call on each other. */
type BetweenSlices =
  | 'packageChanged'
  | 'openInner'
  | 'setInnerProblems'
  | 'hasInnerDraft'
  | 'setVerdicts'
  | 'forgetVerdicts'
  | 'addFindings'
  | 'replaceFindings'
  | 'editSession'
  | 'earlierDrafts'
  | 'draftTaken';

/** The functions of the state that components may call. */
export type Actions = {
  readonly [K in Exclude<keyof AppState, BetweenSlices> as AppState[K] extends (...given: never[]) => unknown
    ? K
    : never]: AppState[K];
};

export type AppStore = StoreApi<AppState>;

/** Where drafts outlive the page, and when it is hidden or shown. Without them drafts live as long as the page. */
export interface DraftKeeping {
  storage?: DraftStorage | undefined;
  /** Calls whenever the page is hidden or left, until the signal is aborted. */
  onHide?(listener: () => void, until?: AbortSignal): void;
  /** Calls whenever somebody comes back to the page. */
  onShow?(listener: () => void, until?: AbortSignal): void;
}

export interface StoreOptions {
  drafts?: DraftKeeping;
  /** The page is in a frame of another one: it then edits nothing, and verifies no remote package unasked. */
  isEmbedded?: boolean;
  /** Where what was open outlives the page. Undefined where nothing may be kept, as in a frame of another page. */
  recents?: RecentStorage | undefined;
  /** Starts threads that models run in. Undefined where none can run. */
  startRunThread?: RunPorts['start'] | undefined;
  /** Aborted when the store is no longer used. It listens to nothing from then on. */
  until?: AbortSignal;
  /** Of an inner package: the store of the package around it. The outermost one opens everything that is opened next. */
  outer?: AppStore;
}

/** Makes a slice of a store. */
export type MakeSlice<Slice> = (
  set: (state: Partial<AppState>) => void,
  get: () => AppState,
  tools: StoreOptions & { client: WorkerClient; onPackageChanged(listener: OnPackageChanged): void },
) => Slice;
