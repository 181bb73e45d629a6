import type { Element, ElementContent, Nodes, Root, RootContent } from 'hast';

/** Why a text is shown as plain text instead. */
export type MarkdownProblem = 'deep' | 'large' | 'slow' | 'broken';

/**
 * A text as a tree of HTML elements (hast) with `nodes` elements and texts, or why there is none. Its addresses are as
 * the author wrote them, unchecked: whoever shows the tree decides on each.
 */
export type MarkdownResult = { ok: true; tree: Root; nodes: number } | { ok: false; problem: MarkdownProblem };

/**
 * A copy of a tree, or of about its first `maxNodes` nodes with the elements that they stand in. Nodes and properties
 * of the copy can be replaced without changing the original.
 */
export function copyTree(root: Root, maxNodes = Number.POSITIVE_INFINITY): Root {
  let left = maxNodes;
  const copy = <T extends RootContent | ElementContent>(nodes: readonly T[]): T[] => {
    const copies: T[] = [];
    for (const node of nodes) {
      if (left <= 0) break;
      left--;
      if (node.type !== 'element') {
        copies.push({ ...node });
        continue;
      }
      const children = copy(node.children);
      // An element whose children are all cut off is left out.
      if (children.length === 0 && node.children.length > 0) break;
      copies.push({ ...node, properties: { ...node.properties }, children });
    }
    return copies;
  };
  return { ...root, children: copy(root.children) };
}

/** Names in a tree that an address like `#usage` can lead to, without the document's prefix. */
export function anchorNames(root: Root): Set<string> {
  const ids = elementsOf(root).map(({ properties }) => properties.id);
  return new Set(ids.filter((id) => typeof id === 'string').map(anchorName));
}

/** The name in an element's id, without the prefix that tells the ids of several shown texts apart. */
export function anchorName(id: string): string {
  return id.replace(/^md\d+-/, '');
}

/** Addresses of a tree's images, each once. */
export function imageAddresses(root: Root): string[] {
  const images = elementsOf(root).filter(({ tagName }) => tagName === 'img');
  return [...new Set(images.map(({ properties }) => String(properties.src ?? '')))];
}

/** The text of a tree or a part of one. */
export function textOf(node: Nodes): string {
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}

/** All elements of a tree, in the order of the text. */
export function elementsOf(root: Root): Element[] {
  const found: Element[] = [];
  const visit = (parent: Root | Element): void => {
    for (const node of parent.children) {
      if (node.type !== 'element') continue;
      found.push(node);
      visit(node);
    }
  };
  visit(root);
  return found;
}
