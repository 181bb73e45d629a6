import type { Header, Layout, Statement } from './layout.ts';

/** Lines of a text and their comments. A comment belongs to the statement directly below it. */

/** A replacement in a text: `text` takes the place of what stands from `start` to `end`. */
export interface TextSplice {
  start: number;
  end: number;
  text: string;
}

/** The text after all splices. Splices at the same place keep their order. Undefined where splices overlap. */
export function applySplices(text: string, splices: readonly TextSplice[]): string | undefined {
  const sorted = [...splices].sort((a, b) => a.start - b.start || a.end - b.end);
  const parts: string[] = [];
  let from = 0;
  for (const { start, end, text: piece } of sorted) {
    if (start < from) return undefined;
    parts.push(text.slice(from, start), piece);
    from = end;
  }
  parts.push(text.slice(from));
  return parts.join('');
}

export function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
}

/** Where the line at `at` ends, before its line end. */
export function lineEnd(text: string, at: number): number {
  const next = text.indexOf('\n', at);
  if (next < 0) return text.length;
  return next > 0 && text.charCodeAt(next - 1) === 13 ? next - 1 : next;
}

/** Where the line after the one at `at` starts, or the end of the text. */
export function nextLine(text: string, at: number): number {
  const next = text.indexOf('\n', at);
  return next < 0 ? text.length : next + 1;
}

export function isBlank(text: string): boolean {
  return /^[ \t\r\n]*$/.test(text);
}

const isComment = (line: string) => /^[ \t]*#/.test(line);

/** Start of the lines directly above a line that fit, none of them before `floor`. The line's own start without any. */
function startOfThose(text: string, line: number, floor: number, fits: (line: string) => boolean): number {
  let start = line;
  while (start > floor) {
    const above = lineStart(text, start - 1);
    if (above < floor || !fits(text.slice(above, start))) break;
    start = above;
  }
  return start;
}

/** End of the lines that fit from a line's start on, all of them before `limit`. That start without any. */
function endOfThose(text: string, line: number, limit: number, fits: (line: string) => boolean): number {
  let end = line;
  while (end < limit && fits(text.slice(end, nextLine(text, end)))) end = nextLine(text, end);
  return end;
}

/** Start of the comment lines directly above a line. */
export function commentStart(text: string, line: number, floor: number): number {
  return startOfThose(text, line, floor, isComment);
}

/** Where a statement begins, with the comments directly above it. */
export function leadOf(layout: Layout, statement: Statement): number {
  const before = layout.statements[statement.index - 1];
  const floor = before ? nextLine(layout.text, before.end) : 0;
  return commentStart(layout.text, lineStart(layout.text, statement.start), floor);
}

/**
 * Where a statement's line ends. With `trail`, includes the comment lines directly below, unless they belong to the
 * next statement.
 */
export function tailOf(layout: Layout, statement: Statement, trail = false): number {
  const { text } = layout;
  const end = lineEnd(text, statement.end);
  if (!trail) return end;
  const next = layout.statements[statement.index + 1];
  const below = nextLine(text, end);
  const stop = endOfThose(text, below, next ? leadOf(layout, next) : text.length, isComment);
  return stop > below ? lineEnd(text, stop - 1) : end;
}

/**
 * Splices that remove statements and the comments on and directly above them. With `closesGap`, as for a whole table,
 * also a blank line that would then stand doubled.
 */
export function removeStatements(
  layout: Layout,
  statements: readonly Statement[],
  closesGap = statements.some(({ kind }) => kind === 'header'),
): TextSplice[] {
  const { text } = layout;
  const ranges: TextSplice[] = [];
  for (const statement of statements) {
    const start = leadOf(layout, statement);
    const end = nextLine(text, statement.end);
    const last = ranges.at(-1);
    if (last && isBlank(text.slice(last.end, start))) last.end = end;
    else ranges.push({ start, end, text: '' });
  }
  for (const range of ranges) {
    const above = blanksAbove(text, range.start);
    const below = endOfThose(text, range.end, text.length, isBlank);
    if (below === text.length && above < range.start) range.start = above;
    else if (closesGap && (above < range.start || range.start === 0) && below > range.end) {
      if (range.start === 0) range.end = below;
      else range.start = above;
    }
    // A text that did not end in a line end still does not.
    if (range.end === text.length && !text.endsWith('\n') && range.start > 0)
      range.start = lineEnd(text, range.start - 1);
  }
  return ranges;
}

const blanksAbove = (text: string, line: number) => startOfThose(text, line, 0, isBlank);
/** Blank lines above a header and its comments. Undefined for the first statement of a text. */
export function gapAbove(layout: Layout, header: Header): number | undefined {
  if (header.index === 0) return undefined;
  const lead = leadOf(layout, header);
  let gap = 0;
  for (let line = blanksAbove(layout.text, lead); line < lead; line = nextLine(layout.text, line)) gap++;
  return gap;
}

/** The white space that a line starts with, up to a place. */
export function indentAt(text: string, at: number): string {
  return (/^[ \t]*/.exec(text.slice(lineStart(text, at), at)) as RegExpExecArray)[0];
}
