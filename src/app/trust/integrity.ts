import { formatBytes, formatCount, formatNumberIs, formatNumberOf } from '../../base/amounts.ts';
import type { Finding, FindingCode } from '../../base/findings.ts';
import { MAX_AUTO_DOWNLOAD_BYTES, MAX_AUTO_VERIFY_BYTES } from '../../base/limits.ts';
import { shortened } from '../../base/text.ts';
import type { Package, PackageFile } from '../../model/package.ts';
import { countNeverOpened } from '../../model/unhashed.ts';
import type { FormatVerdicts } from '../../model/verdict.ts';
import type { VerifyHold } from '../../state/auto-verify.ts';
import type { LinksNotFetched } from '../../state/link-slice.ts';
import type { Tally } from '../../state/verdict-table.ts';
import type { VerifyState } from '../../state/verify-slice.ts';
import { visibleText } from '../../widgets/name-text.tsx';
import { sentences, type TrustText, trustText } from './trust-text.ts';

/** Whether the bytes of a package match its hash list (`data-integrity`). */
export type IntegrityLevel = 'unverified' | 'verifying' | 'verified' | 'partial' | 'failed';

/** Findings that mean that other readers may see other files than the verified ones. */
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
  { unsoundHashList = [] }: FormatVerdicts,
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

/** What the text on integrity is decided from. */
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
  const { pkg, counts, level, ambiguous, notFetched } = facts;
  if (isUnhashed(pkg)) return unhashedText(facts);
  const { hashList: list } = pkg.words;
  const { verify: reason } = pkg.cannot ?? {};
  if (list === undefined) return trustText('quiet', 'No hashes', 'No checksums', sentences([reason]));
  const unchecked = `Not checked against ${list}`;
  if (counts.listed === 0) {
    // The list exists, but no file that it names does.
    if (reason !== undefined) return trustText('quiet', 'Not checked', unchecked, `${reason}.`);
    return trustText('quiet', `No ${list}`, `No ${list} to check against`);
  }
  switch (level) {
    case 'verifying':
      return trustText('quiet', 'Checking', `Checking against ${list}`, checkingText(counts));
    case 'verified':
    case 'partial': {
      const isDoubtful = ambiguous || counts.unlisted > 0 || notFetched.files > 0;
      return trustText(isDoubtful ? 'warning' : 'ok', 'Matches', `Matches its ${list}`, matchText(facts));
    }
    case 'failed':
      return failedText(facts, list);
    case 'unverified':
      return trustText('quiet', 'Not checked', unchecked, unverifiedDetail(facts));
  }
}

function checkingText({ matching, listed, wrong }: Tally): string {
  const differing = wrong === 0 ? '' : `, ${formatCount(wrong)} do not`;
  return `${formatCount(matching)} of ${formatNumberOf(listed, 'hash', 'hashes')} match so far${differing}`;
}

/** Which files match, and what that leaves open. */
function matchText({ counts, ambiguous, remote, level, notFetched }: IntegrityFacts): string {
  const { listed, linked, unlisted } = counts;
  const unchecked = linked - notFetched.files;
  const sent = remote ? `, as the host sent the ${listed === 1 ? 'file' : 'files'}` : '';
  return sentences([
    level === 'partial'
      ? matchingOf(counts)
      : `${listed === 1 ? 'Its 1 hash' : `All ${formatCount(listed)} hashes`}${sent}`,
    unchecked > 0 && `${formatNumberIs(unchecked, 'linked file')} not checked`,
    notFetchedText(notFetched),
    unlisted > 0 && `${formatNumberIs(unlisted, 'other file')} not listed`,
    ambiguous && OTHERS_DIFFER,
    level === 'verified' && unlisted === 0 && !ambiguous && NOT_HARMLESS,
  ]);
}

/** Of hashes: the hash list does not list all files, and the number of files is that of all. */
function matchingOf({ matching, listed }: Tally): string {
  return `${formatCount(matching)} of ${formatNumberOf(listed, 'hash', 'hashes')}`;
}

/** What no hash can show. */
const NOT_HARMLESS = 'Intact does not mean harmless';

function notFetchedText({ files, path }: LinksNotFetched): string | undefined {
  if (files === 0) return undefined;
  if (files === 1 && path !== undefined) return `The linked file ${nameText(path)} could not be fetched`;
  return `${formatNumberOf(files, 'linked file')} could not be fetched`;
}

