import { createStore, type StoreApi } from 'zustand/vanilla';
import { BoxcutterError, type ErrorData, toErrorData } from '../base/errors.ts';
import type { DraftState } from '../model/draft.ts';
import type { WorkerClient } from '../worker/protocol.ts';
import { type AuditSlice, auditSlice } from './audit-slice.ts';
import { type ContentSlice, contentSlice } from './content-slice.ts';
import { type DraftKeeping, type EditSlice, editSlice } from './edit-slice.ts';
import { type InnerSlice, innerSlice } from './inner-slice.ts';
import { type LinkSizeSlice, linkSizeSlice } from './link-size-slice.ts';
import { type LinkSlice, linkSlice } from './link-slice.ts';
import type { Opened } from './load.ts';
import { type OfferSlice, offerSlice } from './offer-slice.ts';
import { type PackageFileSlice, packageFileSlice } from './package-file-slice.ts';
import { type PackageSlice, packageSlice } from './package-slice.ts';
import { type RecentSlice, recentSlice } from './recent-slice.ts';
import type { RecentStorage } from './recents.ts';
import { type SaveSlice, saveSlice } from './save-slice.ts';
import { type VerifySlice, verifySlice } from './verify-slice.ts';

/** Why the open package is another, or another object. */
export type PackageChangeReason =
  /** Another package is open. */
  | 'opened'
  /**
   * The file that the draft was saved to is open, in place of the package that was edited: that draft has done its
   * work.
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
    besides?: Partial<Pick<PackageSlice, 'load' | 'alert'>>,
  ): void;
}

/** Everything that the page knows, one slice a file. It lives outside React; `hooks.ts` is the one gateway to it. */
export type AppState = PackageLife &
  PackageSlice &
  InnerSlice &
  ContentSlice &
  VerifySlice &
  LinkSlice &
  LinkSizeSlice &
  PackageFileSlice &
  AuditSlice &
  EditSlice &
  OfferSlice &
  RecentSlice &
  SaveSlice;

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

/** What a store knows of the levels, of which it is one. */
export interface StoreLevel {
  /** Of an inner package: the store of the outermost one. */
  outermost?: AppStore | undefined;
  /** Of an inner package: the store of the package around it. */
  outer?: AppStore | undefined;
  onChanged?: OnPackageChanged;
}

/**
 * A store over a worker client. Tests give a fake client.
 *
 * @param drafts where edits outlive the page
 * @param embedded whether the page is in a frame of another one: it then verifies no remote package unasked
 * @param recents where what was open outlives the page
 * @param level of a store that is one of several levels
 */
export function createAppStore(
  client: WorkerClient,
  drafts: DraftKeeping = {},
  embedded = false,
  recents?: RecentStorage,
  { outermost, outer, onChanged }: StoreLevel = {},
): AppStore {
  const watched = watchChanges(client, (error) => {
    if (store.getState().load.phase === 'ready') store.setState({ alert: error });
  });
  const listeners: OnPackageChanged[] = [];
  const onPackageChanged = (listener: OnPackageChanged) => void listeners.push(listener);
  if (onChanged) onPackageChanged(onChanged);
  const store = createStore<AppState>()((...tools) => ({
    ...packageSlice(client, onPackageChanged, outermost)(...tools),
    ...innerSlice(onPackageChanged, outer)(...tools),
    ...contentSlice(watched, onPackageChanged)(...tools),
    ...verifySlice(watched, embedded, onPackageChanged)(...tools),
    ...linkSlice(client, onPackageChanged)(...tools),
    ...linkSizeSlice(client, onPackageChanged)(...tools),
    ...packageFileSlice(watched)(...tools),
    ...auditSlice(watched)(...tools),
    ...editSlice(watched, drafts, onPackageChanged)(...tools),
    ...offerSlice(drafts, onPackageChanged, outer)(...tools),
    ...recentSlice(recents, onPackageChanged)(...tools),
    ...saveSlice(watched)(...tools),
    packageChanged(opened, reason, besides) {
      const responses = listeners.map((listener) => listener(opened, reason));
      const [set] = tools;
      set(Object.assign({}, ...responses.map(({ state }) => state), besides));
      for (const { begin } of responses) begin?.();
    },
  }));
  return store;
}

/** Errors of an open file that has changed, or is gone. It must be opened again, whoever reads it. */
const LOST: readonly ErrorData['code'][] = ['source/changed', 'source/read-failed'];

/** A client that also tells where the open file cannot be read any more, or is another one by now, whoever reads it. */
function watchChanges(client: WorkerClient, onLost: (error: ErrorData) => void): WorkerClient {
  const look = (error: ErrorData | undefined) => error && LOST.includes(error.code) && !error.added && onLost(error);
  return {
    ...client,
    call: (name, ask, options) =>
      client.call(name, ask, options).then(
        (answer) => {
          // A draft is edited all the same.
          if (name === 'editDraft') look((answer as DraftState).error);
          return answer;
        },
        (error: unknown) => {
          if (error instanceof BoxcutterError) look(toErrorData(error));
          throw error;
        },
      ),
  };
}
