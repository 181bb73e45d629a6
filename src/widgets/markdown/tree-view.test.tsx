import type { Root } from 'hast';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { cpuClock } from '../../testing/cpu-clock.ts';
import { type MarkdownContext, MarkdownContextProvider } from './markdown-context.ts';
import { MAX_MARKDOWN_DEPTH, MAX_MARKDOWN_NODES, markdownTree } from './parser.ts';
import { anchorNames } from './tree.ts';
import { TreeView } from './tree-view.tsx';

function treeOf(text: string): Root {
  const result = markdownTree(text, 3, 'md1-');
  if (!result.ok) throw new Error(result.problem);
  return result.tree;
}

/** The HTML of a tree. Addresses that begin with @misc/ name files of the package. */
function htmlOf(tree: Root, { maxNodes, ...context }: Partial<MarkdownContext> & { maxNodes?: number } = {}): string {
  const all: MarkdownContext = {
    Image,
    fileOf: (address) => (address.startsWith('@misc/') ? address.slice(1) : undefined),
    loadedHosts: new Set(),
    anchors: anchorNames(tree),
    ...context,
  };
  return renderToStaticMarkup(
    <MarkdownContextProvider value={all}>
      <TreeView tree={tree} maxNodes={maxNodes} />
    </MarkdownContextProvider>,
  );
}

function Image({ path, alt }: { path: string; alt: string }) {
  return <b data-path={path}>{alt}</b>;
}

const shown = (text: string, context?: Partial<MarkdownContext>) => htmlOf(treeOf(text), context);

/** The tag of the first element of a name, with its attributes. */
const tagOf = (html: string, name: string) => new RegExp(`<${name}[ >][^>]*>?`).exec(html)?.[0];

