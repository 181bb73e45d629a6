import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '../../../base/bytes.ts';
import { parseManifest } from './manifest.ts';

const HASH = '0123456789abcdef'.repeat(4);
const read = (text: string) => parseManifest(encodeUtf8(text));
const codes = (text: string) => read(text).findings.map(({ code, line }) => `${code} ${line}`);

describe('parseManifest', () => {
  it('splits at the last “=”', () => {
    const { entries, findings } = read(`carton.toml=${HASH}\nmodel/a=b.txt=${HASH}\n`);
    expect(findings).toEqual([]);
    expect([...entries.values()]).toEqual([
      { path: 'carton.toml', sha256: HASH, line: 1 },
      { path: 'model/a=b.txt', sha256: HASH, line: 2 },
    ]);
  });

  it('keeps a hash as it stands', () => {
    expect(read(`a=${HASH.toUpperCase()}\n`).entries.get('a')?.sha256).toBe(HASH.toUpperCase());
  });

  it.each([
    ['a blank line', `a=${HASH}\n\nb=${HASH}\n`, ['manifest/syntax 2']],
    ['a blank line at the end', `a=${HASH}\n\n`, ['manifest/syntax 2']],
    ['no “=”', 'a\n', ['manifest/syntax 1']],
    ['no path', `=${HASH}\n`, ['manifest/syntax 1']],
    ['a short hash', `a=${HASH.slice(1)}\n`, ['manifest/syntax 1']],
    ['a space after the hash', `a=${HASH} \n`, ['manifest/syntax 1']],
    ['another order', `b=${HASH}\na=${HASH}\n`, ['manifest/unsorted 2']],
    ['a path twice', `a=${HASH}\na=${HASH}\n`, ['manifest/duplicate 2']],
    ['itself', `MANIFEST=${HASH}\n`, ['manifest/self-listed 1']],
    ['LINKS', `LINKS=${HASH}\n`, ['manifest/self-listed 1']],
    // The reference reader, which reads lines, takes these; no packer writes them.
    ['no newline at the end', `a=${HASH}`, ['manifest/line-end 1']],
    ['CR LF', `a=${HASH}\nb=${HASH}\r\nc=${HASH}\r\n`, ['manifest/line-end 2']],
    ['a hash in upper case', `a=${HASH}\nb=${HASH.toUpperCase()}\n`, ['manifest/hash-case 2']],
    ['nothing', '', []],
    // U+FF5E is below U+1F4E6, and its UTF-16 unit above that one's.
    ['the order of bytes', `a/\uff5e=${HASH}\na/\u{1f4e6}=${HASH}\n`, []],
    ['the order of UTF-16', `a/\u{1f4e6}=${HASH}\na/\uff5e=${HASH}\n`, ['manifest/unsorted 2']],
  ])('judges %s', (_, text, expected) => {
    expect(codes(text)).toEqual(expected);
  });

  it('refuses what is not UTF-8', () => {
    expect(parseManifest(new Uint8Array([0xff])).findings).toMatchObject([{ code: 'manifest/syntax' }]);
  });

  it('reads what a writer writes', () => {
    const path = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((path) => !/[\r\n]/.test(path) && path !== 'MANIFEST' && path !== 'LINKS');
    const hash = fc
      .array(fc.constantFrom(...'0123456789abcdef'), { minLength: 64, maxLength: 64 })
      .map((d) => d.join(''));
    fc.assert(
      fc.property(fc.dictionary(path, hash), (files) => {
        const sorted = Object.entries(files).sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
        const { entries, findings } = read(sorted.map(([path, sha256]) => `${path}=${sha256}\n`).join(''));
        expect(findings).toEqual([]);
        expect([...entries.values()].map(({ path, sha256 }) => [path, sha256])).toEqual(sorted);
      }),
    );
  });

  it('gives each line to the entries or to the findings, whatever it is', () => {
    const line = fc.oneof(
      fc.string(),
      fc.string().map((path) => `${path}=${HASH}`),
      fc.constant(''),
    );
    fc.assert(
      fc.property(fc.array(line.filter((line) => !/[\r\n]/.test(line))), (lines) => {
        const { entries, findings } = read(lines.map((line) => `${line}\n`).join(''));
        const told = findings.filter(({ code }) => code === 'manifest/syntax' || code === 'manifest/duplicate');
        expect(entries.size + told.length).toBe(lines.length);
      }),
    );
  });
});
