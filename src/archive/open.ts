import { throwIfAborted } from '../base/abort.ts';
import { BadFileError, BoxcutterError, faultOfFile } from '../base/errors.ts';
import { SharedTask } from '../base/shared-task.ts';
import { quote } from '../base/text.ts';
import type { ByteSource } from '../source/source.ts';
import type { Archive } from './archive.ts';
import { openTar } from './tar/tar.ts';
import { openZip } from './zip/zip.ts';

/**
 * Opens one kind of archive, known by its content. Resolves to undefined where the bytes are of another kind. Rejects
 * where they are a broken archive of this kind.
 */
type ArchiveOpener = (source: ByteSource, signal: AbortSignal | undefined) => Promise<Archive | undefined>;

async function openIfZip(source: ByteSource, signal: AbortSignal | undefined): Promise<Archive | undefined> {
  try {
    return await openZip(source, signal);
  } catch (error) {
    if (error instanceof BoxcutterError && error.code === 'zip/not-a-zip') return undefined;
    throw error;
  }
}

interface OpenOptions {
  signal?: AbortSignal | undefined;
}

const zipIn = openedOnce(openIfZip);
const tarIn = openedOnce(openTar);

/**
 * The archive in a source. A zip is known by its end; where the source begins as a tar, as one of `.pt` files does, it
 * is the tar. gzip around an archive is taken off before (`gzip.ts`). Undefined where the source is not an archive. Rejects
 * with a `BoxcutterError` where the archive is broken (see `openZip` and `openTar`).
 */
export async function findArchive(source: ByteSource, { signal }: OpenOptions = {}): Promise<Archive | undefined> {
  const zip = await settled(zipIn(source, signal));
  if (zip.value && !zip.value.outside?.some(({ start }) => start === 0)) return zip.value;
  const tar = await (zip.value ? settled(tarIn(source, signal)).then(({ value }) => value) : tarIn(source, signal));
  if (tar) return tar;
  if (zip.error) throw zip.error;
  return zip.value;
}

/**
 * Every archive that a program may find in a source, the one of `findArchive` first: a file can be a tar and a zip at
 * once. Rejects as `findArchive` does.
 *
 * @param onBroken called with why one beside the first cannot be opened
 */
export async function findArchives(
  source: ByteSource,
  { signal, onBroken }: OpenOptions & { onBroken?: (error: BoxcutterError) => void } = {},
): Promise<readonly Archive[]> {
  const first = await findArchive(source, { signal });
  if (!first) return [];
  const all = await Promise.all([zipIn, tarIn].map((open) => settled(open(source, signal))));
  for (const { error } of all) if (error) onBroken?.(error);
  return [first, ...all.flatMap(({ value }) => (value && value !== first ? [value] : []))];
}

/** A broken archive as a value. Rejects where no bytes come, and after an abort. */
async function settled(opening: Promise<Archive | undefined>): Promise<{ value?: Archive; error?: BoxcutterError }> {
  try {
    const value = await opening;
    return value ? { value } : {};
  } catch (error) {
    return { error: faultOfFile(error) };
  }
}

/**
 * Opens each source once: callers at the same time share the work, and later ones get the same archive. A failure is
 * not kept.
 */
function openedOnce(open: ArchiveOpener): ArchiveOpener {
  const found = new WeakMap<ByteSource, SharedTask<Archive | undefined>>();
  return async (source, signal) => {
    // Starts no work that nobody waits for: nobody could cancel it.
    throwIfAborted(signal);
    let task = found.get(source);
    if (!task) {
      const fresh: SharedTask<Archive | undefined> = new SharedTask(
        (inner) => open(source, inner),
        () => {
          if (found.get(source) === fresh) found.delete(source);
        },
      );
      task = fresh;
      found.set(source, task);
    }
    return task.join(signal);
  };
}

/** The error for a container that is not an archive. */
export function notAnArchive({ name, size }: { name: string; size: number }): BadFileError {
  return new BadFileError('zip/not-a-zip', size === 0 ? 'The file is empty.' : `${quote(name)} is not a zip file.`);
}
