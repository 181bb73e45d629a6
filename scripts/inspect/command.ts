import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { formatCount, formatNumberOf } from '../../src/base/amounts.ts';
import type { Finding } from '../../src/base/findings.ts';
import type { OpenPackage } from '../../src/formats/format.ts';
import { ALL_FORMATS, hasSign } from '../../src/formats/list.ts';
import { type AuditedPackage, fieldGuides, openPackage } from '../../src/formats/registry.ts';
import { newUnfailing } from '../../src/model/new-findings.ts';
import type { Package } from '../../src/model/package.ts';
import { countFindings, failureOf } from '../../src/model/verdict.ts';
import { type Arguments, argumentsOf } from './arguments.ts';
import { checklistText } from './checklist.ts';
import { compareSummary, compareWith } from './compare.ts';
import { fail } from './failure.ts';
import { forTerminal, toJson } from './json.ts';
import { checked, checkUnchanged, closeAll, lookedAt, openGiven, type Run } from './look.ts';
import { type Call, helpText, inspectManual } from './manual.ts';
import { type NewOrder, writeNew } from './new.ts';
import { checkFree, writePlanned } from './out-file.ts';
import { type Output, progressOf } from './output.ts';
import { newPartFile } from './part-file.ts';
import { fails } from './report/checked.ts';
import { packagesOf } from './report/folder.ts';
import { shownFile } from './report/place.ts';
import { report } from './report/report.ts';
import { strictSentence } from './report/words.ts';
import { runText } from './run/self-tests.ts';
import { planOf } from './save.ts';
import { flaggedSentence, scanText } from './scan.ts';
import { type Opened, openLocation } from './source.ts';
import { type Saved, savedSummary, summary } from './summary.ts';
import { inspectTensor, tensorSummary } from './tensor.ts';
import { Misuse, UsageError } from './usage.ts';
import { withText } from './with.ts';

/** A package as JSON shows it: the part that the format reads for itself stands under the name of the format. */
function withOwn({ own, ...found }: Package): object {
  return own === undefined ? found : { ...found, [found.format]: own };
}

/** What a command prints in the end, and its exit code. */
interface Answer {
  text: string;
  code: number;
}

