import { INVISIBLE } from '../../base/text.ts';

/** An invisible character, or one that changes the direction of the text. Tabs and line feeds do not count. */
const HIDDEN = new RegExp(`(?![\\t\\n])(?:${INVISIBLE})`, 'gu');
/** The same character, once or more often. */
const HIDDEN_RUN = new RegExp(`(${HIDDEN.source})\\1*`, 'gu');

/**
 * The lines of a text, without line ends and byte-order mark. A line end at the very end does not begin another line.
 */
export function textLines(text: string): string[] {
  const lines = (text.startsWith('\ufeff') ? text.slice(1) : text).split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/**
 * A part of a line: visible text, or a hidden character, written out as `U+202E`, with `more` times the same after it.
 */
export type LinePart = { text: string } | { hidden: string; more: number };

/** Splits a line into visible text and hidden characters. Nearly every line is one part. */
export function lineParts(line: string): LinePart[] {
  const parts: LinePart[] = [];
  let at = 0;
  for (const { 0: run, 1: first = '', index } of line.matchAll(HIDDEN_RUN)) {
    if (index > at) parts.push({ text: line.slice(at, index) });
    const hidden = `U+${(first.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}`;
    parts.push({ hidden, more: run.length / first.length - 1 });
    at = index + run.length;
  }
  if (at < line.length || parts.length === 0) parts.push({ text: line.slice(at) });
  return parts;
}

/** How many characters of a text are hidden. A byte-order mark at its beginning does not count. */
export function countHidden(text: string): number {
  return (text.startsWith('\ufeff') ? text.slice(1) : text).replace(/\r\n?/g, '\n').match(HIDDEN)?.length ?? 0;
}
