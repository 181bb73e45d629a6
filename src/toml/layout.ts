import type { AST } from 'toml-eslint-parser';
import type { FieldPath } from '../model/field.ts';
import { refuse } from './refusal.ts';

/** Where everything of a TOML text stands, as far as edits need it. Offsets count UTF-16 units of the text; ranges are half-open. */
export interface Layout {
  /** Without a byte-order mark. */
  readonly text: string;
  /** What most lines of the text end in. */
  readonly eol: '\n' | '\r\n';
  /** In the text's order; the first is what stands before any header. */
  readonly sections: readonly Section[];
  /** Headers and the pairs below them, in the text's order. */
  readonly statements: readonly Statement[];
  readonly root: LayoutNode;
}

interface Span {
  start: number;
  end: number;
}

export interface KeyPart extends Span {
  name: string;
}

/** What stands on lines of its own: a header, or a key with its value. */
export type Statement = (Header | Pair) & { index: number };

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
  /** Among the statements; -1 in an inline table. */
  index: number;
}

export interface Section {
  kind: 'section';
  /** Undefined of the first. */
  header?: Header;
  pairs: Pair[];
  /** With indices of lists of tables. */
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

/** One value of the file, and all that it is made of. */
export interface LayoutNode {
  /** Where it is written as one value, after a key or in an inline list. */
  value: Value | undefined;
  /** The pair that ends in it, and the pairs that lead through it (`opts.a = 1` through `opts`), with the number of their keys up to it. */
  pair: Pair | undefined;
  through: readonly { pair: Pair; keys: number }[];
  /** The inline list that it is an item of. */
  list: InlineList | undefined;
  /** The section that is it, and the sections that lie under it. */
  section: Section | undefined;
  under: readonly Section[];
  children: ReadonlyMap<string | number, LayoutNode>;
}

/**
 * The layout of a parsed text.
 *
 * @param offset of a place in the tree, in the text: the tree may be that of a shortened one
 */
export function layoutOf(program: AST.TOMLProgram, text: string, offset: (at: number) => number): Layout {
  const statements: Statement[] = [];
  const sections: Section[] = [{ kind: 'section', pairs: [], path: [], index: 0 }];
  const root = newNode();
  root.section = sections[0] as Section;

  // Written without objects that are let go at once: a file of 10,000 values is laid out for each letter that somebody types.
  const keyParts = ({ keys }: AST.TOMLKey): KeyPart[] => {
    const parts: KeyPart[] = [];
    for (const part of keys) {
      const name = part.type === 'TOMLBare' ? part.name : part.value;
      parts.push({ start: offset(part.range[0]), end: offset(part.range[1]), name });
    }
    return parts;
  };
  const readValue = (from: AST.TOMLContentNode, node: LayoutNode): Value => {
    const value = makeValue(from, node);
    node.value = value;
    return value;
  };
  const makeValue = (from: AST.TOMLContentNode, node: LayoutNode): Value => {
    if (from.type === 'TOMLArray') {
      const list: InlineList = { start: offset(from.range[0]), end: offset(from.range[1]), kind: 'list', items: [] };
      for (let i = 0; i < from.elements.length; i++) {
        const item = child(node, i);
        item.list = list;
        list.items.push(readValue(from.elements[i] as AST.TOMLContentNode, item));
      }
      return list;
    }
    if (from.type === 'TOMLInlineTable') {
      const table: InlineTable = { start: offset(from.range[0]), end: offset(from.range[1]), kind: 'table', pairs: [] };
      for (const pair of from.body) readPair(pair, table, node, -1);
      return table;
    }
    return { start: offset(from.range[0]), end: offset(from.range[1]), kind: 'scalar' };
  };
  const readPair = (from: AST.TOMLKeyValue, container: Section | InlineTable, table: LayoutNode, index: number) => {
    const keys = keyParts(from.key);
    let node = table;
    for (const { name } of keys) node = child(node, name);
    const [start, end] = from.range;
    const value = readValue(from.value, node);
    const pair: Pair = { start: offset(start), end: offset(end), kind: 'pair', keys, value, container, index };
    node.pair = pair;
    let middle = table;
    for (let i = 0; i < keys.length - 1; i++) {
      middle = child(middle, (keys[i] as KeyPart).name);
      middle.through = added(middle.through, { pair, keys: i + 1 });
    }
    container.pairs.push(pair);
    if (index >= 0) statements.push(pair);
  };

  for (const item of program.body[0].body) {
    if (item.type === 'TOMLKeyValue') {
      readPair(item, sections[0] as Section, root, statements.length);
      continue;
    }
    const section: Section = { kind: 'section', pairs: [], path: item.resolvedKey, index: sections.length };
    // The table's range goes on over its pairs; its header ends with the line's last bracket.
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
      node.under = added(node.under, section);
      node = child(node, part);
    }
    node.section = section;
    for (const pair of item.body) readPair(pair, section, node, statements.length);
  }
  return { text, eol: lineEnd(text), sections, statements, root };
}

/** What a path leads to; undefined where nothing is. */
export function nodeAt(layout: Layout, path: FieldPath): LayoutNode | undefined {
  let node: LayoutNode | undefined = layout.root;
  for (const part of path) node = node?.children.get(part);
  return node;
}

/** What a path leads to; refuses the edit where nothing is. */
export function found(layout: Layout, path: FieldPath): LayoutNode {
  return nodeAt(layout, path) ?? refuse('the text has no such place');
}

/** A list whose items have headers of their own, as `[[input]]`. */
export function isBlockList(node: LayoutNode): boolean {
  return !node.value && node.children.has(0);
}

/** Shared by the many nodes that have none of them. */
const NONE: readonly never[] = [];
const NO_CHILDREN: ReadonlyMap<string | number, LayoutNode> = new Map();

function newNode(): LayoutNode {
  return {
    value: undefined,
    pair: undefined,
    through: NONE,
    list: undefined,
    section: undefined,
    under: NONE,
    children: NO_CHILDREN,
  };
}

function child(node: LayoutNode, key: string | number): LayoutNode {
  let next = node.children.get(key);
  if (!next) {
    next = newNode();
    if (node.children === NO_CHILDREN) node.children = new Map();
    (node.children as Map<string | number, LayoutNode>).set(key, next);
  }
  return next;
}

function added<T>(list: readonly T[], item: T): readonly T[] {
  if (list === NONE) return [item];
  (list as T[]).push(item);
  return list;
}

function lineEnd(text: string): '\n' | '\r\n' {
  let balance = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1))
    balance += text.charCodeAt(at - 1) === 13 ? 1 : -1;
  return balance > 0 ? '\r\n' : '\n';
}
