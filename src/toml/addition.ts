import { type FieldPath, type FieldValue, isTable } from '../model/edit/field.ts';
import { blockAtEnd, lastOf, linesAfter, linesBefore, sectionsOf } from './block.ts';
import { formIn, newForm, type TableForm } from './form.ts';
import {
  type Header,
  isBlockList,
  type Layout,
  type LayoutNode,
  type OrderedLayout,
  type Pair,
  requiredNode,
  type Section,
  type Statement,
} from './layout.ts';
import { indentAt, type TextSplice } from './lines.ts';
import { insertPairs } from './list.ts';
import { inOrder, placeIn } from './order.ts';
import { refuse } from './refusal.ts';
import { contextIn, gapFor, indentsFor, siblingsOf } from './sibling.ts';
import { alignedColumn } from './style.ts';
import { type WriteContext, writeKey, writePair, writeValue } from './write.ts';

type Table = Record<string, FieldValue>;

/** A key that a table does not have, and its value. */
interface Addition {
  layout: OrderedLayout;
  /** Of the table. */
  path: FieldPath;
  node: LayoutNode;
  /** The same table in other items of its list. */
  siblings: readonly LayoutNode[];
  key: string;
  value: FieldValue;
}

/**
 * Adds a key that the table at `path` does not have, at its place in the file's order and in the style of the text
 * around it. Throws `internal/edit-refused` where the text has no place for it.
 */
export function addition(layout: OrderedLayout, path: FieldPath, key: string, value: FieldValue): TextSplice[] {
  const node = requiredNode(layout, path);
  const siblings = siblingsOf(layout, path);
  const added: Addition = { layout, path, node, siblings, key, value };
  if (node.value?.kind === 'table') {
    const { pair } = node;
    const isEmpty = node.value.pairs.length === 0 && pair?.container.kind === 'section';
    if (isEmpty && formIn(siblingsOf(layout, path.slice(0, -1)), String(path.at(-1)), false) === 'dotted')
      return [dottedFromEmpty(added, pair)];
    const context = contextIn(layout, node, siblings, true);
    const at = placeAmong(added, namesOf(node.value.pairs));
    return insertPairs(layout.text, node.value, at, [writePair(key, value, context)], context.style);
  }
  if (node.section) {
    const form = newForm(layout, path, key, value, [node], siblings);
    return [form === 'section' ? addedBlocks(added, node.section) : addedLines(added, node.section, form)];
  }
  if (node.through.length > 0) return dottedPair(added);
  const first = node.under[0]?.header;
  if (!first) refuse('the table has no place for it');
  return [linesBefore(layout, first, [blockOf(layout, path, { [key]: value }, siblings)], gapFor(layout, [], path))];
}

/** The index among the names of a table's parts where the new key goes. */
function placeAmong({ layout, path, key }: Addition, names: readonly string[]): number {
  return placeIn(layout.order.keys(path), names, key);
}

/** `opts.b = 2` instead of `opts = {}`, where siblings write such tables so. */
function dottedFromEmpty({ layout, siblings, key, value }: Addition, { start, end, keys }: Pair): TextSplice {
  const context = { ...contextIn(layout, undefined, siblings, false), indent: indentAt(layout.text, start) };
  const lines = dottedLines(layout.text.slice(start, keys.at(-1)?.end), { [key]: value }, context);
  return { start, end, text: lines.join(`${layout.eol}${context.indent}`) };
}

/** The lines of a table whose keys repeat its name. An empty one has a line of its own. */
function dottedLines(name: string, table: Table, context: WriteContext): string[] {
  return Object.entries(table).flatMap(([key, value]) => {
    const whole = `${name}.${writeKey(key, context.style)}`;
    if (isTable(value) && Object.keys(value).length > 0) return dottedLines(whole, value as Table, context);
    return [`${whole}${context.style.equals}${writeValue(value, context)}`];
  });
}

