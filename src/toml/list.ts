import type { InlineList, InlineTable, Pair, Value } from './layout.ts';
import { commentStart, isBlank, lineEnd, lineStart, nextLine, type TextSplice } from './lines.ts';

/** Edits inside brackets and braces. */

/** The lines of a list's item that hold nothing else. */
interface OwnLines {
  /** Start of its first line, the comments directly above included. */
  start: number;
  /** End of its line, before the line end. */
  end: number;
}

/** The comma between `from` and the next item or bracket. Undefined where there is none. */
function commaAfter(text: string, from: number): number | undefined {
  for (let at = from; at < text.length; at++) {
    const c = text[at];
    if (c === ',') return at;
    if (c === '#') at = lineEnd(text, at);
    else if (c !== ' ' && c !== '\t' && c !== '\r' && c !== '\n') return undefined;
  }
  return undefined;
}

function ownLines(text: string, list: InlineList, index: number): OwnLines | undefined {
  const item = list.items[index] as Value;
  // Looks backwards. In a list on one long line, a search from the line's start would read all of it for each item.
  let line = item.start;
  while (text[line - 1] === ' ' || text[line - 1] === '\t') line--;
  if (text[line - 1] !== '\n' || line <= list.start) return undefined;
  const before = list.items[index - 1];
  const comma = commaAfter(text, item.end);
  const end = lineEnd(text, item.end);
  if (end >= list.end || !/^[ \t]*,?[ \t]*(#.*)?$/.test(text.slice(item.end, end))) return undefined;
  // A comma on a later line belongs to that line.
  if (comma !== undefined && comma > end) return undefined;
  const floor = nextLine(text, before ? (commaAfter(text, before.end) ?? before.end) : list.start);
  return { start: commentStart(text, line, Math.min(floor, line)), end };
}

/** Replaces `count` items of a list by others, given as text and laid out like their siblings. */
export function spliceItems(
  text: string,
  list: InlineList,
  at: number,
  count: number,
  items: readonly string[],
  eol: string,
): TextSplice[] {
  const splices: TextSplice[] = [];
  const swapped = Math.min(count, items.length);
  for (let i = 0; i < swapped; i++) {
    const { start, end } = list.items[at + i] as Value;
    splices.push({ start, end, text: items[i] as string });
  }
  if (items.length > swapped) splices.push(...insertItems(text, list, at + swapped, items.slice(swapped), eol));
  else if (count > swapped) splices.push(...removeItems(text, list, at + swapped, count - swapped));
  return splices;
}

function insertItems(text: string, list: InlineList, at: number, items: readonly string[], eol: string): TextSplice[] {
  const next = list.items[at];
  if (list.items.length === 0) {
    const inside = text.slice(list.start + 1, list.end - 1);
    const joined = items.join(', ');
    if (isBlank(inside)) return [{ start: list.start + 1, end: list.end - 1, text: joined }];
    return [{ start: list.end - 1, end: list.end - 1, text: joined }];
  }
  if (next) {
    const lines = ownLines(text, list, at);
    if (!lines) return [{ start: next.start, end: next.start, text: items.map((item) => `${item}, `).join('') }];
    const indent = indentOf(text, next.start);
    return [{ start: lines.start, end: lines.start, text: items.map((item) => `${indent}${item},${eol}`).join('') }];
  }
  const last = list.items.at(-1) as Value;
  const lines = ownLines(text, list, list.items.length - 1);
  if (!lines) return [{ start: last.end, end: last.end, text: items.map((item) => `, ${item}`).join('') }];
  const indent = indentOf(text, last.start);
  const comma = commaAfter(text, last.end);
  const added = items.map((item, i) => {
    const mark = comma !== undefined || i < items.length - 1 ? ',' : '';
    return `${eol}${indent}${item}${mark}`;
  });
  const splice = { start: lines.end, end: lines.end, text: added.join('') };
  return comma === undefined ? [{ start: last.end, end: last.end, text: ',' }, splice] : [splice];
}

function indentOf(text: string, at: number): string {
  return text.slice(lineStart(text, at), at);
}

function removeItems(text: string, list: InlineList, at: number, count: number): TextSplice[] {
  const items = list.items.slice(at, at + count);
  const first = items[0] as Value;
  const last = items.at(-1) as Value;
  if (count === list.items.length && !hasComment(text, list.start, list.end, list.items)) {
    return [{ start: list.start + 1, end: list.end - 1, text: '' }];
  }
  const lines = items.map((_, i) => ownLines(text, list, at + i));
  if (lines.every((own) => own !== undefined))
    return lines.map(({ start, end }) => ({ start, end: nextLine(text, end), text: '' }));
  const next = list.items[at + count];
  const before = list.items[at - 1];
  if (next && isPlainGap(text, last.end, next.start) && !hasComment(text, first.start, last.end, items))
    return [{ start: first.start, end: next.start, text: '' }];
  if (!next && before && isPlainGap(text, before.end, first.start) && !hasComment(text, first.start, last.end, items))
    return [{ start: before.end, end: last.end, text: '' }];
  // With comments or lines in between, only the items go, each with the comma behind it. If the last item has no comma
  // behind it, the comma before the first item goes.
  const splices: TextSplice[] = items.map(({ start, end }) => ({ start, end, text: '' }));
  const commas = items.map(({ end }) => commaAfter(text, end));
  for (const comma of commas) if (comma !== undefined) splices.push({ start: comma, end: comma + 1, text: '' });
  if (commas.at(-1) === undefined && before) {
    const comma = commaAfter(text, before.end) as number;
    splices.push({ start: comma, end: comma + 1, text: '' });
  }
  return splices;
}

/** Whether a range holds only a comma and spaces. */
function isPlainGap(text: string, start: number, end: number): boolean {
  return /^[ \t]*,[ \t]*$/.test(text.slice(start, end));
}

/** Whether a range has comments outside the items. */
function hasComment(text: string, start: number, end: number, items: readonly Value[]): boolean {
  let from = start;
  for (const item of items) {
    if (text.slice(from, item.start).includes('#')) return true;
    from = item.end;
  }
  return text.slice(from, end).includes('#');
}

/**
 * Moves the item at `from`, so that it then stands at `to`. Lines and comments move along where every item has lines of
 * its own; otherwise only the items move.
 */
export function moveItem(text: string, list: InlineList, from: number, to: number): TextSplice[] {
  const low = Math.min(from, to);
  const order = moved(from, to);
  const lines = order.map((_, i) => ownLines(text, list, low + i));
  if (lines.some((own) => own === undefined))
    return order.map((source, i) => {
      const { start, end } = list.items[low + i] as Value;
      const item = list.items[source] as Value;
      return { start, end, text: text.slice(item.start, item.end) };
    });
  const parts = lines.map((own, i) => {
    const { start, end } = own as OwnLines;
    const item = list.items[low + i] as Value;
    const comma = commaAfter(text, item.end);
    return {
      start,
      end,
      hasComma: comma !== undefined,
      before: text.slice(start, comma ?? item.end),
      after: text.slice(comma === undefined ? item.end : comma + 1, end),
    };
  });
  return order.map((source, i) => {
    const slot = parts[i] as (typeof parts)[number];
    const part = parts[source - low] as (typeof parts)[number];
    return { start: slot.start, end: slot.end, text: `${part.before}${slot.hasComma ? ',' : ''}${part.after}` };
  });
}

/** The items from the lower to the higher index, in their order after the move. */
export function moved(from: number, to: number): number[] {
  const low = Math.min(from, to);
  const order = Array.from({ length: Math.abs(from - to) + 1 }, (_, i) => low + i);
  const [item] = order.splice(from - low, 1);
  order.splice(to - low, 0, item as number);
  return order;
}

/** Puts a pair, given as text, into an inline table before the one at `at`. */
export function insertPair(text: string, table: InlineTable, at: number, pair: string, pad: string): TextSplice[] {
  const before = table.pairs[at - 1];
  const next = table.pairs[at];
  if (before) return [{ start: before.end, end: before.end, text: `, ${pair}` }];
  if (next) return [{ start: next.start, end: next.start, text: `${pair}, ` }];
  const inside = text.slice(table.start + 1, table.end - 1);
  return [{ start: table.start + 1, end: table.start + 1 + inside.length, text: `${pad}${pair}${pad}` }];
}

/**
 * Takes pairs out of an inline table, each with the comma behind it. Where no later pair stays, takes the comma before
 * them.
 */
export function removePairs(table: InlineTable, gone: ReadonlySet<Pair>): TextSplice[] {
  const { pairs } = table;
  if (pairs.every((pair) => gone.has(pair))) return [{ start: table.start + 1, end: table.end - 1, text: '' }];
  const splices: TextSplice[] = [];
  for (let at = 0; at < pairs.length; at++) {
    if (!gone.has(pairs[at] as Pair)) continue;
    const first = at;
    while (at + 1 < pairs.length && gone.has(pairs[at + 1] as Pair)) at++;
    const before = pairs[first - 1];
    const next = pairs[at + 1];
    if (next) splices.push({ start: (pairs[first] as Pair).start, end: next.start, text: '' });
    else if (before) splices.push({ start: before.end, end: (pairs[at] as Pair).end, text: '' });
  }
  return splices;
}
