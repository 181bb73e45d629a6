import { throwIfAborted } from '../../base/abort.ts';
import { InternalError, NetworkError, TooLargeError } from '../../base/errors.ts';
import { DECODED_BUDGET } from '../../base/limits.ts';
import type { DigestRunner, OpenPackage } from '../../formats/format.ts';
import { fileIndex } from '../../model/file-index.ts';
import type { TensorInfo } from '../../model/package.ts';
import type { ByteSource, SourceDescriptor } from '../../source/source.ts';
import { npyHeader } from '../../tensor/npy.ts';
import { gridSize, readWindow } from '../../tensor/slices.ts';
import { tensorStatistics } from '../../tensor/statistics.ts';
import { linkHandlers } from '../links/link-calls.ts';
import { RemoteLinks } from '../links/remote-link.ts';
import type { CallName, CallOptions, Progress, WorkerCalls } from '../protocol.ts';
import { checkedBlob } from '../saving/blob.ts';
import { type DraftPlaces, draftHandlers } from '../saving/draft-calls.ts';
import { type Saving, saveHandlers } from '../saving/package-calls.ts';

/** How a session opens what a descriptor names. Reports progress where that takes a download. */
export type Opener = (
  descriptor: SourceDescriptor,
  signal: AbortSignal | undefined,
  onProgress?: (progress: Progress) => void,
) => Promise<OpenPackage>;

/** The worker's side of every call, apart from any thread: the open packages by handle. */
export interface Session {
  /** Rejects with a `BoxcutterError`. */
  call<N extends CallName>(
    name: N,
    ask: WorkerCalls[N]['ask'],
    options?: CallOptions,
  ): Promise<WorkerCalls[N]['answer']>;
}

type Handlers = {
  [N in CallName]: (ask: WorkerCalls[N]['ask'], options: CallOptions) => Promise<WorkerCalls[N]['answer']>;
};

/** Who hashes the files of what a descriptor names; undefined for this thread. */
export type DigestsOf = (descriptor: SourceDescriptor) => DigestRunner | undefined;

/** As `Saving`, by what was opened. */
export interface SavingOf extends Pick<Saving, 'openSink'> {
  fileOf(descriptor: SourceDescriptor): ByteSource | undefined;
  /** The name of the browser's own file that a package stands on, and who keeps those; by default there are none. */
  keptOf?(descriptor: SourceDescriptor): string | undefined;
  kept?: DraftPlaces['kept'];
}

/**
 * @param fetchFile what linked files are fetched with
 * @param onClose called once for each descriptor that was opened, when the package is closed
 * @param saving where a package's own file is read from and saved to; without it, none can be
 */
