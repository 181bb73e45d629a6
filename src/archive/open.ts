import { throwIfAborted } from '../base/abort.ts';
import { BadFileError, BoxcutterError } from '../base/errors.ts';
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

/**
 * Every kind of archive, in the order in which they are tried:
 * - A zip is known by its end and comes first. Bytes before a zip do not make it something else.
 * - Kinds that are known by their first bytes come after it. A tar's opener reads 512 of them.
 * - gzip around an archive is taken off before (`gzip.ts`).
 * - Loose files need no line here: see `folderArchive`.
 */
const OPENERS: readonly ArchiveOpener[] = [openIfZip, openTar];

async function openIfZip(source: ByteSource, signal: AbortSignal | undefined): Promise<Archive | undefined> {
  try {
    return await openZip(source, signal);
  } catch (error) {
    if (error instanceof BoxcutterError && error.code === 'zip/not-a-zip') return undefined;
    throw error;
  }
}

const found = new WeakMap<ByteSource, SharedTask<Archive | undefined>>();

interface OpenOptions {
  signal?: AbortSignal | undefined;
}

/**
 * The archive in a source. Undefined where the source is none. Each source is opened once: callers at the same time
 * share the work, and later ones get the same archive. A failure is not kept. Rejects with a `BoxcutterError` where the
 * archive is broken (see `openZip` and `openTar`).
 */
export async function findArchive(source: ByteSource, { signal }: OpenOptions = {}): Promise<Archive | undefined> {
  // Starts no work that nobody waits for: nobody could cancel it.
  throwIfAborted(signal);
  let task = found.get(source);
  if (!task) {
    const fresh: SharedTask<Archive | undefined> = new SharedTask(
      (inner) => openFirst(source, inner),
      () => {
        if (found.get(source) === fresh) found.delete(source);
      },
    );
    task = fresh;
    found.set(source, task);
  }
  return task.join(signal);
}

async function openFirst(source: ByteSource, signal: AbortSignal): Promise<Archive | undefined> {
  for (const open of OPENERS) {
    const archive = await open(source, signal);
    if (archive) return archive;
  }
  return undefined;
}

/** The error for a container that is no archive. */
export function notAnArchive({ name, size }: { name: string; size: number }): BadFileError {
  return new BadFileError('zip/not-a-zip', size === 0 ? 'The file is empty.' : `${quote(name)} is not a zip file.`);
}
