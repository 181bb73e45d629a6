import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { withoutGzip } from '../../src/archive/container.ts';
import { throwIfAborted } from '../../src/base/abort.ts';
import { BoxcutterError, isCancelled, isMendedByDownload, toErrorData } from '../../src/base/errors.ts';
import { type Finding, mergeFindings } from '../../src/base/findings.ts';
import type { OpenPackage } from '../../src/formats/format.ts';
import type { AuditedPackage } from '../../src/formats/registry.ts';
import { fieldGuides, openPackage } from '../../src/formats/registry.ts';
import { plainFile } from '../../src/model/file/file-view.ts';
import { newWarnings } from '../../src/model/new-findings.ts';
import type { Package } from '../../src/model/package.ts';
import type { FileVerdict } from '../../src/model/verification.ts';
import { withWrapping } from '../../src/worker/calls/open-packages.ts';
import { type Arguments, argumentsOf } from './arguments.ts';
import { checklistText } from './checklist.ts';
import { compareSummary, compareWith } from './compare.ts';
import { openInner } from './inside.ts';
import { forTerminal, toJson } from './json.ts';
import { type Call, helpText, inspectManual, usageText } from './manual.ts';
import { type NewOrder, writeNew } from './new.ts';
import { checkFree } from './out-file.ts';
import { type Output, progressOf } from './output.ts';
import { newPartFile } from './part-file.ts';
import { stackText } from './process.ts';
import { type Checked, errorFinding, fails } from './report/checked.ts';
import { report } from './report/report.ts';
import { planOf, saveTo } from './save.ts';
import { scanText } from './scan.ts';
import { UnansweredSecrets } from './secret-answers.ts';
import { folderOf, type Opened, openPath, unwrapped } from './source.ts';
import { type Saved, savedSummary, summary, type Verified } from './summary.ts';
import { inspectTensor, tensorSummary } from './tensor.ts';
import { Misuse, UsageError } from './usage.ts';
import { withText } from './with.ts';

export type { Output } from './output.ts';

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

/** A package as JSON shows it: the part that the format reads for itself stands under the name of the format. */
function withOwn({ own, ...found }: Package): object {
  return own === undefined ? found : { ...found, [found.format]: own };
}

/** The page offers to download the file; here, people do it themselves. */
function withRemedy(code: string, message: string): string {
  return isMendedByDownload(code) ? `${message}\nDownload the file, and inspect the copy.` : message;
}

/** What a command has of its process. It can always be canceled. */
type Run = Output & { signal: AbortSignal };

/** Saves the package with some fields set, and describes the result. */
async function save(
  opened: OpenPackage,
  from: Opened,
  order: Arguments,
  out: string,
  print: Run,
): Promise<Omit<Saved, 'newWarnings'>> {
  await checkFree(out);
  const plan = await planOf(opened, order, print.signal, print.progress);
  await saveTo(out, plan, from, print.signal, print.progress);
  const { size, files, changes = [], notes, identity, reseal } = plan.review;
  return {
    path: out,
    size,
    oldSha256: opened.package.identity?.sha256,
    newSha256: identity?.sha256,
    files: [...changes, ...files.map(({ path, kind }) => ({ path, kind }))],
    notes,
    reseal,
  };
}

/**
 * Makes a package from a folder, with the edits that are asked for, and prints it.
 *
 * @param onSaved is told of the new file once it is there
 */
