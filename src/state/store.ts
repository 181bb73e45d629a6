import { createStore, type StoreApi } from 'zustand/vanilla';
import { BoxcutterError, type ErrorData, toErrorData } from '../base/errors.ts';
import type { WorkerClient } from '../worker/protocol.ts';
import { type ContentSlice, contentSlice } from './content-slice.ts';
import { type DraftKeeping, type DraftSlice, draftSlice } from './draft-slice.ts';
import { type LinkSlice, linkSlice } from './link-slice.ts';
import { type PackageSlice, packageSlice } from './package-slice.ts';
import { type RemoteSlice, remoteSlice } from './remote-slice.ts';
import { type VerifySlice, verifySlice } from './verify-slice.ts';

/** Everything that the page knows, one slice a file. It lives outside React; `hooks.ts` is the one gateway to it. */
export type AppState = PackageSlice & ContentSlice & VerifySlice & LinkSlice & RemoteSlice & DraftSlice;

export type AppStore = StoreApi<AppState>;

/** A store over a worker client. Tests give a fake client. `drafts`: where edits outlive the page. */
export function createAppStore(client: WorkerClient, drafts: DraftKeeping = {}): AppStore {
  const watched = watchChanges(client, (error) => {
    if (store.getState().load.phase === 'ready') store.setState({ alert: error });
  });
  const store = createStore<AppState>()((...tools) => ({
    ...packageSlice(client)(...tools),
    ...contentSlice(watched)(...tools),
    ...verifySlice(watched)(...tools),
    ...linkSlice(client)(...tools),
    ...remoteSlice(watched)(...tools),
    ...draftSlice(watched, drafts)(...tools),
  }));
  return store;
}

/** A client that also tells where the open file is found to be another one by now, whoever reads it. */
function watchChanges(client: WorkerClient, onChange: (error: ErrorData) => void): WorkerClient {
  return {
    ...client,
    call: (name, ask, options) =>
      client.call(name, ask, options).catch((error: unknown) => {
        if (error instanceof BoxcutterError && error.code === 'source/changed') onChange(toErrorData(error));
        throw error;
      }),
  };
}