function pairLines(key: string, value: FieldValue, form: TableForm, context: WriteContext): string[] {
  if (form === 'dotted' && isTable(value) && Object.keys(value).length > 0)
    return dottedLines(writeKey(key, context.style), value as Table, context);
  return [writePair(key, value, context)];
}

function addedLines(added: Addition, { pairs, header }: Section, form: TableForm): TextSplice {
  const { layout, path, node, siblings, key, value } = added;
  const at = placeAmong(added, namesOf(pairs));
  const before = pairs[at - 1];
  const next = pairs[at];
  const beside = before ?? next;
  const indent = beside ? indentAt(layout.text, beside.start) : header ? indentsFor(layout, siblings, path).pairs : '';
  const lines = pairLines(key, value, form, { ...contextIn(layout, node, siblings, false), indent });
  const aligned = lines.length === 1 ? [alignedPair(added, pairs, lines[0] as string)] : lines;
  const indented = aligned.map((line) => `${indent}${line}`);
  if (before || header) return linesAfter(layout, (before ?? header) as Pair | Header, indented);
  if (next) return linesBefore(layout, next, indented);
  const following = layout.sections[1]?.header;
  if (following) return linesBefore(layout, following, [aligned.join(layout.eol)], gapFor(layout, [], ['']));
  return blockAtEnd(layout, aligned.join(layout.eol));
}

/** A line with its `=` below those of its siblings, where those are aligned and the key is not too long. */
function alignedPair({ layout, node, key }: Addition, pairs: readonly Pair[], line: string): string {
  const column = alignedColumn(layout.text, pairs);
  if (column === undefined) return line;
  const { style } = contextIn(layout, node, [], false);
  const name = writeKey(key, style);
  const rest = line.slice(name.length).trimStart();
  return name.length < column ? `${name.padEnd(column)}${rest}` : line;
}

/** A key beside keys that repeat the table's name, as `opts.b = 2` beside `opts.a = 1`. */
function dottedPair(added: Addition): TextSplice[] {
  const { layout, node, key, value } = added;
  const depth = node.through.at(-1)?.keys as number;
  const pairs = node.through.map(({ pair }) => pair);
  const last = pairs.at(-1) as Pair;
  const before = pairs[placeAmong(added, namesOf(pairs, depth)) - 1];
  const beside = before ?? (pairs[0] as Pair);
  const inTable = beside.container.kind === 'table';
  const indent = inTable ? '' : indentAt(layout.text, beside.start);
  const context = { ...contextIn(layout, node, [], inTable), indent };
  const name = layout.text.slice(last.keys[0]?.start, last.keys[depth - 1]?.end);
  const lines = dottedLines(name, { [key]: value }, context);
  const indented = lines.map((line) => `${indent}${line}`);
  if (beside.container.kind === 'section')
    return [before ? linesAfter(layout, before, indented) : linesBefore(layout, beside, indented)];
  const index = beside.container.pairs.indexOf(beside) + (before ? 1 : 0);
  return insertPairs(layout.text, beside.container, index, lines, context.style);
}

/**
 * The lines of a table, or of an item of a list: header, pairs, and the tables inside it.
 *
 * @param siblings whose style and form it takes
 */
export function blockOf(layout: OrderedLayout, path: FieldPath, value: Table, siblings: readonly LayoutNode[]): string {
  const { eol } = layout;
  const indents = indentsFor(layout, siblings, path);
  const context = { ...contextIn(layout, undefined, siblings, false), indent: indents.pairs };
  const lines = [`${indents.header}${headerText(layout, path, siblings, context)}`];
  const blocks: string[] = [];
  for (const [key, item] of inOrder(Object.entries(value), layout.order.keys(path))) {
    const form = newForm(layout, path, key, item, [], siblings);
    const inner = siblings.flatMap(({ children }) => children.get(key) ?? []);
    if (form === 'section') {
      const gap = eol.repeat(gapFor(layout, sectionNodes(inner), [...path, key]));
      blocks.push(...blocksOf(layout, [...path, key], item, inner).map((block) => `${gap}${block}`));
    } else {
      const own = isTable(item) ? contextIn(layout, undefined, [...inner, ...siblings], false) : context;
      for (const line of pairLines(key, item, form, form === 'dotted' ? { ...own, indent: indents.pairs } : context))
        lines.push(`${indents.pairs}${line}`);
    }
  }
  return [lines.join(eol), ...blocks].join(eol);
}

