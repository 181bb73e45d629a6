import { appendFile, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { throwIfAborted } from '../../../src/base/abort.ts';
import { formatNumberOf } from '../../../src/base/amounts.ts';
import type { Finding } from '../../../src/base/findings.ts';
import type { Package } from '../../../src/model/package.ts';
import { forTerminal, toJson } from '../json.ts';
import { checkFree } from '../out-file.ts';
import type { Output } from '../output.ts';
import { isUrl } from '../source.ts';
import { findingLines, summary } from '../summary.ts';
import { readBaseline } from './baseline.ts';
import { type Checked, exitCodeOf, type Report, unopened } from './checked.ts';
import { type LeftOut, leftOutSentence, packagesOf, type ToCheck } from './folder.ts';
import { githubText } from './github.ts';
import { judged } from './judge.ts';
import { writeBaseline } from './new-baseline.ts';
import type { ReportOrder } from './order.ts';
import { shownFile } from './place.ts';
import { leftSentence, sarifText } from './sarif.ts';
import { MAX_SUMMARY_BYTES, summaryMarkdown } from './step-summary.ts';
import { namedSentence, strictSentence, totalsOf } from './words.ts';
import { writeText } from './write-text.ts';

/** What reports need of the command line. */
export interface ReportContext {
  print: Output & { signal: AbortSignal };
  /** Whether all bytes are compared. */
  verified: boolean;
  /** The paths of `--in`. */
  inside: readonly string[];
  /** Opens one FILE and looks at it. Rejects only where the whole run stops. */
  check(file: string): Promise<Checked<Finding>>;
  /** A package as `--json` shows it. */
  jsonOf(found: Package): object;
}

/**
 * Checks all files, one after the other, and reports what was found. Gives the exit code. Throws a `UsageError` where the
 * baseline is wrong or a file to be written exists.
 */
export async function report(order: ReportOrder, context: ReportContext): Promise<number> {
  const { print, verified } = context;
  const { signal } = print;
  // Before gigabytes are read.
  const baseline = order.baseline === undefined ? undefined : await readBaseline(order.baseline);
  for (const path of [order.sarif, order.newBaseline?.out]) if (path !== undefined) await checkFree(path);
  const { found, isList, leftOut } = await checkedAll(order.files, context);
  if (order.newBaseline) {
    const count = await writeBaseline(found, order.newBaseline, signal);
    print.out(`Wrote ${forTerminal(order.newBaseline.out)}: ${formatNumberOf(count, 'accepted finding')}\n`);
    if (leftOut) print.err(`${leftOut}\n`);
    return 0;
  }
  const told = judged(found, baseline, { verified });
  const strict = order.strict ? strictSentence(told.checked.flatMap(({ findings }) => findings)) : undefined;
  const notes = [strict, leftOut].filter((note) => note !== undefined);
  await tell(order, { ...told, isList, notes }, context);
  return exitCodeOf(told.checked, order.strict);
}

/** Checks all files, and what is in folders, one after the other. Says what of folders is left out. */
async function checkedAll(files: readonly string[], context: ReportContext) {
  const { print, inside } = context;
  const found: Checked<Finding>[] = [];
  const leftOut: LeftOut[] = [];
  // A file may be given by itself and with its folder.
  const seen = new Set<string>();
  const isNew = ({ file }: ToCheck) => {
    const before = seen.size;
    return seen.add(isUrl(file) ? file : resolve(file)).size > before;
  };
  let isList = files.length > 1;
  for (const given of files) {
    throwIfAborted(print.signal);
    // A path in a package says that what is given is one.
    const of = inside.length > 0 ? undefined : await packagesOf(given, print.signal);
    isList ||= of?.isGoneThrough === true;
    if (of) leftOut.push(of.leftOut);
    for (const each of (of?.packages ?? [{ file: given }]).filter(isNew))
      found.push(...(await checkedSet(each, context)));
  }
  return { found, isList, leftOut: leftOutSentence(leftOut) };
}

/** Checks a file, and those of its set that it was opened without. */
async function checkedSet({ file, others = [], error }: ToCheck, context: ReportContext): Promise<Checked<Finding>[]> {
  const { print, inside, check } = context;
  throwIfAborted(print.signal);
  if (error) return [unopened({ file, inside }, error)];
  const first = await check(file);
  const names = new Set(first.found?.files.map(({ path }) => path));
  const all = [first];
  for (const other of others) {
    throwIfAborted(print.signal);
    if (!names.has(basename(other))) all.push(await check(other));
  }
  return all;
}

async function tell(order: ReportOrder, told: Report, { print, jsonOf }: ReportContext): Promise<void> {
  const { checked, unmatched, isList, notes } = told;
  const { format } = order;
  if (format !== 'json') for (const one of checked) complain(one, print);
  if (format !== 'github') for (const sentence of unmatched) print.err(`${forTerminal(sentence)}\n`);
  if (format === 'json' || format === 'sarif') for (const note of notes) print.err(`${note}\n`);
  if (format === 'json') {
    const all = checked.map((one) => contentOf(one, jsonOf));
    print.out(`${toJson(isList ? all.map((content, i) => ({ file: checked[i]?.file, ...content })) : all[0])}\n`);
  }
  if (format === 'text' || format === 'findings') printText(format, told, print);
  if (format === 'github') print.out(`${githubText(told, await writeSummary(told, print))}\n`);
  if (format !== 'sarif' && order.sarif === undefined) return;
  const { text, left } = sarifText(told);
  if (left > 0) print.err(`${leftSentence(left)}\n`);
  if (format === 'sarif') print.out(text);
  if (order.sarif !== undefined) await writeText(order.sarif, text, print.signal);
}

function contentOf({ found, error, findings: [first] }: Checked, jsonOf: ReportContext['jsonOf']): object {
  if (found) return jsonOf(found);
  // What the baseline accepts of it has no other place.
  const { accepted, expired } = first ?? {};
  return { error: { code: error?.code, message: error?.message, files: error?.files, accepted, expired } };
}

/** Says that a file cannot be opened. Scripts read the rest, and people this. */
function complain({ file, error }: Checked, print: Output): void {
  if (!error) return;
  const lines = [namedSentence(file, error.message), ...(error.files ?? []).map(({ url }) => `  ${url}`)];
  print.err(`${lines.map(forTerminal).join('\n')}\n`);
}

/** All packages for people at a terminal, one after the other. */
function printText(format: 'text' | 'findings', { checked, isList, notes, hasBaseline }: Report, print: Output): void {
  const isWhole = format === 'text';
  const texts = checked.flatMap((one) => {
    const { file, found, error, findings } = one;
    // The sentence is all that there is to say, unless a baseline accepts it.
    if (error && !isList && !hasBaseline) return [];
    const path = forTerminal(shownFile(file));
    const problems = findingLines(findings, print.hasColors);
    if (!isWhole) return problems.length === 0 ? [] : [[path, ...problems].join('\n')];
    if (!found) return [[path, 'Cannot be opened', '', 'Problems', ...problems].join('\n')];
    // Many packages have the same name, each in a folder of its own.
    return [isList ? `${path}\n${summary(found, print.hasColors)}` : summary(found, print.hasColors, pathGiven(one))];
  });
  const isCounted = isList || (!isWhole && !checked.some(({ error }) => error));
  const rest = [...(isCounted ? [totalsOf(checked)] : []), ...notes];
  const all = [...texts, ...(rest.length > 0 ? [rest.join('\n')] : [])];
  if (all.length > 0) print.out(`${all.join('\n\n')}\n`);
}

/** Where a package is, as it was given. Undefined of one in another, or in gzip. */
function pathGiven({ file, found }: Checked): string | undefined {
  const shown = shownFile(file);
  return basename(shown) === found?.name ? shown : undefined;
}

/** Adds all findings to the summary of a step of GitHub, where there is one. Says where the reader finds all. */
async function writeSummary(told: Report, print: Output): Promise<string> {
  const elsewhere = 'Without --format github, all are printed.';
  const path = process.env.GITHUB_STEP_SUMMARY;
  if (!path) return elsewhere;
  try {
    const { size } = await stat(path).catch(() => ({ size: 0 }));
    await appendFile(path, summaryMarkdown(told, MAX_SUMMARY_BYTES - size));
    return 'All are in the summary of this step.';
  } catch (error) {
    print.err(`The summary of the step cannot be written (${(error as NodeJS.ErrnoException).code}).\n`);
    return elsewhere;
  }
}
