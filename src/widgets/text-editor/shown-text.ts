/**
 * An editor shows a text without its byte-order mark, and shows each line end (`\r\n`, `\n`, `\r`) as `\n`. These
 * functions make an edit of the shown text in the real text, so that nothing else changes. Positions count UTF-16
 * units.
 */

/** A replacement in the shown text: `insert` replaces the units from `from` to `to` (half-open). */
export interface ShownChange {
  from: number;
  to: number;
  insert: string;
}

const MARK = '\ufeff';

/** What the editor shows of a text. */
export function shownText(text: string): string {
  const plain = text.startsWith(MARK) ? text.slice(1) : text;
  return plain.includes('\r') ? plain.replace(/\r\n?/g, '\n') : plain;
}

/**
 * The text after changes of the shown text. The changes must be in order and not overlap. Everything that no change
 * touches stays, also line ends. New lines end as most lines of the text do. One exception: when a deletion puts a `\n`
 * right after a lone `\r`, the two would become a single line end; the `\r` then becomes `\r\n`.
 */
export function withShownChanges(text: string, changes: readonly ShownChange[]): string {
  const end = newLine(text);
  const toText = positions(text);
  let result = '';
  let at = 0;
  const add = (part: string) => {
    // Keeps a lone `\r` and the `\n` after it two line ends.
    result += result.endsWith('\r') && part.startsWith('\n') ? `\n${part}` : part;
  };
  for (const { from, to, insert } of changes) {
    add(text.slice(at, toText(from)));
    add(insert.replace(/\r\n?|\n/g, end));
    at = toText(to);
  }
  add(text.slice(at));
  return result;
}

/**
 * The smallest single replacement that turns `before` into `after`. It cuts no surrogate pair. Undefined if the texts
 * are equal.
 */
export function changeBetween(before: string, after: string): ShownChange | undefined {
  if (before === after) return undefined;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  if (isHalf(before, start) || isHalf(after, start)) start--;
  let tail = 0;
  while (
    tail < shorter - start &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  ) {
    tail++;
  }
  if (isHalf(before, before.length - tail) || isHalf(after, after.length - tail)) tail--;
  return { from: start, to: before.length - tail, insert: after.slice(start, after.length - tail) };
}

/** Whether a position is in the middle of a pair of surrogates. */
function isHalf(text: string, at: number): boolean {
  return at > 0 && at < text.length && /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1));
}

/** The line end of most lines: `\r\n` or `\n`. A text without line ends, or with mostly lone `\r`, counts as `\n`. */
function newLine(text: string): '\n' | '\r\n' {
  const pairs = text.match(/\r\n/g)?.length ?? 0;
  const all = text.match(/\n/g)?.length ?? 0;
  return pairs > all - pairs ? '\r\n' : '\n';
}

/** A function from positions in the shown text to positions in the text. Call it with ascending positions. */
function positions(text: string): (shown: number) => number {
  let at = text.startsWith(MARK) ? 1 : 0;
  let shown = 0;
  if (!text.includes('\r')) return (position) => position + at;
  return (position) => {
    while (shown < position) {
      at += text.charCodeAt(at) === 13 && text.charCodeAt(at + 1) === 10 ? 2 : 1;
      shown++;
    }
    return at;
  };
}
