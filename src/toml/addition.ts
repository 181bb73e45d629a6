import { type FieldPath, type FieldValue, isTable } from '../model/field.ts';
import { blockAfter, blockAtEnd, blockBefore, headerOf, lastOf, lineAfter, lineBefore } from './block.ts';
import { type InlineTable, type Layout, type LayoutNode, type Pair, requiredNode, type Section } from './layout.ts';
import type { TextSplice } from './lines.ts';
import { insertPair } from './list.ts';
import { inOrder, placeIn, type TomlOrder } from './order.ts';
import { refuse } from './refusal.ts';
import { PLAIN_STYLE, type Style, type WriteContext, writeKey, writeKeys, writeValue } from './write.ts';

/**
 * Adds a key that the table at `path` does not have, at its place in the file's order and in the style of the text
 * around it. Throws `internal/edit-refused` where the text has no place for it.
 */
export function addition(
  layout: Layout,
  order: TomlOrder,
  path: FieldPath,
  key: string,
  value: FieldValue,
): TextSplice | TextSplice[] {
  const node = requiredNode(layout, path);
  const known = order.keys(path);
  if (node.value?.kind === 'table') {
    const { pairs } = node.value;
    const context = { ...contextAt(layout, pairs[0]), inline: true };
    const at = placeIn(known, names(pairs), key);
    const pair = `${writeKey(key)}${context.style.equals}${writeValue(value, context)}`;
    return insertPair(layout.text, node.value, at, pair, context.style.pad);
  }
  if (node.section) {
    const block = asBlock(layout, order, path, key, value);
    if (block !== undefined) return placeBlock(layout, order, node.section, key, block);
    return addedLine(layout, node.section, known, key, value);
  }
  const through = node.through.at(-1);
  if (through) return dottedPair(layout, node, through.keys, known, key, value);
  const first = node.under[0]?.header;
  if (!first) refuse('the table has no place for it');
  const context = contextAt(layout, undefined);
  const line = `${writeKey(key)}${context.style.equals}${writeValue(value, context)}`;
  const header = headerOf(path, writeKeys, false);
  return blockBefore(layout, first, `${header}${layout.eol}${line}`);
}

function addedLine(
  layout: Layout,
  section: Section,
  known: readonly string[],
  key: string,
  value: FieldValue,
): TextSplice {
  const { pairs, header } = section;
  const context = contextAt(layout, pairs[0]);
  const line = `${writeKey(key)}${context.style.equals}${writeValue(value, context)}`;
  const at = placeIn(known, names(pairs), key);
  const before = pairs[at - 1] ?? header;
  if (before) return lineAfter(layout, before, line);
  const next = pairs[at];
  if (next) return lineBefore(layout, next, line);
  const following = layout.sections[1]?.header;
  return following ? blockBefore(layout, following, line) : blockAtEnd(layout, line);
}

/** A key beside keys that repeat the table's name, as `opts.b = 2` beside `opts.a = 1`. */
function dottedPair(
  layout: Layout,
  node: LayoutNode,
  depth: number,
  known: readonly string[],
  key: string,
  value: FieldValue,
): TextSplice | TextSplice[] {
  const siblings = node.through.map(({ pair }) => pair);
  const last = siblings.at(-1) as Pair;
  const inTable = last.container.kind === 'table';
  const context = { ...contextAt(layout, last), inline: inTable };
  const prefix = layout.text.slice(last.keys[0]?.start, last.keys[depth - 1]?.end);
  const pair = `${prefix}.${writeKey(key)}${context.style.equals}${writeValue(value, context)}`;
  const at = placeIn(
    known,
    siblings.map(({ keys }) => keys[depth]?.name ?? ''),
    key,
  );
  const before = siblings[at - 1];
  const beside = before ?? (siblings[0] as Pair);
  if (beside.container.kind === 'section')
    return before ? lineAfter(layout, before, pair) : lineBefore(layout, beside, pair);
  const table = beside.container;
  const index = table.pairs.indexOf(beside) + (before ? 1 : 0);
  return insertPair(layout.text, table, index, pair, context.style.pad);
}

