import type { InlineTable, Span } from './layout.ts';
import { commentStart, indentAt, isBlank, lineEnd, lineStart, nextLine, type TextSplice } from './lines.ts';

/** Edits inside brackets and braces. */

/** A list, or an inline table with its pairs: parts between commas. */
interface Parts extends Span {
  items: readonly Span[];
}

/** An inline table as parts. All are on one line. */
export function pairsIn({ start, end, pairs }: InlineTable): Parts {
  return { start, end, items: pairs };
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

/**
 * The lines of a list's item that hold nothing else: from the comments directly above it to where its line ends, before
 * the line end.
 */
function ownLines(text: string, list: Parts, index: number): Span | undefined {
  const item = list.items[index] as Span;
  // Looks backwards. In a list on one long line, a search from the line's start would read all of it for each item.
  let line = item.start;
  while (text[line - 1] === ' ' || text[line - 1] === '\t') line--;
  if (text[line - 1] !== '\n' || line <= list.start) return undefined;
  const before = list.items[index - 1];
  const end = endOfLine(text, list, item);
  if (end === undefined) return undefined;
  const floor = nextLine(text, before ? (commaAfter(text, before.end) ?? before.end) : list.start);
  return { start: commentStart(text, line, Math.min(floor, line)), end };
}

/** The end of the line that an item is the last one of. Undefined where more follows. */
function endOfLine(text: string, list: Parts, item: Span): number | undefined {
  const end = lineEnd(text, item.end);
  // A comma on a later line belongs to that line.
  const isLast = end < list.end && (commaAfter(text, item.end) ?? end) <= end;
  return isLast && /^[ \t]*,?[ \t]*(#.*)?$/.test(text.slice(item.end, end)) ? end : undefined;
}

/** How new items of a list are written where the list itself does not show it. */
export interface ListStyle {
  eol: string;
  comma: string;
  listPad: string;
}

/** Puts items, given as text, into a list before the one at `at`. Lays them out like their siblings. */
export function insertItems(
  text: string,
  list: Parts,
  at: number,
  items: readonly string[],
  { eol, comma: usual, listPad }: ListStyle,
): TextSplice[] {
  if (list.items.length === 0) return fillList(text, list, items, { eol, comma: usual, listPad });
  const next = list.items[at];
  const comma = commaOf(text, list.items) ?? usual;
  if (next) {
    const lines = ownLines(text, list, at);
    if (!lines) return [{ start: next.start, end: next.start, text: items.map((item) => `${item}${comma}`).join('') }];
    const indent = indentAt(text, next.start);
    return [{ start: lines.start, end: lines.start, text: items.map((item) => `${indent}${item},${eol}`).join('') }];
  }
  const last = list.items.at(-1) as Span;
  const lines = ownLines(text, list, list.items.length - 1);
  if (!lines) return [{ start: last.end, end: last.end, text: items.map((item) => `${comma}${item}`).join('') }];
  const indent = indentAt(text, last.start);
  const trailing = commaAfter(text, last.end) !== undefined;
  const added = items.map((item, i) => `${eol}${indent}${item}${trailing || i < items.length - 1 ? ',' : ''}`);
  const splice = { start: lines.end, end: lines.end, text: added.join('') };
  return trailing ? [splice] : [{ start: last.end, end: last.end, text: ',' }, splice];
}

/** The first items of a list. A list that is open over several lines gets one item a line. */
function fillList(text: string, list: Parts, items: readonly string[], style: ListStyle): TextSplice[] {
  const inside = text.slice(list.start + 1, list.end - 1);
  const close = lineStart(text, list.end - 1);
  if (close <= list.start) {
    const joined = `${style.listPad}${items.join(style.comma)}${style.listPad}`;
    return [{ start: list.start + 1, end: list.end - 1, text: joined }];
  }
  // Comments inside show where items would stand.
  const comment = /\n([ \t]*)#/.exec(inside)?.[1];
  const indent = comment ?? `${indentAt(text, list.start)}  `;
  const start = isBlank(inside) ? nextLine(text, list.start) : close;
  return [{ start, end: close, text: items.map((item) => `${indent}${item},${style.eol}`).join('') }];
}

/** The comma between two parts on one line, with its spaces. Undefined where no two parts show it. */
function commaOf(text: string, parts: readonly Span[]): string | undefined {
  for (let i = 1; i < Math.min(parts.length, 50); i++) {
    const gap = text.slice(parts[i - 1]?.end, parts[i]?.start);
    if (/^[ \t]*,[ \t]*$/.test(gap)) return /[ \t]$/.test(gap) ? ', ' : ',';
  }
  return undefined;
}

/** Takes items out of a list. `gone` are their indices in order. */
export function removeItems(text: string, list: Parts, gone: readonly number[]): TextSplice[] {
  const splices: TextSplice[] = [];
  for (let i = 0; i < gone.length; i++) {
    const first = i;
    while (gone[i + 1] === (gone[i] as number) + 1) i++;
    splices.push(...removeRun(text, list, gone[first] as number, i - first + 1));
  }
  return splices;
}

function removeRun(text: string, list: Parts, at: number, count: number): TextSplice[] {
  const items = list.items.slice(at, at + count);
  const first = items[0] as Span;
  const last = items.at(-1) as Span;
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
function hasComment(text: string, start: number, end: number, items: readonly Span[]): boolean {
  let from = start;
  for (const item of items) {
    if (text.slice(from, item.start).includes('#')) return true;
    from = item.end;
  }
  return text.slice(from, end).includes('#');
}

/**
 * Puts the items of a list into another order: `order[i]` is the index of the item that then stands at `i`. Comments
 * move along where every item that moves ends its line; otherwise only the items move.
 */
export function reorderItems(text: string, list: Parts, order: readonly number[]): TextSplice[] {
  const moving = [...order.keys()].filter((i) => order[i] !== i);
  const lines = moving.map((i) => ownLines(text, list, i));
  const areLines = lines.every((own) => own !== undefined);
  const slots = new Map(
    moving.map((i, at) => {
      const item = list.items[i] as Span;
      return [i, { item, start: (areLines && lines[at]?.start) || item.start, end: endOfLine(text, list, item) }];
    }),
  );
  const movesLines = [...slots.values()].every(({ end }) => end !== undefined);
  return moving.map((i) => {
    const [slot, from] = [slots.get(i), slots.get(order[i] as number)] as [Slot, Slot];
    if (!movesLines) return { ...slot.item, text: text.slice(from.item.start, from.item.end) };
    const comma = commaAfter(text, slot.item.end) === undefined ? '' : ',';
    const behind = text.slice((commaAfter(text, from.item.end) ?? from.item.end - 1) + 1, from.end);
    return { start: slot.start, end: slot.end, text: `${text.slice(from.start, from.item.end)}${comma}${behind}` };
  });
}

/** An item, with where its lines begin, or the item itself, and the end of its line. */
interface Slot extends Span {
  item: Span;
}

/** The order of `count` items in which the one at `from` stands at `to`. */
export function movedOrder(count: number, from: number, to: number): number[] {
  const order = [...Array(count).keys()];
  const [item] = order.splice(from, 1);
  order.splice(to, 0, item as number);
  return order;
}

/** Puts pairs, given as text, into an inline table before the one at `at`. */
export function insertPairs(
  text: string,
  table: InlineTable,
  at: number,
  pairs: readonly string[],
  { pad, comma }: { pad: string; comma: string },
): TextSplice[] {
  const before = table.pairs[at - 1];
  if (!before) return insertItems(text, pairsIn(table), at, pairs, { eol: '', comma, listPad: pad });
  const own = commaOf(text, table.pairs) ?? comma;
  return [{ start: before.end, end: before.end, text: pairs.map((pair) => `${own}${pair}`).join('') }];
}
