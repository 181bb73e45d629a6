import { formatBytes, formatCount, formatNumberOf } from '../../base/amounts.ts';
import { shortened, visibleText } from '../../base/text.ts';
import { shapeText } from '../../tensor/shape.ts';
import type { DraftChange } from '../draft.ts';
import type { TensorInfo } from '../package.ts';
import { type FactText, plainText } from '../run-facts.ts';
import { breakingSentence, type CallerChange, EFFECT_WORDS } from './caller-changes.ts';
import type { FileDiff } from './file-diffs.ts';
import { codeDiffs, isNothing, type PackageDiff, uncomparedSentence } from './package-diff.ts';
import type { TensorDiff, TensorDiffs } from './tensor-diffs.ts';

/** What is said of two packages that differ. */
export interface PairReport {
  /** What both are called. */
  names: readonly [string, string];
  diff: PackageDiff;
  tensors: TensorDiffs;
}

/** Rows of each part. A comment has room for some hundred lines. */
const MAX_ROWS = 50;

/** Characters of a value. */
const MAX_VALUE = 120;

/** How a report is written. */
interface Style {
  title(names: string): string;
  strong(sentence: string): string;
  part(title: string): string;
  /** Between a part's title and its rows. */
  gap: string;
  /** A stranger's text. */
  code(text: string): string;
}

const MARKDOWN: Style = {
  title: (names) => `## ${names}`,
  strong: (sentence) => `**${sentence}**`,
  part: (title) => `### ${title}`,
  gap: '\n\n',
  code,
};

const PLAIN: Style = {
  title: (names) => names,
  strong: (sentence) => sentence,
  part: (title) => title,
  gap: '\n',
  code: shownText,
};

/** How two packages differ, as Markdown for a pull request. Names and values stand as code: nothing in them is read. */
export function pairMarkdown(report: PairReport): string {
  return pairIn(MARKDOWN, report);
}

/** The same for people at a terminal. */
export function pairText(report: PairReport): string {
  return pairIn(PLAIN, report);
}

function pairIn(style: Style, { names: [a, b], diff, tensors }: PairReport): string {
  const { code } = style;
  const { callers, runs, fields, files } = diff;
  const breaking = breakingSentence(callers);
  const uncompared = uncomparedSentence(diff);
  const changes = runs.changes.filter(({ change }) => change !== 'same');
  return [
    style.title(`${code(a)} → ${code(b)}`),
    breaking && style.strong(`${breaking}.`),
    ...part(style, 'For callers', callers, (row) => callerLine(style, row)),
    ...part(
      style,
      'What would run',
      [
        ...changes.map(({ change, text }) => `${change}: ${markedText(style, text)}`),
        ...codeDiffs(files).map((row) => fileLine(style, row)),
      ],
      (line) => line,
    ),
    ...part(style, 'Fields', fields, (row) => fieldLine(style, row)),
    ...part(
      style,
      `Files (${formatNumberOf(files.same, 'file')} the same)`,
      files.diffs,
      (row) => fileLine(style, row),
      files.more,
    ),
    ...part(
      style,
      'Tensors',
      tensors.diffs.filter(({ diff: kind }) => kind !== 'same' && kind !== 'unread'),
      (row) => tensorLine(style, row),
    ),
    isNothing(diff, tensors) ? (uncompared === undefined ? 'Nothing differs.' : 'No difference found.') : undefined,
    uncompared,
  ]
    .filter((line) => line !== undefined)
    .join('\n\n');
}

function part<T>(style: Style, title: string, rows: readonly T[], line: (row: T) => string, more = 0): string[] {
  if (rows.length === 0) return [];
  const left = rows.length - Math.min(rows.length, MAX_ROWS) + more;
  const lines = rows.slice(0, MAX_ROWS).map((row) => `- ${line(row)}`);
  if (left > 0) lines.push(`- and ${formatCount(left)} more`);
  return [`${style.part(title)}${style.gap}${lines.join('\n')}`];
}

/** A stranger's text in one line that is not too long. */
function shownText(text: string): string {
  return visibleText(shortened(text.replace(/\s+/g, ' '), MAX_VALUE));
}

/** A stranger's text as a code span, which no run of backticks in it ends (CommonMark 0.31, 6.1). */
function code(text: string): string {
  const shown = shownText(text);
  const longest = Math.max(0, ...(shown.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  const pad = shown === '' || /^`|`$|^ .* $/.test(shown) ? ' ' : '';
  return `${fence}${pad}${shown}${pad}${fence}`;
}

function markedText({ code }: Style, text: FactText): string {
  return text.map((one) => (typeof one === 'string' ? one : code(plainText([one])))).join('');
}

function callerLine(style: Style, { effect, name, text }: CallerChange): string {
  return `${EFFECT_WORDS[effect]}: ${name === undefined ? '' : `${style.code(name)} `}${markedText(style, text)}`;
}

function fieldLine({ code }: Style, { label, kind, before, after }: DraftChange): string {
  const sides = [before, after].map((value) => (value === undefined ? 'not set' : code(value)));
  return `${code(label)} ${kind}: ${sides.join(' → ')}`;
}

function fileLine({ code }: Style, { diff, path, before, after }: FileDiff): string {
  const size = (of: FileDiff['before']) => (of?.size === undefined ? 'size unknown' : formatBytes(of.size));
  if (diff === 'moved') return `moved: ${code(before?.path ?? '')} → ${code(path)}`;
  if (diff === 'added' || diff === 'removed') return `${diff}: ${code(path)} (${size(after ?? before)})`;
  if (diff === 'unread') return `not compared: ${code(path)} (${size(after)} in both)`;
  const [old, now] = [size(before), size(after)];
  return `changed: ${code(path)} (${old === now ? now : `${old} → ${now}`})`;
}

function tensorLine({ code }: Style, { diff, a, b }: TensorDiff): string {
  const type = (info: TensorInfo) => `${info.dtype} ${shapeText(info.shape)}`;
  if (!a || !b) return `${diff}: ${code((a ?? b)?.name ?? '')} ${code(type((a ?? b) as TensorInfo))}`;
  const names = a.name === b.name ? code(a.name) : `${code(a.name)} → ${code(b.name)}`;
  const types = type(a) === type(b) ? '' : ` ${code(type(a))} → ${code(type(b))}`;
  return `${diff}: ${names}${types}`;
}