export function createSession(
  opener: Opener,
  fetchFile: typeof fetch = (...ask) => fetch(...ask),
  digestsOf: DigestsOf = () => undefined,
  onClose: (descriptor: SourceDescriptor) => void = () => {},
  saving: SavingOf = {
    fileOf: () => undefined,
    openSink: () => Promise.reject(new Error('There is no place to save.')),
  },
): Session {
  const packages = new Map<number, OpenPackage>();
  const runners = new Map<number, DigestRunner>();
  const descriptors = new Map<number, SourceDescriptor>();
  const links = new RemoteLinks({ fetch: fetchFile });
  let nextHandle = 1;

  function held(handle: number): OpenPackage {
    const found = packages.get(handle);
    if (!found) throw new InternalError('internal/bug', 'The package is not open any more.');
    return found;
  }

  function sourceOf(handle: number, path: string): ByteSource {
    const source = held(handle).source(path);
    if (!source) {
      throw new NetworkError('source/no-such-file', 'The package does not hold this file.', { path });
    }
    return source;
  }

  function fileOf(handle: number): ByteSource | undefined {
    held(handle);
    const descriptor = descriptors.get(handle);
    return descriptor && saving.fileOf(descriptor);
  }

  function infoOf(handle: number, name: string): TensorInfo {
    const info = held(handle).package.tensors.find((tensor) => tensor.name === name);
    if (!info) throw new InternalError('internal/bug', 'The package has no tensor of this name.');
    return info;
  }

  const handlers: Handlers = {
    ...linkHandlers({ held, replace: (handle, next) => packages.set(handle, next) }, fetchFile),
    ...saveHandlers({ fileOf, openSink: saving.openSink }, fetchFile),
    ...draftHandlers({
      held,
      descriptorOf: (handle) => descriptors.get(handle),
      openSink: saving.openSink,
      keptOf(handle) {
        const descriptor = descriptors.get(handle);
        return descriptor && saving.keptOf?.(descriptor);
      },
      kept: saving.kept ?? { add() {}, copy() {} },
    }),

    async open({ descriptor }, { signal, onProgress }) {
      const open = await opener(descriptor, signal, onProgress);
      // Whoever cancelled never learns of the handle and could not close it.
      if (signal?.aborted) onClose(descriptor);
      throwIfAborted(signal);
      const handle = nextHandle++;
      packages.set(handle, open);
      descriptors.set(handle, descriptor);
      const runner = digestsOf(descriptor);
      if (runner) runners.set(handle, runner);
      return { handle, package: open.package };
    },

    async close({ handle }) {
      packages.delete(handle);
      runners.delete(handle);
      const descriptor = descriptors.get(handle);
      descriptors.delete(handle);
      if (descriptor) onClose(descriptor);
      return null;
    },

    async read({ handle, path, start, end }, { signal }) {
      return readPart(sourceOf(handle, path), path, start, end, signal);
    },

    async readLink({ handle, path, start, end }, { signal }) {
      const link = fileIndex(held(handle).package.files).get(path)?.link;
      if (!link) throw new InternalError('internal/bug', 'A file was to be read that is not linked.');
      const { url, source } = await links.open(link.urls, signal);
      return { url, size: source.size, bytes: await readPart(source, path, start, end, signal) };
    },

    async blob({ handle, path, type, maxBytes }, options) {
      const source = sourceOf(handle, path);
      if (maxBytes !== undefined && source.size > maxBytes) {
        throw new TooLargeError('source/too-large', 'The file is larger than what is shown.', {
          path,
          limit: maxBytes,
          actual: source.size,
        });
      }
      return checkedBlob(source, type, options);
    },

    async tensorWindow({ handle, tensor, window }, { signal }) {
      const { shape } = infoOf(handle, tensor);
      gridSize(shape);
      return readWindow(await held(handle).tensor(tensor, signal), shape, window, signal);
    },

    async tensorStatistics({ handle, tensor }, { signal, onProgress }) {
      infoOf(handle, tensor);
      const reader = await held(handle).tensor(tensor, signal);
      return tensorStatistics(reader, { signal, onProgress: (done, total) => onProgress?.({ done, total }) });
    },

    async tensorNpy({ handle, tensor }, options) {
      const { dtype, shape, file } = infoOf(handle, tensor);
      const header = npyHeader(dtype, shape);
      if (file === undefined) throw new InternalError('internal/bug', 'A tensor without data was to be saved as .npy.');
      gridSize(shape);
      // Rejects where the file's length or path is not what it must be; from here on its bytes are the data.
      await held(handle).tensor(tensor, options.signal);
      const data = await checkedBlob(sourceOf(handle, file), 'application/octet-stream', options);
      return new Blob([header, data], { type: 'application/octet-stream' });
    },

    async verify({ handle }, { signal, onProgress }) {
      const open = held(handle);
      if (!open.verify) throw new InternalError('internal/bug', 'Nothing of this package can be verified.');
      let progress = { done: 0, total: 0 };
      return open.verify({
        signal,
        digests: runners.get(handle),
        onFile: (verdict) => onProgress?.({ ...progress, verdicts: [verdict] }),
        onProgress(next) {
          progress = next;
          onProgress?.(next);
        },
      });
    },
  };

  return {
    async call<N extends CallName>(name: N, ask: WorkerCalls[N]['ask'], options: CallOptions = {}) {
      return handlers[name](ask, options);
    },
  };
}

/** Bytes `start` to `end`, cut at the source's size. Rejects with `source/too-large` beyond the budget. */
async function readPart(
  source: ByteSource,
  path: string,
  start: number,
  end: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start) {
    throw new InternalError('internal/bug', 'A range of bytes that is none was asked for.');
  }
  const from = Math.min(start, source.size);
  const to = Math.min(end, source.size);
  if (to - from > DECODED_BUDGET) {
    throw new TooLargeError('source/too-large', 'More bytes were asked for than are held at once.', {
      path,
      limit: DECODED_BUDGET,
      actual: to - from,
    });
  }
  // A copy of exactly these bytes: its buffer goes to the page, and the source's may be a view of a larger one.
  return (await source.read(from, to, signal)).slice();
}
