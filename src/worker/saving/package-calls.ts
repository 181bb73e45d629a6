import { throwIfAborted } from '../../base/abort.ts';
import { InternalError } from '../../base/errors.ts';
import { SAVED_KEPT_MS } from '../../base/limits.ts';
import { httpSource } from '../../source/http.ts';
import type { ByteSource } from '../../source/source.ts';
import { chunksOf } from '../../source/stream.ts';
import type { DownloadSink } from '../links/whole-download.ts';
import type { CallOptions, RemoteProbe, WorkerCalls } from '../protocol.ts';
import { fileSink, type LinkSink, removeEmpty } from './byte-sink.ts';

/** Where a package's own file is read from and saved to. */
export interface Saving {
  /** The file of an open package; undefined where it is a folder. */
  fileOf(handle: number): ByteSource | undefined;
  /** A place of the browser's own for so many bytes, where the page has none to give. */
  openSink(size: number): Promise<DownloadSink>;
}

type SaveCall = 'probeRemote' | 'savePackage';

type SaveHandlers = {
  [N in SaveCall]: (ask: WorkerCalls[N]['ask'], options: CallOptions) => Promise<WorkerCalls[N]['answer']>;
};

/** The worker's side of the calls about sharing a package and taking it away. */
export function saveHandlers({ fileOf, openSink }: Saving, fetchFile: typeof fetch): SaveHandlers {
  return {
    async probeRemote({ url }, { signal }) {
      return probe(url, fetchFile, signal);
    },

    async savePackage({ handle, saveTo }, { signal, onProgress }) {
      const file = fileOf(handle);
      if (!file) throw new InternalError('internal/bug', 'A folder was to be saved as a file.');
      // Downloaded already, when it was opened.
      const held = saveTo ? undefined : file.blob?.(0, file.size);
      if (held) return held;
      let kept = false;
      let release = () => {};
      let sink: LinkSink | undefined;
      try {
        if (saveTo) sink = await fileSink(saveTo);
        else {
          const place = await openSink(file.size);
          ({ release } = place);
          sink = place;
        }
        const blob = await copy(file, sink, { ...(signal ? { signal } : {}), ...(onProgress ? { onProgress } : {}) });
        throwIfAborted(signal);
        kept = true;
        // The browser copies it from there, and does not say when it is done.
        setTimeout(release, SAVED_KEPT_MS);
        return saveTo ? null : blob;
      } finally {
        if (!kept) {
          await sink?.drop();
          release();
          if (saveTo) await removeEmpty(saveTo);
        }
      }
    },
  };
}

/** Every byte of a file, to where it goes. Reports progress. */
export async function copy(file: ByteSource, sink: LinkSink, { signal, onProgress }: CallOptions): Promise<Blob> {
  const total = file.size;
  let done = 0;
  onProgress?.({ done, total });
  for await (const chunk of chunksOf(file.stream(0, total, signal))) {
    throwIfAborted(signal);
    await sink.write(chunk);
    done += chunk.length;
    onProgress?.({ done, total });
  }
  throwIfAborted(signal);
  return sink.finish();
}

/** Asks for the first byte, and notes what else the host lets a page read of its answers. */
async function probe(url: string, fetchFile: typeof fetch, signal: AbortSignal | undefined): Promise<RemoteProbe> {
  let tellsSize = false;
  let tellsVersion = false;
  const file = await httpSource(url, {
    ...(signal ? { signal } : {}),
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