/** The blocks of a table, or one for each item of a list of tables. */
function blocksOf(
  layout: OrderedLayout,
  path: FieldPath,
  value: FieldValue,
  siblings: readonly LayoutNode[],
): string[] {
  if (!Array.isArray(value)) return [blockOf(layout, path, value as Table, siblings)];
  const items = siblings.flatMap(({ children }) => children.get(0) ?? []);
  return value.map((item, i) => blockOf(layout, [...path, i], item as Table, items));
}

/** Tables with headers: those themselves, or the items of the lists. */
function sectionNodes(nodes: readonly LayoutNode[]): LayoutNode[] {
  return nodes.flatMap((node) => (isBlockList(node) ? [...node.children.values()] : [node]));
}

/** A header: as a sibling writes it, else with the names of the table around it as those are written. */
function headerText(layout: Layout, path: FieldPath, siblings: readonly LayoutNode[], { style }: WriteContext): string {
  const { text } = layout;
  const keys = path.filter((part): part is string => typeof part === 'string');
  const same = siblings.find(({ section }) => section?.header)?.section?.header;
  if (same) return text.slice(same.start, same.end);
  const isItem = typeof path.at(-1) === 'number';
  const parent = layout.sections.find(
    ({ header }) =>
      header && header.keys.length === keys.length - 1 && header.keys.every(({ name }, i) => name === keys[i]),
  )?.header;
  const known = parent ? [text.slice(parent.keys[0]?.start, parent.keys.at(-1)?.end)] : [];
  const bare = { quotesKeys: false, keyQuote: style.keyQuote };
  const written = [...known, ...keys.slice(parent?.keys.length ?? 0).map((key) => writeKey(key, bare))].join('.');
  return isItem ? `[[${written}]]` : `[${written}]`;
}

function addedBlocks(added: Addition, parent: Section): TextSplice {
  const { layout, path, key, value } = added;
  const inner = siblingsOf(layout, [...path, key]);
  const blocks = blocksOf(layout, [...path, key], value, inner);
  const itemPath = Array.isArray(value) ? [...path, key, 0] : [...path, key];
  const gap = gapFor(layout, sectionNodes(inner), itemPath);
  if (parent.header) return linesAfter(layout, statementBefore(added, parent), blocks, gap);
  const sections = layout.sections.slice(1);
  const names = sections.map(({ path: other }) => String(other[0]));
  const at = placeAmong(added, names);
  const before = sections[at - 1] ?? (sections.length === 0 ? parent : undefined);
  const last = before && lastOf(before);
  if (last) return linesAfter(layout, last, blocks, gap);
  const next = sections[at]?.header;
  if (next) return linesBefore(layout, next, blocks, gap);
  return blockAtEnd(layout, blocks.join(layout.eol.repeat(gap + 1)));
}

/** The statement below which a table inside a section goes: that of the tables before it in the file's order. */
function statementBefore(added: Addition, parent: Section): Statement {
  const tables = [...added.node.children].filter(([, { section, under }]) => section ?? under[0]);
  const names = tables.map(([name]) => String(name));
  const before = tables[placeAmong(added, names) - 1]?.[1];
  const section = before && sectionsOf(before).at(-1);
  return lastOf(section ?? parent) as Statement;
}

const namesOf = (pairs: readonly Pair[], depth = 0) => pairs.map(({ keys }) => keys[depth]?.name ?? '');
