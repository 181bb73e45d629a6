import type { Finding } from '../../base/findings.ts';
import type { Package } from '../../model/package.ts';
import { countFindings } from '../../model/verdict.ts';
import type { VerifyState } from '../../state/verify-slice.ts';
import { formatNumberOf } from '../../widgets/byte-size.ts';
import { visibleText } from '../../widgets/name-text.tsx';
import { SEVERITIES } from '../../widgets/severity.tsx';
import type { TrustText } from './trust-row.tsx';

/**
 * Whether all of a package was checked that can be: its bytes where they can be verified, else what opening checks.
 */
export function isWhole({ can, words }: Package, phase: VerifyState['phase']): boolean {
  return phase === 'done' || (!can.verify && words.checked.length > 0);
}

/**
 * The findings in one line, with the message of the first of the most severe.
 *
 * @param sound whether the package itself was checked, and not only its directory
 * @param whole whether the content of its files was read too
 */
export function problemsText(
  findings: readonly Finding[],
  { sound, whole }: { sound: boolean; whole: boolean },
): TrustText {
  const counts = SEVERITIES.flatMap(({ severity, word, words }) => {
    const all = findings.filter((finding) => finding.severity === severity);
    return all[0]
      ? [{ severity, first: all[0], text: formatNumberOf(countFindings(all), word.toLowerCase(), words.toLowerCase()) }]
      : [];
  });
  const [worst] = counts;
  if (!worst) return noneText(sound, whole);
  const all = counts.map(({ text }) => text).join(', ');
  return {
    tone: worst.severity,
    brief: worst.text,
    sentence: worst.severity === 'info' ? `${all}, no problems` : all,
    detail: visibleText(worst.first.message),
  };
}

function noneText(sound: boolean, whole: boolean): TrustText {
  if (whole) return { tone: 'ok', brief: 'No problems', sentence: 'No problems found' };
  if (!sound) return { tone: 'quiet', brief: 'Not checked', sentence: 'Only the directory was read' };
  return {
    tone: 'quiet',
    brief: 'None so far',
    sentence: 'No problems found so far',
    detail: 'The contents of its files are not checked yet.',
  };
}
