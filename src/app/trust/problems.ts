import { type Finding, findingEntry } from '../../base/findings.ts';
import type { Package } from '../../model/package.ts';
import { countFindings } from '../../model/verdict.ts';
import type { VerifyState } from '../../state/verify-slice.ts';
import { formatNumberOf } from '../../widgets/byte-size.ts';
import { visibleText } from '../../widgets/name-text.tsx';
import { SEVERITIES } from '../../widgets/severity.tsx';
import type { TrustText } from './trust-row.tsx';

/** Whether all bytes of a package were read and compared. */
export function isWhole({ can }: Package, phase: VerifyState['phase']): boolean {
  return can.verify && phase === 'done';
}

interface ProblemsAsk {
  /** Whether the package itself was checked, and not only its directory. */
  sound: boolean;
  /** Whether the content of its files was read too. */
  whole: boolean;
  /** Whether Boxcutter knows what such a package should hold. Of another one, it can find damage alone. */
  known: boolean;
  /** What opening checks of a package whose bytes cannot be compared with anything. */
  checked: readonly string[];
  /** Codes of warnings that come before others: what keeps the package from loading. */
  fails?: readonly string[];
}

/** The findings in one line, with what the first of the most severe says. */
export function problemsText(
  findings: readonly Finding[],
  { sound, whole, known, checked, fails = [] }: ProblemsAsk,
): TrustText {
  const counts = SEVERITIES.flatMap(({ severity, word, words }) => {
    const all = findings.filter((finding) => finding.severity === severity);
    const first = all.find(({ code }) => fails.includes(code)) ?? all[0];
    return first
      ? [{ severity, first, text: formatNumberOf(countFindings(all), word.toLowerCase(), words.toLowerCase()) }]
      : [];
  });
  const [worst] = counts;
  if (!worst) return known ? noneText(sound, whole, checked) : unknownText(sound, whole);
  const all = counts.map(({ text }) => text).join(', ');
  return {
    tone: worst.severity,
    brief: worst.text,
    sentence: all,
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

/** Green is only for what was read whole. */
function noneText(sound: boolean, whole: boolean, checked: readonly string[]): TrustText {
  const sentence = 'No problems found';
  if (whole) return { tone: 'ok', brief: 'No problems', sentence };
  if (checked.length > 0) {
    const detail = `Checked: ${checked.join(', ')}. Its values were not read.`;
    return { tone: 'quiet', brief: 'None so far', sentence: `${sentence} in what was read`, detail };
  }
  if (!sound) return { tone: 'quiet', brief: 'Not checked', sentence: 'Only the directory was read' };
  return {
    tone: 'quiet',
    brief: 'None so far',
    sentence: `${sentence} so far`,
    detail: 'The contents of its files are not checked yet.',
  };
}

/** Nothing was found because nothing is known of what it should hold: that is no praise. */
function unknownText(sound: boolean, whole: boolean): TrustText {
  if (whole && !sound) return { tone: 'quiet', brief: 'No damage', sentence: 'No damage found', detail: UNKNOWN };
  return { tone: 'quiet', brief: 'Not checked', sentence: 'Not checked for problems', detail: UNKNOWN };
}

const UNKNOWN = 'Boxcutter has no checks for what is in it.';
