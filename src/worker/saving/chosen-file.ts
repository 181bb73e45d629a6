import { throwIfAborted } from '../../base/abort.ts';
import { BoxcutterError, NetworkError } from '../../base/errors.ts';
import { quote } from '../../base/text.ts';
import { fileSource } from '../../source/file.ts';
import type { SourceDescriptor } from '../../source/source.ts';

/** What is done with the file that people chose in a dialog for saving, besides writing to it. */

type ChosenFile = FileSystemFileHandle & { remove?: () => Promise<void> };

/**
 * Removes a saved file that differs from its plan. Where the file could not be read, it stays: nothing is known of it.
 */
export async function removeMismatch(saved: ChosenFile, check: () => Promise<unknown>): Promise<void> {
  try {
    await check();
  } catch (error) {
    if (error instanceof BoxcutterError && error.code === 'source/save-mismatch') {
      await saved.remove?.().catch(() => {});
    }
    throw error;
  }
}

/**
 * Rejects with `source/save-over-open` where the chosen file is the open one, or the open one's bytes are slices of it.
 */
export async function refuseOpen(
  saveTo: FileSystemFileHandle,
  descriptor: SourceDescriptor,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (descriptor.kind !== 'file') return;
  const there = await saveTo.getFile().catch(() => undefined);
  throwIfAborted(signal);
  if (!there) return;
  const refuse = (more: string) => new NetworkError('source/save-over-open', `${quote(there.name)} is open${more}.`);
  for (const { name, size, lastModified } of [descriptor.file, ...(descriptor.madeOf ?? [])]) {
    if (there.name === name && there.size === size && there.lastModified === lastModified) throw refuse('');
  }
  // Some save dialogs empty the chosen file.
  const [open] = [descriptor.file, ...(descriptor.madeOf ?? [])].filter(({ name }) => name === there.name);
  if (!open || there.size > 0 || open.size === 0) return;
  try {
    await fileSource(open).read(0, 1, signal);
  } catch (error) {
    throwIfAborted(signal);
    if (error instanceof BoxcutterError && error.tag === 'network') throw refuse(', and choosing it emptied it');
    throw error;
  }
}

/**
 * Removes a file that is empty. The save dialog makes the chosen file at once; where saving fails, it must not stay.
 */
export async function removeEmpty(file: ChosenFile): Promise<void> {
  try {
    if ((await file.getFile()).size === 0) await file.remove?.();
  } catch {
    // It is gone already, or the page may not look at it.
  }
}
