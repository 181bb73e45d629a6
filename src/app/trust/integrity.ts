import type { Finding, FindingCode } from '../../base/findings.ts';
import type { Package } from '../../model/package.ts';
import { countNeverOpened } from '../../model/unhashed.ts';
import type { FormatVerdicts } from '../../model/verdict.ts';
import type { Tally } from '../../state/verdict-table.ts';
import type { VerifyState } from '../../state/verify-slice.ts';
import { formatCount, formatNumberOf } from '../../widgets/byte-size.ts';
import { visibleText } from '../../widgets/name-text.tsx';
import type { TrustText } from './trust-row.tsx';

/** Whether the bytes of a package match its hash list (`data-integrity`). */
export type IntegrityLevel = 'unverified' | 'verifying' | 'verified' | 'partial' | 'failed';

/** Findings that mean: another reader may see other files than the verified ones. */
const AMBIGUOUS: ReadonlySet<FindingCode> = new Set(['zip/duplicate-name', 'zip/overlap', 'zip/ambiguous']);

export function isAmbiguous(findings: readonly Finding[]): boolean {
  return findings.some(({ code }) => AMBIGUOUS.has(code));
}

/**
 * Whether the hash list itself can be relied on: it was read whole, each line means one file, and verifying found no
 * wrong hash, not even of a file that `tally` does not count.
 */
export function isSound(
  findings: readonly Finding[],
  verification: VerifyState,
  { unsoundHashList }: FormatVerdicts,
): boolean {
  if (verification.phase === 'done' && verification.result.mismatches.length > 0) return false;
  return !findings.some(({ code }) => unsoundHashList.includes(code));
}

/**
 * The integrity of the package. `failed` only after verifying ended, or was cancelled after it found something wrong.
 */
export function integrityOf(
  { listed, matching, linked, wrong }: Tally,
  phase: VerifyState['phase'],
  sound = true,
): IntegrityLevel {
  if (phase === 'running') return 'verifying';
  if (listed === 0) return 'unverified';
  if (phase === 'done') {
    if (wrong > 0 || !sound) return 'failed';
    if (matching === listed) return 'verified';
    return matching + linked === listed ? 'partial' : 'unverified';
  }
  return phase === 'cancelled' && wrong > 0 ? 'failed' : 'unverified';
}

/** Whether a package is read whole although it has no hashes: to compare sizes and checksums. */
export function isUnhashed({ can, words }: Package): boolean {
  return can.verify && words.hashList === undefined;
}

/** What is known when the integrity is told. */
export interface IntegrityFacts {
  pkg: Package;
  counts: Tally;
  level: IntegrityLevel;
  verification: VerifyState;
  /** Files found damaged, in a package without hashes too. */
  damaged: number;
  /** Another reader may see other files. */
  ambiguous: boolean;
  remote: boolean;
  /** The rule that kept the package from being checked unasked, as a sentence without a full stop. */
  hold: string | undefined;
}

/** The integrity in words: what was checked and against what, and what was not. */
export function integrityText(facts: IntegrityFacts): TrustText {
  const { pkg, counts, level, ambiguous } = facts;
  if (isUnhashed(pkg)) return unhashedText(facts);
  const { hashList: list } = pkg.words;
  if (list === undefined) {
    return {
      severity: 'none',
      brief: 'No hashes',
      sentence: 'Nothing to check it against',
      detail: pkg.cannot?.verify,
    };
  }
  if (counts.listed === 0) return { severity: 'none', brief: `No ${list}`, sentence: `No ${list} to check it against` };
  switch (level) {
    case 'verifying':
      return {
        severity: 'none',
        brief: 'Checking',
        sentence: `Checking against ${list}`,
        detail: checkingText(counts),
      };
    case 'verified':
    case 'partial':
      return {
        severity: ambiguous || counts.unlisted > 0 ? 'warning' : 'ok',
        brief: 'Matches',
        sentence: `Matches its ${list}`,
        detail: matchText(facts),
      };
    case 'failed':
      return {
        severity: 'error',
        brief:
          counts.wrong === 0
            ? `Bad ${list}`
            : counts.missing === counts.wrong
              ? `${formatCount(counts.wrong)} missing`
              : `${formatCount(counts.wrong - counts.missing)} differ`,
        sentence: failedSentence(counts, list),
        detail: failedDetail(counts, list),
      };
    case 'unverified':
      return {
        severity: 'none',
        brief: 'Not checked',
        sentence: `Not checked against ${list}`,
        detail: unverifiedDetail(facts),
      };
  }
}

function checkingText({ matching, listed, wrong }: Tally): string {
  const differing = wrong === 0 ? '' : `, ${formatCount(wrong)} do not`;
  return `${formatCount(matching)} of ${formatCount(listed)} files match so far${differing}`;
}

