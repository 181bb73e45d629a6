import { withoutGzip } from '../../src/archive/container.ts';
import { throwIfAborted } from '../../src/base/abort.ts';
import { asBoxcutterError, fromErrorData, isCancelled, toErrorData } from '../../src/base/errors.ts';
import { type Finding, mergeFindings } from '../../src/base/findings.ts';
import type { OpenPackage } from '../../src/formats/format.ts';
import { type AuditedPackage, openPackage } from '../../src/formats/registry.ts';
import { plainFile } from '../../src/model/file/file-view.ts';
import type { Package } from '../../src/model/package.ts';
import type { FileVerdict } from '../../src/model/verification.ts';
import { withWrapping } from '../../src/worker/calls/open-packages.ts';
import { openInner } from './inside.ts';
import { type Output, progressOf } from './output.ts';
import { stackText } from './process.ts';
import { type Checked, unopened } from './report/checked.ts';
import { namedSentence } from './report/words.ts';
import { folderOf, type Opened, openLocation, unwrapped } from './source.ts';
import type { Verified } from './summary.ts';

/** How the command line opens packages and looks at them. */

/** What a command has of its process. It can always be canceled. */
export type Run = Output & { signal: AbortSignal };

/** A file, and paths in it, as they were given. */
interface Given {
  file: string;
  inside: readonly string[];
}

/** The package after verification, with the verdicts of its files and the findings added. */
async function verified(open: OpenPackage, print: Run): Promise<Package & { verified: Verified | null }> {
  if (!open.verify) return { ...open.package, verified: null };
  const verdicts = new Map<string, FileVerdict['hash']>();
  const { findings, ...counts } = await open.verify({
    signal: print.signal,
    onProgress: progressOf(print, 'Checking').object,
    onFile: ({ path, hash }) => verdicts.set(path, hash),
  });
  return {
    ...open.package,
    files: open.package.files.map((file) =>
      file.shadowed || file.unsafe ? file : { ...plainFile(file), hash: verdicts.get(file.path) ?? file.hash },
    ),
    findings: mergeFindings(open.package.findings, findings),
    verified: counts,
  };
}

/** The package with what looking through its files for what loading them would run has found. */
async function withAudit<T extends Package>(open: AuditedPackage, found: T, readsAll: boolean, print: Run): Promise<T> {
  const onProgress = progressOf(print, 'Looking for what would run').numbers;
  const { runs, findings } = await open.audit({ readsAll, signal: print.signal, onProgress });
  return { ...found, runs, findings: mergeFindings(found.findings, findings) };
}

/** Opens what was given as a package, without the gzip around it. Adds to `opened` what is to be closed. */
async function openIn(opened: Opened[], given: Opened, print: Run): Promise<AuditedPackage> {
  opened.push(given);
  const { signal } = print;
  const onProgress = progressOf(print, 'Decompressing').object;
  const file = await withoutGzip(given, (each) => unwrapped(each, { signal, onProgress }));
  opened[opened.length - 1] = file;
  return openPackage(file.container, { signal });
}

/**
 * Opens a file, and the packages inside of it at these paths, one in the other. Gives the innermost. Adds to `opened` what
 * is to be closed. Rejects with a message that names the file.
 */
export async function openGiven(opened: Opened[], given: Given, print: Run): Promise<AuditedPackage> {
  try {
    return await openUnnamed(opened, given, print);
  } catch (error) {
    const data = toErrorData(error);
    if (data.tag === 'cancelled') throw error;
    throw fromErrorData({ ...data, message: namedSentence(given.file, data.message) });
  }
}

async function openUnnamed(opened: Opened[], { file, inside }: Given, print: Run): Promise<AuditedPackage> {
  print.progress?.('Opening', 0);
  let open = await openIn(opened, await openLocation(file, print.signal), print);
  for (const path of inside) open = await openIn(opened, await openInner(open, path, opened, print.signal), print);
  return open;
}

/** All that is found in a package: with `verify`, of every byte. */
export async function lookedAt(open: AuditedPackage, { container }: Opened, verify: boolean, print: Run) {
  const told = verify ? await verified(open, print) : open.package;
  return withAudit(open, withWrapping(told, container), verify, print);
}

/** Rejects with `source/changed` if one of the files was written to since it was opened. */
export async function checkUnchanged(opened: readonly Opened[]): Promise<void> {
  for (const each of opened) await each.checkUnchanged?.();
}

export async function closeAll(opened: readonly Opened[]): Promise<void> {
  for (const { close } of opened.toReversed()) await close();
}

/** Opens one of several files and looks at it. What is wrong with it is a result, unless the whole run is to stop. */
export async function checked(given: Given, verify: boolean, print: Run): Promise<Checked<Finding>> {
  const { file, inside } = given;
  const opened: Opened[] = [];
  try {
    const open = await openUnnamed(opened, given, print);
    const innermost = opened.at(-1) as Opened;
    const found = await lookedAt(open, innermost, verify, print);
    await checkUnchanged(opened);
    const { container } = innermost;
    const archive = await container.archive(print.signal).catch(() => undefined);
    const folder = inside.length > 0 || container.wrapping ? undefined : await folderOf(file, archive);
    const offsetOf = (path: string) => archive?.entryAt(path)?.span?.start;
    return { file, inside, found, folder, offsetOf, findings: found.findings };
  } catch (error) {
    if (isCancelled(error)) throw error;
    throwIfAborted(print.signal);
    const { code } = asBoxcutterError(error);
    if (code === 'internal/bug') print.err(stackText(error));
    return unopened(given, error);
  } finally {
    await closeAll(opened);
  }
}
