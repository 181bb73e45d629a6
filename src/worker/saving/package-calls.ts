import { InternalError } from '../../base/errors.ts';
import { SAVED_KEPT_MS } from '../../base/limits.ts';
import { httpSource } from '../../source/http.ts';
import type { OpenPackages } from '../calls/open-packages.ts';
import type { CallHandlers, RemoteProbe } from '../protocol.ts';
import { allOf, type OpenSink, writeToBrowser, writeToDisk } from './byte-sink.ts';

export interface PackagePorts {
  /** Opens a sink where the page chose no file. */
  openSink: OpenSink;
  fetch: typeof fetch;
}

/** Shares a package, and saves it as it is. */
export function packageCalls(
  packages: Pick<OpenPackages, 'get'>,
  { openSink, fetch: fetchFile }: PackagePorts,
): CallHandlers<'probeRemote' | 'savePackage'> {
  return {
    async probeRemote({ url }, { signal }) {
      return probe(url, fetchFile, signal);
    },

    async savePackage({ handle, saveTo }, options) {
      const { container, again } = packages.get(handle);
      // What is saved is what was shown and checked, although a host sends it again.
      const file = again ?? container.source;
      if (!file) throw new InternalError('internal/bug', 'Boxcutter tried to save a folder as a file.');
      const { signal } = options;
      const write = allOf(file, options);
      if (saveTo) {
        await writeToDisk(saveTo, { write }, signal);
        return null;
      }
      // The whole file is on this machine already.
      const local = file.blob?.(0, file.size);
      if (local) return local;
      const { blob, release } = await writeToBrowser(openSink, file.size, { write }, signal);
      // The browser copies it from there, and does not say when it is done.
      setTimeout(release, SAVED_KEPT_MS);
      return blob;
    },
  };
}

/** Asks for the first byte, and notes which headers of the answer the host lets a page read. */
async function probe(url: string, fetchFile: typeof fetch, signal: AbortSignal | undefined): Promise<RemoteProbe> {
  let tellsSize = false;
  let tellsVersion = false;
  const file = await httpSource(url, {
    signal,
    headBytes: 1,
    async fetch(...ask) {
      const response = await fetchFile(...ask);
      const { status, headers } = response;
      if (status === 206 && headers.has('Content-Range')) tellsSize = true;
      if (status === 206 && (headers.has('ETag') || headers.has('Last-Modified'))) tellsVersion = true;
      return response;
    },
  });
  return { size: file.size, tellsSize, tellsVersion };
}
