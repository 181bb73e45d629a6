import { type Dirent, existsSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
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
  const holds = (of: (name: string) => boolean, path: string) =>
    checked.some(
      ({ file, found }) =>
        of(nameInBaseline(baseline.file, file)) &&
        (!found || found.name === path || found.files.some((each) => each.path === path)),
    );
  return {
    checked: results,
    unmatched: unmatched.map(({ entry, seen, fits }) => {
      const has = entry.path === undefined || holds(fits, entry.path);
      return unmatchedSentence(entry, { seen, has, verified });
    }),
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

/** Files that are compared with a pattern: a disk may have millions, and what is not known to be gone is not said to be. */
const MAX_COMPARED = 100_000;

/** Whether an entry is for packages that are not there. Nothing is said of one that was just not asked for. */
function isGone({ file }: Baseline, entry: BaselineEntry): boolean {
  const written = entry.package;
  if (isUrl(written)) return false;
  const folder = dirname(resolve(file));
  if (!isPattern(written)) return !existsSync(resolve(folder, written));
  const fits = packageTest(entry);
  // All that it can fit lies below the folders that it begins with.
  const start = written.slice(0, written.lastIndexOf('/', written.indexOf('*')) + 1);
  const folders = [start];
  let left = MAX_COMPARED;
  for (const at of folders) {
    for (const one of entriesIn(join(folder, at))) {
      if (left-- === 0 || fits(at + one.name)) return false;
      if (one.isDirectory()) folders.push(`${at}${one.name}/`);
    }
  }
  return true;
}

function entriesIn(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // It is not there, or not open to this user.
    return [];
  }
}

/** What is known of an entry: whether a package that it is for was checked, and whether one has its `path`. */
interface Known {
  seen: boolean;
  has: boolean;
  verified: boolean;
}

function unmatchedSentence({ code, package: written, path }: BaselineEntry, { seen, has, verified }: Known): string {
  const what = `${code} of ${written}${path === undefined ? '' : `, ${path}`}`;
  if (!seen) {
    const there = isPattern(written) ? `${written} matches no file` : `${written} does not exist`;
    return `The baseline accepts ${what}, but ${there}. Paths begin at the baseline’s folder. Correct the entry, or remove it.`;
  }
  if (!has) {
    const none = isPattern(written)
      ? `no package that ${written} matches has a file ${path}`
      : `${written} has no file ${path}`;
    return `The baseline accepts ${what}, but ${none}. Correct the entry, or remove it.`;
  }
  const why = verified ? 'Remove the entry.' : 'Remove the entry, unless only --verify finds it.';
  return `The baseline accepts ${what}, but this was not found. ${why}`;
}
