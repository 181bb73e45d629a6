import { randomBytes } from 'node:crypto';
import { type FileHandle, link, lstat, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { throwIfAborted } from '../../src/base/abort.ts';
import { asBoxcutterError, BoxcutterError, InternalError, NetworkError } from '../../src/base/errors.ts';
import type { DraftPlan, OpenPackage } from '../../src/formats/format.ts';
import type { FieldValues } from '../../src/model/field.ts';
import { chunksOf } from '../../src/source/stream.ts';
import { type Assignment, assignmentStep } from './assignment.ts';
import { type Opened, openPath } from './source.ts';
import { UsageError } from './usage.ts';

/**
 * The plan to save the open package with these fields set, as the page would save it. Throws a `UsageError` if that is
 * impossible.
 */
export async function planOf(
  opened: OpenPackage,
  assignments: readonly Assignment[],
  signal: AbortSignal,
): Promise<DraftPlan> {
  const { package: shown, edit, plan } = opened;
  const why = shown.cannot?.save ?? shown.cannot?.edit ?? `Of ${shown.formatName}, nothing can be edited.`;
  if (!plan || !edit) throw new UsageError(`${shown.name} cannot be edited and saved. ${why}`);
  let { texts, values } = await edit({}, signal);
  for (const assignment of assignments) {
    if (!values) throw new UsageError(`No field can be set: the description of ${shown.name} is no TOML.`);
    // `--set` names fields of carton.toml: no other format can be edited.
    const step = assignmentStep(values as FieldValues, assignment);
    if (step) ({ texts, values } = await edit({ texts, edits: step.edits }, signal));
  }
  return plan({ texts, files: [], renew: false }, signal);
}

/** Throws a `UsageError` if the path exists already. */
export async function checkFree(path: string): Promise<void> {
  const found = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw notSaved(path, error);
  });
  if (found) throw new UsageError(`${path} exists already; nothing is ever written over it.`);
}

/**
 * Bytes that are copied at once. The buffer is allocated only once: allocating one for each piece takes longer than
 * copying.
 */
const COPY_BYTES = 1024 * 1024;

/**
 * Writes the result to a new file, which appears complete and checked, or not at all: it is written under another name
 * in the same folder first. Holds at most a few megabytes of the old file in memory. Rejects with `source/save-failed`,
 * `source/save-mismatch`, `source/changed` (if somebody wrote to the old file meanwhile), or as reading does.
 */
export async function saveTo(path: string, plan: DraftPlan, from: Opened, signal: AbortSignal): Promise<void> {
  // The name of the file is left out: with it, this name could be too long.
  const beside = join(dirname(path), `.boxcutter-${randomBytes(6).toString('hex')}.part`);
  let file: FileHandle | undefined;
  try {
    file = await saving(path, () => open(beside, 'wx'));
    const whole = file;
    for await (const chunk of chunksOfPlan(plan, from, signal)) await writeAll(path, whole, chunk);
    await from.checkUnchanged?.();
    await saving(path, () => whole.sync());
    await file.close();
    file = undefined;
    const { container: written, close } = await openPath(beside);
    try {
      if (!written.source) throw new InternalError('internal/bug', 'A file was written, and a folder is there.');
      await plan.check({ ...written.source, name: basename(path) }, signal);
    } finally {
      await close();
    }
    await appear(beside, path);
  } finally {
    await file?.close();
    await rm(beside, { force: true });
  }
}

/** The new file from start to end. Each chunk is valid until the next one is asked for. */
async function* chunksOfPlan(
  { segments, old }: DraftPlan,
  from: Opened,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(COPY_BYTES);
  for (const segment of segments) {
    throwIfAborted(signal);
    if (segment.kind === 'new') yield segment.bytes;
    else if (!from.readInto) yield* chunksOf(old.stream(segment.start, segment.end, signal));
    else {
      for (let at = segment.start; at < segment.end; ) {
        const count = await from.readInto(buffer.subarray(0, segment.end - at), at);
        throwIfAborted(signal);
        yield buffer.subarray(0, count);
        at += count;
      }
    }
  }
}

/** Gives the file its final name, which must be free. */
async function appear(beside: string, path: string): Promise<void> {
  try {
    await link(beside, path);
    return;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new UsageError(`${path} exists already; nothing is ever written over it.`);
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

async function writeAll(path: string, file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.length; )
    at += await saving(path, async () => (await file.write(chunk, at)).bytesWritten);
}

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
  const why = code === 'ENOSPC' ? 'there is no room on the disk' : code === 'ENOENT' ? 'there is no such folder' : code;
  return new NetworkError('source/save-failed', `${path} could not be written: ${why}.`, { cause });
}
