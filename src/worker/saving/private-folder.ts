import { NetworkError, TooLargeError } from '../../base/errors.ts';
import { MAX_DOWNLOAD_BLOB_BYTES } from '../../base/limits.ts';
import type { DownloadSink } from '../links/whole-download.ts';
import { blobSink, fileSink, type LinkSink } from './byte-sink.ts';

/** The folder of the origin's private file system that holds downloads while their packages are open. */
const FOLDER = 'downloads';

/** Held as long as a download is used. A tab that goes away, however, lets go of it. */
const lockName = (name: string) => `boxcutter/${FOLDER}/${name}`;

/** Of workers in Chromium, Firefox and Safari; the page's own types do not know it. */
interface SyncAccess {
  write(bytes: Uint8Array, options: { at: number }): number;
  close(): void;
}
type PrivateFile = FileSystemFileHandle & { createSyncAccessHandle?: () => Promise<SyncAccess> };

/**
 * Where the download of a whole file goes: the origin's private file system, where there is one that tells which of its files are in use;
 * else a Blob. Rejects with `source/save-failed` where the browser has no room for `size` bytes, or `source/too-large` for a Blob.
 */
export async function downloadSink(size: number | undefined): Promise<DownloadSink> {
  const folder = await privateFolder(true);
  if (!folder) {
    // Before gigabytes come that cannot be kept.
    if (size !== undefined && size > MAX_DOWNLOAD_BLOB_BYTES) {
      const message = `The file has ${size} bytes, more than this browser lets a page keep.`;
      throw new TooLargeError('source/too-large', message, { limit: MAX_DOWNLOAD_BLOB_BYTES, actual: size });
    }
    return { ...blobSink(MAX_DOWNLOAD_BLOB_BYTES), release() {} };
  }
  const { quota, usage = 0 } = await navigator.storage.estimate().catch((): StorageEstimate => ({}));
  if (size !== undefined && quota !== undefined && size > quota - usage) {
    const message = `The file has ${size} bytes, and the browser has room for ${quota - usage}.`;
    throw new NetworkError('source/save-failed', message);
  }
  const name = crypto.randomUUID();
  const unlock = await lock(name);
  const release = () => remove(folder, name, unlock);
  try {
    const file: PrivateFile = await folder.getFileHandle(name, { create: true });
    const sink = file.createSyncAccessHandle
      ? syncSink(file, await file.createSyncAccessHandle())
      : await fileSink(file);
    return { write: sink.write, finish: sink.finish, drop: sink.drop, kept: name, release };
  } catch (cause) {
    release();
    throw new NetworkError('source/save-failed', 'The browser could not make a file for the download.', { cause });
  }
}

/** Removes it; what is in use by somebody after all, the next start finds. */
function remove(folder: FileSystemDirectoryHandle, name: string, unlock: () => void): void {
  folder
    .removeEntry(name)
    .catch(() => {})
    .finally(unlock);
}

/**
 * Holds on to a download of an earlier worker of this page, as it would be swept otherwise, and gives what removes it. Never rejects: where
 * it is gone, whoever reads it learns that.
 */
export async function adoptDownload(name: string): Promise<() => void> {
  const folder = await privateFolder(false);
  if (!folder) return () => {};
  const unlock = await lock(name);
  return () => remove(folder, name, unlock);
}

function syncSink(file: FileSystemFileHandle, access: SyncAccess): LinkSink {
  let at = 0;
  let open = true;
  const close = () => {
    if (open) access.close();
    open = false;
  };
  return {
    write(bytes) {
      try {
        const written = access.write(bytes, { at });
        if (written !== bytes.length) throw new Error(`${written} of ${bytes.length} bytes were written`);
      } catch (cause) {
        throw new NetworkError('source/save-failed', 'The download could not be written.', { cause });
      }
      at += bytes.length;
    },
    async finish() {
      close();
      return file.getFile();
    },
    async drop() {
      close();
    },
  };
}

/** Removes downloads that no tab uses any more. Never rejects. */
export async function sweepDownloads(): Promise<void> {
  try {
    const folder = await privateFolder(false);
    if (!folder) return;
    for await (const name of folder.keys()) {
      await navigator.locks.request(lockName(name), { ifAvailable: true }, async (held) => {
        if (held) await folder.removeEntry(name);
      });
    }
  } catch {
    // It is tried again at the next start.
  }
}

/** The folder, where the browser has private files and locks (not in every private window), and, with `create` false, where it is there. */
async function privateFolder(create: boolean): Promise<FileSystemDirectoryHandle | undefined> {
  try {
    if (!navigator.locks) return undefined;
    const root = await navigator.storage.getDirectory();
    return await root.getDirectoryHandle(FOLDER, { create });
  } catch {
    return undefined;
  }
}

/** Takes the lock of a name that nobody else has, and gives what lets go of it. */
function lock(name: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    navigator.locks.request(lockName(name), () => new Promise<void>((unlock) => resolve(unlock))).catch(reject);
  });
}
