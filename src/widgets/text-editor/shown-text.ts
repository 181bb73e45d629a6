/**
 * An editor shows a text without its byte-order mark, and each line end (`\r\n`, `\n`, `\r`) as `\n`. These functions lead from what it
 * shows back to the text, so that only what was edited changes. Positions count UTF-16 units.
 */

/** One replacement in what is shown: units `from` to `to` (half-open) become `insert`. */
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
 * The text after changes of what is shown of it, in order and apart from one another. Every unit that no change touches stays, line ends
 * too; new lines end as most of the text's do. Only where a deletion would make one line end of two does the first of them become `\r\n`.
 */
export function withShownChanges(text: string, changes: readonly ShownChange[]): string {
  const end = newLine(text);
  const toText = positions(text);
  let result = '';
  let at = 0;
  const add = (part: string) => {
    // A lone `\r` before it, and the two would be one line end.
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

/** The smallest single replacement that makes `after` of `before`, whole characters; undefined where they are the same. */
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

/** How most lines of a text end; of none, or where lone `\r` are most, `\n`. */
function newLine(text: string): '\n' | '\r\n' {
  const pairs = text.match(/\r\n/g)?.length ?? 0;
  const all = text.match(/\n/g)?.length ?? 0;
  return pairs > all - pairs ? '\r\n' : '\n';
}

/** A function from positions in what is shown to positions in the text. Ask it with rising positions. */
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
