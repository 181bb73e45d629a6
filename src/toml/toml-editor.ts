import type { Edit } from '../model/edit/edit.ts';
import { type FieldPath, type FieldValue, isTable, sameValue, valueAt } from '../model/edit/field.ts';
import { listChange, type Run } from '../model/edit/match.ts';
import { addition, blockOf } from './addition.ts';
import { lastOf, linesAfter, linesBefore, ownStatements, reorderBlocks, sectionsOf } from './block.ts';
import { mayBecomeBlocks } from './form.ts';
import {
  type InlineTable,
  isBlockList,
  type Layout,
  type LayoutNode,
  nodeAt,
  type OrderedLayout,
  type Pair,
  requiredNode,
  type Statement,
} from './layout.ts';
import { applySplices, indentAt, removeStatements, type TextSplice } from './lines.ts';
import { insertItems, movedOrder, pairsIn, removeItems, reorderItems } from './list.ts';
import type { TomlOrder } from './order.ts';
import { refuse } from './refusal.ts';
import { contextIn, gapFor, siblingsOf } from './sibling.ts';
import { rewriteKey, rewriteValue, type WriteContext, writeValue } from './write.ts';

/**
 * Makes edits in a TOML text, one after the other. Lays the text out again only where an edit needs what an earlier one
 * has changed.
 */
export class TomlEditor {
  #layout: OrderedLayout;
  readonly #read: (text: string) => Layout;
  #splices: TextSplice[] = [];
  /** Paths of the values that the waiting splices write, and every path that leads to them. */
  readonly #written = new Set<string>();
  readonly #leading = new Set<string>();

  /** @param read gives the layout of a text; throws where it is not TOML */
  constructor(layout: Layout, order: TomlOrder, read: (text: string) => Layout) {
    this.#layout = { ...layout, order };
    this.#read = read;
  }

  /** The text after all edits, without a byte-order mark. */
  text(): string {
    return this.#now().text;
  }

  /** @param values the file's values before this edit. The edit must fit them. */
  make(edit: Edit, values: FieldValue): void {
    if (edit.kind === 'set') this.#set(edit.path, valueAt(values, edit.path), edit.value);
    else if (edit.kind === 'remove') this.#remove(edit.path, values);
    else if (edit.kind === 'insert') this.#insert(edit.path, edit.at, edit.value, valueAt(values, edit.path));
    else if (edit.kind === 'move') this.#move(edit.path, edit.from, edit.to);
    else this.#rename(edit.path, edit.to);
  }

  /** The layout after all waiting splices. */
  #now(): OrderedLayout {
    if (this.#splices.length > 0) {
      const text = applySplices(this.#layout.text, this.#splices);
      if (text === undefined) refuse('its changes overlap');
      this.#splices = [];
      this.#written.clear();
      this.#leading.clear();
      this.#layout = { ...this.#layout, ...this.#read(text) };
    }
    return this.#layout;
  }

  /**
   * The layout for an edit that only writes the value at `path`, in place. Splices may go on waiting if they write
   * elsewhere.
   */
  #beside(path: FieldPath): OrderedLayout {
    const keys = prefixes(path);
    const clash = keys.some((key) => this.#written.has(key)) || this.#leading.has(keys.at(-1) as string);
    const layout = clash ? this.#now() : this.#layout;
    this.#written.add(keys.at(-1) as string);
    for (const key of keys) this.#leading.add(key);
    return layout;
  }

