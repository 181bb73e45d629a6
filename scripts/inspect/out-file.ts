import { type FileHandle, link, lstat, open, rename, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { SavePlan } from '../../src/archive/plan.ts';
import { throwIfAborted } from '../../src/base/abort.ts';
import { asBoxcutterError, BoxcutterError, InternalError, NetworkError } from '../../src/base/errors.ts';
import type { ByteSource } from '../../src/source/source.ts';
import { type WriteAt, writePlan } from './copy.ts';
import type { Progress } from './output.ts';
import { newPartFile, removeLeftOvers } from './part-file.ts';
import { type Opened, openLocation } from './source.ts';
import { UsageError } from './usage.ts';

/** What a new file gets, and how it is looked at before it appears. */
interface NewFile<T extends { size: number }> {
  /** What messages call it, where this is a step on the way to a file of another name. */
  called?: string;
  /** Gives the size of the file, and whatever `check` needs. */
  write(writeAt: WriteAt): Promise<T>;
  /** Rejects where the file is not what was to be written. */
  check(file: ByteSource, written: T): Promise<void>;
}

/** Throws a `UsageError` if the path exists already. */
export async function checkFree(path: string): Promise<void> {
  const found = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw notSaved(path, error);
  });
  if (found) throw new UsageError(`${path} already exists, and Boxcutter never overwrites a file.`, 'usage/path-taken');
}

/**
 * Writes a new file, which appears complete and checked, or not at all: it is written under another name in the same
 * folder first. Also removes what runs that were killed have left there. Rejects with `source/save-failed`, as `write`
 * and `check` do, and with a `UsageError` where the path is taken meanwhile.
 */
export async function writeOut<T extends { size: number }>(
  path: string,
  signal: AbortSignal,
  { called = path, write, check }: NewFile<T>,
): Promise<T> {
  const folder = dirname(path);
  await removeLeftOvers(folder);
  const beside = newPartFile(folder);
  let file: FileHandle | undefined;
  try {
    file = await saving(called, () => open(beside, 'wx'));
    const part = file;
    const written = await write((bytes, to) => saving(called, () => writeAll(part, bytes, to)));
    // Not before: a file that has its length already is written much more slowly on some file systems.
    await saving(called, () => part.truncate(written.size));
    await saving(called, () => part.sync());
    throwIfAborted(signal);
    await file.close();
    file = undefined;
    const { container, close } = await openLocation(beside);
    try {
      if (!container.source) throw new InternalError('internal/bug', 'A file was written where a folder is.');
      await check({ ...container.source, name: basename(path) }, written);
    } finally {
      await close();
    }
    throwIfAborted(signal);
    await appear(beside, path);
    return written;
  } finally {
    await file?.close();
    await rm(beside, { force: true });
  }
}

/**
 * Writes a planned package to a new file, as `writeOut`. Rejects also with `source/changed` if somebody wrote to the old
 * file since it was opened.
 */
export async function writePlanned(
  path: string,
  plan: SavePlan,
  from: Pick<Opened, 'readInto' | 'checkUnchanged'>,
  signal: AbortSignal,
  progress?: Progress,
): Promise<void> {
  let done = 0;
  await writeOut(path, signal, {
    async write(writeAt) {
      const write: WriteAt = async (bytes, to) => {
        await writeAt(bytes, to);
        done += bytes.length;
        progress?.('Saving', done, plan.size);
      };
      await writePlan(plan, from, write, signal);
      await from.checkUnchanged?.();
      return plan;
    },
    check: (written) => plan.check(written, signal),
  });
}

/** Gives a file that was written beside its place its final name, which must be free. */
async function appear(beside: string, path: string): Promise<void> {
  try {
    await link(beside, path);
    return;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST')
      throw new UsageError(`${path} already exists, and Boxcutter never overwrites a file.`, 'usage/path-taken');
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP' && code !== 'ENOSYS')
      throw notSaved(path, error);
  }
  // A file system without hard links: an empty file reserves the name, and the rename replaces it.
  const place = await open(path, 'wx').catch(async (error: unknown) => {
    await checkFree(path);
    throw notSaved(path, error);
  });
  await place.close();
  await rename(beside, path).catch(async (error: unknown) => {
    await rm(path, { force: true });
    throw notSaved(path, error);
  });
}

/** Writes all bytes at a position of a file. */
async function writeAll(file: FileHandle, bytes: Uint8Array, to: number): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at, bytes.length - at, to + at)).bytesWritten;
}

/** Does a step of writing `path`. Rejects with `source/save-failed` where the disk refuses it. */
async function saving<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof BoxcutterError ? error : notSaved(path, error);
  }
}

function notSaved(path: string, cause: unknown): BoxcutterError {
  const { code } = cause as NodeJS.ErrnoException;
  if (code === undefined) return asBoxcutterError(cause);
  const why =
    code === 'ENOSPC' ? 'there is no space left on the disk' : code === 'ENOENT' ? 'there is no such folder' : code;
  return new NetworkError('source/save-failed', `${path} could not be written: ${why}.`, { cause });
}
