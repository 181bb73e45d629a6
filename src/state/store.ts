import { createStore } from 'zustand/vanilla';
import { BoxcutterError, type ErrorData, toErrorData } from '../base/errors.ts';
import type { DraftState } from '../model/draft.ts';
import type { WorkerClient } from '../worker/protocol.ts';
import type { AppState, AppStore, OnPackageChanged, StoreOptions } from './app-state.ts';
import { auditSlice } from './audit-slice.ts';
import { checklistSlice } from './checklist-slice.ts';
import { compareSlice } from './compare-slice.ts';
import { contentSlice } from './content-slice.ts';
import { offerSlice } from './draft/offer-slice.ts';
import { editSlice } from './draft/slice.ts';
import { innerSlice } from './level/inner-slice.ts';
import { linkSizeSlice } from './link-size-slice.ts';
import { linkSlice } from './link-slice.ts';
import type { Opened } from './load.ts';
import { packageSlice } from './package-slice.ts';
import { pairSlice } from './pair-slice.ts';
import { recentSlice } from './recent-slice.ts';
import { runSlice } from './run-slice.ts';
import { scanSlice } from './scan-slice.ts';
import { shelfSlice } from './shelf-slice.ts';
import { valuesSlice } from './values-slice.ts';
import { verifySlice } from './verify-slice.ts';

/**
 * A store over a worker client. Tests give a fake client.
 *
 * @param onChanged is told of the open package before the slices are
 */
export function createAppStore(
  client: WorkerClient,
  options: StoreOptions = {},
  onChanged?: OnPackageChanged,
): AppStore {
  const listeners = onChanged ? [onChanged] : [];
  const onDeath: WorkerClient['onDeath'] = (listener) => {
    const end = client.onDeath(listener);
    options.until?.addEventListener('abort', end);
    return end;
  };
  const tools = {
    ...options,
    client: { ...client, onDeath },
    onPackageChanged: (listener: OnPackageChanged) => void listeners.push(listener),
  };
  const onLost = (error: ErrorData) => {
    if (store.getState().load.phase === 'ready') store.setState({ alert: error });
  };
  const watching = { ...tools, client: watchChanges(tools.client, onLost) };
  const store = createStore<AppState>()((set, get) => ({
    ...packageSlice(set, get, tools),
    ...innerSlice(set, get, tools),
    ...contentSlice(set, get, watching),
    ...compareSlice(set, get, tools),
    ...pairSlice(set, get, tools),
    ...verifySlice(set, get, watching),
    ...linkSlice(set, get, tools),
    ...linkSizeSlice(set, get, tools),
    ...auditSlice(set, get, watching),
    ...checklistSlice(set, get, watching),
    ...editSlice(set, get, watching),
    ...offerSlice(set, get, tools),
    ...scanSlice(set, get, watching),
    ...recentSlice(set, get, tools),
    ...shelfSlice(set, get, tools),
    ...valuesSlice(set, get, tools),
    ...runSlice(set, get, watching),
    packageChanged(opened, reason, besides) {
      const shown = opened && options.isEmbedded ? withoutEditing(opened) : opened;
      const responses = listeners.map((listener) => listener(shown, reason));
      set(Object.assign({}, ...responses.map(({ state }) => state), besides));
      for (const { begin } of responses) begin?.();
    },
  }));
  return store;
}

/** What somebody edits in a frame of another page, that page could have made look like something else. */
function withoutEditing(opened: Opened): Opened {
  const { verify } = opened.package.can;
  return { ...opened, package: { ...opened.package, can: { verify, edit: false, save: false } } };
}

/** Errors of an open file that has changed, or is gone. It must be opened again, whoever reads it. */
const LOST: readonly ErrorData['code'][] = ['source/changed', 'source/read-failed', 'source/storage-cleared'];

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
