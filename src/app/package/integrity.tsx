import { Button } from '@mantine/core';
import {
  IconAlertOctagon,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleOff,
  IconLoader,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Finding, FindingCode } from '../../base/findings.ts';
import { shortened } from '../../base/text.ts';
import type { Package, PackageFile } from '../../model/package.ts';
import { countNeverOpened, unhashedSentence } from '../../model/unhashed.ts';
import type { FormatVerdicts } from '../../model/verdict.ts';
import { useActions, useApp, useOpenPackage, useOwnFindings } from '../../state/hooks.ts';
import type { LinksNotFetched } from '../../state/link-slice.ts';
import { isRemote, type SourceDescriptor } from '../../state/load.ts';
import type { Tally } from '../../state/verdict-table.ts';
import { contentBytes, type VerifyState } from '../../state/verify-slice.ts';
import { formatBytes, formatCount, formatNumberOf } from '../../widgets/byte-size.ts';
import { JobProgress } from '../../widgets/loading-view.tsx';
import { visibleText } from '../../widgets/name-text.tsx';
import classes from './integrity.module.css';
import { holdText } from './verify-hold.ts';

type Level = 'unverified' | 'verifying' | 'verified' | 'partial' | 'failed';

/** Of a package that has no hash list to count by. */
const NO_COUNTS: Tally = { listed: 0, matching: 0, linked: 0, wrong: 0, missing: 0, wrongLinked: 0, unlisted: 0 };

/** Findings that mean: another reader may see other files than the verified ones. */
const AMBIGUOUS: ReadonlySet<FindingCode> = new Set(['zip/duplicate-name', 'zip/overlap', 'zip/ambiguous']);

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
 * The integrity of the package. `failed` once verifying ended or was cancelled and something is wrong, and where a file
 * that was read without it (a linked one, one that was checked alone) is not what the hash list says.
 *
 * @param wrongRead files that were found wrong by reading them
 */
export function integrityOf(
  { listed, matching, linked, wrong }: Tally,
  phase: VerifyState['phase'],
  sound = true,
  wrongRead = 0,
): Level {
  if (phase === 'running') return 'verifying';
  if (listed === 0) return 'unverified';
  if (phase === 'done') {
    if (wrong > 0 || !sound) return 'failed';
    if (matching === listed) return 'verified';
    return matching + linked === listed ? 'partial' : 'unverified';
  }
  return wrong > 0 && (phase === 'cancelled' || wrongRead > 0) ? 'failed' : 'unverified';
}

const ICONS = {
  unverified: IconCircleDashed,
  verifying: IconLoader,
  verified: IconCircleCheck,
  partial: IconCircleCheck,
  failed: IconAlertOctagon,
};

interface Props {
  descriptor: SourceDescriptor;
  /** Further controls, such as the one that checks linked files. */
  children?: ReactNode;
}

/**
 * Whether the package's bytes match its hash list: the state in words, the progress of verifying, and a button to
 * begin.
 */
