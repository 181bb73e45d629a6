import { InternalError, NetworkError, TooLargeError } from '../../base/errors.ts';
import { DECODED_BUDGET } from '../../base/limits.ts';
import type { TensorInfo } from '../../model/package.ts';
import type { ByteSource } from '../../source/source.ts';
import { npyHeader } from '../../tensor/npy.ts';
import { gridSize, readWindow } from '../../tensor/slices.ts';
import { tensorStatistics } from '../../tensor/statistics.ts';
import type { CallHandlers } from '../protocol.ts';
import { checkedBlob } from '../saving/blob.ts';
import type { OpenPackages } from './open-packages.ts';

type ReadingCall = 'read' | 'blob' | 'tensorWindow' | 'tensorBytes' | 'tensorStatistics' | 'tensorNpy' | 'verify';

/** Reads files and tensors of open packages, and verifies packages. */
export function readingCalls(packages: OpenPackages): CallHandlers<ReadingCall> {
  function sourceOf(handle: number, path: string): ByteSource {
    const source = packages.get(handle).open.source(path);
    if (!source) {
      throw new NetworkError('source/no-such-file', 'The package does not hold this file.', { path });
    }
    return source;
  }

  function infoOf(handle: number, name: string): TensorInfo {
    const info = packages.get(handle).open.package.tensors.find((tensor) => tensor.name === name);
    if (!info) throw new InternalError('internal/bug', 'The package has no tensor of this name.');
    return info;
  }

  async function dataOf(handle: number, tensor: string, signal: AbortSignal | undefined): Promise<ByteSource> {
    const { data } = await packages.get(handle).open.tensor(tensor, signal);
    if (!data) throw new InternalError('internal/bug', 'The tensor has no bytes of its own.');
    return data;
  }

  return {
    async read({ handle, path, start, end }, { signal }) {
      return readPart(sourceOf(handle, path), path, start, end, signal);
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
      return readWindow(await packages.get(handle).open.tensor(tensor, signal), shape, window, signal);
    },

    async tensorBytes({ handle, tensor, start, end }, { signal }) {
      const { data } = infoOf(handle, tensor);
      return readPart(await dataOf(handle, tensor, signal), data?.path, start, end, signal);
    },

    async tensorStatistics({ handle, tensor }, { signal, onProgress }) {
      infoOf(handle, tensor);
      const reader = await packages.get(handle).open.tensor(tensor, signal);
      return tensorStatistics(reader, { signal, onProgress: (done, total) => onProgress?.({ done, total }) });
    },

    async tensorNpy({ handle, tensor }, options) {
      const { dtype, shape } = infoOf(handle, tensor);
      const header = npyHeader(dtype, shape);
      gridSize(shape);
      const data = await checkedBlob(await dataOf(handle, tensor, options.signal), 'application/octet-stream', options);
      return new Blob([header, data], { type: 'application/octet-stream' });
    },

    async verify({ handle }, { signal, onProgress }) {
      const { open, digests } = packages.get(handle);
      if (!open.verify) throw new InternalError('internal/bug', 'Nothing of this package can be verified.');
      let progress = { done: 0, total: 0 };
      return open.verify({
        signal,
        digests,
        onFile: (verdict) => onProgress?.({ ...progress, verdicts: [verdict] }),
        onProgress(next) {
          progress = next;
          onProgress?.(next);
        },
      });
    },
  };
}

/** Bytes `start` to `end` of a source, cut at its size; `path` is its file. Rejects with `source/too-large` beyond the budget. */
export async function readPart(
  source: ByteSource,
  path: string | undefined,
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
      ...(path === undefined ? {} : { path }),
      limit: DECODED_BUDGET,
      actual: to - from,
    });
  }
  // A copy of these bytes alone: its buffer is given to the page, and the source may give a view of a larger buffer.
  return (await source.read(from, to, signal)).slice();
}
