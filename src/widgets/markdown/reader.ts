import type { Element, Nodes, Root } from 'hast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import type { MarkdownResult } from './tree.ts';

/** Elements inside one another. Authors reach ten; browsers and React recurse. */
export const MAX_MARKDOWN_DEPTH = 100;

/** Elements and texts of one document: some 500 pages. A browser takes about a second to lay that many out. */
export const MAX_MARKDOWN_NODES = 100_000;

/** Cells of all tables. A row may leave cells out, so that few bytes can stand for a billion of them. */
const MAX_TABLE_CELLS = 50_000;

const processor = unified().use(remarkParse).use(remarkGfm).use(remarkRehype, { allowDangerousHtml: true }).freeze();

/**
 * GitHub-flavoured Markdown as a tree of elements. Raw HTML is text. Headings begin at `topLevel` and skip none. Ids begin with
 * `prefix`. Time is not bounded (some texts take the parser quadratic time): run it where it can be ended.
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
    return { ok: true, tree, nodes: shape.nodes };
  } catch (error) {
    // The parser recurses: a stack that overflows is how it says that the text is nested too deeply.
    return { ok: false, problem: error instanceof RangeError ? 'deep' : 'broken' };
  }
}

/** Cells that the tables of a text come to, at most: of each run of lines with a line like `|---|`, its widest line by its height. */
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

/** Makes raw HTML text, drops the parser's places, and gives ids of this document's own. */
function prepare(parent: Root | Element, prefix: string): void {
  parent.children.forEach((node, index) => {
    delete node.position;
    const raw = node as { type: string; value?: string };
    if (raw.type === 'raw') {
      // Text at the top stands in no paragraph; it gets one, so that it looks like the author's other text.
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

/** What GitHub calls a heading in an address: its letters in lower case, digits, hyphens, and hyphens for spaces. */
function headingId(heading: Element): string {
  return textOf(heading)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replaceAll(' ', '-');
}

function textOf(node: Nodes): string {
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}

/** A heading is one level below the nearest one before it that its author ranked higher. */
function moveHeadings(root: Root, topLevel: number, prefix: string): void {
  const ranks: number[] = [];
  const visit = (parent: Root | Element): void => {
    for (const node of parent.children) {
      if (node.type !== 'element') continue;
      const rank = /^h([1-6])$/.exec(node.tagName)?.[1];
      if (rank === undefined) {
        visit(node);
        continue;
      }
      while (ranks.length > 0 && (ranks.at(-1) as number) >= Number(rank)) ranks.pop();
      node.tagName = `h${Math.min(6, topLevel + ranks.length)}`;
      node.properties.id ??= prefix + headingId(node);
      ranks.push(Number(rank));
    }
  };
  visit(root);
}
