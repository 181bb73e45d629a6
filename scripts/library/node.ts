/** Boxcutter as a library for Node: with files and folders of the disk, beside all that it does elsewhere. */

import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withoutGzip } from '../../src/archive/container.ts';
import { type AuditedPackage, openPackage } from '../../src/formats/registry.ts';
import { plannedOf } from '../../src/library/edit.ts';
import { type EditPlan, type ModelPackage, type SaveOptions, UsageError } from '../../src/library/library.ts';
import { openedPackage } from '../../src/library/package.ts';
import { checkFree, writePlanned } from '../inspect/out-file.ts';
import { type Opened, openLocation, unwrapped } from '../inspect/source.ts';

export * from '../../src/library/library.ts';

/** The open file or folder of each package of `openPath`: `savePlan` copies from it. */
const openFiles = new WeakMap<AuditedPackage, Opened>();

/**
 * Opens a file or folder of this computer. Reads no more of it than it needs, and holds it open until `close`. Rejects
 * as `openPackage` does, and with `source/read-failed` where there is no such file or it cannot be read.
 *
 * @param path of a file or folder, or its `file:` address
 */
export async function openPath(path: string | URL, options: { signal?: AbortSignal } = {}): Promise<ModelPackage> {
  const { signal } = options;
  const given = await openLocation(pathOf(path), signal);
  try {
    const file = await withoutGzip(given, (file) => unwrapped(file, { signal }));
    const open = await openPackage(file.container, { signal });
    openFiles.set(open, file);
    return openedPackage(open, given);
  } catch (error) {
    await given.close();
    throw error;
  }
}

/**
 * Writes a planned package to a new file, which appears complete and compared with the plan, or not at all. Rejects with
 * a `UsageError` where the path is taken, and because of what the plan would lose; with `source/save-failed` where the
 * disk refuses it, and with `source/changed` if somebody wrote to the old file since it was opened.
 */
export async function savePlan(plan: EditPlan, path: string | URL, options: SaveOptions = {}): Promise<void> {
  const { planned, open } = plannedOf(plan, options);
  const { signal = new AbortController().signal } = options;
  const file = openFiles.get(open);
  const to = pathOf(path);
  await checkFree(to);
  await writePlanned(to, planned, file ?? {}, signal);
}

/** The whole path, so that none passes for an address. Throws a `UsageError`. */
function pathOf(path: string | URL): string {
  try {
    if (path === '') throw new Error('it is empty');
    return resolve(path instanceof URL ? fileURLToPath(path) : path);
  } catch (error) {
    throw new UsageError(`This is not a path: ${(error as Error).message}`);
  }
}
