import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '../../../../base/bytes.ts';
import { MAX_BAD_LINES } from '../limits.ts';
import { ManifestReader, parseManifest } from './manifest.ts';

const HASH = '0123456789abcdef'.repeat(4);
const read = (text: string) => parseManifest(encodeUtf8(text));
const codes = async (text: string) => (await read(text)).findings.map(({ code, line }) => `${code} ${line}`);

describe('parseManifest', () => {
  it('splits at the last “=”', async () => {
    const { entries, findings } = await read(`carton.toml=${HASH}\nmodel/a=b.txt=${HASH}\n`);
    expect(findings).toEqual([]);
    expect([...entries.values()]).toEqual([
      { path: 'carton.toml', sha256: HASH, line: 1 },
      { path: 'model/a=b.txt', sha256: HASH, line: 2 },
    ]);
  });

  it('keeps a hash as it stands', async () => {
    expect((await read(`a=${HASH.toUpperCase()}\n`)).entries.get('a')?.sha256).toBe(HASH.toUpperCase());
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
    // The reference reader reads by line and takes these; no packer writes them.
    ['no newline at the end', `a=${HASH}`, ['manifest/line-end 1']],
    ['CR LF', `a=${HASH}\nb=${HASH}\r\nc=${HASH}\r\n`, ['manifest/line-end 2']],
    ['a hash in upper case', `a=${HASH}\nb=${HASH.toUpperCase()}\n`, ['manifest/hash-case 2']],
    ['nothing', '', []],
    // U+FF5E is below U+1F4E6, but its UTF-16 unit is above the first one of U+1F4E6.
    ['the order of bytes', `a/\uff5e=${HASH}\na/\u{1f4e6}=${HASH}\n`, []],
    ['the order of UTF-16', `a/\u{1f4e6}=${HASH}\na/\uff5e=${HASH}\n`, ['manifest/unsorted 2']],
  ])('judges %s', async (_, text, expected) => {
    expect(await codes(text)).toEqual(expected);
  });

  it('refuses what is not UTF-8', async () => {
    expect((await parseManifest(new Uint8Array([0xff]))).findings).toMatchObject([{ code: 'manifest/syntax' }]);
  });

  it('reads what a writer writes', async () => {
    const path = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((path) => !/[\r\n]/.test(path) && path !== 'MANIFEST' && path !== 'LINKS');
    const hash = fc
      .array(fc.constantFrom(...'0123456789abcdef'), { minLength: 64, maxLength: 64 })
      .map((d) => d.join(''));
    await fc.assert(
      fc.asyncProperty(fc.dictionary(path, hash), async (files) => {
        const sorted = Object.entries(files).sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
        const { entries, findings } = await read(sorted.map(([path, sha256]) => `${path}=${sha256}\n`).join(''));
        expect(findings).toEqual([]);
        expect([...entries.values()].map(({ path, sha256 }) => [path, sha256])).toEqual(sorted);
      }),
    );
  });

  it('turns any line into an entry or a finding', async () => {
    const line = fc.oneof(
      fc.string(),
      fc.string().map((path) => `${path}=${HASH}`),
      fc.constant(''),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line.filter((line) => !/[\r\n]/.test(line))), async (lines) => {
        const { entries, findings } = await read(lines.map((line) => `${line}\n`).join(''));
        const told = findings.filter(({ code }) => code === 'manifest/syntax' || code === 'manifest/duplicate');
        expect(entries.size + told.length).toBe(lines.length);
      }),
    );
  });

  it('leaves out a name that no system can have', async () => {
    const { entries, findings } = await read(`a=${HASH}\n${'b'.repeat(5000)}=${HASH}\nc=${HASH}\n`);
    expect([...entries.keys()]).toEqual(['a', 'c']);
    expect(findings).toMatchObject([{ code: 'zip/name-too-long', path: 'MANIFEST', line: 2 }]);
  });

  it('stops after too many malformed lines', async () => {
    const { entries, findings } = await read(`a=${HASH}\n${'\n'.repeat(20_000_000)}z=${HASH}\n`);
    expect([...entries.keys()]).toEqual(['a']);
    expect(findings.map(({ code }) => code).filter((code) => code !== 'manifest/syntax')).toEqual([
      'manifest/too-long',
    ]);
    expect(findings.at(-1)?.line).toBe(MAX_BAD_LINES + 2);
  });

  it('reads nothing more once it has stopped', async () => {
    const reader = new ManifestReader();
    await reader.push(encodeUtf8('\n'.repeat(MAX_BAD_LINES + 1)));
    for (let piece = 0; piece < 3; piece++) await reader.push(encodeUtf8(`z=${HASH}\n`));
    const { entries, findings } = reader.finish();
    expect(entries.size).toBe(0);
    expect(findings.filter(({ code }) => code === 'manifest/too-long')).toHaveLength(1);
  });

  it.each([1, 7, 64])('reads the same in pieces of %d bytes', async (length) => {
    const text = `b/\u{1f4e6}=${HASH}\r\na=${HASH.toUpperCase()}\nno line\n\nb/\u{1f4e6}=${HASH}\nlast=${HASH}`;
    const bytes = encodeUtf8(text);
    const reader = new ManifestReader();
    const piece = new Uint8Array(length);
    for (let at = 0; at < bytes.length; at += length) {
      // Each piece is overwritten by the next one.
      piece.set(bytes.subarray(at, at + length));
      await reader.push(piece.subarray(0, Math.min(length, bytes.length - at)));
    }
    expect(reader.finish()).toEqual(await parseManifest(bytes));
  });

  it('finds at any place that it is not text, and lists nothing', async () => {
    for (const line of [`\xff=${HASH}\n`, '\xff\n', `a=${HASH.slice(1)}\xff`]) {
      const bytes = Uint8Array.from(`a=${HASH}\n${line}`, (letter) => letter.charCodeAt(0));
      const { entries, whole, findings } = await parseManifest(bytes);
      expect([entries.size, whole]).toEqual([0, false]);
      expect(findings.map(({ message }) => message)).toEqual(['MANIFEST is not UTF-8 text.']);
    }
  });

  it('has the paths that are known already, and not others of the same letters', async () => {
    const asked: string[] = [];
    const reader = new ManifestReader(undefined, (path) => {
      asked.push(path);
      return path === 'a' ? 'known' : undefined;
    });
    await reader.push(encodeUtf8(`a=${HASH}\nb=${HASH}\n`));
    expect([...reader.finish().entries.keys()]).toEqual(['known', 'b']);
    expect(asked).toEqual(['a', 'b']);
  });

  it('hears a cancel while it works', async () => {
    const lines = Array.from({ length: 300_000 }, (_, n) => `${String(n).padStart(6, '0')}=${HASH}\n`).join('');
    const controller = new AbortController();
    const reading = parseManifest(encodeUtf8(lines), controller.signal);
    setImmediate(() => controller.abort());
    await expect(reading).rejects.toMatchObject({ tag: 'cancelled' });
  });
});
