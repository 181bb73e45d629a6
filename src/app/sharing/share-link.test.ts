import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { expect, test } from 'vitest';
import { parsePlace } from '../../model/place.ts';
import { CODE_POINT } from '../../testing/code-point.ts';
import { sharedHashIn } from '../page-address.ts';
import { badgeHtml, badgeMarkdown, embedSnippet, linkCaveats, placeText, shareLink } from './share-link.ts';

const BADGE = 'https://viewer.example/some/path/badge.svg';
const PAGE = 'https://viewer.example/some/path/?url=other#/problems';

test('a link is readable and drops the page’s own query', () => {
  const url = 'https://models.example/a/b.carton';
  expect(shareLink(PAGE, { url })).toBe(`https://viewer.example/some/path/?url=${url}`);
  expect(shareLink(PAGE, { url, place: { tab: 'files', item: 'model/x.pt' }, embed: true })).toBe(
    `https://viewer.example/some/path/?embed=1&url=${url}#/files/model/x.pt`,
  );
});

test('a link says what its file was', () => {
  const url = 'https://models.example/a.carton';
  const sha256 = 'ab'.repeat(32);
  for (const kind of ['hash', 'sha256'] as const) {
    const { search } = new URL(shareLink(PAGE, { url, hash: { kind, sha256 }, embed: true }));
    expect(sharedHashIn(search)).toEqual({ kind, sha256 });
  }
  expect(sharedHashIn(`?url=a&hash=${sha256.toUpperCase()}`)).toEqual({ kind: 'hash', sha256 });
  expect(sharedHashIn(`?url=a&hash=${sha256.slice(1)}`)).toBe('broken');
  expect(sharedHashIn(`?hash=${sha256}`)).toBeUndefined();
  expect(sharedHashIn('?url=a')).toBeUndefined();
});

test('the page reads back any address and any place unchanged', () => {
  const item = fc.string({ unit: CODE_POINT, minLength: 1 });
  fc.assert(
    fc.property(
      fc.string({ unit: CODE_POINT }),
      item,
      fc.option(fc.integer({ min: 1, max: 999 })),
      (url, path, line) => {
        const place = { tab: 'files' as const, item: path, ...(line === null ? {} : { line }) };
        const link = shareLink(PAGE, { url, place });
        const { search, hash } = new URL(link);
        expect(new URLSearchParams(search).get('url')).toBe(url);
        expect(parsePlace(hash)).toEqual(place);
        expect(link).not.toMatch(/[\s"'<>()*!]/);
      },
    ),
  );
});

test('an address with its own query stays one value', () => {
  const url = 'https://models.example/a.carton?x=1&y=a+b%2F#z';
  expect(new URL(shareLink(PAGE, { url })).searchParams.get('url')).toBe(url);
});

test('a name cannot leave its attribute', () => {
  const snippet = embedSnippet('https://viewer.example/?embed=1&url=x', '"><script>alert(1)</script>&amp;\u202e');
  expect(snippet).toContain('title="&quot;&gt;&lt;script&gt;');
  expect(snippet).toContain('&amp;amp;');
  expect(snippet).not.toContain('\u202e');
  expect(snippet.match(/[<>]/g)).toHaveLength(4);
  expect(snippet).toContain('allow="clipboard-write"');
  expect(snippet).toContain('?embed=1&amp;url=x');
});

test('a badge is one picture of our own that leads to the link, whatever its URL holds', () => {
  const markdown = unified().use(remarkParse).use(remarkGfm);
  fc.assert(
    fc.property(fc.oneof(fc.webUrl({ withQueryParameters: true }), fc.string({ unit: CODE_POINT })), (url) => {
      const link = shareLink(PAGE, { url });
      // As Markdown is read: one paragraph, in it one link, in it one picture.
      expect(markdown.parse(badgeMarkdown(PAGE, link))).toMatchObject({
        children: [
          {
            children: [
              { type: 'link', url: link, children: [{ type: 'image', alt: 'Open in Boxcutter', url: BADGE }] },
            ],
          },
        ],
      });
      expect(badgeHtml(PAGE, link).match(/[<>"]/g)).toHaveLength(14);
    }),
  );
});

test('the badge needs nothing of another host', () => {
  const svg = readFileSync(new URL('../../../public/badge.svg', import.meta.url), 'utf8');
  expect(svg.match(/https?:[^"]*/g)).toEqual(['http://www.w3.org/2000/svg']);
  expect(svg).toContain('>Open in Boxcutter</text>');
});

test('a place is named by its tab and its item', () => {
  expect(placeText({ tab: 'self-tests' })).toBe('Self-tests');
  expect(placeText({ tab: 'tensors', item: '_tensor_0' })).toBe('Tensors › _tensor_0');
});

test.each([
  ['https://viewer.example/', 'https://models.example/a.carton', []],
  ['http://localhost:4173/', 'https://models.example/a.carton', [/runs at localhost:4173/]],
  ['http://localhost:4173/', 'http://localhost:4173/sample.carton', [/runs at/]],
  ['https://viewer.example/', 'http://127.0.0.1:8000/a.carton', [/on 127\.0\.0\.1:8000/]],
  ['https://viewer.example/', 'https://172.20.0.1/a.carton', [/on 172\.20\.0\.1/]],
  ['https://viewer.example/', 'http://models.example/a.carton', [/http:\/\//]],
  ['https://viewer.example/', 'https://b.s3.amazonaws.com/a?X-Amz-Signature=1', [/signed/]],
  ['https://viewer.example/', 'https://models.example/a?sig=1&download=true', [/signed/]],
  ['https://viewer.example/', 'https://models.example/a?download=true', []],
])('caveats of a link on %s to %s', (page, url, expected) => {
  const caveats = linkCaveats(page, url);
  expect(caveats).toHaveLength(expected.length);
  for (const [index, pattern] of expected.entries()) expect(caveats[index]).toMatch(pattern);
});
