import { formatCount, grouped } from '../../base/amounts.ts';
import { BadFileError, NetworkError, TooLargeError } from '../../base/errors.ts';
import { MAX_ENTRIES } from '../../base/limits.ts';
import type { FolderFile, SourceDescriptor } from '../../state/load.ts';

/**
 * What was dropped, as something to open: one file, one folder, or several of them as a folder. Call it in the event
 * handler itself: the browser empties the list when the handler returns. Rejects with BadFileError
 * `source/nothing-dropped`, TooLargeError `zip/directory-too-large`, or NetworkError `source/read-failed`.
 */
export async function droppedDescriptor(transfer: DataTransfer): Promise<SourceDescriptor> {
  const entries = entriesOf(transfer);
  const files = [...transfer.files];
  const handle = files.length === 1 ? droppedHandle(transfer) : undefined;
  const [folder] = entries.filter((entry) => entry.isDirectory);
  if (folder) {
    const name = entries.length === 1 ? folder.name : severalName(entries.length, false);
    return { kind: 'folder', name, files: await entryFiles(entries) };
  }
  const descriptor = filesDescriptor(files);
  const found = await handle;
  return descriptor.kind === 'file' && found ? { ...descriptor, handle: found } : descriptor;
}

/**
 * The dropped files, and those of dropped folders with the path from that folder on. Call it in the event handler
 * itself. Rejects as `droppedDescriptor`, with nothing dropped it is empty.
 */
export function droppedFiles(transfer: DataTransfer): Promise<FolderFile[]> {
  const entries = entriesOf(transfer);
  if (entries.length > 0) return entryFiles(entries);
  return Promise.resolve([...transfer.files].map((file) => ({ path: file.name, file })));
}

function entriesOf(transfer: DataTransfer): FileSystemEntry[] {
  return [...transfer.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
}

async function entryFiles(entries: readonly FileSystemEntry[]): Promise<FolderFile[]> {
  const loose = entries
    .filter((entry) => entry.isFile)
    .map(async (entry) => ({ path: entry.name, file: await fileOf(entry as FileSystemFileEntry) }));
  const folders = entries.filter((entry) => entry.isDirectory) as FileSystemDirectoryEntry[];
  return [...(await Promise.all(loose)), ...(await folderFiles(folders))];
}

/** What files and folders are called that were dropped or chosen together. */
function severalName(count: number, isFiles: boolean): string {
  return `${formatCount(count)} ${isFiles ? 'files' : 'files and folders'}`;
}

/** Where the dropped file lies, in browsers that say so. Never rejects. */
async function droppedHandle({ items }: DataTransfer): Promise<FileSystemFileHandle | undefined> {
  const item: (DataTransferItem & { getAsFileSystemHandle?(): Promise<FileSystemHandle | null> }) | undefined = [
    ...items,
  ].find(({ kind }) => kind === 'file');
  try {
    const handle = await item?.getAsFileSystemHandle?.();
    return handle?.kind === 'file' ? (handle as FileSystemFileHandle) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Files chosen in the dialog of browsers that also say where they lie, so that a reload does not lose them. `input`
 * where an input must ask: in other browsers, and in a frame of another site, where this dialog is forbidden. Rejects with NetworkError `source/read-failed`.
 */
export async function pickedDescriptor(): Promise<SourceDescriptor | 'canceled' | 'input'> {
  const { showOpenFilePicker } = window;
  if (!showOpenFilePicker) return 'input';
  try {
    const handles = await showOpenFilePicker.call(window, { multiple: true });
    const descriptor = filesDescriptor(await Promise.all(handles.map((handle) => handle.getFile())));
    return descriptor.kind === 'file' ? { ...descriptor, handle: handles[0] } : descriptor;
  } catch (error) {
    const { name } = error as Error;
    if (name === 'AbortError') return 'canceled';
    if (name === 'SecurityError') return 'input';
    throw readFailed(error);
  }
}

/** The files chosen in a dialog, as something to open: several as a folder. Throws `source/nothing-dropped`. */
export function filesDescriptor(files: readonly File[]): SourceDescriptor {
  const [first] = files;
  if (!first) throw new BadFileError('source/nothing-dropped', 'No file was dropped or chosen.');
  if (files.length === 1) return { kind: 'file', file: first };
  return {
    kind: 'folder',
    name: severalName(files.length, true),
    files: files.map((file) => ({ path: file.name, file })),
  };
}

/** The files of a folder chosen in a dialog, as something to open. Throws BadFileError `source/nothing-dropped`. */
export function folderDescriptor(files: readonly File[]): Extract<SourceDescriptor, { kind: 'folder' }> {
  const [first] = files;
  if (!first) throw new BadFileError('source/nothing-dropped', 'The chosen folder has no files.');
  const name = first.webkitRelativePath.split('/')[0] ?? first.name;
  return {
    kind: 'folder',
    name,
    files: files.map((file) => ({ path: file.webkitRelativePath || file.name, file })),
  };
}

/** Kept, because a browser may forget an input that nobody has while people choose. */
let picker: HTMLInputElement | undefined;

/** Asks for a folder with files, in the browser's dialog. Call it in a click's handler. Never settles if none is chosen. */
export function pickFolder(): Promise<File[]> {
  const input = document.createElement('input');
  picker = input;
  input.type = 'file';
  input.webkitdirectory = true;
  return new Promise((resolve) => {
    input.onchange = () => {
      if (picker === input && input.files?.length) resolve([...input.files]);
    };
    input.click();
  });
}

async function folderFiles(roots: readonly FileSystemDirectoryEntry[]): Promise<FolderFile[]> {
  const found: FolderFile[] = [];
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
