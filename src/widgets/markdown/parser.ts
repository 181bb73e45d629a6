import type { Element, Nodes, Root } from 'hast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { addressText, shownAddress } from '../../base/address.ts';
import { isRightToLeft, visibleProse } from '../../base/text.ts';
import { elementsOf, type MarkdownResult, textOf } from './tree.ts';

/** Levels of nested elements. Authors reach ten. Deeper trees would overflow the stacks of browsers and React. */
export const MAX_MARKDOWN_DEPTH = 100;

/** Elements and texts of one document, some 500 pages. A browser takes about a second to lay them out. */
export const MAX_MARKDOWN_NODES = 100_000;

/**
 * Cells of all tables. The parser fills short rows up to the width of the head, so that few bytes can make a billion
 * cells.
 */
const MAX_TABLE_CELLS = 50_000;

const processor = unified().use(remarkParse).use(remarkGfm).use(remarkRehype, { allowDangerousHtml: true }).freeze();

/**
 * Parses GitHub-flavored Markdown into a tree of HTML elements. Raw HTML becomes text. Headings begin at level
 * `topLevel` and skip no level. Ids begin with `prefix`. A text beyond the limits above gives a problem instead of a
 * tree.
 *
 * The time is not bounded: some texts take the parser quadratic time or worse. Run it where it can be ended.
 */
export function markdownTree(text: string, topLevel: number, prefix: string): MarkdownResult {
  if (countTableCells(text) > MAX_TABLE_CELLS) return { ok: false, problem: 'large' };
  try {
    const tree = processor.runSync(processor.parse(text)) as Root;
    const shape = measure(tree);
    if (shape.depth > MAX_MARKDOWN_DEPTH) return { ok: false, problem: 'deep' };
    if (shape.nodes > MAX_MARKDOWN_NODES) return { ok: false, problem: 'large' };
    prepare(tree, prefix);
    moveHeadings(tree, topLevel, prefix);
    showText(tree, false);
    return { ok: true, tree, nodes: shape.nodes };
  } catch (error) {
    // The parser recurses: its stack overflows when the text is nested too deeply.
    return { ok: false, problem: error instanceof RangeError ? 'deep' : 'broken' };
  }
}

/**
 * The most cells that the tables of a text can have. A table is taken to be a run of lines without an empty one between
 * them, with a line like `|---|` among them; it has as many rows as there are lines, and as many columns as its widest
 * line.
 */
function countTableCells(text: string): number {
  let cells = 0;
  let rows = 0;
  let columns = 0;
  let isTable = false;
  for (const match of text.matchAll(/^(.*)$/gm)) {
    const line = match[1] as string;
    if (line.trim() === '') {
      if (isTable) cells += rows * columns;
      rows = 0;
      columns = 0;
      isTable = false;
      continue;
    }
    rows++;
    let pipes = 1;
    for (let at = line.indexOf('|'); at >= 0; at = line.indexOf('|', at + 1)) pipes++;
    columns = Math.max(columns, pipes);
    isTable ||= line.includes('-') && /^[\s>|:+*\d.-]+$/.test(line);
  }
  return isTable ? cells + rows * columns : cells;
}

function measure(root: Root): { nodes: number; depth: number } {
  let nodes = 0;
  let depth = 0;
  const open: { node: Nodes; level: number }[] = [{ node: root, level: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    nodes++;
    depth = Math.max(depth, next.level);
    if ('children' in next.node) for (const node of next.node.children) open.push({ node, level: next.level + 1 });
  }
  return { nodes, depth };
}

/** Turns raw HTML into text, drops the positions in the source, and puts `prefix` before every id. Changes the tree. */
function prepare(parent: Root | Element, prefix: string): void {
  parent.children.forEach((node, index) => {
    delete node.position;
    const raw = node as { type: string; value?: string };
    if (raw.type === 'raw') {
      // Text directly below the root gets a paragraph, so that it looks like the rest of the text.
      const value = { type: 'text' as const, value: raw.value ?? '' };
      parent.children[index] =
        parent.type === 'root' ? { type: 'element', tagName: 'p', properties: {}, children: [value] } : value;
    }
    if (node.type !== 'element') return;
    const { id, ariaDescribedBy } = node.properties;
    if (typeof id === 'string') node.properties.id = prefix + id;
    if (Array.isArray(ariaDescribedBy)) node.properties.ariaDescribedBy = ariaDescribedBy.map((name) => prefix + name);
    prepare(node, prefix);
  });
}

/** Elements with a direction of their own: a link or a bold word has that of the paragraph around it. */
const BLOCK = /^(?:p|h[1-6]|li|t[dh]|pre)$/;

/**
 * Writes out invisible characters and overrides of the direction. A link whose text is an address gets that address as
 * `addressText` shows it. Changes the tree.
 * @param marks whether direction marks stay, as in text from right to left
 */
function showText(parent: Root | Element, marks: boolean): void {
  for (const node of parent.children) {
    if (node.type === 'text') {
      const inLink = parent.type === 'element' && parent.tagName === 'a';
      node.value = (inLink ? addressIn(node.value) : undefined) ?? visibleProse(node.value, marks);
    } else if (node.type === 'element') {
      showText(node, BLOCK.test(node.tagName) ? isRightToLeft(textOf(node)) : marks);
    }
  }
}

/** How to show a link's text that is an address, also one without `https://`. Undefined of other texts. */
function addressIn(text: string): string | undefined {
  const missing = /^www\./i.test(text) ? 'https://' : '';
  return shownAddress(missing + text) && addressText(missing + text).slice(missing.length);
}

/** The id that GitHub gives a heading: `How to *Use* it!` becomes `how-to-use-it`. */
function headingId(heading: Element): string {
  return textOf(heading)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replaceAll(' ', '-');
}

/**
 * Puts each heading one level below the nearest heading before it that its author ranked higher, and gives it an id.
 */
function moveHeadings(root: Root, topLevel: number, prefix: string): void {
  const ranksAbove: number[] = [];
  for (const element of elementsOf(root)) {
    const rank = Number(/^h([1-6])$/.exec(element.tagName)?.[1]);
    if (Number.isNaN(rank)) continue;
    while (ranksAbove.length > 0 && (ranksAbove.at(-1) as number) >= rank) ranksAbove.pop();
    element.tagName = `h${Math.min(6, topLevel + ranksAbove.length)}`;
    element.properties.id ??= prefix + headingId(element);
    ranksAbove.push(rank);
  }
}
