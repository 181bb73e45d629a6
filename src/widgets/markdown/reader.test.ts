import type { Element, Nodes, Root } from 'hast';
import { describe, expect, it } from 'vitest';
import { readAddress } from './address.ts';
import { MAX_MARKDOWN_NODES, markdownTree } from './reader.ts';
import { cutTree, imageAddresses } from './tree.ts';

function tree(text: string, topLevel = 3): Root {
  const result = markdownTree(text, topLevel, 'p-');
  if (!result.ok) throw new Error(result.problem);
  return result.tree;
}

function elements(root: Root | Element): Element[] {
  return root.children.flatMap((node) => (node.type === 'element' ? [node, ...elements(node)] : []));
}

function text(node: Nodes): string {
  return node.type === 'text' ? node.value : 'children' in node ? node.children.map(text).join('') : '';
}

describe('markdownTree', () => {
  it('shows raw HTML as text', () => {
    const root = tree('<script>alert(1)</script>\n\nan <b onclick="x">inline</b> one');
    expect(elements(root).map(({ tagName }) => tagName)).toEqual(['p', 'p']);
    expect(text(root)).toContain('<script>alert(1)</script>');
    expect(text(root)).toContain('<b onclick="x">inline</b>');
  });

  it('leaves addresses as they are, to be decided on where they are shown', () => {
    expect(imageAddresses(tree('![a](@misc/a.png) ![b](https://x.y/b.png) ![b](https://x.y/b.png)'))).toEqual([
      '@misc/a.png',
      'https://x.y/b.png',
    ]);
  });

  it.each([
    ['# a\n## b\n# c', 'h3 h4 h3'],
    ['# a\n#### b\n## c', 'h3 h4 h4'],
    ['### a\n# b\n## c', 'h3 h3 h4'],
    ['# a\n## b\n### c\n#### d\n##### e\n###### f', 'h3 h4 h5 h6 h6 h6'],
  ])('moves headings down and skips no level: %j', (source, expected) => {
    expect(
      elements(tree(source))
        .map(({ tagName }) => tagName)
        .join(' '),
    ).toBe(expected);
  });

  it('knows tables, task lists and footnotes, whose ids are its own', () => {
    const all = elements(tree('|a|\n|-|\n|b|\n\n- [x] c\n\nd[^1]\n\n[^1]: e'));
    expect(all.map(({ tagName }) => tagName)).toEqual(expect.arrayContaining(['table', 'input', 'sup', 'section']));
    const ids = all.flatMap(({ properties }) => (properties.id === undefined ? [] : [String(properties.id)]));
    expect(ids.length).toBeGreaterThan(0);
    expect(ids.every((id) => id.startsWith('p-'))).toBe(true);
  });

  it('names its headings as GitHub does', () => {
    const ids = elements(tree('# How to *Use* it!\n## Größe & Maß')).flatMap(({ properties }) => properties.id ?? []);
    expect(ids).toEqual(['p-how-to-use-it', 'p-größe--maß']);
  });

  it('refuses what is nested too deeply', () => {
    for (const mark of ['>', '> ', '1. ', '* ']) {
      expect(markdownTree(`${mark.repeat(300)}a`, 3, '')).toMatchObject({ ok: false, problem: 'deep' });
    }
  });

  it('refuses a table of a billion cells before it is made', () => {
    const text = `${'|a'.repeat(30_000)}|\n${'|-'.repeat(30_000)}|\n${'a\n'.repeat(30_000)}`;
    const start = performance.now();
    expect(markdownTree(text, 3, '')).toEqual({ ok: false, problem: 'large' });
    expect(performance.now() - start).toBeLessThan(1000);
  });

  it('refuses more elements than a browser can lay out', () => {
    expect(markdownTree('a\n\n'.repeat(MAX_MARKDOWN_NODES / 2), 3, '')).toEqual({ ok: false, problem: 'large' });
  });
});

describe('cutTree', () => {
  it('keeps the beginning, with what lies above it', () => {
    const root = tree('# one\n\n- two *three*\n- four\n\nfive');
    const cut = cutTree(root, 8);
    expect(text(cut).replaceAll('\n', ' ').trim()).toBe('one  two');
    expect(elements(cut).map(({ tagName }) => tagName)).toEqual(['h3', 'ul', 'li']);
    expect(text(cutTree(root, 1000))).toBe(text(root));
  });
});

describe('readAddress', () => {
  const fileOf = (address: string) => (address.startsWith('@misc/') ? address.slice(1) : undefined);
  it.each([
    ['@misc/a%20b.png', { kind: 'file', path: 'misc/a b.png' }],
    ['https://EXAMPLE.com/x', { kind: 'outside', href: 'https://example.com/x', host: 'example.com', isSecure: true }],
    ['http://a.b/', { kind: 'outside', href: 'http://a.b/', host: 'a.b', isSecure: false }],
    ['mailto:a@b.c', { kind: 'outside', href: 'mailto:a@b.c', host: '', isSecure: false }],
    ['#user-content-fn-1', { kind: 'here', id: 'user-content-fn-1' }],
    ['javascript:alert(1)', { kind: 'none' }],
    [' java\nscript:alert(1)', { kind: 'none' }],
    ['JaVaScRiPt:alert(1)', { kind: 'none' }],
    ['data:text/html,x', { kind: 'none' }],
    ['blob:https://a.b/c', { kind: 'none' }],
    ['file:///etc/passwd', { kind: 'none' }],
    ['//host/x', { kind: 'none' }],
    ['/absolute', { kind: 'none' }],
    ['relative.png', { kind: 'none' }],
    ['../misc/x', { kind: 'none' }],
    ['https://', { kind: 'none' }],
    ['', { kind: 'none' }],
    ['%E0%A4%A', { kind: 'none' }],
  ])('reads %j', (address, expected) => {
    expect(readAddress(address, fileOf)).toEqual(expected);
  });
});
