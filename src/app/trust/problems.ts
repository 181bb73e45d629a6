import { formatNumberOf } from '../../base/amounts.ts';
import { type Finding, findingEntry } from '../../base/findings.ts';
import type { Package } from '../../model/package.ts';
import { countFindings } from '../../model/verdict.ts';
import type { VerifyState } from '../../state/verify-slice.ts';
import { visibleText } from '../../widgets/name-text.tsx';
import { bySeverity } from '../../widgets/severity.tsx';
import { type TrustText, trustText } from './trust-text.ts';

/** Whether all bytes of a package were read and compared. */
export function isWhole({ can }: Package, phase: VerifyState['phase']): boolean {
  return can.verify && phase === 'done';
}

/** What was looked at in a package. */
interface LookedAt {
  /** The package itself was checked, and not only its directory. */
  sound: boolean;
  /** The content of its files was read too. */
  whole: boolean;
  /** Boxcutter knows what the package should contain. Otherwise it can only find damage. */
  known: boolean;
  /** What opening checks of a package whose bytes cannot be compared with anything. */
  checked: readonly string[];
  /** Codes of warnings that come before others: what keeps the package from loading. */
  fails?: readonly string[];
}

export function lookedAt({ can, words, onlyFiles, verdicts }: Package, whole: boolean): LookedAt {
  const { checked } = words;
  return {
    sound: checked.length > 0,
    whole,
    known: onlyFiles === undefined,
    checked: can.verify ? [] : checked,
    fails: verdicts.fails,
  };
}

/** The findings in one line, with what the first of the most severe says. */
export function problemsText(findings: readonly Finding[], looked: LookedAt): TrustText {
  const severities = bySeverity(findings);
  const [worst] = severities;
  const first = worst?.found.find(({ code }) => looked.fails?.includes(code)) ?? worst?.found[0];
  if (!worst || !first) return looked.known ? noneText(looked) : unknownText(looked);
  const counts = severities.map(({ found, word, words }) =>
    formatNumberOf(countFindings(found), word.toLowerCase(), words.toLowerCase()),
  );
  return trustText(worst.severity, counts[0] ?? '', counts.join(', '), visibleText(briefly(first)));
}

/** Characters of a message that two lines of the card have room for. */
const MAX_MESSAGE = 110;

/** What a finding says; of one with a long message, such as two hashes, what it is and where. */
function briefly({ code, message, path }: Finding): string {
  if (message.length <= MAX_MESSAGE) return message;
  const { title } = findingEntry(code);
  return path === undefined ? title : `${title}: ${path}`;
}

/** Green is only for what was read whole. */
function noneText({ sound, whole, checked }: LookedAt): TrustText {
  const sentence = 'No problems found';
  if (whole) return trustText('ok', 'No problems', sentence);
  if (checked.length > 0) {
    const detail = `Checked: ${checked.join(', ')}. Its values were not read.`;
    return trustText('quiet', 'None so far', `${sentence} in what was read`, detail);
  }
  if (!sound) return trustText('quiet', 'Not checked', 'Only the directory was read');
  return trustText('quiet', 'None so far', `${sentence} so far`, 'The contents of its files are not checked yet.');
}

/** Nothing was found, but only because Boxcutter does not know what the package should contain. */
function unknownText({ sound, whole }: LookedAt): TrustText {
  return whole && !sound
    ? trustText('quiet', 'No damage', 'No damage found', UNKNOWN)
    : trustText('quiet', 'Not checked', 'Not checked for problems', UNKNOWN);
}

const UNKNOWN = 'Boxcutter has no checks for what is in it.';