async function makeNew(order: Arguments, made: NewOrder, print: Run, onSaved: (path: string) => void): Promise<number> {
  const { out = '', edits, reseal, json, verify } = order;
  const { signal } = print;
  await checkFree(out);
  const isEdited = edits.length > 0 || reseal;
  const first = isEdited ? newPartFile(dirname(out)) : out;
  let opened: Opened | undefined;
  try {
    const notes = [...(await writeNew(made, first, out, signal, print.progress))];
    if (!isEdited) onSaved(out);
    opened = await openPath(first, signal);
    if (isEdited) {
      const unedited = await openPackage(opened.container, { signal });
      notes.push(...(await save(unedited, opened, order, out, print)).notes);
      onSaved(out);
      await opened.close();
      opened = await openPath(out, signal);
    }
    const open = await openPackage(opened.container, { signal });
    const found = await withAudit(open, verify ? await verified(open, print) : open.package, verify, print);
    const text = json
      ? toJson({ ...withOwn(found), made: { path: out, notes } })
      : [`Made ${forTerminal(out)}`, ...notes.map(forTerminal), '', summary(found, print.hasColors)].join('\n');
    print.out(`${text}\n`);
    return exitCode(found, order.strict);
  } finally {
    await opened?.close();
    if (isEdited) await rm(first, { force: true });
  }
}

