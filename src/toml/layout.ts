import type { AST } from 'toml-eslint-parser';
import type { FieldPath } from '../model/edit/field.ts';
import type { TomlOrder } from './order.ts';
import { refuse } from './refusal.ts';

/**
 * Where each part of a TOML text stands, as far as edits need to know. Offsets count UTF-16 units; ranges are
 * half-open.
 */
export interface Layout {
  /** Without a byte-order mark. */
  readonly text: string;
  /** The line end of most lines. */
  readonly eol: '\n' | '\r\n';
  /** In the text's order. The first section is what stands before any header. */
  readonly sections: readonly Section[];
  /** Headers and the pairs below them, in the text's order. */
  readonly statements: readonly Statement[];
  readonly root: LayoutNode;
}

/** A layout for edits, and where new keys go in it. */
export interface OrderedLayout extends Layout {
  readonly order: TomlOrder;
}

export interface Span {
  start: number;
  end: number;
}

export interface KeyPart extends Span {
  name: string;
}

/** A header, or a key with its value, on lines of its own. */
export type Statement = Header | Pair;

export interface Header extends Span {
  kind: 'header';
  keys: KeyPart[];
  section: Section;
  index: number;
}

export interface Pair extends Span {
  kind: 'pair';
  keys: KeyPart[];
  value: Value;
  container: Section | InlineTable;
  /** Index among the statements; -1 for a pair in an inline table. */
  index: number;
}

export interface Section {
  kind: 'section';
  /** Undefined for the first section. */
  header?: Header;
  pairs: Pair[];
  /** Has indices for lists of tables: `['input', 0]`. */
  path: FieldPath;
  index: number;
}

export interface Scalar extends Span {
  kind: 'scalar';
}

export interface InlineList extends Span {
  kind: 'list';
  items: Value[];
}

export interface InlineTable extends Span {
  kind: 'table';
  pairs: Pair[];
}

export type Value = Scalar | InlineList | InlineTable;

/** One value of the file, and every part of the text that it is made of. */
export class LayoutNode {
  /** The value where it is written as one, after a key or in an inline list. */
  value: Value | undefined = undefined;
  /**
   * `pair` ends in this value. `through` are the pairs that lead through it, as `opts.a = 1` leads through `opts`, each
   * with the number of its keys up to it.
   */
  pair: Pair | undefined = undefined;
  readonly through: { pair: Pair; keys: number }[] = [];
  /** The inline list that holds this value as an item. */
  list: InlineList | undefined = undefined;
  /** `section` is this value's own; `under` are the sections of values inside it. */
  section: Section | undefined = undefined;
  readonly under: Section[] = [];
  readonly children = new Map<string | number, LayoutNode>();
}

/**
 * The layout of a parsed text.
 *
 * @param program the parser's tree, which may be that of a shortened text
 * @param offset gives the offset in `text` of an offset in the tree
 */
export function layoutOf(program: AST.TOMLProgram, text: string, offset: (at: number) => number): Layout {
  const statements: Statement[] = [];
  const sections: Section[] = [{ kind: 'section', pairs: [], path: [], index: 0 }];
  const root = new LayoutNode();
  root.section = sections[0] as Section;

  const spanOf = ({ range: [start, end] }: AST.TOMLNode): Span => ({ start: offset(start), end: offset(end) });
  const keyParts = ({ keys }: AST.TOMLKey): KeyPart[] =>
    keys.map((part) => ({ ...spanOf(part), name: part.type === 'TOMLBare' ? part.name : part.value }));
  const readValue = (from: AST.TOMLContentNode, node: LayoutNode): Value => {
    const span = spanOf(from);
    if (from.type === 'TOMLArray') {
      const list: InlineList = { ...span, kind: 'list', items: [] };
      for (const [i, element] of from.elements.entries()) {
        const item = child(node, i);
        item.list = list;
        list.items.push(readValue(element, item));
      }
      node.value = list;
    } else if (from.type === 'TOMLInlineTable') {
      const table: InlineTable = { ...span, kind: 'table', pairs: [] };
      for (const pair of from.body) readPair(pair, table, node, -1);
      node.value = table;
    } else node.value = { ...span, kind: 'scalar' };
    return node.value;
  };
  const readPair = (from: AST.TOMLKeyValue, container: Section | InlineTable, table: LayoutNode, index: number) => {
    const keys = keyParts(from.key);
    const nodes: LayoutNode[] = [];
    for (const { name } of keys) nodes.push(child(nodes.at(-1) ?? table, name));
    const node = nodes.pop() as LayoutNode;
    const value = readValue(from.value, node);
    const pair: Pair = { ...spanOf(from), kind: 'pair', keys, value, container, index };
    node.pair = pair;
    for (const [i, middle] of nodes.entries()) middle.through.push({ pair, keys: i + 1 });
    container.pairs.push(pair);
    if (index >= 0) statements.push(pair);
  };

  for (const item of program.body[0].body) {
    if (item.type === 'TOMLKeyValue') {
      readPair(item, sections[0] as Section, root, statements.length);
      continue;
    }
    const section: Section = { kind: 'section', pairs: [], path: item.resolvedKey, index: sections.length };
    // A table's range includes its pairs. Its header ends with the last bracket of the line.
    const keys = keyParts(item.key);
    const brackets = item.kind === 'array' ? ']]' : ']';
    const close = text.indexOf(brackets, (keys.at(-1) as KeyPart).end) + brackets.length;
    section.header = {
      kind: 'header',
      start: offset(item.range[0]),
      end: close,
      keys,
      section,
      index: statements.length,
    };
    statements.push(section.header);
    sections.push(section);
    let node = root;
    for (const part of item.resolvedKey) {
      node.under.push(section);
      node = child(node, part);
    }
    node.section = section;
    for (const pair of item.body) readPair(pair, section, node, statements.length);
  }
  return { text, eol: lineEndOf(text), sections, statements, root };
}

/** The value at a path. Undefined where there is none. */
export function nodeAt(layout: Layout, path: FieldPath): LayoutNode | undefined {
  let node: LayoutNode | undefined = layout.root;
  for (const part of path) node = node?.children.get(part);
  return node;
}

/** The value at a path. Throws `internal/edit-refused` where there is none. */
export function requiredNode(layout: Layout, path: FieldPath): LayoutNode {
  return nodeAt(layout, path) ?? refuse('the text has no such place');
}

/** Whether a value is a list whose items have headers of their own, as `[[input]]`. */
export function isBlockList(node: LayoutNode): boolean {
  return !node.value && node.children.has(0);
}

function child(node: LayoutNode, key: string | number): LayoutNode {
  const next = node.children.get(key) ?? new LayoutNode();
  node.children.set(key, next);
  return next;
}

/** The line end of most lines of a text. */
export function lineEndOf(text: string): '\n' | '\r\n' {
  let balance = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1))
    balance += text.charCodeAt(at - 1) === 13 ? 1 : -1;
  return balance > 0 ? '\r\n' : '\n';
}
