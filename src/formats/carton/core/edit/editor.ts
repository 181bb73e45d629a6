import { InternalError } from '../../../../base/errors.ts';
import type { TomlValue } from '../../../../model/carton-toml.ts';
import type { Edit, FieldPath } from '../../../../model/edit.ts';
import {
  blockAfter,
  blockAtEnd,
  blockBefore,
  headerOf,
  lastOf,
  lineAfter,
  lineBefore,
  moveBlock,
  ownStatements,
  sectionsOf,
} from './block.ts';
import {
  type InlineTable,
  isBlockList,
  type Layout,
  type LayoutNode,
  nodeAt,
  type Pair,
  type Section,
  type Statement,
} from './layout.ts';
import { applySplices, removeStatements, type Splice } from './lines.ts';
import { insertPair, moveItem, removePairs, spliceItems } from './list.ts';
import { inOrder, keyOrder, placeIn } from './order.ts';
import { isTableValue, sameValue, valueIn } from './values.ts';
import { PLAIN_STYLE, rewriteValue, type Style, type WriteContext, writeKey, writeKeys, writeValue } from './write.ts';

/** Makes edits in a TOML text, one after the other. The layout is read anew only where an edit needs what an earlier one has changed. */
export class Editor {
  #layout: Layout;
  readonly #read: (text: string) => Layout;
  #splices: Splice[] = [];
  /** Paths of the values that waiting splices write, and all that leads to them. */
  readonly #written = new Set<string>();
  readonly #leading = new Set<string>();

  /** @param read gives the layout of a text; throws where it is no TOML */
  constructor(layout: Layout, read: (text: string) => Layout) {
    this.#layout = layout;
    this.#read = read;
  }

  /** The text after all edits, without a byte-order mark. */
  text(): string {
    return this.#now().text;
  }

  /** @param values of the file as they are before this edit, which must fit them */
  make(edit: Edit, values: TomlValue): void {
    if (edit.kind === 'set') this.#set(edit.path, valueIn(values, edit.path), edit.value);
    else if (edit.kind === 'remove') this.#remove(edit.path, values);
    else if (edit.kind === 'insert') this.#insert(edit.path, edit.at, edit.value, valueIn(values, edit.path));
    else if (edit.kind === 'move') this.#move(edit.path, edit.from, edit.to);
    else this.#rename(edit.path, edit.to);
  }

  /** The layout with all splices made. */
  #now(): Layout {
    if (this.#splices.length > 0) {
      const text = applySplices(this.#layout.text, this.#splices);
      if (text === undefined) refuse('its changes overlap');
      this.#splices = [];
      this.#written.clear();
      this.#leading.clear();
      this.#layout = this.#read(text);
    }
    return this.#layout;
  }

  /** The layout for an edit that writes the values at `path` alone, in place: with waiting splices where these are elsewhere. */
  #beside(path: FieldPath): Layout {
    const keys = prefixes(path);
    const clash = keys.some((key) => this.#written.has(key)) || this.#leading.has(keys.at(-1) as string);
    const layout = clash ? this.#now() : this.#layout;
    this.#written.add(keys.at(-1) as string);
    for (const key of keys) this.#leading.add(key);
    return layout;
  }

