import { IconCloud, IconCopy, IconFileUnknown, IconLoader, IconMinus, type TablerIcon } from '@tabler/icons-react';
import { formatNumberOf } from '../../base/amounts.ts';
import type { Finding } from '../../base/findings.ts';
import type { HashState, PackageFile } from '../../model/package.ts';
import { type Tone, ToneIcon } from '../severity.tsx';
import classes from './file-status.module.css';

interface Status {
  word: string;
  tone: Tone;
  /** Where it is not the tone's own. */
  Icon?: TablerIcon;
}

const HASH_STATUS: Readonly<Record<HashState, Status>> = {
  unverified: { word: 'Not checked', tone: 'quiet' },
  verifying: { word: 'Checking', tone: 'quiet', Icon: IconLoader },
  verified: { word: 'Matches', tone: 'ok' },
  mismatch: { word: 'Fails check', tone: 'error' },
  unreadable: { word: 'Unreadable', tone: 'error' },
  missing: { word: 'Missing', tone: 'error' },
  linked: { word: 'Linked', tone: 'info', Icon: IconCloud },
  unlisted: { word: 'Not listed', tone: 'warning', Icon: IconFileUnknown },
  none: { word: 'No hash', tone: 'quiet', Icon: IconMinus },
};

/** A file's errors and warnings. */
function troubles(findings: readonly Finding[] | undefined): readonly Finding[] {
  return findings?.filter(({ severity }) => severity !== 'info') ?? [];
}

/** Whether the file is a symlink whose target is neither in the package nor linked by it. */
function isDangling({ kind, target, link }: PackageFile): boolean {
  return kind === 'symlink' && target === undefined && link === undefined;
}

/** Whether something is wrong with a file, by what is known of it and by its findings. */
export function isTroubled(file: PackageFile, findings: readonly Finding[] | undefined, state: HashState): boolean {
  return (
    file.unsafe === true ||
    file.shadowed === true ||
    state === 'mismatch' ||
    state === 'unreadable' ||
    state === 'missing' ||
    isDangling(file) ||
    troubles(findings).length > 0
  );
}

/**
 * What matters most about a file: a word and its icon. Undefined where nothing is known, as of a plain zip, which has
 * no hashes.
 */
function fileStatus(
  file: PackageFile,
  findings: readonly Finding[] | undefined,
  state: HashState,
  hashList: string,
): Status | undefined {
  if (file.unsafe) return { word: 'Unsafe name', tone: 'error' };
  if (file.shadowed) return { word: 'Duplicate name', tone: 'error', Icon: IconCopy };
  if (isDangling(file)) return { word: 'Leads nowhere', tone: 'warning' };
  const known = state === 'unlisted' ? { ...HASH_STATUS.unlisted, word: `Not in ${hashList}` } : HASH_STATUS[state];
  const found = troubles(findings);
  // That a hash list or a file without hashes has none is not news.
  if (found.length === 0 && state === 'none') return undefined;
  if (found.length === 0 || known.tone === 'error') return known;
  return found.some(({ severity }) => severity === 'error')
    ? { word: formatNumberOf(found.length, 'problem'), tone: 'error' }
    : { word: formatNumberOf(found.length, 'warning'), tone: 'warning' };
}

interface Props {
  file: PackageFile;
  findings: readonly Finding[] | undefined;
  /** What is known of its bytes so far. The package itself knows only its directory. */
  state: HashState;
  /** What the package calls its hash list. */
  hashList: string;
}

/** A file's status as icon and word. */
export function FileStatus({ file, findings, state, hashList }: Props) {
  const status = fileStatus(file, findings, state, hashList);
  if (!status) return null;
  const { word, tone, Icon } = status;
  return (
    <span className={classes.root} data-tone={tone}>
      <ToneIcon tone={tone} Icon={Icon} />
      <span className={classes.word} data-word>
        {word}
      </span>
    </span>
  );
}
