import { formatNumberOf } from '../../base/amounts.ts';
import { type Finding, findingEntry } from '../../base/findings.ts';
import type { Package } from '../../model/package.ts';
import { countFindings } from '../../model/verdict.ts';
import type { ScannedShare } from '../../state/scan-slice.ts';
import type { VerifyState } from '../../state/verify-slice.ts';
import { visibleText } from '../../widgets/name-text.tsx';
import { bySeverity } from '../../widgets/severity.tsx';
import { type TrustText, trustText } from './trust-text.ts';

/** Whether all bytes of a package were read and compared. */
export function isWhole({ can }: Package, phase: VerifyState['phase']): boolean {
  return can.verify && phase === 'done';
}

/**
 * The findings in one line, with what the first of the most severe says. What keeps the package from loading comes
 * before other warnings.
 *
 * @param whole whether the content of its files was read too
 * @param scanned how much of its values a scan has looked at
 */
export function problemsText(
  findings: readonly Finding[],
  pkg: Package,
  whole: boolean,
  scanned: ScannedShare = 'nothing',
): TrustText {
  const severities = bySeverity(findings);
  const [worst] = severities;
  const first = worst?.found.find(({ code }) => pkg.verdicts.fails?.includes(code)) ?? worst?.found[0];
  if (!worst || !first) return pkg.onlyFiles === undefined ? noneText(pkg, whole, scanned) : unknownText(pkg, whole);
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

/** What is said beside it where values were not looked at, or not all. */
export const VALUES_TEXTS: Readonly<Partial<Record<ScannedShare, string>>> = {
  none: 'Values not scanned',
  some: 'Not all values scanned',
};

/** Green is only for what was read whole. */
function noneText({ can, words: { checked } }: Package, whole: boolean, scanned: ScannedShare): TrustText {
  const sentence = 'No problems found';
  const unscanned = VALUES_TEXTS[scanned];
  const isRead = whole || (!can.verify && checked.length > 0);
  if (isRead && unscanned !== undefined) {
    const where = whole ? 'found in the files' : `in ${checked[0]}`;
    return trustText('quiet', 'Not scanned', `No problems ${where}`, unscanned);
  }
  if (whole || (isRead && scanned === 'all')) return trustText('ok', 'No problems', sentence);
  // Its bytes cannot be compared with anything.
  if (isRead) {
    const detail = `Checked: ${checked.join(', ')}. Its values were not read.`;
    return trustText('quiet', 'None so far', `${sentence} in what was read`, detail);
  }
  if (checked.length === 0) return trustText('quiet', 'Not checked', 'Only the directory was read');
  return trustText('quiet', 'None so far', `${sentence} so far`, 'The contents of its files are not checked yet.');
}

/** Nothing was found, but only because Boxcutter does not know what the package should contain. */
function unknownText({ words }: Package, whole: boolean): TrustText {
  return whole && words.checked.length === 0
    ? trustText('quiet', 'No damage', 'No damage found', UNKNOWN)
    : trustText('quiet', 'Not checked', 'Not checked for problems', UNKNOWN);
}

const UNKNOWN = 'Boxcutter has no checks for what is in it.';