  /** Adds splices that change the layout, and makes them at once: the next edit needs the new layout. */
  #change(splices: readonly TextSplice[]): void {
    if (splices.length === 0) refuse('nothing would change');
    this.#splices.push(...splices);
    this.#now();
  }

  #set(path: FieldPath, old: FieldValue | undefined, value: FieldValue): void {
    if (old === undefined) this.#addMissing(path, value);
    else if (sameValue(old, value)) return;
    else if (isTable(old) && isTable(value)) this.#setTable(path, old, value);
    else if (Array.isArray(old) && Array.isArray(value)) this.#setList(path, old, value);
    else this.#replace(path, value);
  }

  #replace(path: FieldPath, value: FieldValue): void {
    const layout = this.#beside(path);
    const node = requiredNode(layout, path);
    if (node.value) {
      const { start, end } = node.value;
      const text = rewriteValue(layout.text.slice(start, end), value, this.#contextOf(layout, path, node));
      this.#splices.push({ start, end, text });
    } else this.#replaceBlocks(path, value);
  }

  #setTable(path: FieldPath, old: Record<string, FieldValue>, value: Record<string, FieldValue>): void {
    const gone = Object.keys(old).filter((key) => !Object.hasOwn(value, key));
    if (gone.length > 0) this.#removeAll(gone.map((key) => [...path, key]));
    for (const [key, item] of Object.entries(value)) {
      if (Object.hasOwn(old, key)) this.#set([...path, key], old[key], item);
      else this.#addMissing([...path, key], item);
    }
    this.#keep(path);
  }

  #setList(path: FieldPath, old: readonly FieldValue[], value: readonly FieldValue[]): void {
    const areTables = value.every(isTable);
    if ((!areTables || value.length === 0) && isBlockList(requiredNode(this.#now(), path))) {
      this.#replaceBlocks(path, [...value]);
      return;
    }
    if (old.length === 0 && areTables && mayBecomeBlocks(this.#now(), path)) {
      this.#removeAll([path], true);
      this.#addMissing(path, [...value]);
      return;
    }
    const { kept, order, runs, gone } = listChange(old, value);
    for (const { from, to } of kept) this.#set([...path, from], old[from], value[to] as FieldValue);
    if (order) this.#reorder(path, order);
    if (runs.length > 0) this.#insertItems(path, runs);
    if (gone.length > 0) this.#removeItems(path, gone);
  }

  /** Replaces a table or list on lines of its own by another kind of value. */
  #replaceBlocks(path: FieldPath, value: FieldValue): void {
    this.#removeAt(path);
    this.#addMissing(path, value);
  }

  #remove(path: FieldPath, values: FieldValue): void {
    // Follows what `applyEdits` does to the values: a list that loses its last table goes too.
    const list = typeof path.at(-2) === 'string' ? valueAt(values, path.slice(0, -1)) : undefined;
    const isLast = Array.isArray(list) && list.length === 1 && isTable(list[0]);
    const what = isLast ? path.slice(0, -1) : path;
    this.#removeAt(what);
    this.#keep(what.slice(0, -1));
  }

  #removeAt(path: FieldPath): void {
    if (nodeAt(this.#now(), path)?.list) this.#removeItems(path.slice(0, -1), [path.at(-1) as number]);
    else this.#removeAll([path]);
  }

  /** Removes items of a list at once. `gone` are their indices in order. */
  #removeItems(path: FieldPath, gone: readonly number[]): void {
    const layout = this.#now();
    const { value } = requiredNode(layout, path);
    if (value?.kind === 'list') this.#change(removeItems(layout.text, value, gone));
    else this.#removeAll(gone.map((index) => [...path, index]));
  }

  /**
   * Removes values that are not items of inline lists and do not lie within each other. Removes all at once, since each
   * change lays out the whole text again.
   */
  #removeAll(paths: readonly FieldPath[], closesGap?: boolean): void {
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
    const splices = [...pairs].flatMap(([table, gone]) => {
      const indices = table.pairs.flatMap((pair, index) => (gone.has(pair) ? index : []));
      return removeItems(layout.text, pairsIn(table), indices);
    });
    splices.push(...removeStatements(layout, inOrder, closesGap));
    if (splices.length > 0) this.#change(splices);
  }

  /** Keeps a table, empty, after its last part was removed. */
  #keep(path: FieldPath): void {
    if (path.length > 0 && !nodeAt(this.#now(), path)) this.#addMissing(path, {});
  }

  #insert(path: FieldPath, at: number, value: FieldValue, old: FieldValue | undefined): void {
    if (old === undefined) {
      this.#addMissing(path, [value]);
      return;
    }
    const { value: list } = requiredNode(this.#now(), path);
    if (Array.isArray(old) && old.length === 0) this.#setList(path, old, [value]);
    else if (list?.kind === 'list' || isTable(value)) this.#insertItems(path, [{ at, items: [value] }]);
    else {
      const items = [...(old as FieldValue[])];
      items.splice(at, 0, value);
      this.#replaceBlocks(path, items);
    }
  }

  /** Inserts items into a list. Runs of them stand in order, each before the item at its `at`. */
  #insertItems(path: FieldPath, runs: readonly Run[]): void {
    const layout = this.#now();
    const node = requiredNode(layout, path);
    if (node.value?.kind === 'list') {
      const list = node.value;
      const context = this.#contextOfItems(layout, path, node);
      this.#change(
        runs.flatMap(({ at, items }) => {
          const texts = items.map((item) => writeValue(item, context));
          const { comma, listPad } = context.style;
          return insertItems(layout.text, list, at, texts, { eol: layout.eol, comma, listPad });
        }),
      );
    } else this.#change(runs.map((run) => this.#blocksInto(layout, path, node, run)));
  }

  #blocksInto(layout: OrderedLayout, path: FieldPath, list: LayoutNode, { at, items }: Run): TextSplice {
    const siblings = siblingsOf(layout, [...path, at], true);
    const blocks = items.map((item) => blockOf(layout, [...path, at], item as Record<string, FieldValue>, siblings));
    const gap = gapFor(layout, siblings, [...path, at]);
    const next = list.children.get(at)?.section;
    if (next?.header) return linesBefore(layout, next.header, blocks, gap);
    const before = list.children.get(at - 1);
    const last = before && sectionsOf(before).at(-1);
    const statement = last && lastOf(last);
    if (!statement) refuse('the list has no place for it');
    return linesAfter(layout, statement, blocks, gap);
  }

  #move(path: FieldPath, from: number, to: number): void {
    if (from === to) return;
    const node = requiredNode(this.#now(), path);
    const count = node.value?.kind === 'list' ? node.value.items.length : node.children.size;
    this.#reorder(path, movedOrder(count, from, to));
  }

  #reorder(path: FieldPath, order: readonly number[]): void {
    const layout = this.#now();
    const node = requiredNode(layout, path);
    if (node.value?.kind === 'list') this.#change(reorderItems(layout.text, node.value, order));
    else if (isBlockList(node)) this.#change(reorderBlocks(layout, node, order));
    else refuse('there is no list');
  }

  #rename(path: FieldPath, to: string): void {
    if (path.at(-1) === to) return;
    const layout = this.#beside(path.slice(0, -1));
    const node = requiredNode(layout, path);
    const depth = path.filter((part) => typeof part === 'string').length;
    const parts = [
      node.pair?.keys.at(-1),
      ...node.through.map(({ pair, keys }) => pair.keys[keys - 1]),
      ...sectionsOf(node).map(({ header }) => header?.keys[depth - 1]),
    ];
    const table = path.slice(0, -1);
    const { style } = contextIn(layout, nodeAt(layout, table), siblingsOf(layout, table), true);
    for (const part of parts) {
      if (!part) continue;
      const { start, end, name } = part;
      this.#splices.push({ start, end, text: rewriteKey(layout.text.slice(start, end), name, to, style) });
    }
  }

  /** Adds a value, and the tables that lead to it. */
  #addMissing(path: FieldPath, value: FieldValue): void {
    const layout = this.#now();
    let depth = path.length - 1;
    while (depth > 0 && !nodeAt(layout, path.slice(0, depth))) depth--;
    let whole = value;
    for (const part of path.slice(depth + 1).reverse()) whole = { [part]: whole };
    const key = path[depth];
    if (typeof key !== 'string') refuse('it is in no table');
    this.#change(addition(layout, path.slice(0, depth), key, whole));
  }

  /** How a value is written that replaces the one at `path`. */
  #contextOf(layout: Layout, path: FieldPath, { list, pair }: LayoutNode): WriteContext {
    const table = path.slice(0, -1);
    if (list) return this.#contextOfItems(layout, table, requiredNode(layout, table));
    const inline = pair?.container.kind === 'table';
    const context = contextIn(layout, nodeAt(layout, table), siblingsOf(layout, table), inline);
    return { ...context, indent: pair ? indentAt(layout.text, pair.start) : '' };
  }

  /** How an item of an inline list is written: as the others, else as the table around the list. */
  #contextOfItems(layout: Layout, path: FieldPath, list: LayoutNode): WriteContext {
    const table = nodeAt(layout, path.slice(0, -1));
    return contextIn(layout, list, table ? [table] : [], true);
  }
}

function prefixes(path: FieldPath): string[] {
  let key = '';
  return ['', ...path.map((part) => (key += `${typeof part} ${String(part).length} ${part};`))];
}
