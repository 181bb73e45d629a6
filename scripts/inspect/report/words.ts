import { formatCount, formatNumberOf } from '../../../src/base/amounts.ts';
import type { Severity } from '../../../src/base/finding-entry.ts';
import type { Checked, JudgedFinding } from './checked.ts';
import { shownFile } from './place.ts';

/** What severities are called for people, as in docs/findings.md. JSON has the names of the program. */
export const SEVERITY_WORDS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note' };

/** What a finding says, how many more like it there are, and what the baseline says of it. */
export function sentenceOf({ message, more, ...judged }: JudgedFinding): string {
  const rest = more ? ` (and ${formatCount(more)} more)` : '';
  return `${message}${rest}${judgementOf(judged)}`;
}

/** A sentence about a package, which names it. */
export function namedSentence(file: string, sentence: string): string {
  const name = shownFile(file);
  return sentence.includes(file) ? sentence : `${name}: ${sentence}`;
}

function judgementOf({ accepted, expired }: Pick<JudgedFinding, 'accepted' | 'expired'>): string {
  if (accepted) return ` (accepted until ${accepted.until}: ${accepted.reason})`;
  return expired ? ` (was accepted until ${expired.until}, and counts again)` : '';
}

/** One sentence about all files: "3 packages: 1 error, 2 warnings, 4 accepted". */
export function totalsOf(checked: readonly Checked[]): string {
  const counts = { error: 0, warning: 0, info: 0, accepted: 0 };
  for (const { findings } of checked) {
    for (const { severity, accepted, more = 0 } of findings) counts[accepted ? 'accepted' : severity] += 1 + more;
  }
  const unopened = checked.filter(({ error }) => error).length;
  const said = [
    formatNumberOf(counts.error, 'error'),
    formatNumberOf(counts.warning, 'warning'),
    ...(counts.info > 0 ? [formatNumberOf(counts.info, 'note')] : []),
    ...(counts.accepted > 0 ? [`${formatCount(counts.accepted)} accepted`] : []),
    ...(unopened > 0 ? [`${formatCount(unopened)} not opened`] : []),
  ];
  return `${formatNumberOf(checked.length, 'package')}: ${said.join(', ')}`;
}

/** Says why a run fails where its warnings are to. Undefined where there are none. */
export function strictSentence(findings: readonly JudgedFinding[]): string | undefined {
  const count = (of: Severity) =>
    findings.reduce((sum, { severity, accepted, more = 0 }) => sum + (severity === of && !accepted ? 1 + more : 0), 0);
  const [errors, warnings] = [count('error'), count('warning')];
  if (warnings === 0) return undefined;
  const also = errors === 0 ? '' : `${formatNumberOf(errors, 'error')} and `;
  return `Failed because of ${also}${formatNumberOf(warnings, 'warning')} (--strict).`;
}