/** Which files match, and what that leaves open. */
function matchText({ counts, ambiguous, remote, level }: IntegrityFacts): string {
  const { listed, matching, linked, unlisted } = counts;
  const all =
    level === 'partial'
      ? `${formatCount(matching)} of ${formatNumberOf(listed, 'file')}. ${formatNumberOf(linked, 'linked file')} ${linked === 1 ? 'is' : 'are'} not checked.`
      : `${listed === 1 ? '1 file' : `All ${formatNumberOf(listed, 'file')}`}${remote ? `, as the host sent ${listed === 1 ? 'it' : 'them'}` : ''}.`;
  const others =
    unlisted === 0
      ? ''
      : ` ${formatNumberOf(unlisted, 'other file')} ${unlisted === 1 ? 'is' : 'are'} not covered by it.`;
  return `${all}${others}${ambiguous ? ' Other tools may see other files.' : ''}`;
}

function failedSentence({ wrong, missing, matching }: Tally, list: string): string {
  if (wrong === 0) return `${list} itself has errors`;
  if (missing === wrong) return `${formatNumberOf(wrong, 'file')} ${wrong === 1 ? 'is' : 'are'} missing`;
  const differing = wrong - missing;
  if (matching === 0 && missing === 0) return `No file matches ${list}`;
  return `${formatNumberOf(differing, 'file')} ${differing === 1 ? 'does' : 'do'} not match ${list}`;
}

function failedDetail({ matching, listed, wrong, missing }: Tally, list: string): string {
  const rest = `${formatCount(matching)} of ${formatNumberOf(listed, 'file')} match`;
  if (wrong === 0) return `${rest}, but which file a line of ${list} means is not clear.`;
  if (missing > 0 && missing < wrong)
    return `${formatCount(missing)} more ${missing === 1 ? 'is' : 'are'} missing. ${rest}.`;
  return `${rest}.`;
}

function unverifiedDetail({ counts, verification, hold }: IntegrityFacts): string | undefined {
  if (verification.phase === 'failed') return `It could not be checked: ${visibleText(verification.error.message)}`;
  const { matching, listed } = counts;
  if (verification.phase === 'cancelled') {
    return `Checking was canceled. ${formatCount(matching)} of ${formatNumberOf(listed, 'file')} match.`;
  }
  if (verification.phase === 'done') return `${formatCount(matching)} of ${formatNumberOf(listed, 'file')} match.`;
  return hold === undefined ? undefined : `${hold}.`;
}

/** Of a package without hashes: whether sizes and checksums agree. */
function unhashedText({ pkg, verification, damaged, ambiguous, hold }: IntegrityFacts): TrustText {
  const failing = damaged === 0 ? '' : `${formatNumberOf(damaged, 'file')} ${damaged === 1 ? 'is' : 'are'} damaged. `;
  const severity = damaged > 0 ? 'error' : ambiguous ? 'warning' : 'none';
  const others = ambiguous ? ' Other tools may see other files.' : '';
  switch (verification.phase) {
    case 'done': {
      const left = countNeverOpened(pkg.files);
      const unread =
        left === 0
          ? ''
          : ` ${formatNumberOf(left, 'file')} ${left === 1 ? 'is' : 'are'} never opened and ${left === 1 ? 'was' : 'were'} not read.`;
      if (damaged > 0)
        return {
          severity,
          brief: `${formatCount(damaged)} damaged`,
          sentence: damagedSentence(damaged),
          detail: `It has no hashes.${unread}${others}`,
        };
      return {
        severity,
        brief: 'No hashes',
        sentence: 'Sizes and checksums agree',
        detail: `It has no hashes.${unread}${others}`,
      };
    }
    case 'running':
      return {
        severity,
        brief: 'Checking',
        sentence: 'Checking sizes and checksums',
        detail: `${failing}It has no hashes.`,
      };
    case 'cancelled':
      return {
        severity,
        brief: 'Not checked',
        sentence: 'Checking was canceled',
        detail: `${failing}It has no hashes.`,
      };
    case 'failed':
      return {
        severity,
        brief: 'Not checked',
        sentence: 'Sizes and checksums could not be checked',
        detail: `${failing}${visibleText(verification.error.message)}`,
      };
    case 'idle':
      return {
        severity: 'none',
        brief: 'Not checked',
        sentence: 'Sizes and checksums are not checked',
        detail: `It has no hashes.${hold === undefined ? '' : ` ${hold}.`}`,
      };
  }
}

function damagedSentence(damaged: number): string {
  return `${formatNumberOf(damaged, 'file')} ${damaged === 1 ? 'fails' : 'fail'} the check of sizes and checksums`;
}