/** Characters of a path in a sentence. */
const MAX_NAME = 80;

function nameText(path: string): string {
  return visibleText(shortened(path, MAX_NAME));
}

function failedText({ counts, notFetched, wrongFile }: IntegrityFacts, list: string): TrustText {
  const { wrong, missing, wrongLinked } = counts;
  const matching = `${matchingOf(counts)} match`;
  if (wrong === 0) {
    const detail = `${matching}, but it is unclear which file a line of ${list} means.`;
    return trustText('error', `Bad ${list}`, `${list} itself has errors`, detail);
  }
  const linked = wrongLinked > 0 && `${wrongLinked === wrong ? 'All' : formatCount(wrongLinked)} of them are linked`;
  const differing = wrong - missing;
  const detail = sentences([
    wrongFile ? `${nameText(wrongFile.path)}${wrongLinked > 0 ? ', which is linked' : ''}` : linked,
    missing > 0 && differing > 0 && `${formatNumberIs(missing, 'more', 'more')} missing`,
    matching,
    notFetchedText(notFetched),
  ]);
  if (differing === 0)
    return trustText('error', `${formatCount(missing)} missing`, `${formatNumberIs(wrong, 'file')} missing`, detail);
  const [differ, not] = differing === 1 ? ['differs', 'does not'] : ['differ', 'do not'];
  const sentence = `${formatNumberOf(differing, 'file')} ${not} match ${list}`;
  return trustText('error', `${formatCount(differing)} ${differ}`, sentence, detail);
}

function unverifiedDetail({ counts, verification, hold, notFetched }: IntegrityFacts): string {
  if (verification.phase === 'failed') return `The check failed: ${visibleText(verification.error.message)}`;
  const isCanceled = verification.phase === 'cancelled';
  return sentences([
    isCanceled && 'The check was canceled',
    (counts.matching > 0 || isCanceled || verification.phase === 'done') && `${matchingOf(counts)} match`,
    notFetchedText(notFetched),
    hold,
  ]);
}

/** Where readers may take other entries of the zip for its files. */
const OTHERS_DIFFER = 'Other tools may see other files';

const NO_HASHES = 'It has no hashes';

/** Of a package without hashes: whether sizes and checksums agree. */
function unhashedText({ pkg, verification, damaged, ambiguous, hold }: IntegrityFacts): TrustText {
  const failing = damaged > 0 && `${formatNumberIs(damaged, 'file')} damaged`;
  const tone = damaged > 0 ? 'error' : ambiguous ? 'warning' : 'quiet';
  switch (verification.phase) {
    case 'done': {
      const left = countNeverOpened(pkg.files);
      const unread = `${formatNumberIs(left, 'file')} never opened and ${left === 1 ? 'was' : 'were'} not read`;
      const detail = sentences([NO_HASHES, left > 0 && unread, ambiguous && OTHERS_DIFFER]);
      if (damaged === 0) return trustText(tone, 'No hashes', 'Sizes and checksums agree', detail);
      const fail = `${formatNumberOf(damaged, 'file')} ${damaged === 1 ? 'fails' : 'fail'} the size and checksum check`;
      return trustText(tone, `${formatCount(damaged)} damaged`, fail, detail);
    }
    case 'running':
      return trustText(tone, 'Checking', 'Checking sizes and checksums', sentences([failing, NO_HASHES]));
    case 'cancelled':
      return trustText(tone, 'Not checked', 'The check was canceled', sentences([failing, NO_HASHES]));
    case 'failed': {
      const detail = [sentences([failing]), visibleText(verification.error.message)].filter(Boolean).join(' ');
      return trustText(tone, 'Not checked', 'Sizes and checksums could not be checked', detail);
    }
    case 'idle':
      return trustText('quiet', 'Not checked', 'Sizes and checksums are not checked', sentences([NO_HASHES, hold]));
  }
}

/** The rules that keep a package from being checked unasked, as sentences without a full stop. */
export const HOLD_TEXTS: Readonly<Record<VerifyHold, string>> = {
  embedded: 'On an embedded page, a package is downloaded and checked only when you ask',
  remote: `Packages on a host are checked automatically up to ${formatBytes(MAX_AUTO_DOWNLOAD_BYTES)}, and above that only when you ask`,
  large: `Packages with ${formatBytes(MAX_AUTO_VERIFY_BYTES)} of content or more are checked when you ask or edit`,
  overlap: 'Its entries share bytes, so it is checked only when you ask',
};
