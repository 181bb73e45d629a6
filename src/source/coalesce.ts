import { throwIfAborted } from '../base/abort.ts';
import { CancelledError } from '../base/errors.ts';
import { HTTP_GAP_BYTES, STREAM_CHUNK } from '../base/limits.ts';
import { checkRange } from './range.ts';
import type { ByteSource } from './source.ts';

export interface CoalesceOptions {
  /** Gap between two reads that is read as well and dropped, because another request would take longer. */
  gapBytes?: number;
  /** Most bytes of one read. Larger reads pass through at once. */
  maxBytes?: number;
}

interface Wanted {
  start: number;
  end: number;
  signal: AbortSignal | undefined;
  resolve(bytes: Uint8Array): void;
  reject(error: unknown): void;
}

/**
 * Merges reads that start at about the same time and lie near each other into one read of the source. Each caller gets
 * a copy of its own bytes. The abort of a caller ends only its own wait; the read is aborted with its last caller.
 */
export function coalescedSource(
  source: ByteSource,
  { gapBytes = HTTP_GAP_BYTES, maxBytes = STREAM_CHUNK }: CoalesceOptions = {},
): ByteSource {
  let waiting: Wanted[] = [];

  function flush(): void {
    const batch = waiting.filter(({ signal }) => !signal?.aborted).sort((a, b) => a.start - b.start);
    waiting = [];
    let group: Wanted[] = [];
    let end = 0;
    for (const wanted of batch) {
      const first = group[0];
      if (first && (wanted.start > end + gapBytes || Math.max(end, wanted.end) - first.start > maxBytes)) {
        readGroup(source, group, end);
        group = [];
      }
      end = group.length === 0 ? wanted.end : Math.max(end, wanted.end);
      group.push(wanted);
    }
    if (group.length > 0) readGroup(source, group, end);
  }

  return {
    name: source.name,
    size: source.size,
    async read(start, end, signal) {
      throwIfAborted(signal);
      checkRange(source, start, end);
      if (start === end) return new Uint8Array(0);
      if (end - start > maxBytes) return source.read(start, end, signal);
      return new Promise((resolve, reject) => {
        const onAbort = () => reject(new CancelledError(undefined, { cause: signal?.reason }));
        signal?.addEventListener('abort', onAbort, { once: true });
        const done = () => signal?.removeEventListener('abort', onAbort);
        waiting.push({
          start,
          end,
          signal,
          resolve(bytes) {
            done();
            resolve(bytes);
          },
          reject(error) {
            done();
            reject(error);
          },
        });
        // Not a microtask: callers that start together reach their reads after different numbers of microtasks.
        if (waiting.length === 1) setTimeout(flush);
      });
    },
    stream: (start, end, signal) => source.stream(start, end, signal),
    blob: (start, end) => source.blob?.(start, end),
  };
}

function readGroup(source: ByteSource, group: readonly Wanted[], end: number): void {
  const start = (group[0] as Wanted).start;
  const controller = new AbortController();
  let left = group.length;
  // One listener for each read: if several share a signal, each of them must count.
  const listeners = group.map(({ signal }) => {
    const onAbort = () => --left === 0 && controller.abort();
    signal?.addEventListener('abort', onAbort, { once: true });
    return () => signal?.removeEventListener('abort', onAbort);
  });
  source
    .read(start, end, controller.signal)
    .then(
      (bytes) => {
        if (group.length === 1) group[0]?.resolve(bytes);
        else for (const wanted of group) wanted.resolve(bytes.slice(wanted.start - start, wanted.end - start));
      },
      (error: unknown) => {
        for (const wanted of group) wanted.reject(error);
      },
    )
    .finally(() => {
      for (const remove of listeners) remove();
    });
}
