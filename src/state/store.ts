import { createStore } from 'zustand/vanilla';
import { BoxcutterError, type ErrorData, toErrorData } from '../base/errors.ts';
import type { DraftState } from '../model/draft.ts';
import type { WorkerClient } from '../worker/protocol.ts';
import type { AppState, AppStore, OnPackageChanged } from './app-state.ts';
import { auditSlice } from './audit-slice.ts';
import { contentSlice } from './content-slice.ts';
import { type DraftKeeping, editSlice } from './edit-slice.ts';
import { innerSlice } from './inner-slice.ts';
import { linkSizeSlice } from './link-size-slice.ts';
import { linkSlice } from './link-slice.ts';
import { offerSlice } from './offer-slice.ts';
import { packageFileSlice } from './package-file-slice.ts';
import { packageSlice } from './package-slice.ts';
import { recentSlice } from './recent-slice.ts';
import type { RecentStorage } from './recents.ts';
import { saveSlice } from './save-slice.ts';
import { verifySlice } from './verify-slice.ts';

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
