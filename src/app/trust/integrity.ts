import type { Finding, FindingCode } from '../../base/findings.ts';
import { shortened } from '../../base/text.ts';
import type { Package, PackageFile } from '../../model/package.ts';
import { countNeverOpened } from '../../model/unhashed.ts';
import type { FormatVerdicts } from '../../model/verdict.ts';
import type { LinksNotFetched } from '../../state/link-slice.ts';
import type { Tally } from '../../state/verdict-table.ts';
import type { VerifyState } from '../../state/verify-slice.ts';
import { formatCount, formatNumberIs, formatNumberOf } from '../../widgets/byte-size.ts';
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
 * The integrity of the package. `failed` once verifying ended or was canceled and something is wrong, and where a file
 * that was read without it (a linked one, one that was checked alone) is not what the hash list says.
 *
 * @param wrongRead files that were found wrong by reading them
 */
export function integrityOf(
  { listed, matching, linked, wrong }: Tally,
  phase: VerifyState['phase'],
  sound = true,
  wrongRead = 0,
): IntegrityLevel {
  if (phase === 'running') return 'verifying';
  if (listed === 0) return 'unverified';
  if (phase === 'done') {
    if (wrong > 0 || !sound) return 'failed';
    if (matching === listed) return 'verified';
    return matching + linked === listed ? 'partial' : 'unverified';
  }
  return wrong > 0 && (phase === 'cancelled' || wrongRead > 0) ? 'failed' : 'unverified';
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
  /** Linked files that no host gave. */
  notFetched: LinksNotFetched;
  /** The file that does not match, where there is only one. */
  wrongFile: PackageFile | undefined;
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
      tone: 'quiet',
      brief: 'No hashes',
      sentence: 'No checksums',
      detail: joined([pkg.cannot?.verify ?? '']),
    };
  }
  if (counts.listed === 0) {
    const { verify: reason } = pkg.cannot ?? {};
    // The list is there, and none of the files that it names.
    if (reason !== undefined) {
      return { tone: 'quiet', brief: 'Not checked', sentence: `Not checked against ${list}`, detail: `${reason}.` };
    }
    return { tone: 'quiet', brief: `No ${list}`, sentence: `No ${list} to check against` };
  }
  switch (level) {
    case 'verifying':
      return {
        tone: 'quiet',
        brief: 'Checking',
        sentence: `Checking against ${list}`,
        detail: checkingText(counts),
      };
    case 'verified':
    case 'partial':
      return {
        tone: ambiguous || counts.unlisted > 0 || facts.notFetched.files > 0 ? 'warning' : 'ok',
        brief: 'Matches',
        sentence: `Matches its ${list}`,
        detail: matchText(facts),
      };
    case 'failed':
      return {
        tone: 'error',
        brief: failedBrief(counts, list),
        sentence: failedSentence(counts, list),
        detail: failedDetail(facts, list),
      };
    case 'unverified':
      return {
        tone: 'quiet',
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
function matchText({ counts, ambiguous, remote, level, notFetched }: IntegrityFacts): string {
  const { listed, matching, linked, unlisted } = counts;
  const unchecked = linked - notFetched.files;
  return joined([
    level === 'partial'
      ? `${formatCount(matching)} of ${formatNumberOf(listed, 'file')}`
      : `${listed === 1 ? 'The 1 file' : `All ${formatNumberOf(listed, 'file')}`} it lists${sentText(remote, listed)}`,
    unchecked > 0 ? `${formatNumberIs(unchecked, 'linked file')} not checked` : '',
    notFetchedText(notFetched),
    unlisted > 0 ? `${formatNumberIs(unlisted, 'other file')} not listed` : '',
    ambiguous ? OTHERS_DIFFER : '',
    level === 'verified' && unlisted === 0 && !ambiguous ? NOT_HARMLESS : '',
  ]);
}

/** What no hash can show. */
const NOT_HARMLESS = 'Intact does not mean harmless';

function sentText(remote: boolean, files: number): string {
  if (!remote) return '';
  return `, as the host sent ${files === 1 ? 'it' : 'them'}`;
}

function notFetchedText({ files, path }: LinksNotFetched): string {
  if (files === 0) return '';
  if (files === 1 && path !== undefined) return `The linked file ${nameText(path)} could not be fetched`;
  return `${formatNumberOf(files, 'linked file')} could not be fetched`;
}

/** Characters of a path in a sentence. */
const MAX_NAME = 80;

function nameText(path: string): string {
  return visibleText(shortened(path, MAX_NAME));
}

function joined(sentences: readonly string[]): string {
  return sentences.flatMap((sentence) => (sentence === '' ? [] : [`${sentence}.`])).join(' ');
}

function failedBrief({ wrong, missing }: Tally, list: string): string {
  if (wrong === 0) return `Bad ${list}`;
  if (missing === wrong) return `${formatCount(missing)} missing`;
  return wrong - missing === 1 ? '1 differs' : `${formatCount(wrong - missing)} differ`;
}

function failedSentence({ wrong, missing }: Tally, list: string): string {
  if (wrong === 0) return `${list} itself has errors`;
  if (missing === wrong) return `${formatNumberIs(wrong, 'file')} missing`;
  const differing = wrong - missing;
  return `${formatNumberOf(differing, 'file')} ${differing === 1 ? 'does' : 'do'} not match ${list}`;
}

function failedDetail({ counts, notFetched, wrongFile }: IntegrityFacts, list: string): string {
  const { matching, listed, wrong, missing, wrongLinked } = counts;
  const rest = `${formatCount(matching)} of ${formatNumberOf(listed, 'file')} match`;
  if (wrong === 0) return `${rest}, but it is unclear which file a line of ${list} means.`;
  const linked =
    wrongLinked === 0 ? '' : `${wrongLinked === wrong ? 'All' : formatCount(wrongLinked)} of them are linked`;
  return joined([
    wrongFile === undefined ? linked : `${nameText(wrongFile.path)}${wrongLinked > 0 ? ', which is linked' : ''}`,
    missing > 0 && missing < wrong ? `${formatNumberIs(missing, 'more', 'more')} missing` : '',
    rest,
    notFetchedText(notFetched),
  ]);
}

function unverifiedDetail({ counts, verification, hold, notFetched }: IntegrityFacts): string {
  if (verification.phase === 'failed') return `The check failed: ${visibleText(verification.error.message)}`;
  const { matching, listed } = counts;
  const wasBegun = verification.phase === 'cancelled' || verification.phase === 'done';
  return joined([
    verification.phase === 'cancelled' ? 'The check was canceled' : '',
    matching > 0 || wasBegun ? `${formatCount(matching)} of ${formatNumberOf(listed, 'file')} match` : '',
    notFetchedText(notFetched),
    hold ?? '',
  ]);
}

/** Where readers may take other entries of the zip for its files. */
const OTHERS_DIFFER = 'Other tools may see other files';

const NO_HASHES = 'It has no hashes';

/** Of a package without hashes: whether sizes and checksums agree. */
function unhashedText({ pkg, verification, damaged, ambiguous, hold }: IntegrityFacts): TrustText {
  const failing = damaged === 0 ? '' : `${formatNumberIs(damaged, 'file')} damaged`;
  const tone = damaged > 0 ? 'error' : ambiguous ? 'warning' : 'quiet';
  switch (verification.phase) {
    case 'done': {
      const left = countNeverOpened(pkg.files);
      const unread =
        left === 0 ? '' : `${formatNumberIs(left, 'file')} never opened and ${left === 1 ? 'was' : 'were'} not read`;
      const detail = joined([NO_HASHES, unread, ambiguous ? OTHERS_DIFFER : '']);
      return damaged > 0
        ? { tone, brief: `${formatCount(damaged)} damaged`, sentence: damagedSentence(damaged), detail }
        : { tone, brief: 'No hashes', sentence: 'Sizes and checksums agree', detail };
    }
    case 'running':
      return {
        tone,
        brief: 'Checking',
        sentence: 'Checking sizes and checksums',
        detail: joined([failing, NO_HASHES]),
      };
    case 'cancelled':
      return { tone, brief: 'Not checked', sentence: 'The check was canceled', detail: joined([failing, NO_HASHES]) };
    case 'failed': {
      const detail = [joined([failing]), visibleText(verification.error.message)].filter(Boolean).join(' ');
      return { tone, brief: 'Not checked', sentence: 'Sizes and checksums could not be checked', detail };
    }
    case 'idle':
      return {
        tone: 'quiet',
        brief: 'Not checked',
        sentence: 'Sizes and checksums are not checked',
        detail: joined([NO_HASHES, hold ?? '']),
      };
  }
}

function damagedSentence(damaged: number): string {
  return `${formatNumberOf(damaged, 'file')} ${damaged === 1 ? 'fails' : 'fail'} the size and checksum check`;
}
