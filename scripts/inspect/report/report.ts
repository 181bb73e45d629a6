import { appendFile, stat } from 'node:fs/promises';
import { throwIfAborted } from '../../../src/base/abort.ts';
import { formatNumberOf } from '../../../src/base/amounts.ts';
import type { Finding } from '../../../src/base/findings.ts';
import type { Package } from '../../../src/model/package.ts';
import { forTerminal, toJson } from '../json.ts';
import { checkFree } from '../out-file.ts';
import type { Output } from '../output.ts';
import { findingLines, summary } from '../summary.ts';
import { readBaseline } from './baseline.ts';
import { type Checked, exitCodeOf, type Report } from './checked.ts';
import { githubText } from './github.ts';
import { judged } from './judge.ts';
import { writeBaseline } from './new-baseline.ts';
import type { ReportOrder } from './order.ts';
import { shownFile } from './place.ts';
import { leftSentence, sarifText } from './sarif.ts';
import { MAX_SUMMARY_BYTES, summaryMarkdown } from './step-summary.ts';
import { namedSentence, totalsOf } from './words.ts';
import { writeText } from './write-text.ts';

/** What reports need of the command line. */
export interface ReportContext {
  print: Output & { signal: AbortSignal };
  /** Whether all bytes are compared. */
  verified: boolean;
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
  const found: Checked<Finding>[] = [];
  for (const file of order.files) {
    throwIfAborted(signal);
    found.push(await context.check(file));
  }
  if (order.newBaseline) {
    const count = await writeBaseline(found, order.newBaseline, signal);
    print.out(`Wrote ${forTerminal(order.newBaseline.out)}: ${formatNumberOf(count, 'accepted finding')}\n`);
    return 0;
  }
  const told = judged(found, baseline, { verified });
  await tell(order, told, context);
  return exitCodeOf(told.checked, order.strict);
}

async function tell(order: ReportOrder, told: Report, { print, jsonOf }: ReportContext): Promise<void> {
  const { checked, unmatched } = told;
  if (order.format !== 'json') for (const one of checked) complain(one, print);
  if (order.format !== 'github') for (const sentence of unmatched) print.err(`${forTerminal(sentence)}\n`);
  if (order.format === 'json') {
    const all = checked.map((one) => contentOf(one, jsonOf));
    const [only] = all;
    print.out(
      `${toJson(all.length === 1 ? only : all.map((content, i) => ({ file: checked[i]?.file, ...content })))}\n`,
    );
  }
  if (order.format === 'text') print.out(`${reportText(told, print.hasColors)}\n`);
  if (order.format === 'github') print.out(`${githubText(told, await writeSummary(told, print))}\n`);
  if (order.format !== 'sarif' && order.sarif === undefined) return;
  const { text, left } = sarifText(told);
  if (left > 0) print.err(`${leftSentence(left)}\n`);
  if (order.format === 'sarif') print.out(text);
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
  print.err(`${forTerminal(namedSentence(file, error.message))}\n`);
}

/** All packages for people at a terminal, one after the other. */
function reportText({ checked }: Report, hasColors: boolean | undefined): string {
  const isOne = checked.length === 1;
  const texts = checked.map(({ file, found, findings }) => {
    const path = forTerminal(shownFile(file));
    if (!found) return [path, 'Cannot be opened', '', 'Problems', ...findingLines(findings, hasColors)].join('\n');
    // Many packages have the same name, each in a folder of its own.
    return isOne ? summary(found, hasColors) : `${path}\n${summary(found, hasColors)}`;
  });
  return isOne ? texts.join('') : [...texts, totalsOf(checked)].join('\n\n');
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
