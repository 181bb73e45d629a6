import { type Finding, findingEntry } from '../../base/findings.ts';
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
 * The findings in one line, with what the first of the most severe says.
 *
 * @param sound whether the package itself was checked, and not only its directory
 * @param whole whether the content of its files was read too
 * @param known whether Boxcutter knows what such a package should hold. Of another one, it can find damage alone
 * @param warned whether what loading would run has a warning, which is not among the findings
 */
export function problemsText(
  findings: readonly Finding[],
  { sound, whole, known, warned }: { sound: boolean; whole: boolean; known: boolean; warned: boolean },
): TrustText {
  const counts = SEVERITIES.flatMap(({ severity, word, words }) => {
    const all = findings.filter((finding) => finding.severity === severity);
    return all[0]
      ? [{ severity, first: all[0], text: formatNumberOf(countFindings(all), word.toLowerCase(), words.toLowerCase()) }]
      : [];
  });
  const [worst] = counts;
  if (!worst) return known ? noneText(sound, whole, warned) : unknownText(sound, whole);
  const all = counts.map(({ text }) => text).join(', ');
  return {
    tone: worst.severity,
    brief: worst.text,
    sentence: worst.severity === 'info' ? `${all}, ${warned ? 'no other problems' : 'no problems'}` : all,
    detail: visibleText(briefly(worst.first)),
  };
}

/** Characters of a message that two lines of the card have room for. */
const MAX_MESSAGE = 110;

/** What a finding says; of one with a long message, such as two hashes, what it is and where. */
function briefly({ code, message, path }: Finding): string {
  if (message.length <= MAX_MESSAGE) return message;
  const { title } = findingEntry(code);
  return path === undefined ? title : `${title}: ${path}`;
}

/** What loading would run stands above it: nothing here may deny the warning there. */
function noneText(sound: boolean, whole: boolean, warned: boolean): TrustText {
  const none = warned ? 'No other problems' : 'No problems';
  if (whole) return { tone: warned ? 'quiet' : 'ok', brief: warned ? 'No others' : none, sentence: `${none} found` };
  if (!sound) return { tone: 'quiet', brief: 'Not checked', sentence: 'Only the directory was read' };
  return {
    tone: 'quiet',
    brief: 'None so far',
    sentence: `${none} found so far`,
    detail: 'The contents of its files are not checked yet.',
  };
}

/** Nothing was found because nothing is known of what it should hold: that is no praise. */
function unknownText(sound: boolean, whole: boolean): TrustText {
  if (whole && !sound) return { tone: 'quiet', brief: 'No damage', sentence: 'No damage found', detail: UNKNOWN };
  return { tone: 'quiet', brief: 'Not checked', sentence: 'Not checked for problems', detail: UNKNOWN };
}

const UNKNOWN = 'Boxcutter has no checks for what is in it.';
