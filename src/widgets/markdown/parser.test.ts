import type { Nodes, Root } from 'hast';
import { describe, expect, it } from 'vitest';
import { cpuClock } from '../../testing/cpu-clock.ts';
import { MAX_MARKDOWN_NODES, markdownTree } from './parser.ts';
import { elementsOf, imageAddresses } from './tree.ts';

function tree(text: string, topLevel = 3): Root {
  const result = markdownTree(text, topLevel, 'p-');
  if (!result.ok) throw new Error(result.problem);
  return result.tree;
}

function text(node: Nodes): string {
  return node.type === 'text' ? node.value : 'children' in node ? node.children.map(text).join('') : '';
}

describe('markdownTree', () => {
  it('shows raw HTML as text', () => {
    const root = tree('<script>alert(1)</script>\n\nan <b onclick="x">inline</b> one');
    expect(elementsOf(root).map(({ tagName }) => tagName)).toEqual(['p', 'p']);
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
      elementsOf(tree(source))
        .map(({ tagName }) => tagName)
        .join(' '),
    ).toBe(expected);
  });

  it('knows tables, task lists and footnotes, whose ids are its own', () => {
    const all = elementsOf(tree('|a|\n|-|\n|b|\n\n- [x] c\n\nd[^1]\n\n[^1]: e'));
    expect(all.map(({ tagName }) => tagName)).toEqual(expect.arrayContaining(['table', 'input', 'sup', 'section']));
    const ids = all.flatMap(({ properties }) => (properties.id === undefined ? [] : [String(properties.id)]));
    expect(ids.length).toBeGreaterThan(0);
    expect(ids.every((id) => id.startsWith('p-'))).toBe(true);
  });

  it('names its headings as GitHub does', () => {
    const ids = elementsOf(tree('# How to *Use* it!\n## Größe & Maß')).flatMap(({ properties }) => properties.id ?? []);
    expect(ids).toEqual(['p-how-to-use-it', 'p-größe--maß']);
  });

  it('refuses what is nested too deeply', () => {
    for (const mark of ['>', '> ', '1. ', '* ']) {
      expect(markdownTree(`${mark.repeat(300)}a`, 3, '')).toMatchObject({ ok: false, problem: 'deep' });
    }
  });

  it('refuses a table of a billion cells before it is made', () => {
    const text = `${'|a'.repeat(30_000)}|\n${'|-'.repeat(30_000)}|\n${'a\n'.repeat(30_000)}`;
    const seconds = cpuClock();
    expect(markdownTree(text, 3, '')).toEqual({ ok: false, problem: 'large' });
    expect(seconds()).toBeLessThan(3);
  });

  it('refuses more elements than a browser can lay out', () => {
    expect(markdownTree('#\n'.repeat(MAX_MARKDOWN_NODES / 2 + 1), 3, '')).toEqual({ ok: false, problem: 'large' });
  });
});
