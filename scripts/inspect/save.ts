import { type FileHandle, link, lstat, open, rename, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { isUnchanged, plannedSource } from '../../src/archive/plan.ts';
import { throwIfAborted } from '../../src/base/abort.ts';
import { asBoxcutterError, BoxcutterError, InternalError, NetworkError } from '../../src/base/errors.ts';
import type { DraftPlan, OpenPackage } from '../../src/formats/format.ts';
import { fieldGuides, openPackage } from '../../src/formats/registry.ts';
import type { EditedTexts, FileChange, Texts } from '../../src/model/draft.ts';
import type { FieldValues } from '../../src/model/field.ts';
import type { Package } from '../../src/model/package.ts';
import type { EditOrder } from './arguments.ts';
import { writePlan } from './copy.ts';
import { FieldSetter } from './field-setter.ts';
import { FileSetter } from './file-order.ts';
import { newErrors } from './new-errors.ts';
import { newPartFile, removeLeftOvers } from './part-file.ts';
import { type Opened, openPath } from './source.ts';
import { UsageError } from './usage.ts';

/** What is to be saved. */
export interface SaveOrder {
  /** Fields to set and files to change, in this order. */
  edits: readonly EditOrder[];
  /** Whether every file is hashed anew. */
  reseal: boolean;
  /** Saves although the format does not know a key, the edit brings new errors, or something is lost. */
  force: boolean;
}

/**
 * The plan to save the open package with these fields set, as the page would save it. Throws a `UsageError` if that is
 * impossible. Without `force`, also if the format does not know a key, if the edit brings new errors, or where the page
 * would ask first. Resealing is its own yes to what follows from it.
 */
export async function planOf(
  opened: OpenPackage,
  { edits, reseal, force }: SaveOrder,
  signal: AbortSignal,
): Promise<DraftPlan> {
  const { package: shown, plan } = opened;
  const { can, cannot } = shown;
  const why = cannot?.save ?? cannot?.edit ?? `This format cannot be edited: ${shown.formatName}.`;
  const hint = can.reseal && !can.save ? ` --reseal recomputes the hashes of all files.` : '';
  if (!plan || !(reseal ? can.reseal : can.save))
    throw new UsageError(`${shown.name} cannot be edited and saved. ${why}${hint}`);
  const { texts, files, keys, notes } = await edited(opened, edits, signal, force);
  const hashes = reseal ? await opened.hash?.({ signal }) : undefined;
  const planned = await plan({ texts, files, renew: reseal ? 'reseal' : false }, signal, hashes);
  if (!force) {
    refuseToLose(planned);
    await refuseNewErrors(shown, planned, keys, signal);
  }
  return { ...planned, review: { ...planned.review, notes: [...notes, ...planned.review.notes] } };
}

/** The texts with these fields set, the changes of files and notes about them, and the keys that were set. */
async function edited(
  { package: shown, edit }: OpenPackage,
  orders: readonly EditOrder[],
  signal: AbortSignal,
  force: boolean,
): Promise<{ texts: Texts; files: readonly FileChange[]; keys: ReadonlySet<string>; notes: readonly string[] }> {
  const guide = (await fieldGuides()).get(shown.format);
  const setter = guide && new FieldSetter(guide, force);
  const files = new FileSetter(shown, signal, force);
  let state: EditedTexts | undefined;
  for (const order of orders) {
    if (order.kind === 'set') {
      const why = shown.cannot?.edit ?? `This format has no fields to set: ${shown.formatName}.`;
      if (!edit) throw new UsageError(`${shown.name} cannot be edited. ${why}`);
      if (!setter) throw new UsageError(`${shown.name} cannot be edited by key.`);
      state ??= await edit({}, signal);
      if (!state.values) throw new UsageError(`No field can be set: ${setter.file} of ${shown.name} cannot be parsed.`);
      // A format with a guide has such values.
      const step = await setter.step(state.values as FieldValues, order.assignment);
      if (step) state = await edit({ texts: state.texts, edits: step.edits }, signal);
      continue;
    }
    const renames = await files.make(order);
    if (renames.size === 0 || !edit || !guide?.followRenames) continue;
    state ??= await edit({}, signal);
    const follow = state.values === undefined ? [] : guide.followRenames(state.values as FieldValues, renames);
    if (follow.length > 0) state = await edit({ texts: state.texts, edits: follow }, signal);
  }
  const { files: changes, notes } = files;
  return { texts: state?.texts ?? new Map(), files: changes, keys: setter?.keys ?? new Set(), notes };
}

/** Throws a `UsageError` where the page would ask before it saves. */
function refuseToLose({ review }: DraftPlan): void {
  const questions = (review.asks ?? []).filter(({ of }) => of !== 'reseal');
  if (questions.length === 0) return;
  const lines = questions.map(({ note }) => `  ${note}`);
  throw new UsageError(`Nothing was written. --force saves it anyway.\n${lines.join('\n')}`);
}

/** New errors that are printed: enough to see what is wrong. */
const MAX_SHOWN_ERRORS = 20;

/** Opens what would be written, and throws a `UsageError` if it has errors that the open package does not have. */
async function refuseNewErrors(
  shown: Package,
  plan: DraftPlan,
  keys: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<void> {
  if (isUnchanged(plan)) return;
  const after = await openPackage(plannedSource(plan), { signal });
  const errors = newErrors(shown.findings, after.package.findings, keys);
  if (errors.length === 0) return;
  const lines = errors.slice(0, MAX_SHOWN_ERRORS).map(({ code, message }) => `  ${code}  ${message}`);
  if (errors.length > lines.length) lines.push(`  and ${errors.length - lines.length} more`);
  throw new UsageError(
    `Nothing was written: this edit causes new errors. --force saves it anyway.\n${lines.join('\n')}`,
  );
}

/** Throws a `UsageError` if the path exists already. */
export async function checkFree(path: string): Promise<void> {
  const found = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw notSaved(path, error);
  });
  if (found) throw new UsageError(`${path} already exists, and inspect never overwrites a file.`);
}