function exitCode({ findings }: Package, strict = false): number {
  return findings.some(({ severity }) => fails(severity, strict)) ? 1 : 0;
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

/** Rejects with `source/changed` if one of the files was written to since it was opened. */
async function checkUnchanged(opened: readonly Opened[]): Promise<void> {
  for (const each of opened) await each.checkUnchanged?.();
}

async function closeAll(opened: readonly Opened[]): Promise<void> {
  for (const { close } of opened.toReversed()) await close();
}

/** Opens one of several files and looks at it. What is wrong with it is a result, unless the whole run is to stop. */
async function checked(file: string, { inside, verify }: Arguments, print: Run): Promise<Checked<Finding>> {
  const opened: Opened[] = [];
  try {
    const { signal } = print;
    print.progress?.('Opening', 0);
    let open = await openIn(opened, await openPath(file, signal), print);
    for (const path of inside) open = await openIn(opened, await openInner(open, path, opened, signal), print);
    const { container } = opened.at(-1) as Opened;
    const told = verify ? await verified(open, print) : open.package;
    const found = await withAudit(open, withWrapping(told, container), verify, print);
    await checkUnchanged(opened);
    const archive = await container.archive(signal).catch(() => undefined);
    const folder = inside.length > 0 || container.wrapping ? undefined : await folderOf(file, archive);
    const offsetOf = (path: string) => archive?.entryAt(path)?.span?.start;
    return { file, inside, found, folder, offsetOf, findings: found.findings };
  } catch (error) {
    if (isCancelled(error)) throw error;
    throwIfAborted(print.signal);
    const data = toErrorData(error);
    const told = { ...data, message: withRemedy(data.code, data.message).replaceAll('\n', ' ') };
    return { file, inside, error: told, findings: [errorFinding(told)] };
  } finally {
    await closeAll(opened);
  }
}

/** From a clone of the repository. */
const INSPECT: Call = { manual: inspectManual('npm run -s inspect --') };

/** What is wrong with the arguments, and how the command is called. */
function usageMessage({ message }: Misuse, { manual }: Call): string {
  return message === '' ? usageText(manual) : `${message}\n${usageText(manual)}`;
}

/**
 * Runs the command line.
 * @param args what follows the name of the script
 * @param call how it was called, if not as `inspect`
 * @returns the exit code: 0 for no error findings, 1 for some, 2 where nothing can be opened or saved, or the arguments
 * are wrong
 */
export async function inspect(args: string[], output: Output, call = INSPECT): Promise<number> {
  const print: Run = { ...output, signal: output.signal ?? new AbortController().signal };
  const { signal } = print;
  const json = args.includes('--json');
  const opened: Opened[] = [];
  const openFile = async (path: string) => {
    print.progress?.('Opening', 0);
    return openIn(opened, await openPath(path, signal), print);
  };
  /** Prints what was found, of files that are still what they were. */
  const answer = async (text: string) => {
    await checkUnchanged(opened);
    print.out(`${text}\n`);
  };
  let savedAs: string | undefined;
  const onSaved = (path: string) => {
    savedAs = path;
  };
  try {
    const given = argumentsOf(call.recast?.(args) ?? args);
    if (given === 'help') {
      print.out(`${helpText(call.manual, (await fieldGuides()).values())}\n`);
      return 0;
    }
    const { file, inside, verify, out, tensor, compare, scan, checklist, made } = given;
    if (made) return await makeNew(given, made, print, onSaved);
    if (given.report) {
      const check = (path: string) => checked(path, given, print);
      return await report(given.report, { print, signal, verified: verify, check, jsonOf: withOwn });
    }
    let open = await openFile(file);
    for (const path of inside) {
      open = await openIn(opened, await openInner(open, path, opened, signal), print);
    }
    if (scan) {
      await answer(await scanText(open, scan, signal, progressOf(print, 'Scanning').numbers));
      return exitCode(open.package);
    }
    if (checklist) {
      const isRemote = (opened[0] as Opened).container.servedFrom !== undefined;
      const order = { json, readsAll: verify, isRemote };
      await answer(await checklistText(open, order, signal, print.progress));
      return exitCode(open.package);
    }
    if (given.with) {
      const order = given.with;
      const other = await openFile(order.other);
      const isRemote = opened.some(({ container }) => container.servedFrom !== undefined);
      const readsAll = verify || !isRemote;
      print.progress?.('Comparing', 0);
      const onBytes = progressOf(print, 'Comparing').numbers;
      const { text, fails } = await withText(open, other, order, { signal, readsAll, onBytes });
      await answer(text);
      return fails ? 1 : 0;
    }
    if (tensor && compare) {
      const options = { signal, onProgress: progressOf(print, 'Comparing').numbers };
      const report = await compareWith(open, tensor.name, compare, openFile, options);
      await answer(json ? toJson(report) : compareSummary(report));
      return report.close ? 0 : 1;
    }
    if (tensor) {
      const report = await inspectTensor(open, tensor, { signal, onProgress: progressOf(print, 'Reading').numbers });
      await answer(json ? toJson(report) : tensorSummary(report));
      return exitCode(open.package);
    }
    let saved: Saved | undefined;
    if (out !== undefined) {
      const { findings, name } = open.package;
      const done = await save(open, opened.at(-1) as Opened, given, out, print);
      onSaved(out);
      open = await openFile(out);
      // What is said of the whole file is said of its name, which is another one now.
      const saidOf = open.package.name;
      const before = findings.map((each) => (each.path === name ? { ...each, path: saidOf } : each));
      saved = { ...done, newWarnings: newWarnings(before, open.package.findings) };
    }
    const told = verify ? await verified(open, print) : open.package;
    const found = await withAudit(open, withWrapping(told, (opened.at(-1) as Opened).container), verify, print);
    const forPeople = () => (saved ? savedSummary(found, saved, print.hasColors) : summary(found, print.hasColors));
    const text = json ? toJson({ ...withOwn(found), saved }) : forPeople();
    await answer(text);
    return exitCode(found, given.strict);
  } catch (error) {
    const told = error instanceof Misuse ? new UsageError(usageMessage(error, call)) : error;
    fail(told, print, json, savedAs);
    return 2;
  } finally {
    await closeAll(opened);
  }
}

/**
 * Tells why nothing more is done.
 *
 * @param savedAs the new file, where it is there all the same
 */
function fail(error: unknown, print: Output, json: boolean, savedAs: string | undefined): void {
  const told = error instanceof UsageError ? { code: 'usage', message: error.message } : toErrorData(error);
  const { code } = told;
  const message = savedAs === undefined ? told.message : `${told.message} ${savedAs} was saved before.`;
  const files = error instanceof BoxcutterError ? error.fields.files : undefined;
  const secrets = error instanceof UnansweredSecrets ? error.secrets : undefined;
  if (json) print.out(`${toJson({ error: { code, message, files, secrets } })}\n`);
  // Whoever has pressed Ctrl-C looks at the terminal, and not at where the JSON goes.
  if (!json || code === 'internal/cancelled') {
    const lines = [...withRemedy(code, message).split('\n'), ...(files?.map(({ url }) => `  ${url}`) ?? [])];
    print.err(`${lines.map(forTerminal).join('\n')}\n`);
  }
  if (code === 'internal/bug') print.err(stackText(error));
}
