import { type FieldPath, type FieldValue, isTable } from '../model/edit/field.ts';
import { isBlockList, type Layout, type LayoutNode, type OrderedLayout, requiredNode } from './layout.ts';
import { leadOf, lineEnd, lineStart } from './lines.ts';

/** Which form a new table gets: that of its neighbors. */

/** How a table or list of tables is written: with a header of its own, on one line, or as keys that repeat its name. */
export type TableForm = 'section' | 'inline' | 'dotted';

/** Undefined for a value that is neither, and for an empty table on one line, which any table may become. */
function formOf(node: LayoutNode): TableForm | undefined {
  if (node.section || node.under.length > 0 || isBlockList(node)) return 'section';
  if (node.through.length > 0) return 'dotted';
  const { value } = node;
  if (value?.kind === 'table') return value.pairs.length > 0 ? 'inline' : undefined;
  return value?.kind === 'list' && value.items[0]?.kind === 'table' ? 'inline' : undefined;
}

/** How tables of the name `key` are written in some tables; else, how other tables are that stand in these. */
export function formIn(parents: readonly LayoutNode[], key: string, orOthers: boolean): TableForm | undefined {
  const named = parents.flatMap(({ children }) => children.get(key) ?? []);
  const others = orOthers ? parents.flatMap(({ children }) => [...children.values()]) : [];
  const alike = [...named, ...others.filter((child) => !isList(child))];
  return alike.map(formOf).find((form) => form !== undefined);
}

function isList(node: LayoutNode): boolean {
  return isBlockList(node) || node.value?.kind === 'list';
}

/** The first items of the file's other lists. */
function itemsOfOtherLists(layout: Layout, path: FieldPath): LayoutNode[] {
  if (path.length < 2 || typeof path[1] !== 'number') return [];
  return [...layout.root.children].flatMap(([key, node]) => (key === path[0] ? [] : (node.children.get(0) ?? [])));
}

/** How a new value is written that may have lines of its own. */
export function newForm(
  layout: OrderedLayout,
  path: FieldPath,
  key: string,
  value: FieldValue,
  own: readonly LayoutNode[],
  siblings: readonly LayoutNode[],
): TableForm {
  const isList = isTables(value);
  if (!isTable(value) && !isList) return 'inline';
  if (path.length === 0) return isList ? nearestListForm(layout, key) : 'section';
  const form =
    formIn(own, key, !isList) ??
    formIn(siblings, key, !isList) ??
    formIn(itemsOfOtherLists(layout, path), key, !isList);
  if (form && !(isList && form === 'dotted')) return form;
  const hasHeader = isTable(value) && layout.order.hasHeader([...path, key]) && Object.keys(value).length > 0;
  return hasHeader ? 'section' : 'inline';
}

/** How the list of tables is written that stands next to the list `key` in the file's order. */
function nearestListForm(layout: OrderedLayout, key: string): TableForm {
  const known = layout.order.keys([]);
  const distance = (name: string | number) => Math.abs(known.indexOf(String(name)) - known.indexOf(key));
  const others = [...layout.root.children].filter(([name, node]) => name !== key && isList(node) && formOf(node));
  const nearest = others.sort(([a], [b]) => distance(a) - distance(b))[0]?.[1];
  return (nearest && formOf(nearest)) ?? 'section';
}

/**
 * Whether an empty list on one line, without a comment, stands where the file's other lists of tables have headers. Its
 * items then get headers too.
 */
export function mayBecomeBlocks(layout: OrderedLayout, path: FieldPath): boolean {
  const [key] = path;
  const { pair, value } = requiredNode(layout, path);
  if (path.length !== 1 || typeof key !== 'string' || value?.kind !== 'list' || value.items.length > 0) return false;
  if (pair?.container.kind !== 'section' || pair.keys.length > 1) return false;
  const { text } = layout;
  if (text.slice(value.start, lineEnd(text, value.end)).includes('#')) return false;
  if (leadOf(layout, pair) < lineStart(text, pair.start)) return false;
  return nearestListForm(layout, key) === 'section';
}

function isTables(value: FieldValue): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((item) => isTable(item));
}