/**
 * Writes the result to a new file, which appears complete and checked, or not at all: it is written under another name
 * in the same folder first. Also removes what runs that were killed have left there. Rejects with `source/save-failed`,
 * `source/save-mismatch`, `source/changed` (if somebody wrote to the old file meanwhile), or as reading does.
 */
export async function saveTo(path: string, plan: DraftPlan, from: Opened, signal: AbortSignal): Promise<void> {
  const folder = dirname(path);
  await removeLeftOvers(folder);
  const beside = newPartFile(folder);
  let file: FileHandle | undefined;
  try {
    file = await saving(path, () => open(beside, 'wx'));
    const part = file;
    await writePlan(plan, from, (bytes, to) => saving(path, () => writeAll(part, bytes, to)), signal);
    await from.checkUnchanged?.();
    // Not before: a file that has its length already is written much more slowly on some file systems.
    await saving(path, () => part.truncate(plan.size));
    await saving(path, () => part.sync());
    throwIfAborted(signal);
    await file.close();
    file = undefined;
    const { container: written, close } = await openPath(beside);
    try {
      if (!written.source) throw new InternalError('internal/bug', 'A file was written where there is a folder.');
      await plan.check({ ...written.source, name: basename(path) }, signal);
    } finally {
      await close();
    }
    throwIfAborted(signal);
    await appear(beside, path);
  } finally {
    await file?.close();
    await rm(beside, { force: true });
  }
}

/** Gives a file that was written beside its place its final name, which must be free. */
export async function appear(beside: string, path: string): Promise<void> {
  try {
    await link(beside, path);
    return;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new UsageError(`${path} already exists, and inspect never overwrites a file.`);
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
export async function writeAll(file: FileHandle, bytes: Uint8Array, to: number): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at, bytes.length - at, to + at)).bytesWritten;
}

/** Does a step of writing `path`. Rejects with `source/save-failed` where the disk refuses it. */
export async function saving<T>(path: string, work: () => Promise<T>): Promise<T> {
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
