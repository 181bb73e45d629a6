import { createStore, type StoreApi } from 'zustand/vanilla';
import type { WorkerClient } from '../worker/protocol.ts';
import { type ContentSlice, contentSlice } from './content-slice.ts';
import { type LinkSlice, linkSlice } from './link-slice.ts';
import { type PackageSlice, packageSlice } from './package-slice.ts';
import { type VerifySlice, verifySlice } from './verify-slice.ts';

/** Everything that the page knows, one slice a file. It lives outside React; `hooks.ts` is the one gateway to it. */
export type AppState = PackageSlice & ContentSlice & VerifySlice & LinkSlice;

export type AppStore = StoreApi<AppState>;

/** A store over a worker client. Tests give a fake client. */
export function createAppStore(client: WorkerClient): AppStore {
  return createStore<AppState>()((...tools) => ({
    ...packageSlice(client)(...tools),
    ...contentSlice(client)(...tools),
    ...verifySlice(client)(...tools),
    ...linkSlice(client)(...tools),
  }));
}