describe('TreeView', () => {
  it('shows the tree as it is: react-markdown parses no text', () => {
    const attack = `${'*a '.repeat(3400)}${'b* '.repeat(3400)}`;
    const tree: Root = {
      type: 'root',
      children: [
        { type: 'element', tagName: 'p', properties: {}, children: [{ type: 'text', value: attack }] },
        { type: 'text', value: '# [a](b) <i>c</i>' },
      ],
    };
    const seconds = cpuClock();
    expect(htmlOf(tree)).toBe(`<p>${attack}</p># [a](b) &lt;i&gt;c&lt;/i&gt;`);
    expect(seconds()).toBeLessThan(3);
  });

  it('writes out overrides in text and link texts, and leaves Hebrew and Arabic alone', () => {
    const html = shown('plain \u202egnp.exe [a\u202eb](https://a.example) `\u2066c` שלום C++\u200f\n\n**d\u200f**');
    expect(html).toContain('plain \\u202Egnp.exe');
    expect(html).toContain('>a\\u202Eb</a>');
    expect(html).toContain('<code>\\u2066c</code>');
    expect(html).toContain('שלום C++\u200f');
    expect(html).toContain('<strong>d\\u200F</strong>');
  });

  it('names the host that a link leads to', () => {
    const other = shown('[https://good.example/login](https://evil.example/login)');
    expect(other).toContain('title="https://evil.example/login"');
    expect(other).toContain('(leads to evil.example)');
    expect(shown('[see www.good.example.](https://good.example/a)')).not.toContain('leads to');
    expect(shown('[main.py](https://good.example/main.py)')).not.toContain('leads to');
    const mixed = shown('<https://аpple.com/> www.аpple.com');
    expect(mixed).toContain('title="https://xn--pple-43d.com/"');
    expect(mixed).toContain('>https://xn--pple-43d.com/</a>');
    expect(mixed).not.toContain('аpple');
    const user = shown('<https://github.com@evil.example/x>');
    expect(user).toContain('href="https://evil.example/x"');
    expect(user).toContain('title="https://evil.example/x (user name left out)"');
    expect(user).toContain('>https://evil.example/x (user name left out)</a>');
    expect(shown('![a](https://аpple.com/x.png)')).toContain('from xn--pple-43d.com, not loaded');
  });

  it('leaves the tree alone, which may be rendered again', () => {
    const tree = frozen(treeOf('# a\n\n[b](c) ![d](e)\n\n- [x] f'));
    const html = htmlOf(tree);
    expect(html).toContain('link not followed: c');
    expect(htmlOf(tree)).toBe(html);
  });

  it('shows the deepest tree and the largest one that the parser lets through', () => {
    // The paragraph is the deepest element, and its text one level below it.
    const quotes = MAX_MARKDOWN_DEPTH - 2;
    expect(shown(`${'> '.repeat(quotes)}bottom`).match(/<blockquote>/g)).toHaveLength(quotes);
    expect(markdownTree(`${'> '.repeat(quotes + 1)}bottom`, 3, '')).toMatchObject({ problem: 'deep' });
    // A paragraph and its text are two nodes, and the root is one.
    const paragraphs = Math.floor((MAX_MARKDOWN_NODES - 1) / 2);
    const large: Root = {
      type: 'root',
      children: Array.from({ length: paragraphs }, () => ({
        type: 'element',
        tagName: 'p',
        properties: {},
        children: [{ type: 'text', value: 'a' }],
      })),
    };
    expect(htmlOf(large)).toBe('<p>a</p>'.repeat(paragraphs));
  });

  it('shows the beginning of a tree', () => {
    expect(htmlOf(treeOf('one\n\ntwo\n\nthree'), { maxNodes: 5 })).toBe('<p>one</p>\n<p>two</p>');
  });

  it('shows raw HTML as text', () => {
    const html = shown('<script>alert(1)</script>\n\nan <b onclick="x">inline</b> one');
    expect(html).toContain('<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>');
    expect(html).toContain('an &lt;b onclick=&quot;x&quot;&gt;inline&lt;/b&gt; one');
  });

  it.each(['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'data:text/html,x', 'blob:https://a.b/c', '/x', 'x.md'])(
    'follows no link to %s, and says where it leads',
    (address) => {
      const html = shown(`[a](${address})`);
      expect(html).toContain(`(link not followed: ${address})`);
      expect(html).not.toMatch(/<a |href/);
    },
  );

  it('opens links to other sites apart and tells them nothing', () => {
    expect(tagOf(shown('[a](https://x.y/z)'), 'a')).toBe(
      '<a href="https://x.y/z" target="_blank" rel="noopener noreferrer nofollow" referrerPolicy="no-referrer" title="https://x.y/z">',
    );
    expect(tagOf(shown('a@b.cd'), 'a')).toContain('href="mailto:a@b.cd"');
  });

  it("leads to the package's files and shows its images", () => {
    expect(tagOf(shown('[a](@misc/b.txt)'), 'a')).toBe('<a href="#/files/misc/b.txt">');
    expect(shown('![a](@misc/b%20c.png)')).toBe('<p><b data-path="misc/b c.png">a</b></p>');
  });

  it('shows images of other hosts only once they are asked for, and only over https', () => {
    const image = '![a](https://x.y/z.png)';
    expect(shown(image)).toContain('from x.y, not loaded');
    expect(shown(image)).not.toContain('<img');
    expect(tagOf(shown(image, { loadedHosts: new Set(['x.y']) }), 'img')).toBe(
      '<img src="https://x.y/z.png" alt="a" referrerPolicy="no-referrer" loading="lazy"/>',
    );
    for (const address of ['http://x.y/z.png', 'data:image/png,x', 'javascript:x', 'z.png', '']) {
      const html = shown(`![a](${address})`, { loadedHosts: new Set(['x.y', '']) });
      expect(html).toContain('not shown: ');
      expect(html).not.toContain('<img');
    }
  });

  it('gives no other element an address', () => {
    const properties = { cite: 'https://x.y', src: 'https://x.y', href: 'https://x.y', poster: 'https://x.y' };
    const html = htmlOf({
      type: 'root',
      children: ['blockquote', 'video', 'iframe', 'area'].map((tagName) => ({
        type: 'element',
        tagName,
        properties: Object.fromEntries(Object.entries(properties).filter(([name]) => NATIVE[tagName]?.includes(name))),
        children: [],
      })),
    });
    expect(html).toBe('<blockquote></blockquote><video></video><iframe></iframe><area/>');
  });

  it('shows tables, task lists and code', () => {
    expect(shown('|a|b|\n|-|:-:|\n|c|d|')).toMatch(
      /^<div class="[^"]*"><table><thead><tr><th>a<\/th><th style="text-align:center">b<\/th><\/tr><\/thead><tbody><tr><td>c<\/td><td style="text-align:center">d<\/td><\/tr><\/tbody><\/table><\/div>$/,
    );
    const tasks = shown('- [x] a\n- [ ] b');
    expect(tasks).toMatch(/aria-label="Done"[^>]*>☑<\/span> a/);
    expect(tasks).toMatch(/aria-label="Not done"[^>]*>☐<\/span> b/);
    expect(tasks).not.toContain('<input');
    expect(shown('```js\na < b\n```')).toMatch(/<pre><code class="language-js">a &lt; b\n<\/code><\/pre>/);
  });

  it('leads from a footnote to its text and back by buttons', () => {
    const html = shown('a[^1]\n\n[^1]: b\n\n[c](#nowhere)');
    expect(html).toMatch(/<sup><button type="button" id="md1-user-content-fnref-1"[^>]*>1<\/button><\/sup>/);
    expect(html).toContain('<li id="md1-user-content-fn-1">');
    expect(html.match(/<button/g)).toHaveLength(2);
    expect(html).toContain('<p>c</p>');
    expect(html).not.toContain('<a ');
  });
});

/** Addresses that HTML gives these elements. */
const NATIVE: Record<string, string[]> = {
  blockquote: ['cite'],
  video: ['src', 'poster'],
  iframe: ['src'],
  area: ['href'],
};

/** Makes every write to a tree throw. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}
