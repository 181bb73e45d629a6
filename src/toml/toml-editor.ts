import type { Edit } from '../model/edit.ts';
import { type FieldPath, type FieldValue, isTable, sameValue, valueAt } from '../model/field.ts';
import { addition, blockOf, contextAt } from './addition.ts';
import { blockAfter, blockBefore, lastOf, moveBlock, ownStatements, sectionsOf } from './block.ts';
import {
  type InlineTable,
  isBlockList,
  type Layout,
  type LayoutNode,
  nodeAt,
  type Pair,
  requiredNode,
  type Statement,
} from './layout.ts';
import { applySplices, removeStatements, type TextSplice } from './lines.ts';
import { moveItem, removePairs, spliceItems } from './list.ts';
import type { TomlOrder } from './order.ts';
import { refuse } from './refusal.ts';
import { rewriteValue, type WriteContext, writeKey, writeValue } from './write.ts';

/**
 * Makes edits in a TOML text, one after the other. Lays the text out again only where an edit needs what an earlier one
 * has changed.
 */
export class TomlEditor {
  #layout: Layout;
  readonly #order: TomlOrder;
  readonly #read: (text: string) => Layout;
  #splices: TextSplice[] = [];
  /** Paths of the values that the waiting splices write, and every path that leads to them. */
  readonly #written = new Set<string>();
  readonly #leading = new Set<string>();

  /** @param read gives the layout of a text; throws where it is no TOML */
  constructor(layout: Layout, order: TomlOrder, read: (text: string) => Layout) {
    this.#layout = layout;
    this.#order = order;
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

  /**
   * The layout for an edit that only writes the value at `path`, in place. Splices may go on waiting if they write
   * elsewhere.
   */
  #beside(path: FieldPath): Layout {
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
      const text = rewriteValue(layout.text.slice(start, end), value, this.#contextOf(layout, node));
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
    if (!value.every(isTable) || value.length === 0) {
      const isBlocks = isBlockList(requiredNode(this.#now(), path));
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
    const node = requiredNode(layout, path);
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
    for (let i = 0; i < common; i++) this.#set([...path, from + i], before[i], after[i] as FieldValue);
    const gone = before.slice(common).map((_, i) => [...path, from + common + i]);
    if (gone.length > 0) this.#removeAll(gone);
    for (let i = common; i < after.length; i++)
      this.#insertBlock(path, from + i, after[i] as Record<string, FieldValue>);
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
    const { list } = nodeAt(this.#now(), path) ?? {};
    if (list) {
      const { text, eol } = this.#now();
      this.#change(spliceItems(text, list, path.at(-1) as number, 1, [], eol));
    } else this.#removeAll([path]);
  }

  /**
   * Removes values that are no items of inline lists and do not lie within each other. Removes all at once, since each
   * change lays out the whole text again.
   */
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

  /** Keeps a table, empty, after its last part was removed. */
  #keep(path: FieldPath): void {
    if (path.length > 0 && !nodeAt(this.#now(), path)) this.#addMissing(path, {});
  }

  #insert(path: FieldPath, at: number, value: FieldValue, old: FieldValue | undefined): void {
    if (old === undefined) {
      this.#addMissing(path, [value]);
      return;
    }
    const layout = this.#now();
    const node = requiredNode(layout, path);
    if (node.value?.kind === 'list') {
      const context = { ...this.#contextOf(layout, node), inline: true };
      this.#change(spliceItems(layout.text, node.value, at, 0, [writeValue(value, context)], layout.eol));
    } else if (isTable(value)) this.#insertBlock(path, at, value);
    else {
      const items = [...(old as FieldValue[])];
      items.splice(at, 0, value);
      this.#replaceBlocks(path, items);
    }
  }

  #insertBlock(path: FieldPath, at: number, value: Record<string, FieldValue>): void {
    const layout = this.#now();
    const list = requiredNode(layout, path);
    const next = list.children.get(at)?.section;
    const sibling = next ?? list.children.get(at - 1)?.section;
    const block = blockOf(layout, this.#order, [...path, at], value, sibling);
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
    const node = requiredNode(layout, path);
    if (node.value?.kind === 'list') this.#change(moveItem(layout.text, node.value, from, to));
    else if (isBlockList(node)) this.#change(moveBlock(layout, node, from, to));
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
    const text = writeKey(to);
    for (const part of parts) if (part) this.#splices.push({ start: part.start, end: part.end, text });
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
    this.#change([addition(layout, this.#order, path.slice(0, depth), key, whole)].flat());
  }

  #contextOf(layout: Layout, node: LayoutNode): WriteContext {
    const inline = node.list !== undefined || node.pair?.container.kind === 'table';
    return { ...contextAt(layout, node.pair), inline };
  }
}

function prefixes(path: FieldPath): string[] {
  let key = '';
  return ['', ...path.map((part) => (key += `${typeof part} ${String(part).length} ${part};`))];
}
