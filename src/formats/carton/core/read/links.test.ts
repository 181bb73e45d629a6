import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '../../../../base/bytes.ts';
import { MAX_LINK_ADDRESSES } from '../../../../base/limits.ts';
import { parseLinks } from './links.ts';

const HASH = '0123456789abcdef'.repeat(4);
const read = (text: string) => parseLinks(encodeUtf8(text));

describe('parseLinks', () => {
  it('gives the addresses of each hash', () => {
    const { urls, findings } = read(`version = 1\n[urls]\n${HASH} = ["https://a.example/x", "https://b.example/x"]\n`);
    expect(findings).toEqual([]);
    expect([...urls]).toEqual([[HASH, ['https://a.example/x', 'https://b.example/x']]]);
  });

  it.each([
    ['no TOML', 'version = 1\n[urls\n', 'links/syntax', 2],
    ['no version', '[urls]\n', 'links/syntax', 1],
    ['no urls', 'version = 1\n', 'links/syntax', 1],
    ['urls that are a list', 'version = 1\nurls = []\n', 'links/syntax', 2],
    ['an address that is not a list', `version = 1\n[urls]\n${HASH} = "https://a.example"\n`, 'links/syntax', 3],
    ['an address that is not text', `version = 1\n[urls]\n${HASH} = ["https://a.example",\n5]\n`, 'links/syntax', 4],
    ['a key that is not a hash', 'version = 1\n[urls]\nabc = ["https://a.example"]\n', 'links/hash', 3],
    ['a script', `version = 1\n[urls]\n${HASH} = ["javascript:alert(1)"]\n`, 'links/url', 3],
    ['a local file', `version = 1\n[urls]\n${HASH} = ["file:///etc/passwd"]\n`, 'links/url', 3],
    ['no address', `version = 1\n[urls]\n${HASH} = ["../x"]\n`, 'links/url', 3],
    ['http', `version = 1\n[urls]\n${HASH} = ["http://a.example/x"]\n`, 'links/http', 3],
  ])('tells of %s', (_, text, code, line) => {
    expect(read(text).findings).toMatchObject([{ code, line, path: 'LINKS' }]);
  });

  it('keeps only as many addresses of one file as anybody needs', () => {
    const list = Array.from({ length: 40_000 }, (_, n) => `"https://h${n}.example/f"`);
    const { urls, findings } = read(`version = 1\n[urls]\n${HASH} = [${list.join(', ')}]\n`);
    expect(urls.get(HASH)).toHaveLength(MAX_LINK_ADDRESSES);
    expect(urls.get(HASH)?.[0]).toBe('https://h0.example/f');
    expect(findings).toMatchObject([{ code: 'links/too-many', line: 3 }]);
  });

  it('leaves out an address that is too long for any server', () => {
    const { urls, findings } = read(`version = 1\n[urls]\n${HASH} = ["https://a.example/${'x'.repeat(10_000)}"]\n`);
    expect(urls.get(HASH)).toEqual([]);
    expect(findings).toMatchObject([{ code: 'links/url', line: 3 }]);
  });

  it('keeps the good addresses beside bad ones', () => {
    const { urls } = read(
      `version = 1\n[urls]\n${HASH} = ["javascript:alert(1)", 5, "https://a.example/x", "http://a.example/y"]\n`,
    );
    expect(urls.get(HASH)).toEqual(['https://a.example/x', 'http://a.example/y']);
  });
});
