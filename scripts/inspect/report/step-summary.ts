import { formatCount } from '../../../src/base/amounts.ts';
import { findingEntry } from '../../../src/base/findings.ts';
import { wellFormed } from '../../../src/base/text.ts';
import { forTerminal } from '../json.ts';
import { type JudgedFinding, type Report, worstFirst } from './checked.ts';
import { shownFile } from './place.ts';
import { SEVERITY_WORDS, sentenceOf, totalsOf } from './words.ts';

/** Bytes of the summary of one step. GitHub drops a longer one whole. */
export const MAX_SUMMARY_BYTES = 1024 * 1024;

/** Bytes that are kept for the sentence that says what was cut. */
const CUT_BYTES = 300;

/**
 * All findings as Markdown, for the page of a run: those that fail first, accepted ones last. What does not fit is
 * counted.
 *
 * @param room bytes that it may have
 */
export function summaryMarkdown({ checked, unmatched, notes }: Report, room = MAX_SUMMARY_BYTES): string {
  const head = ['## Boxcutter', '', totalsOf(checked), '', ...notes.flatMap((note) => [note, ''])];
  const findings = checked
    .flatMap(({ file, findings: own }) => own.map((finding) => ({ file, finding })))
    .sort((a, b) => worstFirst(a.finding, b.finding));
  const rows = [
    ...findings.map(({ file, finding }) => `- ${rowText(file, finding)}`),
    ...unmatched.map((sentence) => `- ${escaped(sentence)}`),
  ];
  const lines = [...head];
  let left = room - CUT_BYTES - bytesOf(head.join('\n'));
  for (const [i, row] of rows.entries()) {
    left -= bytesOf(row) + 1;
    if (left < 0) {
      const count = formatCount(rows.length - i);
      lines.push('', `${count} more are not shown: GitHub shows at most 1 MiB. --json and --format sarif have all.`);
      break;
    }
    lines.push(row);
  }
  return `${lines.join('\n')}\n`;
}

function rowText(file: string, finding: JudgedFinding): string {
  const { severity, code, path, line, accepted } = finding;
  const place = path === undefined ? '' : `, ${path}${line === undefined ? '' : `:${line}`}`;
  const { title } = findingEntry(code);
  const kind = accepted ? 'accepted' : SEVERITY_WORDS[severity];
  return `**${kind}** \`${code}\` ${title}: ${escaped(`${shownFile(file)}${place}`)}. ${escaped(sentenceOf(finding))}`;
}

/** A stranger's text as Markdown that shows just it: any punctuation may have a backslash (CommonMark 0.31, 2.4). */
function escaped(text: string): string {
  return forTerminal(wellFormed(text)).replace(/[!-/:-@[-`{-~]/g, '\\$&');
}

function bytesOf(text: string): number {
  return Buffer.byteLength(text);
}
