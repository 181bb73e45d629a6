import type { Nodes, Root } from 'hast';
import { describe, expect, it } from 'vitest';
import { markdownTree } from './parser.ts';
import { anchorNames, copyTree, elementsOf } from './tree.ts';

function tree(text: string): Root {
  const result = markdownTree(text, 3, 'md1-');
  if (!result.ok) throw new Error(result.problem);
  return result.tree;
}

function text(node: Nodes): string {
  return node.type === 'text' ? node.value : 'children' in node ? node.children.map(text).join('') : '';
}

describe('copyTree', () => {
  it('keeps the beginning, with what lies above it', () => {
    const root = tree('# one\n\n- two *three*\n- four\n\nfive');
    const cut = copyTree(root, 8);
    expect(text(cut).replaceAll('\n', ' ').trim()).toBe('one  two');
    expect(elementsOf(cut).map(({ tagName }) => tagName)).toEqual(['h3', 'ul', 'li']);
    expect(text(copyTree(root, 1000))).toBe(text(root));
  });

  it('shares no node and no properties with the original', () => {
    const root = tree('# one\n\n[two](three)\n\n- [x] four');
    const copy = copyTree(root);
    expect(copy).toEqual(root);
    for (const [at, element] of elementsOf(copy).entries()) {
      const original = elementsOf(root)[at];
      expect(element).not.toBe(original);
      expect(element.properties).not.toBe(original?.properties);
    }
  });
});

describe('anchorNames', () => {
  it('are the ids of headings and footnotes without the prefix', () => {
    expect([...anchorNames(tree('# One two\n\na[^1]\n\n[^1]: b'))]).toEqual([
      'one-two',
      'user-content-fnref-1',
      'footnote-label',
      'user-content-fn-1',
    ]);
  });
});