  /** Splices that change what stands where: what comes next needs the new layout. */
  #change(splices: readonly Splice[]): void {
    if (splices.length === 0) refuse('nothing would change');
    this.#splices.push(...splices);
    this.#now();
  }

  #set(path: FieldPath, old: TomlValue | undefined, value: TomlValue): void {
    if (old === undefined) this.#addMissing(path, value);
    else if (sameValue(old, value)) return;
    else if (isTableValue(old) && isTableValue(value)) this.#setTable(path, old, value);
    else if (Array.isArray(old) && Array.isArray(value)) this.#setList(path, old, value);
    else this.#replace(path, value);
  }

  #replace(path: FieldPath, value: TomlValue): void {
    const layout = this.#beside(path);
    const node = found(layout, path);
    if (node.value) {
      const { start, end } = node.value;
      const text = rewriteValue(layout.text.slice(start, end), value, this.#contextOf(layout, node));
      this.#splices.push({ start, end, text });
    } else this.#replaceBlocks(path, value);
  }

  #setTable(path: FieldPath, old: Record<string, TomlValue>, value: Record<string, TomlValue>): void {
    const gone = Object.keys(old).filter((key) => !Object.hasOwn(value, key));
    if (gone.length > 0) this.#removeAll(gone.map((key) => [...path, key]));
    for (const [key, item] of Object.entries(value)) {
      if (Object.hasOwn(old, key)) this.#set([...path, key], old[key], item);
      else this.#addMissing([...path, key], item);
    }
    this.#keep(path);
  }

  #setList(path: FieldPath, old: readonly TomlValue[], value: readonly TomlValue[]): void {
    if (!value.every(isTableValue) || value.length === 0) {
      const isBlocks = isBlockList(found(this.#now(), path));
      if (isBlocks) {
        this.#replaceBlocks(path, [...value]);
        return;
      }
    }
    let from = 0;
    const most = Math.min(old.length, value.length);
    while (from < most && sameValue(old[from], value[from])) from++;
    let tail = 0;
    while (tail < most - from && sameValue(old[old.length - 1 - tail], value[value.length - 1 - tail])) tail++;
    const before = old.slice(from, old.length - tail);
    const after = value.slice(from, value.length - tail);
    if (before.length === after.length && before.some((item) => typeof item === 'object')) {
      for (const [i, item] of after.entries()) this.#set([...path, from + i], before[i], item);
      return;
    }
    const layout = this.#now();
    const node = found(layout, path);
    if (node.value?.kind === 'list') {
      const list = node.value;
      const context = { ...this.#contextOf(layout, node), inline: true };
      const texts = after.map((item, i) => {
        const there = i < before.length ? list.items[from + i] : undefined;
        if (there) return rewriteValue(layout.text.slice(there.start, there.end), item, context);
        return writeValue(item, context);
      });
      this.#change(spliceItems(layout.text, list, from, before.length, texts, layout.eol));
      return;
    }
    const common = Math.min(before.length, after.length);
    for (let i = 0; i < common; i++) this.#set([...path, from + i], before[i], after[i] as TomlValue);
    const gone = before.slice(common).map((_, i) => [...path, from + common + i]);
    if (gone.length > 0) this.#removeAll(gone);
    for (let i = common; i < after.length; i++)
      this.#insertBlock(path, from + i, after[i] as Record<string, TomlValue>);
  }

  /** A table or list that stands on lines of its own, written as another kind of value. */
  #replaceBlocks(path: FieldPath, value: TomlValue): void {
    this.#removeAt(path);
    this.#addMissing(path, value);
  }

  #remove(path: FieldPath, values: TomlValue): void {
    // As of the values: a list that loses its last table goes too.
    const list = typeof path.at(-2) === 'string' ? valueIn(values, path.slice(0, -1)) : undefined;
    const isLast = Array.isArray(list) && list.length === 1 && isTableValue(list[0]);
    const what = isLast ? path.slice(0, -1) : path;
    this.#removeAt(what);
    this.#keep(what.slice(0, -1));
  }

  #removeAt(path: FieldPath): void {
    const { list } = nodeAt(this.#now(), path) ?? {};
    if (list) {
      const { text, eol } = this.#now();
      this.#change(spliceItems(text, list, path.at(-1) as number, 1, [], eol));
    } else this.#removeAll([path]);
  }

  /** Values that are no items of inline lists, none of them within another: at once, as each change of the text lays all of it out anew. */
  #removeAll(paths: readonly FieldPath[]): void {
    const layout = this.#now();
    const statements = new Set<Statement>();
    const pairs = new Map<InlineTable, Set<Pair>>();
    for (const path of paths) {
      const node = nodeAt(layout, path);
      if (!node) continue;
      for (const statement of ownStatements(node)) statements.add(statement);
      for (const pair of [...(node.pair ? [node.pair] : []), ...node.through.map(({ pair }) => pair)]) {
        const { container } = pair;
        if (container.kind === 'table') pairs.set(container, (pairs.get(container) ?? new Set()).add(pair));
      }
    }
    const inOrder = [...statements].sort((a, b) => a.index - b.index);
    const splices = [...pairs].flatMap(([table, gone]) => removePairs(table, gone));
    splices.push(...removeStatements(layout, inOrder));
    if (splices.length > 0) this.#change(splices);
  }

  /** Has a table stay, empty, where the last of what it was made of is gone. */
  #keep(path: FieldPath): void {
    if (path.length > 0 && !nodeAt(this.#now(), path)) this.#addMissing(path, {});
  }

  #insert(path: FieldPath, at: number, value: TomlValue, old: TomlValue | undefined): void {
    if (old === undefined) {
      this.#addMissing(path, [value]);
      return;
    }
    const layout = this.#now();
    const node = found(layout, path);
    if (node.value?.kind === 'list') {
      const context = { ...this.#contextOf(layout, node), inline: true };
      this.#change(spliceItems(layout.text, node.value, at, 0, [writeValue(value, context)], layout.eol));
    } else if (isTableValue(value)) this.#insertBlock(path, at, value);
    else {
      const items = [...(old as TomlValue[])];
      items.splice(at, 0, value);
      this.#replaceBlocks(path, items);
    }
  }

  #insertBlock(path: FieldPath, at: number, value: Record<string, TomlValue>): void {
    const layout = this.#now();
    const list = found(layout, path);
    const next = list.children.get(at)?.section;
    const sibling = next ?? list.children.get(at - 1)?.section;
    const block = this.#block(layout, [...path, at], value, sibling);
    if (next?.header) {
      this.#change([blockBefore(layout, next.header, block)]);
      return;
    }
    const before = list.children.get(at - 1);
    const last = before && sectionsOf(before).at(-1);
    const statement = last && lastOf(last);
    if (!statement) refuse('the list has no place for it');
    this.#change([blockAfter(layout, statement, block)]);
  }

  #move(path: FieldPath, from: number, to: number): void {
    if (from === to) return;
    const layout = this.#now();
    const node = found(layout, path);
    if (node.value?.kind === 'list') this.#change(moveItem(layout.text, node.value, from, to));
    else if (isBlockList(node)) this.#change(moveBlock(layout, node, from, to));
    else refuse('there is no list');
  }

  #rename(path: FieldPath, to: string): void {
    if (path.at(-1) === to) return;
    const layout = this.#beside(path.slice(0, -1));
    const node = found(layout, path);
    const depth = path.filter((part) => typeof part === 'string').length;
    const parts = [
      node.pair?.keys.at(-1),
      ...node.through.map(({ pair, keys }) => pair.keys[keys - 1]),
      ...sectionsOf(node).map(({ header }) => header?.keys[depth - 1]),
    ];
    const text = writeKey(to);
    for (const part of parts) if (part) this.#splices.push({ start: part.start, end: part.end, text });
  }

  /** A value that is not there yet, and the tables that lead to it. */
  #addMissing(path: FieldPath, value: TomlValue): void {
    const layout = this.#now();
    let depth = path.length - 1;
    while (depth > 0 && !nodeAt(layout, path.slice(0, depth))) depth--;
    let whole = value;
    for (const part of path.slice(depth + 1).reverse()) whole = { [part]: whole };
    const key = path[depth];
    if (typeof key !== 'string') refuse('it is in no table');
    this.#change([this.#add(layout, path.slice(0, depth), key, whole)].flat());
  }

  #add(layout: Layout, path: FieldPath, key: string, value: TomlValue): Splice | Splice[] {
    const node = found(layout, path);
    const order = keyOrder(path);
    if (node.value?.kind === 'table') {
      const { pairs } = node.value;
      const context = { ...contextAt(layout, pairs[0]), inline: true };
      const at = placeIn(order, names(pairs), key);
      const pair = `${writeKey(key)}${context.style.equals}${writeValue(value, context)}`;
      return insertPair(layout.text, node.value, at, pair, context.style.pad);
    }
    if (node.section) {
      const block = this.#asBlock(layout, path, key, value);
      if (block !== undefined) return this.#placeBlock(layout, node.section, key, block);
      return this.#addLine(layout, node.section, order, key, value);
    }
    const through = node.through.at(-1);
    if (through) return this.#addDotted(layout, node, through.keys, order, key, value);
    const first = node.under[0]?.header;
    if (!first) refuse('the table has no place for it');
    const context = contextAt(layout, undefined);
    const line = `${writeKey(key)}${context.style.equals}${writeValue(value, context)}`;
    const header = headerOf(path, writeKeys, false);
    return blockBefore(layout, first, `${header}${layout.eol}${line}`);
  }

  #addLine(layout: Layout, section: Section, order: readonly string[], key: string, value: TomlValue): Splice {
    const { pairs, header } = section;
    const context = contextAt(layout, pairs[0]);
    const line = `${writeKey(key)}${context.style.equals}${writeValue(value, context)}`;
    const at = placeIn(order, names(pairs), key);
    const before = pairs[at - 1] ?? header;
    if (before) return lineAfter(layout, before, line);
    const next = pairs[at];
    if (next) return lineBefore(layout, next, line);
    const following = layout.sections[1]?.header;
    return following ? blockBefore(layout, following, line) : blockAtEnd(layout, line);
  }

  /** A key beside others of its table that are written with the table's own name before them. */
  #addDotted(
    layout: Layout,
    node: LayoutNode,
    depth: number,
    order: readonly string[],
    key: string,
    value: TomlValue,
  ): Splice | Splice[] {
    const siblings = node.through.map(({ pair }) => pair);
    const last = siblings.at(-1) as Pair;
    const inTable = last.container.kind === 'table';
    const context = { ...contextAt(layout, last), inline: inTable };
    const prefix = layout.text.slice(last.keys[0]?.start, last.keys[depth - 1]?.end);
    const pair = `${prefix}.${writeKey(key)}${context.style.equals}${writeValue(value, context)}`;
    const at = placeIn(
      order,
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

  /** A new table, or list of tables, as lines of its own where the format document has it so. */
  #asBlock(layout: Layout, path: FieldPath, key: string, value: TomlValue): string | undefined {
    if (path.length === 0 && isTableValue(value)) return this.#block(layout, [key], value);
    if (path.length === 1 && path[0] === 'runner' && key === 'opts' && isTableValue(value))
      return Object.keys(value).length === 0 ? undefined : this.#block(layout, [...path, key], value);
    if (path.length > 0 || !Array.isArray(value) || value.length === 0 || !value.every(isTableValue)) return undefined;
    if (layout.sections[0]?.pairs.some(({ value: { kind }, value: list }) => kind === 'list' && holdsTables(list)))
      return undefined;
    const { eol } = layout;
    return value.map((item, i) => this.#block(layout, [key, i], item)).join(`${eol}${eol}`);
  }

  /** The lines of a table or item, in the style of a sibling. */
  #block(layout: Layout, path: FieldPath, value: Record<string, TomlValue>, sibling?: Section): string {
    const { eol } = layout;
    const isItem = typeof path.at(-1) === 'number';
    const context = contextAt(layout, sibling?.pairs[0] ?? layout.sections.find(({ pairs }) => pairs[0])?.pairs[0]);
    const lines = [headerOf(path, writeKeys, isItem)];
    const blocks: string[] = [];
    for (const [key, item] of inOrder(Object.entries(value), keyOrder(path))) {
      const block = path.length === 1 && path[0] === 'runner' ? this.#asBlock(layout, path, key, item) : undefined;
      if (block === undefined) lines.push(`${writeKey(key)}${context.style.equals}${writeValue(item, context)}`);
      else blocks.push(block);
    }
    return [lines.join(eol), ...blocks].join(`${eol}${eol}`);
  }

  #placeBlock(layout: Layout, parent: Section, key: string, block: string): Splice {
    if (parent.header) return blockAfter(layout, lastOf(parent) as Pair, block);
    const sections = layout.sections.slice(1);
    const at = placeIn(
      keyOrder([]),
      sections.map(({ path }) => String(path[0])),
      key,
    );
    const before = sections[at - 1] ?? (sections.length === 0 ? parent : undefined);
    const last = before && lastOf(before);
    if (last) return blockAfter(layout, last, block);
    const next = sections[at]?.header;
    return next ? blockBefore(layout, next, block) : blockAtEnd(layout, block);
  }

  #contextOf(layout: Layout, node: LayoutNode): WriteContext {
    const inline = node.list !== undefined || node.pair?.container.kind === 'table';
    return { ...contextAt(layout, node.pair), inline };
  }
}

function found(layout: Layout, path: FieldPath): LayoutNode {
  return nodeAt(layout, path) ?? refuse('the text has no such place');
}

function refuse(why: string): never {
  throw new InternalError('internal/edit-refused', `The edit was not made: ${why}.`);
}

const names = (pairs: readonly Pair[]) => pairs.map(({ keys }) => keys[0]?.name ?? '');

function prefixes(path: FieldPath): string[] {
  let key = '';
  return ['', ...path.map((part) => (key += `${typeof part} ${String(part).length} ${part};`))];
}

function holdsTables(list: Pair['value']): boolean {
  return list.kind === 'list' && list.items.length > 0 && list.items.every(({ kind }) => kind === 'table');
}

/** How new text is written beside a pair. */
function contextAt(layout: Layout, pair: Pair | undefined): WriteContext {
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
