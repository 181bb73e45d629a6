import { abortable, throwIfAborted } from '../base/abort.ts';
import { HTTP_GAP_BYTES, STREAM_CHUNK } from '../base/limits.ts';
import { SharedTask } from '../base/shared-task.ts';
import { type ByteSource, checkRange } from './source.ts';

export interface CoalesceOptions {
  /** Gap between two reads that is read as well and dropped, because another request would take longer. */
  gapBytes?: number;
  /** Most bytes of one read. Larger reads pass through at once. */
  maxBytes?: number;
}

/** One read of the source for several callers, from `start` on. */
interface Group {
  start: number;
  task: SharedTask<Uint8Array>;
}

interface Wanted {
  start: number;
  end: number;
  signal: AbortSignal | undefined;
  join(group: Group): void;
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

  function readAll(wanted: readonly Wanted[], end: number): void {
    const { start } = wanted[0] as Wanted;
    const task = new SharedTask((signal) => source.read(start, end, signal));
    for (const { join } of wanted) join({ start, task });
  }

  function flush(): void {
    const batch = waiting.filter(({ signal }) => !signal?.aborted).sort((a, b) => a.start - b.start);
    waiting = [];
    let group: Wanted[] = [];
    let end = 0;
    for (const wanted of batch) {
      const first = group[0];
      if (first && (wanted.start > end + gapBytes || Math.max(end, wanted.end) - first.start > maxBytes)) {
        readAll(group, end);
        group = [];
      }
      end = group.length === 0 ? wanted.end : Math.max(end, wanted.end);
      group.push(wanted);
    }
    if (group.length > 0) readAll(group, end);
  }

  return {
    name: source.name,
    size: source.size,
    async read(start, end, signal) {
      throwIfAborted(signal);
      checkRange(source, start, end);
      if (start === end) return new Uint8Array(0);
      if (end - start > maxBytes) return source.read(start, end, signal);
      const grouped = new Promise<Group>((join) => {
        waiting.push({ start, end, signal, join });
        // Not a microtask: callers that start together reach their reads after different numbers of microtasks.
        if (waiting.length === 1) setTimeout(flush);
      });
      const group = await abortable(grouped, signal);
      const bytes = await group.task.join(signal);
      return bytes.slice(start - group.start, end - group.start);
    },
    stream: (start, end, signal) => source.stream(start, end, signal),
    blob: (start, end) => source.blob?.(start, end),
  };
}
