import type { StateCreator } from 'zustand/vanilla';
import { InternalError } from '../base/errors.ts';
import type { CallOptions, RemoteProbe, WorkerClient } from '../worker/protocol.ts';
import type { AppState } from './app-state.ts';
import { openedOf } from './load.ts';

export type { RemoteProbe } from '../worker/protocol.ts';

/**
 * The package's own file: whether others can read it from its host, and how to take it away. Both reject with a
 * `BoxcutterError`.
 */
export interface PackageFileSlice {
  /** Asks the host of a file for its first byte. Rejects as opening the file would. */
  probeRemote(url: string, options?: CallOptions): Promise<RemoteProbe>;
  /**
   * Writes the open package's own file to `saveTo`; without one gives it as a Blob, to be saved at once. Reports
   * progress.
   */
  savePackage(saveTo: FileSystemFileHandle | undefined, options?: CallOptions): Promise<Blob | null>;
}

declare module './app-state.ts' {
  interface AppState extends PackageFileSlice {}
}

export function packageFileSlice(client: WorkerClient): StateCreator<AppState, [], [], PackageFileSlice> {
  return (_set, get) => ({
    probeRemote: (url, options) => client.call('probeRemote', { url }, options),
    async savePackage(saveTo, options) {
      const opened = openedOf(get().load);
      if (!opened) throw new InternalError('internal/bug', 'No package is open.');
      return client.call('savePackage', { handle: opened.handle, ...(saveTo ? { saveTo } : {}) }, options);
    },
  });
}
