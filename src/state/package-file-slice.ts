import type { CallOptions, RemoteProbe } from '../worker/protocol.ts';
import type { MakeSlice } from './app-state.ts';
import { openPackage } from './load.ts';

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

export const packageFileSlice: MakeSlice<PackageFileSlice> =
  ({ client }) =>
  (_set, get) => ({
    probeRemote: (url, options) => client.call('probeRemote', { url }, options),
    async savePackage(saveTo, options) {
      return client.call('savePackage', { handle: openPackage(get().load).handle, saveTo }, options);
    },
  });
