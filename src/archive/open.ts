import { throwIfAborted } from '../base/abort.ts';
import { SharedTask } from '../source/shared.ts';
import type { ByteSource } from '../source/source.ts';
import type { Archive } from './archive.ts';
import { openZip } from './zip/zip.ts';

const opened = new WeakMap<ByteSource, SharedTask<Archive>>();

/**
 * The archive in a source, opened once for each source: callers at the same time share the work, and later ones get the
 * same archive. A failure is not kept. Rejects with a `BoxcutterError` (see `openZip`).
 */
export async function openArchive(
  source: ByteSource,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<Archive> {
  // What nobody waits for is not begun, and could not be ended.
  throwIfAborted(signal);
  let task = opened.get(source);
  if (!task) {
    const fresh: SharedTask<Archive> = new SharedTask(
      (inner) => openZip(source, inner),
      () => {
        if (opened.get(source) === fresh) opened.delete(source);
      },
    );
    task = fresh;
    opened.set(source, task);
  }
  return task.join(signal);
}
