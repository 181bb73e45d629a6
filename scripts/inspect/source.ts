import { type FileHandle, open, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { Archive } from '../../src/archive/archive.ts';
import {
  type Container,
  folderContainer,
  inGzip,
  remoteSibling,
  sourceContainer,
} from '../../src/archive/container.ts';
import type { UnwrapOptions } from '../../src/archive/gzip.ts';
import { abortable, throwIfAborted } from '../../src/base/abort.ts';
import { BadFileError, BoxcutterError, NetworkError } from '../../src/base/errors.ts';
import { MAX_MANIFEST_BYTES } from '../../src/formats/mldef/core/limits.ts';
import { kindsOfSections, LEAST_SECTIONS } from '../../src/formats/mldef/core/manifest.ts';
import { MANIFEST } from '../../src/formats/mldef/core/paths.ts';
import { fileSource } from '../../src/source/file.ts';
import { rangedSource } from '../../src/source/ranged.ts';
import { remoteSource } from '../../src/source/remote.ts';
import type { ByteSource, FolderFile } from '../../src/source/source.ts';
import { diskFile } from './disk-file.ts';

export interface Opened {
  container: Container;
  /** Local files only: reads bytes from `position` on into an existing buffer. Returns their number, at least one. */
  readInto?(buffer: Uint8Array, position: number): Promise<number>;
  /** Local files only: rejects with `source/changed` if the file was written to since it was opened. */
  checkUnchanged?(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Whether an argument is the URL of a file. Anything else is a path. Both slashes must be there, which no path has once git or a shell has listed it: a
 * file in a folder named `https:` would otherwise pass for what lies on a host that its author chose.
 */
export function isUrl(path: string): boolean {
  return /^https?:\/\//i.test(path);
}

/**
 * Opens a file or folder of this computer, or a file on a host by its URL, as the page would. Reads no bytes of a local
 * file. Rejects with `source/read-failed`, or as `httpSource` does.
 */
export async function openLocation(path: string, signal?: AbortSignal): Promise<Opened> {
  throwIfAborted(signal);
  if (isUrl(path)) {
    const source = await remoteSource(path, { signal });
    return { container: sourceContainer(source, remoteSibling(path)), close: async () => {} };
  }
  let handle: FileHandle | undefined;
  try {
    // A network drive may never answer.
    const found = await abortable(stat(path), signal);
    const { size } = found;
    // Opening a pipe would wait for somebody who writes to it.
    if (!found.isDirectory() && !found.isFile())
      throw new NetworkError('source/read-failed', `${path} is not a file or a folder.`);
    const isManifest = found.isFile() && (await isMldefManifest(path, size));
    const folder = found.isDirectory() ? path : isManifest ? dirname(resolve(path)) : undefined;
    if (folder !== undefined) {
      const files = await filesBelow(await realpath(folder), undefined, signal);
      return { container: folderContainer(basename(resolve(folder)), files), close: async () => {} };
    }
    handle = await open(path);
    const opened = handle;
    const name = basename(path);
    const first = await opened.stat({ bigint: true });
    return {
      container: sourceContainer(handleSource(name, opened, Number(first.size)), fileSibling(path)),
      async checkUnchanged() {
        const now = await reading(name, () => opened.stat({ bigint: true }));
        if (now.size === first.size && now.mtimeNs === first.mtimeNs) return;
        throw new NetworkError('source/changed', `“${name}” changed while it was read.`);
      },
      readInto: (buffer, position) => readSome(name, opened, buffer, position),
      close: () => opened.close(),
    };
  } catch (error) {
    await handle?.close();
    if (error instanceof BoxcutterError) throw error;
    if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) throw error;
    const why = error.code === 'ENOENT' ? 'does not exist' : `cannot be read (${error.code})`;
    throw new NetworkError('source/read-failed', `${path} ${why}.`, { cause: error });
  }
}

/** Whether a file is the manifest of an mldef model, which is checked with the files beside it (mldef, "-i"). */
async function isMldefManifest(path: string, size: number): Promise<boolean> {
  if (basename(path) !== MANIFEST || size > MAX_MANIFEST_BYTES) return false;
  return kindsOfSections(await readFile(path)) >= LEAST_SECTIONS;
}

/**
 * The folder of the disk in which the files of an open package are as they are: itself, of a folder, or the one around a
 * file, which may be one of several. Undefined for files of an archive or of a host.
 */
export async function folderOf(path: string, archive: Archive | undefined): Promise<string | undefined> {
  if (isUrl(path)) return undefined;
  const isFolder = await stat(path).then((found) => found.isDirectory());
  if (isFolder) return path;
  // Of the manifest of an mldef model, the folder around it was opened.
  return archive?.source ? undefined : dirname(path);
}

/** Opens files of the same folder, as `Container.sibling`. */
function fileSibling(path: string): NonNullable<Container['sibling']> {
  return async (name) => {
    try {
      const beside = join(dirname(path), basename(name));
      if (!(await stat(beside)).isFile()) return undefined;
      return sourceContainer(fileSource(await diskFile(beside, name)));
    } catch {
      return undefined;
    }
  };
}

/** What lies in a file that is gzip, decompressed in memory. Undefined for any other file. */
export async function unwrapped(
  { container, close, checkUnchanged }: Opened,
  options?: UnwrapOptions,
): Promise<Opened | undefined> {
  const inner = await inGzip(container, options);
  return inner && { container: inner, checkUnchanged, close };
}

/** Random access to an open file. */
function handleSource(name: string, handle: FileHandle, size: number): ByteSource {
  return rangedSource(name, size, async (start, end, signal) => {
    const bytes = new Uint8Array(end - start);
    for (let at = 0; at < bytes.length; ) {
      at += await readSome(name, handle, bytes.subarray(at), start + at);
      throwIfAborted(signal);
    }
    return bytes;
  });
}

async function readSome(name: string, handle: FileHandle, buffer: Uint8Array, position: number): Promise<number> {
  const { bytesRead } = await reading(name, () => handle.read(buffer, 0, buffer.length, position));
  if (bytesRead === 0) throw new NetworkError('source/changed', `“${name}” became shorter while it was read.`);
  return bytesRead;
}

/** A file below a folder, and where it really is, of a symlink. */
export interface FileBelow extends FolderFile {
  target?: string;
}

/**
 * The files of a folder. Rejects with `zip/unsafe-path` for a symlink that leads out of the folder: its target could be
 * any file of this computer; and with `source/read-failed`.
 *
 * @param onOther is told of what is not a file and has no files below it here: a symlink to a folder or to nothing, a pipe
 */
export async function filesBelow(
  root: string,
  onOther?: (path: string) => void,
  signal?: AbortSignal,
): Promise<FileBelow[]> {
  const files: FileBelow[] = [];
  const listed = reading(root, () => readdir(root, { recursive: true, withFileTypes: true }));
  for (const entry of await abortable(listed, signal)) {
    throwIfAborted(signal);
    const path = join(entry.parentPath, entry.name);
    const inside = insideOf(root, path);
    const real = entry.isSymbolicLink() ? await realpath(path).catch(() => undefined) : path;
    if (real !== undefined && real !== root && !real.startsWith(root + sep))
      throw new BadFileError('zip/unsafe-path', `“${inside}” is a link that points outside the folder.`);
    if (real === undefined || !(await reading(path, () => stat(path))).isFile()) {
      if (!entry.isDirectory()) onOther?.(inside);
      continue;
    }
    const file = { path: inside, file: await reading(path, () => diskFile(path, entry.name)) };
    files.push(real === path ? file : { ...file, target: insideOf(root, real) });
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function insideOf(root: string, path: string): string {
  return relative(root, path).split(sep).join('/');
}

async function reading<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    const { code = 'its name is not UTF-8, or it is not open to you' } = cause as NodeJS.ErrnoException;
    throw new NetworkError('source/read-failed', `${path} cannot be read (${code}).`, { cause });
  }
}
