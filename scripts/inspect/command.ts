import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { withoutGzip } from '../../src/archive/container.ts';
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
import { newPartFile } from './part-file.ts';
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

/** The package after verification, with the verdicts of its files and the findings added. */
async function verified(open: OpenPackage): Promise<Package & { verified: Verified | null }> {
  if (!open.verify) return { ...open.package, verified: null };
  const verdicts = new Map<string, FileVerdict['hash']>();
  const { findings, ...counts } = await open.verify({ onFile: ({ path, hash }) => verdicts.set(path, hash) });
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
async function withAudit<T extends Package>(open: AuditedPackage, found: T, readsAll: boolean): Promise<T> {
  const { runs, findings } = await open.audit({ readsAll });
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

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Does work that the signals of `STOP_SIGNALS` cancel. */
async function stoppable<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const stop = () => controller.abort();
  // Each time: npm passes on a signal that the terminal sends too, and the second one must not kill.
  for (const signal of STOP_SIGNALS) process.on(signal, stop);
  try {
    return await work(controller.signal);
  } finally {
    for (const signal of STOP_SIGNALS) process.off(signal, stop);
  }
}

/** Saves the package with some fields set, and describes the result. */
function save(opened: OpenPackage, from: Opened, order: Arguments, out: string): Promise<Omit<Saved, 'newWarnings'>> {
  return stoppable(async (signal) => {
    await checkFree(out);
    const plan = await planOf(opened, order, signal);
    await saveTo(out, plan, from, signal);
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
  });
}

/** Makes a package from a folder, with the edits that are asked for, and prints it. */
async function makeNew(order: Arguments, made: NewOrder, print: Output): Promise<number> {
  const { out = '', edits, reseal, json, verify } = order;
  await checkFree(out);
  const isEdited = edits.length > 0 || reseal;
  const first = isEdited ? newPartFile(dirname(out)) : out;
  let opened: Opened | undefined;
  try {
    const notes = [...(await stoppable((signal) => writeNew(made, first, signal)))];
    opened = await openPath(first);
    if (isEdited) {
      notes.push(...(await save(await openPackage(opened.container), opened, order, out)).notes);
      await opened.close();
      opened = await openPath(out);
    }
    const open = await openPackage(opened.container);
    const found = await withAudit(open, verify ? await verified(open) : open.package, verify);
    const text = json
      ? toJson({ ...withOwn(found), made: { path: out, notes } })
      : [`Made ${forTerminal(out)}`, ...notes.map(forTerminal), '', summary(found)].join('\n');
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
async function openIn(opened: Opened[], given: Opened): Promise<AuditedPackage> {
  opened.push(given);
  const file = await withoutGzip(given, unwrapped);
  opened[opened.length - 1] = file;
  return openPackage(file.container);
}

async function closeAll(opened: readonly Opened[]): Promise<void> {
  for (const { close } of opened.toReversed()) await close();
}

/** Opens one of several files and looks at it. What is wrong with it is a result, unless the whole run is to stop. */
async function checked(file: string, { inside, verify }: Arguments): Promise<Checked<Finding>> {
  const opened: Opened[] = [];
  try {
    let open = await openIn(opened, await openPath(file));
    for (const path of inside) open = await openIn(opened, await openInner(open, path, opened));
    const { container } = opened.at(-1) as Opened;
    const told = verify ? await verified(open) : open.package;
    const found = await withAudit(open, withWrapping(told, container), verify);
    for (const { checkUnchanged } of opened) await checkUnchanged?.();
    const archive = await container.archive().catch(() => undefined);
    const folder = inside.length > 0 || container.wrapping ? undefined : await folderOf(file, archive);
    const offsetOf = (path: string) => archive?.entryAt(path)?.span?.start;
    return { file, inside, found, folder, offsetOf, findings: found.findings };
  } catch (error) {
    if (isCancelled(error)) throw error;
    const data = toErrorData(error);
    const told = { ...data, message: withRemedy(data.code, data.message).replaceAll('\n', ' ') };
    return { file, inside, error: told, findings: [errorFinding(told)] };
  } finally {
    await closeAll(opened);
  }
}

/** Where the command line prints. */
export interface Output {
  out(text: string): void;
  err(text: string): void;
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
export async function inspect(args: string[], print: Output, call = INSPECT): Promise<number> {
  const json = args.includes('--json');
  const opened: Opened[] = [];
  const openFile = async (path: string) => openIn(opened, await openPath(path));
  try {
    const given = argumentsOf(call.recast?.(args) ?? args);
    if (given === 'help') {
      print.out(`${helpText(call.manual, (await fieldGuides()).values())}\n`);
      return 0;
    }
    const { file, inside, verify, out, tensor, compare, scan, checklist, made } = given;
    if (made) return await makeNew(given, made, print);
    if (given.report) {
      const order = given.report;
      return await stoppable((signal) =>
        report(order, { print, signal, verified: verify, check: (path) => checked(path, given), jsonOf: withOwn }),
      );
    }
    let open = await openFile(file);
    for (const path of inside) {
      open = await openIn(opened, await openInner(open, path, opened));
    }
    if (scan) {
      print.out(`${await stoppable((signal) => scanText(open, scan, signal))}\n`);
      return exitCode(open.package);
    }
    if (checklist) {
      const isRemote = (opened[0] as Opened).container.servedFrom !== undefined;
      const order = { json, readsAll: verify, isRemote };
      print.out(`${await stoppable((signal) => checklistText(open, order, signal))}\n`);
      return exitCode(open.package);
    }
    if (given.with) {
      const order = given.with;
      const other = await openFile(order.other);
      const isRemote = opened.some(({ container }) => container.servedFrom !== undefined);
      const readsAll = verify || !isRemote;
      const { text, fails } = await stoppable((signal) => withText(open, other, order, { signal, readsAll }));
      print.out(`${text}\n`);
      return fails ? 1 : 0;
    }
    if (tensor && compare) {
      const report = await stoppable((signal) => compareWith(open, tensor.name, compare, openFile, signal));
      print.out(`${json ? toJson(report) : compareSummary(report)}\n`);
      return report.close ? 0 : 1;
    }
    if (tensor) {
      const report = await stoppable((signal) => inspectTensor(open, tensor, signal));
      print.out(`${json ? toJson(report) : tensorSummary(report)}\n`);
      return exitCode(open.package);
    }
    let saved: Saved | undefined;
    if (out !== undefined) {
      const { findings, name } = open.package;
      const done = await save(open, opened.at(-1) as Opened, given, out);
      open = await openFile(out);
      // What is said of the whole file is said of its name, which is another one now.
      const saidOf = open.package.name;
      const before = findings.map((each) => (each.path === name ? { ...each, path: saidOf } : each));
      saved = { ...done, newWarnings: newWarnings(before, open.package.findings) };
    }
    const told = verify ? await verified(open) : open.package;
    const found = await withAudit(open, withWrapping(told, (opened.at(-1) as Opened).container), verify);
    const text = json ? toJson({ ...withOwn(found), saved }) : saved ? savedSummary(found, saved) : summary(found);
    print.out(`${text}\n`);
    return exitCode(found, given.strict);
  } catch (error) {
    const { code, message } =
      error instanceof UsageError
        ? { code: 'usage', message: error instanceof Misuse ? usageMessage(error, call) : error.message }
        : toErrorData(error);
    const files = error instanceof BoxcutterError ? error.fields.files : undefined;
    const secrets = error instanceof UnansweredSecrets ? error.secrets : undefined;
    if (json) print.out(`${toJson({ error: { code, message, files, secrets } })}\n`);
    else {
      const lines = [...withRemedy(code, message).split('\n'), ...(files?.map(({ url }) => `  ${url}`) ?? [])];
      print.err(`${lines.map(forTerminal).join('\n')}\n`);
    }
    return 2;
  } finally {
    await closeAll(opened);
  }
}
