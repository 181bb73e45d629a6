import type { FieldPath } from '../model/field.ts';
import type { Layout, LayoutNode, Section, Statement } from './layout.ts';
import { isSpaced, leadOf, lineStart, nextLine, type TextSplice, tailOf } from './lines.ts';
import { moved } from './list.ts';

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
  const own = [
    ...pairs.filter(({ container }) => container.kind === 'section'),
    ...sectionsOf(node).flatMap(statementsOf),
  ];
  return [...new Set<Statement>(own)].sort((a, b) => a.index - b.index);
}

/** The last statement of a section: its last pair, else its header. Undefined for a first section without pairs. */
export function lastOf(section: Section): Statement | undefined {
  return section.pairs.at(-1) ?? section.header;
}

/** Adds a line below a statement. */
export function lineAfter(layout: Layout, statement: Statement, line: string): TextSplice {
  const at = tailOf(layout, statement);
  return { start: at, end: at, text: `${layout.eol}${indentOf(layout, statement)}${line}` };
}

/** Adds a line above a statement and its comments. */
export function lineBefore(layout: Layout, statement: Statement, line: string): TextSplice {
  const at = leadOf(layout, statement);
  return { start: at, end: at, text: `${indentOf(layout, statement)}${line}${layout.eol}` };
}

function indentOf({ text }: Layout, { start }: Statement): string {
  return text.slice(lineStart(text, start), start);
}

/** Adds a block of lines below a statement's section. A blank line precedes it where other headers have one too. */
export function blockAfter(layout: Layout, statement: Statement, block: string): TextSplice {
  const { eol } = layout;
  const at = tailOf(layout, statement, true);
  return { start: at, end: at, text: `${eol}${isSpaced(layout) ? eol : ''}${block}` };
}

/** Adds a block of lines above a statement and its comments. */
export function blockBefore(layout: Layout, statement: Statement, block: string): TextSplice {
  const { eol } = layout;
  const at = leadOf(layout, statement);
  return { start: at, end: at, text: `${block}${eol}${isSpaced(layout) ? eol : ''}` };
}

/** Adds lines at the end of the text. */
export function blockAtEnd({ text, eol }: Layout, block: string): TextSplice {
  const gap = text === '' || text.endsWith('\n') ? '' : eol;
  return { start: text.length, end: text.length, text: `${gap}${text === '' ? '' : eol}${block}${eol}` };
}

/** A header's text: `[opts]`, or `[[input]]` for an item of a list. */
export function headerOf(path: FieldPath, write: (names: readonly string[]) => string, isItem: boolean): string {
  const keys = write(path.filter((part): part is string => typeof part === 'string'));
  return isItem ? `[[${keys}]]` : `[${keys}]`;
}

interface Chunk {
  start: number;
  end: number;
  statements: readonly Statement[];
}

/** The lines of an item of a list. Its sections may stand apart: each run of neighboring ones is a chunk. */
function chunksOf(layout: Layout, item: LayoutNode): Chunk[] {
  const chunks: (Chunk & { last: number })[] = [];
  for (const section of sectionsOf(item)) {
    const statements = statementsOf(section);
    const before = chunks.at(-1);
    const end = tailOf(layout, statements.at(-1) as Statement, true);
    if (before && before.last === section.index - 1) {
      Object.assign(before, { end, last: section.index, statements: [...before.statements, ...statements] });
    } else chunks.push({ start: leadOf(layout, statements[0] as Statement), end, last: section.index, statements });
  }
  return chunks;
}

/**
 * Moves the item at `from` of a list of blocks, so that it then stands at `to`. Text between the blocks stays in place.
 */
export function moveBlock(layout: Layout, list: LayoutNode, from: number, to: number): TextSplice[] {
  const { text, eol } = layout;
  const low = Math.min(from, to);
  const order = moved(from, to);
  const items = order.map((_, i) => chunksOf(layout, list.children.get(low + i) as LayoutNode));
  const bodies = items.map((chunks) => chunks.map(({ start, end }) => text.slice(start, end)).join(`${eol}${eol}`));
  return order.flatMap((source, i) => {
    const [first, ...rest] = items[i] as [Chunk, ...Chunk[]];
    return [
      { start: first.start, end: first.end, text: bodies[source - low] as string },
      // Parts of an item that stand below other tables move to the rest of the item.
      ...rest.flatMap(({ start, end }) => [{ start, end: Math.min(nextLine(text, end), text.length), text: '' }]),
    ];
  });
}
