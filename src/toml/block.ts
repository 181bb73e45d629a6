import type { Layout, LayoutNode, Section, Span, Statement } from './layout.ts';
import { leadOf, nextLine, type TextSplice, tailOf } from './lines.ts';

/** Edits of lines: pairs below headers, and whole blocks with their headers. */

/** All sections of a table in the text's order: its own, and those of the tables inside it. */
export function sectionsOf(node: LayoutNode): Section[] {
  return [...(node.section ? [node.section] : []), ...node.under].sort((a, b) => a.index - b.index);
}

function statementsOf(section: Section): Statement[] {
  return [...(section.header ? [section.header] : []), ...section.pairs];
}

/** The statements that write a value and nothing else. */
export function ownStatements(node: LayoutNode): Statement[] {
  const pairs = [...(node.pair ? [node.pair] : []), ...node.through.map(({ pair }) => pair)];
  return [...pairs.filter(({ container }) => container.kind === 'section'), ...sectionsOf(node).flatMap(statementsOf)];
}

/** The last statement of a section: its last pair, else its header. Undefined for a first section without pairs. */
export function lastOf(section: Section): Statement | undefined {
  return section.pairs.at(-1) ?? section.header;
}

/**
 * Adds lines below a statement.
 *
 * @param gap of blocks with headers, which go below the statement's section: blank lines above each
 */
export function linesAfter(layout: Layout, statement: Statement, lines: readonly string[], gap?: number): TextSplice {
  const at = tailOf(layout, statement, gap !== undefined);
  return { start: at, end: at, text: lines.map((line) => layout.eol.repeat((gap ?? 0) + 1) + line).join('') };
}

/** Adds lines, or blocks with `gap` blank lines below each, above a statement and its comments. */
export function linesBefore(layout: Layout, statement: Statement, lines: readonly string[], gap = 0): TextSplice {
  const at = leadOf(layout, statement);
  return { start: at, end: at, text: lines.map((line) => line + layout.eol.repeat(gap + 1)).join('') };
}

/** Adds lines at the end of the text. */
export function blockAtEnd({ text, eol }: Layout, block: string): TextSplice {
  const gap = text === '' || text.endsWith('\n') ? '' : eol;
  return { start: text.length, end: text.length, text: `${gap}${text === '' ? '' : eol}${block}${eol}` };
}

/** The lines of an item of a list. Its sections may stand apart: each run of neighboring ones is a chunk. */
function chunksOf(layout: Layout, item: LayoutNode): Span[] {
  const chunks: (Span & { last: number })[] = [];
  for (const section of sectionsOf(item)) {
    const before = chunks.at(-1);
    const end = tailOf(layout, lastOf(section) as Statement, true);
    if (before && before.last === section.index - 1) Object.assign(before, { end, last: section.index });
    else chunks.push({ start: leadOf(layout, statementsOf(section)[0] as Statement), end, last: section.index });
  }
  return chunks;
}

/**
 * Puts the items of a list of blocks into another order: `order[i]` is the index of the item that then stands at `i`.
 * Text between the blocks stays in place.
 */
export function reorderBlocks(layout: Layout, list: LayoutNode, order: readonly number[]): TextSplice[] {
  const { text, eol } = layout;
  const chunks = new Map<number, Span[]>();
  for (const [i, source] of order.entries())
    if (source !== i) chunks.set(i, chunksOf(layout, list.children.get(i) as LayoutNode));
  const bodyOf = (item: number) =>
    (chunks.get(item) as Span[]).map(({ start, end }) => text.slice(start, end)).join(`${eol}${eol}`);
  return [...chunks].flatMap(([i, [first, ...rest]]) => [
    { start: (first as Span).start, end: (first as Span).end, text: bodyOf(order[i] as number) },
    // Parts of an item that stand below other tables move to the rest of the item.
    ...rest.flatMap(({ start, end }) => [{ start, end: Math.min(nextLine(text, end), text.length), text: '' }]),
  ]);
}