/**
 * A new table or list of tables as lines of its own. Undefined where the file's order wants it on one line, or it
 * cannot have lines of its own.
 */
function asBlock(
  layout: Layout,
  order: TomlOrder,
  path: FieldPath,
  key: string,
  value: FieldValue,
): string | undefined {
  if (path.length === 0 && isTable(value)) return blockOf(layout, order, [key], value);
  if (isTable(value) && order.hasHeader([...path, key]))
    return Object.keys(value).length === 0 ? undefined : blockOf(layout, order, [...path, key], value);
  if (path.length > 0 || !Array.isArray(value) || value.length === 0 || !value.every((item) => isTable(item)))
    return undefined;
  if (layout.sections[0]?.pairs.some(({ value: { kind }, value: list }) => kind === 'list' && holdsTables(list)))
    return undefined;
  const { eol } = layout;
  return value.map((item, i) => blockOf(layout, order, [key, i], item)).join(`${eol}${eol}`);
}

/** The lines of a table, or of an item of a list, in the style of a sibling. */
export function blockOf(
  layout: Layout,
  order: TomlOrder,
  path: FieldPath,
  value: Record<string, FieldValue>,
  sibling?: Section,
): string {
  const { eol } = layout;
  const isItem = typeof path.at(-1) === 'number';
  const context = contextAt(layout, sibling?.pairs[0] ?? layout.sections.find(({ pairs }) => pairs[0])?.pairs[0]);
  const lines = [headerOf(path, writeKeys, isItem)];
  const blocks: string[] = [];
  for (const [key, item] of inOrder(Object.entries(value), order.keys(path))) {
    const block = asBlock(layout, order, path, key, item);
    if (block === undefined) lines.push(`${writeKey(key)}${context.style.equals}${writeValue(item, context)}`);
    else blocks.push(block);
  }
  return [lines.join(eol), ...blocks].join(`${eol}${eol}`);
}

function placeBlock(layout: Layout, order: TomlOrder, parent: Section, key: string, block: string): TextSplice {
  if (parent.header) return blockAfter(layout, lastOf(parent) as Pair, block);
  const sections = layout.sections.slice(1);
  const at = placeIn(
    order.keys([]),
    sections.map(({ path }) => String(path[0])),
    key,
  );
  const before = sections[at - 1] ?? (sections.length === 0 ? parent : undefined);
  const last = before && lastOf(before);
  if (last) return blockAfter(layout, last, block);
  const next = sections[at]?.header;
  return next ? blockBefore(layout, next, block) : blockAtEnd(layout, block);
}

const names = (pairs: readonly Pair[]) => pairs.map(({ keys }) => keys[0]?.name ?? '');

function holdsTables(list: Pair['value']): boolean {
  return list.kind === 'list' && list.items.length > 0 && list.items.every(({ kind }) => kind === 'table');
}

/** How new text beside a pair is written. */
export function contextAt(layout: Layout, pair: Pair | undefined): WriteContext {
  return { eol: layout.eol, inline: false, style: pair ? styleOf(layout, pair) : PLAIN_STYLE };
}

function styleOf({ text }: Layout, { keys, value }: Pair): Style {
  const between = text.slice(keys.at(-1)?.end, value.start);
  const equals = between === '=' ? '=' : PLAIN_STYLE.equals;
  const table = firstTable(value);
  const pad = table && table.pairs.length > 0 ? (text[table.start + 1] === ' ' ? ' ' : '') : equals === '=' ? '' : ' ';
  return { equals, pad };
}

function firstTable(value: Pair['value']): InlineTable | undefined {
  if (value.kind === 'table') return value;
  return value.kind === 'list' ? value.items.map(firstTable).find((table) => table !== undefined) : undefined;
}