export function Integrity({ descriptor, children }: Props) {
  const pkg = useOpenPackage();
  const verification = useApp((state) => state.verification);
  const damaged = useApp((state) => state.verdicts.wrong);
  const hold = useApp((state) => state.verifyHold);
  const { verify, cancelVerify } = useActions();
  const tally = useApp((state) => state.verdicts.tally);
  const counts = isUnhashed(pkg) ? NO_COUNTS : tally;
  const notFetched = useApp((state) => state.linksNotFetched);
  const verdicts = useApp((state) => state.verdicts);
  const wrongFile = verdicts.wrong === 1 ? verdicts.wrongFiles()[0] : undefined;
  const findings = useOwnFindings();
  const isEdited = useApp((state) => state.draft?.changed === true);
  const sound = isSound(findings, verification, pkg.verdicts);
  const level = integrityOf(counts, verification.phase, sound, damaged);
  const ambiguous = findings.some(({ code }) => AMBIGUOUS.has(code));
  const covered = counts.unlisted === 0 && !ambiguous;
  const Icon =
    counts.listed === 0 && level === 'unverified'
      ? isUnhashed(pkg) && damaged > 0
        ? IconAlertOctagon
        : IconCircleOff
      : (!covered || notFetched.files > 0) && (level === 'verified' || level === 'partial')
        ? IconAlertTriangle
        : ICONS[level];
  // Without a reason to wait it begins by itself: a button would come and go.
  const isWaiting = verification.phase === 'idle' && hold === undefined;
  const canBegin = pkg.can.verify && !isWaiting && verification.phase !== 'running' && verification.phase !== 'done';
  return (
    <div className={classes.root}>
      <div
        role="status"
        aria-label="Integrity"
        data-integrity={level}
        data-covered={covered}
        className={classes.status}
      >
        <Icon size={16} stroke={1.75} aria-hidden className={classes.icon} />
        <span>
          Integrity{isEdited ? ' of the open file' : ''}:{' '}
          {integrityText({ pkg, counts, level, verification, damaged, notFetched, wrongFile })}
          {ambiguous && (level === 'verified' || level === 'partial' || isUnhashed(pkg))
            ? '; other tools may see other files, see Problems'
            : null}
          {verification.phase === 'idle' && pkg.can.verify && hold !== undefined ? `. ${holdText(hold)}` : null}
          {level === 'verified' && isRemote(descriptor) ? ', as the host sent it' : null}
        </span>
      </div>
      {canBegin ? (
        <Button variant="default" size="compact-sm" onClick={() => void verify()}>
          Check all ({isRemote(descriptor) ? 'downloads ' : ''}
          {formatBytes(isRemote(descriptor) ? pkg.size : contentBytes(pkg))})
        </Button>
      ) : null}
      {verification.phase === 'running' ? null : children}
      {verification.phase === 'running' ? (
        <div className={classes.job}>
          <JobProgress inline what="Checking" progress={verification.progress} />
          <Button variant="default" size="compact-sm" onClick={cancelVerify}>
            Cancel
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** Whether a package is read whole although it has no hashes: to compare sizes and checksums. */
function isUnhashed({ can, words }: Package): boolean {
  return can.verify && words.hashList === undefined;
}

/** The state of a package without hashes. `damaged` counts the files that were found so. */
export function unhashedText(pkg: Package, verification: VerifyState, damaged: number): string {
  const failing = damaged === 0 ? '' : `, ${formatNumberOf(damaged, 'file')} ${damaged === 1 ? 'fails' : 'fail'}`;
  switch (verification.phase) {
    case 'done':
      return unhashedSentence({ damaged, left: countNeverOpened(pkg.files) });
    case 'running':
      return `It has no hashes; sizes and checksums are being checked${failing}`;
    case 'cancelled':
      return `It has no hashes; checking sizes and checksums was cancelled${failing}`;
    case 'failed':
      return `It has no hashes; sizes and checksums could not be checked: ${visibleText(verification.error.message)}`;
    case 'idle':
      return 'It has no hashes; sizes and checksums are not checked';
  }
}

interface IntegrityFacts {
  pkg: Package;
  counts: Tally;
  level: Level;
  verification: VerifyState;
  damaged: number;
  notFetched: LinksNotFetched;
  /** The file that does not match, where there is only one. */
  wrongFile: PackageFile | undefined;
}

/** The state of a package in words. */
export function integrityText(facts: IntegrityFacts): string {
  const { pkg, counts, level, verification, damaged, notFetched } = facts;
  if (isUnhashed(pkg)) return unhashedText(pkg, verification, damaged);
  const { listed, matching, linked, wrong, unlisted } = counts;
  const unfetched = notFetchedText(notFetched);
  const others = unlisted === 0 ? '' : `; ${formatNumberOf(unlisted, 'other file')} not covered by it`;
  const { hashList: list } = pkg.words;
  if (list === undefined) return pkg.cannot?.verify ?? 'there are no hashes in it to check against';
  if (listed === 0) return `no line of a ${list} to check against`;
  const files = formatNumberOf(listed, 'file');
  switch (level) {
    case 'verifying':
      return `${formatCount(matching)} of ${formatCount(listed)} match ${list} so far${wrong > 0 ? `, ${formatCount(wrong)} do not` : ''}`;
    case 'verified':
      return `Matches its ${list} (${files})${others}`;
    case 'partial':
      return `${formatCount(matching)} of ${formatCount(listed)} match ${list}${
        linked > notFetched.files ? `, ${formatCount(linked - notFetched.files)} linked not checked` : ''
      }${unfetched}${others}`;
    case 'failed':
      if (wrong === 0)
        return `${formatCount(matching)} of ${files} match ${list}, which has errors itself: see Problems`;
      return `${wrongText(facts)}${unfetched}`;
    case 'unverified':
      if (verification.phase === 'failed') return `could not be checked: ${visibleText(verification.error.message)}`;
      if (verification.phase === 'cancelled') {
        return `checking was cancelled; ${formatCount(matching)} of ${formatCount(listed)} match ${list}`;
      }
      if (matching > 0)
        return `${formatCount(matching)} of ${files} match ${list}, the others are not checked${unfetched}`;
      return `${files} in ${list}, not checked against it${unfetched}`;
  }
}

/** What is wrong with files of the hash list. */
function wrongText({ counts: { listed, wrong, missing, wrongLinked }, wrongFile }: IntegrityFacts): string {
  const of = `${formatCount(wrong)} of ${formatNumberOf(listed, 'file')}`;
  if (missing === wrong) return `${of} ${wrong === 1 ? 'is' : 'are'} missing`;
  const gone = missing > 0 ? ` or ${missing === 1 ? 'is' : 'are'} missing` : '';
  const text = `${of} ${wrong === 1 ? 'fails' : 'fail'} the check${gone}`;
  if (wrongLinked === 0) return text;
  if (wrong === 1)
    return `${text}: ${wrongFile ? visibleText(shortened(wrongFile.path, MAX_NAME)) : 'one'}, which is linked`;
  return `${text}, ${wrongLinked === wrong ? 'all' : formatCount(wrongLinked)} of them linked`;
}

/** Characters of a path in a sentence. */
const MAX_NAME = 80;

function notFetchedText({ files, path }: LinksNotFetched): string {
  if (files === 0) return '';
  const which = files === 1 && path !== undefined ? ` (${visibleText(shortened(path, MAX_NAME))})` : '';
  return `, ${formatCount(files)} linked${which} could not be fetched`;
}