/** Saves the package with some fields set, and describes the result. */
async function save(
  opened: OpenPackage,
  from: Opened,
  order: Arguments,
  out: string,
  print: Run,
): Promise<Omit<Saved, 'newWarnings' | 'newNotes'>> {
  await checkFree(out);
  const plan = await planOf(opened, order, print.signal, print.progress);
  await writePlanned(out, plan, from, print.signal, print.progress);
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

/** Is told of a new file once it is there. */
type OnSaved = (path: string) => void;

/** Makes a package from a folder, with the edits that are asked for, and prints it. */
async function makeNew(order: Arguments, material: NewOrder, print: Run, onSaved: OnSaved): Promise<number> {
  const { out = '', edits, reseal, json, verify } = order;
  const { signal } = print;
  await checkFree(out);
  const isEdited = edits.length > 0 || reseal;
  const first = isEdited ? newPartFile(dirname(out)) : out;
  let opened: Opened | undefined;
  try {
    const notes = [...(await writeNew(material, first, out, signal, print.progress))];
    if (!isEdited) onSaved(out);
    opened = await openLocation(first, signal);
    if (isEdited) {
      const unedited = await openPackage(opened.container, { signal });
      notes.push(...(await save(unedited, opened, order, out, print)).notes);
      onSaved(out);
      await opened.close();
      opened = await openLocation(out, signal);
    }
    const open = await openPackage(opened.container, { signal });
    const found = await lookedAt(open, opened, verify, print);
    notes.push(...otherEnding(out, found));
    const failure = failureOf(found.findings, found.verdicts);
    const made = failure === undefined ? `Made ${out}` : `Made ${out}, which will not load: ${failure}.`;
    const text = json
      ? toJson({ ...withOwn(found), made: { path: out, notes } })
      : [...[made, ...notes].map(forTerminal), '', withStrict(summary(found, print.hasColors), found, order)].join(
          '\n',
        );
    print.out(`${text}\n`);
    return exitCode(found, order.strict);
  } finally {
    await opened?.close();
    if (isEdited) await rm(first, { force: true });
  }
}

/** Adds why warnings fail, where they do. */
function withStrict(text: string, { findings }: Package, { strict }: Arguments): string {
  const sentence = strict ? strictSentence(findings) : undefined;
  return sentence === undefined ? text : `${text}\n\n${sentence}`;
}

function exitCode({ findings }: Package, strict = false): number {
  return findings.some(({ severity }) => fails(severity, strict)) ? 1 : 0;
}

/** What was asked of one package. Adds to `opened` what is to be closed. */
async function answerOf(given: Arguments, opened: Opened[], print: Run, onSaved: OnSaved): Promise<Answer> {
  const { json, verify, scan, checklist, tensor } = given;
  const { signal } = print;
  await refuseSeveral(given, signal);
  const open = await openGiven(opened, given, print);
  const code = exitCode(open.package, given.strict);
  const isRemote = () => opened.some(({ container }) => container.servedFrom !== undefined);
  // What is printed says nothing of them.
  if (scan || tensor) complain(open, given, print);
  if (scan) return scanAnswer(open, scan, given, print);
  if (checklist) {
    const order = { json, readsAll: verify, isRemote: isRemote() };
    return { text: await checklistText(open, order, signal, print.progress), code };
  }
  if (given.run) return runText(open, given.run, signal, print.progress);
  const openOther = async (path: string) => {
    const other = await openGiven(opened, { file: path, inside: [] }, print);
    complain(other, given, print, path);
    return other;
  };
  if (given.with) {
    complain(open, given, print, given.file);
    const other = await openOther(given.with.other);
    print.progress?.('Comparing', 0);
    const options = { signal, readsAll: verify || !isRemote(), onBytes: progressOf(print, 'Comparing').numbers };
    const { text, fails: differs } = await withText(open, other, given.with, options);
    return { text, code: differs ? 1 : 0 };
  }
  if (tensor && given.compare) {
    const options = { signal, onProgress: progressOf(print, 'Comparing').numbers };
    const difference = await compareWith(open, tensor.name, given.compare, openOther, options);
    return { text: json ? toJson(difference) : compareSummary(difference), code: difference.close ? 0 : 1 };
  }
  if (tensor) {
    const shown = await inspectTensor(open, tensor, { signal, onProgress: progressOf(print, 'Reading').numbers });
    return { text: json ? toJson(shown) : tensorSummary(shown), code };
  }
  return savedAnswer(open, opened, given, print, onSaved);
}

/**
 * Says what is wrong with a package that fails, where a command prints something else.
 *
 * @param file which of two it is
 */
function complain({ package: { findings } }: OpenPackage, { strict }: Arguments, print: Run, file?: string): void {
  const failing = findings.filter(({ severity }) => fails(severity, strict));
  const [first] = failing;
  if (!first) return;
  const count = countFindings(failing.filter(({ severity }) => severity === first.severity));
  const before = file === undefined ? '' : `${forTerminal(shownFile(file))}: `;
  print.err(`${before}Opening it finds ${formatNumberOf(count, first.severity)}: ${forTerminal(first.message)}\n`);
}

async function scanAnswer(
  open: OpenPackage,
  as: NonNullable<Arguments['scan']>,
  { strict }: Arguments,
  print: Run,
): Promise<Answer> {
  const { text, flagged } = await scanText(open, as, print.signal, progressOf(print, 'Scanning').numbers);
  const sentence = strict ? flaggedSentence(flagged) : undefined;
  if (sentence !== undefined) print.err(sentence);
  return { text, code: sentence === undefined ? exitCode(open.package, strict) : 1 };
}

/** Packages of a folder that one message names. */
const MAX_NAMED = 3;

/** Throws a `UsageError` where something is asked of one package, and the folder that was given has several. */
async function refuseSeveral({ file, inside, scan, tensor, checklist, run }: Arguments, signal: AbortSignal) {
  const asked = scan ? 'scan' : tensor ? 'tensor' : checklist ? 'checklist' : run ? 'run' : undefined;
  if (asked === undefined || inside.length > 0) return;
  const { isGoneThrough, packages } = await packagesOf(file, signal);
  const [first] = packages;
  if (first?.error && !isGoneThrough) throw first.error;
  if (!isGoneThrough) return;
  const names = packages.slice(0, MAX_NAMED).map((each) => shownFile(each.file));
  const more = packages.length > names.length ? ` and ${formatCount(packages.length - names.length)} more` : '';
  throw new UsageError(
    `--${asked} takes one package. ${file} contains ${formatCount(packages.length)}: ${names.join(', ')}${more}.`,
  );
}

/** Saves what was asked for, and tells of the new file. */
async function savedAnswer(
  old: AuditedPackage,
  opened: Opened[],
  order: Arguments,
  print: Run,
  onSaved: OnSaved,
): Promise<Answer> {
  const { out = '' } = order;
  const { findings, name } = old.package;
  const done = await save(old, opened.at(-1) as Opened, order, out, print);
  onSaved(out);
  const open = await openGiven(opened, { file: out, inside: [] }, print);
  // What is said of the whole file is said of its name, which is another one now.
  const saidOf = open.package.name;
  const before = findings.map((each) => (each.path === name ? { ...each, path: saidOf } : each));
  const [newWarnings, newNotes] = (['warning', 'info'] as const).map((severity) =>
    newUnfailing(severity, before, open.package.findings),
  ) as [Finding[], Finding[]];
  const notes = [...done.notes, ...otherEnding(out, open.package)];
  const saved: Saved = { ...done, notes, newWarnings, newNotes };
  const found = await lookedAt(open, opened.at(-1) as Opened, order.verify, print);
  const text = order.json
    ? toJson({ ...withOwn(found), saved })
    : withStrict(savedSummary(found, saved, print.hasColors), found, order);
  return { text, code: exitCode(found, order.strict) };
}

/** Says what a new file is, where its name is not that of its format. */
function otherEnding(out: string, { format, formatName }: Package): string[] {
  const known = ALL_FORMATS.find(({ id }) => id === format);
  if (!known?.ends || hasSign(known, out)) return [];
  return [`${out} is of the format ${formatName}. The names of such files end with ${known.ends.join(' or ')}.`];
}

/** From a clone of the repository. */
const INSPECT: Call = { manual: inspectManual('npm run -s inspect --') };

/** What is wrong with the arguments, and where all of them are explained. */
function usageMessage({ message }: Misuse, { manual: { name } }: Call): string {
  return `${message} ${name} --help explains all options.`;
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
  const json = args.includes('--json');
  const opened: Opened[] = [];
  let savedAs: string | undefined;
  const onSaved: OnSaved = (path) => {
    savedAs = path;
  };
  try {
    const given = argumentsOf(call.recast?.(args) ?? args);
    if (given === 'help') {
      print.out(`${helpText(call.manual, (await fieldGuides()).values())}\n`);
      return 0;
    }
    if (given.made) return await makeNew(given, given.made, print, onSaved);
    if (given.report) {
      const { inside, verify } = given;
      const check = (file: string) => checked({ file, inside }, verify, print);
      return await report(given.report, {
        print,
        verified: verify,
        inside,
        check,
        jsonOf: withOwn,
      });
    }
    const { text, code } = await answerOf(given, opened, print, onSaved);
    // What was found is of files that are still what they were.
    await checkUnchanged(opened);
    print.out(`${text}\n`);
    return code;
  } catch (error) {
    const told = error instanceof Misuse ? new UsageError(usageMessage(error, call)) : error;
    fail(told, print, json, savedAs);
    return 2;
  } finally {
    await closeAll(opened);
  }
}
