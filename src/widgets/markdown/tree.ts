import type { Element, ElementContent, Root, RootContent } from 'hast';

/** Why a text is shown as plain text instead. */
export type MarkdownProblem = 'deep' | 'large' | 'slow' | 'broken';

/** The page's tree for a text. Addresses stand in it as the author wrote them: whoever renders it decides on each. */
export type MarkdownResult = { ok: true; tree: Root; nodes: number } | { ok: false; problem: MarkdownProblem };

/** The beginning of a tree, of about `budget` nodes, with what lies above them. */
export function cutTree(root: Root, budget: number): Root {
  let left = budget;
  const cut = <T extends RootContent | ElementContent>(nodes: readonly T[]): T[] => {
    const kept: T[] = [];
    for (const node of nodes) {
      if (left <= 0) break;
      left--;
      const inside = 'children' in node && node.children.length > 0 ? cut(node.children) : undefined;
      // What would be left empty goes too.
      if (inside?.length === 0) break;
      kept.push(inside ? { ...node, children: inside } : node);
    }
    return kept;
  };
  return { ...root, children: cut(root.children) };
}

/** Names of the places in a tree that an address like `#usage` can lead to, without the document's prefix. */
export function placeNames(root: Root): Set<string> {
  const found = new Set<string>();
  const visit = (parent: Root | Element): void => {
    for (const node of parent.children) {
      if (node.type !== 'element') continue;
      if (typeof node.properties.id === 'string') found.add(placeName(node.properties.id));
      visit(node);
    }
  };
  visit(root);
  return found;
}

/** The name in an id of a document, without the prefix that keeps it apart from other documents. */
export function placeName(id: string): string {
  return id.replace(/^md\d+-/, '');
}

/** Addresses of a tree's images, each once. */
export function imageAddresses(root: Root): string[] {
  const found = new Set<string>();
  const visit = (parent: Root | Element): void => {
    for (const node of parent.children) {
      if (node.type !== 'element') continue;
      if (node.tagName === 'img') found.add(String(node.properties.src ?? ''));
      visit(node);
    }
  };
  visit(root);
  return [...found];
}
