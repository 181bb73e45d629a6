import { formatCount, formatNumberOf } from '../../../src/base/amounts.ts';
import type { Severity } from '../../../src/base/finding-entry.ts';
import { findingEntry } from '../../../src/base/findings.ts';
import { groupBy } from '../../../src/base/group-by.ts';
import { forTerminal, withoutControls } from '../json.ts';
import type { Checked, JudgedFinding, Report } from './checked.ts';
import { placeOf } from './place.ts';
import { namedSentence, sentenceOf, totalsOf } from './words.ts';

/** What GitHub calls an annotation of a severity. */
const KINDS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'notice' };

/** Annotations of one kind that GitHub shows of a step. It drops the others and does not say so. */
const MAX_SHOWN = 10;

/** What an annotation is of: a finding, and the package that it was found in. */
interface Found {
  of: Checked;
  finding: JudgedFinding;
}

/**
 * The findings as workflow commands, which GitHub's runner makes annotations of: at most ten of a kind. Beyond that,
 * there is one for each code.
 *
 * @param rest where the reader finds what has no annotation of its own
 */
export function githubText({ checked, unmatched, notes }: Report, rest: string): string {
  const found = checked.flatMap((of) => of.findings.map((finding): Found => ({ of, finding })));
  const counted = found.filter(({ finding }) => !finding.accepted);
  const lines = (['error', 'warning', 'info'] as const).flatMap((severity) => {
    const own = counted.filter(({ finding }) => finding.severity === severity);
    // Notices are of two sorts, which share the ten.
    const room = severity === 'info' ? MAX_SHOWN - Math.min(unmatched.length, 1) : MAX_SHOWN;
    return own.length <= room ? own.map((one) => annotation([one], rest)) : byCode(own, room, rest);
  });
  if (unmatched.length > 0) {
    const more = unmatched.length === 1 ? '' : ` (and ${formatCount(unmatched.length - 1)} more: ${rest})`;
    lines.push(command('notice', { title: 'The baseline has entries that match nothing' }, `${unmatched[0]}${more}`));
  }
  // The runner looks for older commands (“##[…]”) anywhere in a line. These have none of a stranger's words.
  return [...lines, totalsOf(checked), ...notes].join('\n');
}

/** An annotation for each code. Where there are too many of these too, the last one counts what has none. */
function byCode(found: readonly Found[], room: number, rest: string): string[] {
  const groups = [...groupBy(found, ({ finding }) => finding.code).values()].sort((a, b) => countOf(b) - countOf(a));
  if (groups.length <= room) return groups.map((group) => annotation(group, rest));
  const left = groups.slice(room - 1);
  const count = formatCount(countOf(left.flat()));
  const [{ finding }] = left[0] as [Found];
  const title = `${count} more of ${formatNumberOf(left.length, 'kind')}`;
  const codes = left.map(([first]) => first?.finding.code).join(', ');
  return [
    ...groups.slice(0, room - 1).map((group) => annotation(group, rest)),
    command(KINDS[finding.severity], { title }, `${codes}. ${rest}`),
  ];
}

/** The annotation of findings of one code, at the place of the first. */
function annotation(group: readonly Found[], rest: string): string {
  const [{ of, finding }] = group as [Found];
  const { path, line, column } = placeOf(of, finding);
  const { title } = findingEntry(finding.code);
  const count = countOf(group);
  const times = group.length === 1 ? '' : `, ${formatCount(count)} times`;
  const where = finding.path === undefined || finding.path === of.found?.name ? '' : `${finding.path}: `;
  const more = group.length === 1 ? '' : `\nAnd ${formatCount(count - 1)} more like it. ${rest}`;
  const place = path === undefined ? {} : { file: path, line: String(line), ...(column && { col: String(column) }) };
  const told = group.length === 1 ? finding : { ...finding, more: 0 };
  const said = `${forTerminal(namedSentence(of.file, where + sentenceOf(told)))}${more}`;
  return command(KINDS[finding.severity], { ...place, title: `${title} (${finding.code})${times}` }, said);
}

function countOf(group: readonly Found[]): number {
  return group.reduce((sum, { finding: { more = 0 } }) => sum + 1 + more, 0);
}

/** A workflow command, escaped as the runner's `ActionCommand` reads it. */
function command(name: string, properties: Record<string, string>, message: string): string {
  const pairs = Object.entries(properties).map(([key, value]) => `${key}=${escapedProperty(value)}`);
  return `::${name} ${pairs.join(',')}::${escapedData(message)}`;
}

function escapedData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapedProperty(text: string): string {
  return withoutControls(escapedData(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
