import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Finding } from '../../../src/base/findings.ts';
import { isUrl } from '../source.ts';
import { type Baseline, type BaselineEntry, isPattern, nameInBaseline, packageTest } from './baseline.ts';
import type { Acceptance, Checked, Judged, JudgedFinding } from './checked.ts';

interface JudgeOptions {
  /** As `2027-01-31`, in UTC. */
  today?: string;
  /** Whether all bytes were compared: otherwise some findings were not looked for. */
  verified: boolean;
}

/** Adds to findings what a baseline says of them, and tells which of its entries match none. */
export function judged(
  checked: readonly Checked<Finding>[],
  baseline: Baseline | undefined,
  { today = new Date().toISOString().slice(0, 10), verified }: JudgeOptions,
): Judged {
  if (!baseline) return { checked, unmatched: [], hasBaseline: false };
  const entries = baseline.entries.map((entry) => ({ entry, fits: packageTest(entry), matched: 0, seen: false }));
  const results = checked.map((one): Checked => {
    const name = nameInBaseline(baseline.file, one.file);
    const own = entries.filter(({ fits }) => fits(name));
    for (const each of own) each.seen = true;
    const findings = one.findings.map((finding): JudgedFinding => {
      const matching = own.filter(({ entry }) => covers(entry, finding));
      for (const each of matching) each.matched++;
      // The one that is accepted the longest says the most of it.
      const last = matching.map(({ entry }) => entry).sort((a, b) => (a.until < b.until ? 1 : -1))[0];
      if (!last) return finding;
      const acceptance: Acceptance = { reason: last.reason, until: last.until };
      return last.until >= today ? { ...finding, accepted: acceptance } : { ...finding, expired: acceptance };
    });
    return { ...one, findings, ...(one.found && { found: { ...one.found, findings } }) };
  });
  const unmatched = entries.filter(({ matched, seen, entry }) => matched === 0 && (seen || isGone(baseline, entry)));
  return {
    checked: results,
    unmatched: unmatched.map(({ entry, seen }) => unmatchedSentence(entry, seen, verified)),
    hasBaseline: true,
  };
}

/**
 * The last finding of a code may stand for others that are not listed. Which files those are of is unknown, so only an
 * entry for all files accepts it.
 */
function covers({ code, path }: BaselineEntry, finding: Finding): boolean {
  return code === finding.code && (path === undefined || (path === finding.path && !finding.more));
}

/** Whether an entry is for a package that is not there. One that only was not asked for is no reason to say anything. */
function isGone({ file }: Baseline, { package: written }: BaselineEntry): boolean {
  return !isUrl(written) && !isPattern(written) && !existsSync(resolve(dirname(resolve(file)), written));
}

function unmatchedSentence({ code, package: written, path }: BaselineEntry, seen: boolean, verified: boolean): string {
  const what = `${code} of ${written}${path === undefined ? '' : `, ${path}`}`;
  if (!seen) return `The baseline accepts ${what}, which does not exist. Remove the entry.`;
  const why = verified ? 'Remove the entry.' : 'Remove the entry, unless only --verify finds it.';
  return `The baseline accepts ${what}, but this was not found. ${why}`;
}
