import type { FieldPath } from '../model/edit/field.ts';
import { type Layout, type LayoutNode, nodeAt, type Section } from './layout.ts';
import { gapAbove, indentAt } from './lines.ts';
import { type Neighbors, pairsOf, Style, wholeFile } from './style.ts';
import type { WriteContext } from './write.ts';

/** The parts of a text after which a new part is written: the same part of other items of its list. */

/** Other items of a list that are looked at. */
const MAX_SIBLINGS = 20;

/**
 * The values at the same place in other items of the innermost list that `path` leads through, the nearest first. With
 * `isNew`, the item that stands there is one of them: a new one is to come before it.
 */
export function siblingsOf(layout: Layout, path: FieldPath, isNew = false): LayoutNode[] {
  const depth = path.findLastIndex((part) => typeof part === 'number');
  const list = depth < 0 ? undefined : nodeAt(layout, path.slice(0, depth));
  if (!list) return [];
  const index = path[depth] as number;
  const found: LayoutNode[] = [];
  for (let distance = 1; distance <= MAX_SIBLINGS / 2; distance++) {
    for (const at of [index - distance, index + distance - (isNew ? 1 : 0)]) {
      let node = list.children.get(at);
      for (const part of path.slice(depth + 1)) node = node?.children.get(part);
      if (node) found.push(node);
    }
  }
  return found;
}

/** How new text in a table, or in an item of an inline list, is written: as the table, its siblings, then the file. */
export function contextIn(
  layout: Layout,
  node: LayoutNode | undefined,
  siblings: readonly LayoutNode[],
  inline: boolean,
): WriteContext {
  const beside = (): Neighbors => {
    const groups = siblings.map(pairsOf);
    return { pairs: groups.flatMap(({ pairs }) => pairs), depth: groups[0]?.depth ?? 0 };
  };
  const own = () => (node?.value?.kind === 'list' ? itemsOf(node) : pairsOf(node));
  const style = new Style(layout.text, [own, beside, () => wholeFile(layout)]);
  return { eol: layout.eol, inline, style, indent: '' };
}

function itemsOf({ value }: LayoutNode): Neighbors {
  const items = value?.kind === 'list' ? value.items : [];
  return {
    pairs: items.flatMap((item) => (item.kind === 'table' ? item.pairs : [])),
    values: items.filter(({ kind }) => kind !== 'table'),
  };
}

/** Blank lines above a new header: as above its siblings' headers, else above those that are alike, else any. */
export function gapFor(layout: Layout, siblings: readonly LayoutNode[], path: FieldPath): number {
  const all = layout.sections.slice(1);
  const level = all.filter((section) => depthOf(section.path) === depthOf(path));
  // Later items of a list may stand closer to each other than tables do.
  const isLater = (other: FieldPath) => typeof other.at(-1) === 'number' && (other.at(-1) as number) > 0;
  const like = (sections: readonly Section[]) => sections.filter((section) => isLater(section.path) === isLater(path));
  const own = siblings.flatMap(({ section }) => section ?? []);
  for (const sections of [like(own), own, like(level), level, all]) {
    const gap = mostOf(sections.flatMap(({ header }) => (header && gapAbove(layout, header)) ?? []));
    if (gap !== undefined) return gap;
  }
  return 1;
}

/** What the lines of a new header and of the pairs below it are indented by. */
export function indentsFor(
  layout: Layout,
  siblings: readonly LayoutNode[],
  path: FieldPath,
): { header: string; pairs: string } {
  const own = siblings.flatMap(({ section }) => (section?.header ? section : []));
  const like = () => layout.sections.filter(({ header, path: other }) => header && depthOf(other) === depthOf(path));
  const header = headerIndent(layout, own[0] ?? like()[0]);
  const withPairs = (sections: readonly Section[]) => sections.find(({ header, pairs }) => header && pairs.length > 0);
  return {
    header,
    pairs: header + extraIndent(layout, withPairs(own) ?? withPairs(like()) ?? withPairs(layout.sections)),
  };
}

function headerIndent({ text }: Layout, section: Section | undefined): string {
  return section?.header ? indentAt(text, section.header.start) : '';
}

/** What pairs are indented by beyond their header. */
function extraIndent(layout: Layout, section: Section | undefined): string {
  const first = section?.pairs[0];
  if (!first) return '';
  const indent = indentAt(layout.text, first.start);
  const above = headerIndent(layout, section);
  return indent.startsWith(above) ? indent.slice(above.length) : '';
}

const depthOf = (path: FieldPath) => path.filter((part) => typeof part === 'string').length;

/** The most frequent of some numbers. Of equally frequent ones the greater. */
function mostOf(numbers: readonly number[]): number | undefined {
  const counts = new Map<number, number>();
  for (const one of numbers) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts].sort(([a, n], [b, m]) => m - n || b - a)[0]?.[0];
}
