import { grouped } from '../../base/amounts.ts';
import { NetworkError, TooLargeError } from '../../base/errors.ts';
import { MAX_ENTRIES } from '../../base/limits.ts';

/** A file that was dropped, with the path from the dropped folder on. */
interface DroppedFile {
  readonly path: string;
  readonly file: File;
}

/**
 * The dropped files, and those of dropped folders with the path from that folder on. Call it in the event handler
 * itself. With nothing dropped it is empty. Rejects with TooLargeError
 * `zip/directory-too-large`, or NetworkError `source/read-failed`.
 */
export function droppedFiles(transfer: DataTransfer): Promise<DroppedFile[]> {
  const entries = entriesOf(transfer);
  if (entries.length > 0) return entryFiles(entries);
  return Promise.resolve([...transfer.files].map((file) => ({ path: file.name, file })));
}

/** The dropped files and folders, in browsers that say so. Call it in the event handler itself. */
export function entriesOf(transfer: DataTransfer): FileSystemEntry[] {
  return [...transfer.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
}

/** The files that were dropped, and those of folders. Rejects as `droppedFiles`. */
export async function entryFiles(entries: readonly FileSystemEntry[]): Promise<DroppedFile[]> {
  const loose = entries
    .filter((entry) => entry.isFile)
    .map(async (entry) => ({ path: entry.name, file: await fileOf(entry as FileSystemFileEntry) }));
  const folders = entries.filter((entry) => entry.isDirectory) as FileSystemDirectoryEntry[];
  return [...(await Promise.all(loose)), ...(await folderFiles(folders))];
}

async function folderFiles(roots: readonly FileSystemDirectoryEntry[]): Promise<DroppedFile[]> {
  const found: DroppedFile[] = [];
  const pending = [...roots];
  for (let directory = pending.pop(); directory; directory = pending.pop()) {
    const reader = directory.createReader();
    // A directory comes in batches. An empty batch ends it.
    for (let batch = await readBatch(reader); batch.length > 0; batch = await readBatch(reader)) {
      for (const entry of batch) {
        if (entry.isDirectory) pending.push(entry as FileSystemDirectoryEntry);
        else found.push({ path: entry.fullPath.replace(/^\//, ''), file: await fileOf(entry as FileSystemFileEntry) });
      }
      if (found.length > MAX_ENTRIES) {
        const message = grouped`The folder has more than ${MAX_ENTRIES} files.`;
        throw new TooLargeError('zip/directory-too-large', message, { limit: MAX_ENTRIES, actual: found.length });
      }
    }
  }
  return found;
}

function readBatch(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  return new Promise((resolve, reject) => reader.readEntries(resolve, (cause) => reject(readFailed(cause))));
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, (cause) => reject(readFailed(cause))));
}

/** The error for a file or folder that the browser cannot read. */
export function readFailed(cause: unknown): NetworkError {
  return new NetworkError('source/read-failed', 'What you chose could not be read.', { cause });
}
