import { describe, expect, it } from 'vitest';
import { concatBytes, encodeUtf8 } from '../../base/bytes.ts';
import { findingEntry, MAX_FINDINGS_PER_CODE } from '../../base/findings.ts';
import { MAX_ENTRIES, TAIL_BYTES } from '../../base/limits.ts';
import { memorySource } from '../../source/memory.ts';
import type { ByteSource } from '../../source/source.ts';
import {
  type BuiltEntry,
  type BuiltZip,
  buildZip,
  extraField,
  longField,
  trueCrc32,
} from '../../testing/builders/zip-builder.ts';
import { countingSource } from '../../testing/counting-source.ts';
import { openArchive } from '../../testing/open-archive.ts';
import type { FileChanges, PlanOptions } from '../plan.ts';
import { plannedSource } from '../plan.ts';
import { openZip, type ZipArchive } from './zip.ts';

const planZip = (archive: ZipArchive, changes: FileChanges, options?: PlanOptions) => archive.plan(changes, options);

const open = (bytes: Uint8Array) => openArchive(memorySource('test.zip', bytes));
const build = (entries: BuiltEntry[], zip?: BuiltZip) => open(buildZip(entries, zip));
const codes = (archive: { findings: readonly { code: string; path?: string }[] }) =>
  archive.findings.map(({ code, path }) => (path === undefined ? code : `${code} ${path}`));
const paths = (archive: { entries: readonly { path: string }[] }) => archive.entries.map((entry) => entry.path);

const A: BuiltEntry = { name: 'a.txt', data: 'first' };
const B: BuiltEntry = { name: 'model/b.txt', data: 'second '.repeat(100), method: 8 };

async function text(archive: { open(path: string): ByteSource | undefined }, path: string): Promise<string> {
  const source = archive.open(path);
  if (!source) throw new Error(`${path} cannot be opened`);
  return new TextDecoder().decode(await source.read(0, source.size));
}

describe('a regular zip', () => {
  it('is listed as its directory says', async () => {
    const zip = buildZip([A, B, { name: 'folder/' }, { name: 'odd', method: 14, stored: encodeUtf8('xyz'), size: 9 }]);
    const archive = await open(zip);
    const crc = trueCrc32(encodeUtf8('first'));
    expect(archive.entries[0]).toMatchObject({
      path: 'a.txt',
      size: 5,
      storedSize: 5,
      method: 'stored',
      kind: 'file',
      crc32: crc,
      span: { start: 0, end: 40 },
    });
    expect(archive.entries[1]).toMatchObject({ path: 'model/b.txt', size: 700, method: 'deflate' });
    expect(archive.entries[2]).toMatchObject({ path: 'odd', method: 'other', methodId: 14 });
    expect(archive.entries).toHaveLength(3);
    expect([archive.words.name, archive.name, archive.size]).toEqual(['A zip archive', 'test.zip', zip.length]);
    expect(codes(archive)).toEqual(['zip/unsupported-method odd']);
    expect(await text(archive, 'a.txt')).toBe('first');
    expect(await text(archive, 'model/b.txt')).toBe('second '.repeat(100));
  });

  it('may be empty', async () => {
    for (const zip64 of [false, true]) {
      const archive = await build([], { zip64 });
      expect([archive.entries, archive.findings]).toEqual([[], []]);
    }
  });

  it.each([
    ['a comment', {}, { comment: encodeUtf8('made by hand PK\x05\x06 and so on') }],
    ['the longest comment', {}, { comment: new Uint8Array(65535).fill(80) }],
    ['zip64 records', { zip64: true }, { zip64: true }],
    ['zip64 in the end alone', {}, { zip64: true }],
    ['zip64 in the entries alone', { zip64: true }, {}],
    [
      'extra fields and comments of entries',
      { extra: extraField(0x5455, encodeUtf8('time')), comment: encodeUtf8('c') },
      {},
    ],
    ['longer local extra fields', { localExtra: extraField(0xcafe, new Uint8Array(5000)) }, {}],
  ] as [string, Partial<BuiltEntry>, BuiltZip][])('may have %s', async (_, entry, zip) => {
    const archive = await build(
      [
        { ...A, ...entry },
        { ...B, ...entry },
      ],
      zip,
    );
    expect(codes(archive)).toEqual([]);
    expect(paths(archive)).toEqual(['a.txt', 'model/b.txt']);
    expect(await text(archive, 'a.txt')).toBe('first');
    expect(await text(archive, 'model/b.txt')).toBe('second '.repeat(100));
    expect(archive.contentFindings).toEqual([]);
  });

  it.each([false, true])('may be written as a stream (zip64: %s)', async (zip64) => {
    const archive = await build(
      [
        { ...A, descriptor: true, zip64 },
        { ...B, descriptor: true, zip64 },
      ],
      { zip64 },
    );
    expect(codes(archive)).toEqual(['zip/descriptor']);
    expect(await text(archive, 'a.txt')).toBe('first');
    expect(await text(archive, 'model/b.txt')).toBe('second '.repeat(100));
    expect(archive.contentFindings).toEqual([]);
  });

  it('is opened by reading only its end, and the rest of a longer directory', async () => {
    const many = Array.from({ length: 3000 }, (_, n): BuiltEntry => ({ name: `folder/file-${n}`, data: `${n}` }));
    const small = countingSource(memorySource('a', buildZip([{ ...A, data: new Uint8Array(500_000) }, B])));
    await openArchive(small);
    expect(small.accesses).toEqual([{ kind: 'read', start: small.size - TAIL_BYTES, end: small.size }]);
    const zip = buildZip(many);
    const large = countingSource(memorySource('b', zip));
    const archive = await openArchive(large);
    expect(archive.entries).toHaveLength(3000);
    const directory = zip.length - 22 - many.reduce((sum, { name }) => sum + 46 + name.length, 0);
    expect(large.accesses).toEqual([
      { kind: 'read', start: large.size - TAIL_BYTES, end: large.size },
      { kind: 'read', start: directory, end: large.size - TAIL_BYTES },
    ]);
    expect(await text(archive, 'folder/file-1234')).toBe('1234');
  });
});

describe('names', () => {
  it('are UTF-8, whether marked or not', async () => {
    const archive = await build([
      { name: 'é/模型.bin', data: '1' },
      { name: 'ü.bin', data: '2', flags: 0 },
    ]);
    expect(paths(archive)).toEqual(['é/模型.bin', 'ü.bin']);
    expect(codes(archive)).toEqual(['zip/ambiguous ü.bin']);
    expect(await text(archive, 'é/模型.bin')).toBe('1');
  });

  it('that are not UTF-8 are shown in code page 437, or as their Unicode Path field says', async () => {
    const raw = Uint8Array.of(0x81, 0x2e, 0x9b, 0xff);
    const field = (name: Uint8Array, unicode: string) => {
      const crc = new Uint8Array(new Uint32Array([trueCrc32(name)]).buffer);
      return extraField(0x7075, concatBytes([Uint8Array.of(1), crc, encodeUtf8(unicode)]));
    };
    const archive = await build([
      { name: raw, data: 'x' },
      { name: Uint8Array.of(0xe9), data: 'y', extra: field(Uint8Array.of(0xe9), 'é') },
      { name: 'plain', extra: field(encodeUtf8('plain'), 'other') },
      { name: 'renamed', extra: field(encodeUtf8('before'), 'other') },
    ]);
    expect(paths(archive)).toEqual(['ü.¢\u00a0', 'é', 'plain', 'renamed']);
    expect(codes(archive)).toEqual(['zip/bad-name ü.¢\u00a0', 'zip/bad-name é', 'zip/name-differs plain']);
    expect(await text(archive, 'é')).toBe('y');
  });

  it('that lead out of the package are listed and never opened', async () => {
    const names = ['../x', '/x', 'a\\b', 'C:x', 'a//b', './a', 'a\0b', 'a/..', ''];
    const archive = await build([A, ...names.map((name) => ({ name, data: 'x' })), { name: '../f/' }, { name: '/' }]);
    expect(paths(archive)).toEqual(['a.txt', ...names]);
    expect(codes(archive)).toEqual([...names, '../f/', '/'].map((name) => `zip/unsafe-path ${name}`));
    for (const name of names) expect(archive.open(name)).toBeUndefined();
    expect(archive.entries.map((entry) => entry.unsafe ?? false)).toEqual([false, ...names.map(() => true)]);
    // Not each of them points out of the package, so the heading that they share does not say so.
    expect(findingEntry('zip/unsafe-path').title).toBe('A name that is not safe to unpack');
    expect(archive.findings.find(({ path }) => path === 'a\0b')?.message).toBe(
      'The name “a\0b” contains a control character.',
    );
  });

  it('that are too long are listed, cut off, and never opened', async () => {
    const archive = await build([{ name: `${'a/'.repeat(3000)}x`, data: 'x' }, A]);
    expect(archive.findings.map(({ code }) => code)).toEqual(['zip/name-too-long']);
    expect(archive.entries[0]).toMatchObject({ path: `${'a/'.repeat(50)}…`, unsafe: true });
    expect(await text(archive, 'a.txt')).toBe('first');
  });

  it('that come twice are both listed, and the first counts', async () => {
    const archive = await build([A, { ...A, data: 'again' }, { name: 'x/y' }, { name: 'x' }, { name: 'x/' }]);
    expect(codes(archive)).toEqual(['zip/duplicate-name a.txt', 'zip/file-and-folder x']);
    expect(archive.entries.map((entry) => entry.shadowed)).toEqual([undefined, true, undefined, undefined]);
    expect(await text(archive, 'a.txt')).toBe('first');
  });
});

describe('an irregular zip', () => {
  const junk = encodeUtf8('some junk that is not a zip');

  it.each([
    ['bytes before it, not counted', { prefix: junk, relative: true }, ['zip/ambiguous']],
    ['bytes before it, counted', { prefix: junk }, ['zip/ambiguous']],
    ['bytes before it, not counted, zip64', { prefix: junk, relative: true, zip64: true }, ['zip/ambiguous']],
    ['bytes after it', { suffix: junk }, ['zip/ambiguous']],
    ['bytes before and after it', { prefix: junk, suffix: junk, relative: true }, ['zip/ambiguous', 'zip/ambiguous']],
    ['a gap before its end record', { gap: junk }, ['zip/ambiguous']],
    ['too large a size of the directory', { end: { size: 5000 } }, ['zip/ambiguous']],
    ['too small a count', { end: { count: 1 } }, ['zip/ambiguous']],
    ['too large a count', { end: { count: 3 } }, ['zip/bad-directory']],
    ['two end records that disagree', { zip64: true, end: { count: 1, size: 4 } }, ['zip/ambiguous']],
  ] as [string, BuiltZip, string[]][])('with %s still opens', async (_, zip, expected) => {
    const archive = await build([A, B], zip);
    expect(codes(archive)).toEqual(expected);
    expect(await text(archive, 'a.txt')).toBe('first');
    expect(await text(archive, 'model/b.txt')).toBe('second '.repeat(100));
  });

  it('with a second zip in its comment is ambiguous', async () => {
    const inner = buildZip([{ name: 'inner', data: 'x' }]);
    const archive = await build([A], { comment: inner });
    expect(codes(archive)).toContain('zip/ambiguous');
    expect(archive.findings.some(({ message }) => message.includes('two end records'))).toBe(true);
  });

  it('with an end record in its comment that claims more than the file has is ambiguous', async () => {
    const inner = buildZip([{ name: 'inner', data: 'x' }]);
    // Its comment would go on beyond the end of the file. Python's zipfile accepts it anyway.
    inner[inner.length - 2] = 5;
    const archive = await build([A], { comment: inner });
    expect(paths(archive)).toEqual(['a.txt']);
    expect(archive.findings.map(({ message }) => message)).toEqual([expect.stringMatching(/points nowhere/)]);
  });

  it('with end records that lead nowhere between two good ones is ambiguous', async () => {
    // Each states a comment up to the end of the file, so each could be the right one.
    const inner = buildZip([{ name: 'inner', data: 'x' }]);
    const records = Array.from({ length: 40 }, (_, n) => {
      const record = buildZip([], { end: { count: 1, countHere: 1, size: 46, offset: 0x7fffffff } });
      new DataView(record.buffer).setUint16(20, inner.length + (39 - n) * 22, true);
      return record;
    });
    const archive = await build([A], { comment: concatBytes([...records, inner]) });
    expect(paths(archive)).toEqual(['inner']);
    expect(codes(archive)).toContain('zip/ambiguous');
    expect(archive.findings.some(({ message }) => /end records/.test(message))).toBe(true);
  });

  it('with other zips in it is not ambiguous', async () => {
    const zip = buildZip([A]);
    expect(codes(await build(Array.from({ length: 40 }, (_, n) => ({ name: `${n}.zip`, data: zip }))))).toEqual([]);
  });

  it('with a record that is cut off lists the entries before it', async () => {
    const zip = buildZip([A, B, { name: 'c' }]);
    const second = zip.findLastIndex(
      (_, at) => zip[at] === 0x50 && zip[at + 1] === 0x4b && zip[at + 2] === 1 && zip[at + 46] === 0x6d,
    );
    zip[second] = 0x51;
    const archive = await open(zip);
    expect(codes(archive)).toEqual(['zip/bad-directory']);
    expect(paths(archive)).toEqual(['a.txt']);
    const long = buildZip([A, B]);
    new DataView(long.buffer).setUint16(long.length - 22 - 46 - 11 + 32, 60000, true);
    expect(codes(await open(long))).toEqual(['zip/bad-directory']);
  });

  it('with entries that overlap, or lie in the directory, says so', async () => {
    const archive = await build([
      A,
      { ...B, offset: 10 },
      { name: 'twice', offset: 0, absent: true, storedSize: 5, size: 5 },
    ]);
    expect(codes(archive).filter((code) => code.startsWith('zip/overlap'))).toHaveLength(2);
    const end = buildZip([A]).length;
    const inside = await build([A, { name: 'x', storedSize: 40, size: 40, offset: 40, absent: true }]);
    expect(end).toBeGreaterThan(40);
    expect(codes(inside)).toEqual(['zip/overlap x']);
  });

  it('with entries outside the file says so, and refuses to read only those', async () => {
    const archive = await build([
      A,
      { ...B, name: 'far', offset: 5_000_000 },
      { ...A, name: 'long', size: 1e9, storedSize: 1e9 },
      {
        ...A,
        name: 'huge',
        absent: true,
        extra: longField(1, 5, 2 ** 60, 2 ** 62),
        storedSize: 0xffffffff,
        offset: 0xffffffff,
      },
    ]);
    expect(codes(archive).filter((code) => code.startsWith('zip/out'))).toEqual([
      'zip/out-of-bounds far',
      'zip/out-of-bounds long',
      'zip/out-of-bounds huge',
    ]);
    for (const path of ['far', 'long']) {
      await expect(text(archive, path)).rejects.toMatchObject({ code: 'zip/out-of-bounds', fields: { path } });
    }
    expect(await text(archive, 'a.txt')).toBe('first');
  });

  it('with impossible sizes, disks and extra fields says so', async () => {
    const archive = await build([
      A,
      { name: 'differs', data: 'abc', size: 4 },
      { name: 'vast', data: 'abc', method: 8, size: 0xffffffff, extra: longField(1, 2 ** 62) },
      { name: 'disk', disk: 2 },
      { name: 'cut', extra: Uint8Array.of(1, 0, 50, 0, 1) },
      { name: 'folder/', data: 'abc' },
      { name: 'kind', mode: 0o40755 },
      { name: 'locked', flags: 1 },
    ]);
    expect(codes(archive)).toEqual([
      'zip/size-mismatch differs',
      'zip/size-mismatch vast',
      'zip/multi-disk disk',
      'zip/ambiguous cut',
      'zip/ambiguous folder/',
      'zip/ambiguous kind',
      'zip/encrypted locked',
    ]);
    expect(archive.entries.find(({ path }) => path === 'vast')?.size).toBe(Number.MAX_SAFE_INTEGER);
    await expect(text(archive, 'differs')).rejects.toMatchObject({ code: 'zip/size-mismatch' });
    await expect(text(archive, 'locked')).rejects.toMatchObject({ code: 'zip/encrypted', tag: 'unsupported' });
  });

  it('keeps no more findings of a code than the page shows', async () => {
    const archive = await build(Array.from({ length: 500 }, () => A));
    expect(archive.findings).toHaveLength(MAX_FINDINGS_PER_CODE);
    expect(archive.findings.at(-1)?.more).toBe(499 - MAX_FINDINGS_PER_CODE);
  });
});

describe('a name that looks like the end of a zip64', () => {
  const zeros = (count: number) => '\0'.repeat(count);
  const locator = `PK\x06\x07${zeros(16)}`;
  const end64 = `PK\x06\x06${zeros(52)}`;
  /** What a locator says of a record at `offset`, as the end of a name. */
  const locatorOf = (offset: number) => `PK\x06\x07${zeros(4)}${String.fromCharCode(offset)}${zeros(7)}\x01${zeros(3)}`;

  it.each([
    ['a locator', [`model/${locator}`]],
    ['a locator and nothing else', [locator]],
    ['a locator, in the last of more names', ['PK\x06\x06', `x/${locator}`]],
    ['a locator to the first byte of the file', [`a${locatorOf(0)}`]],
    ['a locator to itself', [`a${locatorOf(100)}`]],
    ['a locator, with the beginning of a zip64 record at another place', [`PK\x06\x06${zeros(10)}${locator}`]],
  ])('is listed where it looks like %s', async (_, names) => {
    const archive = await build([A, ...names.map((name) => ({ name, data: 'x' }))]);
    expect(paths(archive)).toEqual(['a.txt', ...names]);
    expect(new Set(archive.findings.map(({ code }) => code))).toEqual(new Set(['zip/unsafe-path']));
    expect(await text(archive, 'a.txt')).toBe('first');
  });

  it('is listed as well where bytes stand before the zip, and after a comment', async () => {
    const archive = await build([A, { name: locator }], {
      prefix: encodeUtf8('junk'),
      relative: true,
      comment: encodeUtf8('a comment'),
    });
    expect(paths(archive)).toEqual(['a.txt', locator]);
    expect(codes(archive)).toEqual([`zip/unsafe-path ${locator}`, 'zip/ambiguous']);
  });

  it.each([
    ['that states nothing', end64],
    ['of another disk', `PK\x06\x06${zeros(12)}\x01${zeros(39)}`],
    // Size 46 and offset 0: there is no directory.
    ['that leads nowhere', `PK\x06\x06${zeros(20)}\x01${zeros(7)}\x01${zeros(7)}\x2e${zeros(15)}`],
  ])('is listed where it holds a whole zip64 record %s, and other tools may go by that', async (_, record) => {
    const name = `${record}${locator}`;
    const archive = await build([A, { name }]);
    expect(paths(archive)).toEqual(['a.txt', name]);
    expect(codes(archive)).toContain('zip/ambiguous');
  });

  it('is listed whole where its zip64 record leads to the very same directory, but to an end within it', async () => {
    // Two entries, a directory of 127 bytes, at byte 512.
    const numbers = ['\x02', '\x02', '\x7f', '\x00\x02'].map((value) => value.padEnd(8, '\0'));
    const name = `PK\x06\x06${zeros(20)}${numbers.join('')}${locator}`;
    const fixed = 2 * 30 + 'a.txt'.length + name.length;
    const zip = buildZip([{ ...A, data: 'x'.repeat(512 - fixed) }, { name }]);
    expect(new DataView(zip.buffer).getUint32(zip.length - 6, true)).toBe(512);
    const archive = await open(zip);
    expect(paths(archive)).toEqual(['a.txt', name]);
    expect(codes(archive)).toContain('zip/ambiguous');
  });

  it('does not make up for a zip64 record that is gone', async () => {
    const zip = buildZip([A], { zip64: true });
    zip.fill(0, zip.length - 98, zip.length - 94);
    await expect(open(zip)).rejects.toMatchObject({ code: 'zip/bad-directory' });
  });
});

describe('a comment that is cut off', () => {
  it('is told, and everything is listed', async () => {
    const comment = encodeUtf8('a comment of some length');
    const whole = buildZip([A, B], { comment });
    for (const left of [0, 1, comment.length - 1]) {
      const archive = await open(whole.slice(0, whole.length - comment.length + left));
      expect(codes(archive)).toEqual(['zip/comment-cut']);
      expect(archive.findings[0]?.message).toBe(
        `The zip’s comment should have ${comment.length} bytes, but only ${left} are there.`,
      );
      expect(paths(archive)).toEqual(['a.txt', 'model/b.txt']);
      expect(await text(archive, 'model/b.txt')).toBe('second '.repeat(100));
    }
  });

  it('is made right where the zip is saved with changes', async () => {
    const whole = buildZip([A, B], { comment: encodeUtf8('a comment of some length') });
    const archive = await openZip(memorySource('test.zip', whole.slice(0, -4)), undefined);
    const plan = await planZip(archive, new Map([['c.txt', encodeUtf8('third')]]));
    const saved = plannedSource(plan);
    const again = await openArchive(memorySource('saved.zip', await saved.read(0, saved.size)));
    expect(codes(again)).toEqual([]);
    expect(paths(again)).toEqual(['a.txt', 'model/b.txt', 'c.txt']);
  });

  it('leads nowhere where the directory is missing', async () => {
    const whole = buildZip([A, B], { comment: encodeUtf8('a comment of some length') });
    await expect(open(whole.slice(60, -4))).rejects.toMatchObject({ code: 'zip/truncated' });
  });
});

describe('a file that is not a zip', () => {
  const rejects = async (bytes: Uint8Array, code: string) => {
    await expect(open(bytes)).rejects.toMatchObject({ code });
  };

  it('is refused with the code that fits', async () => {
    await rejects(new Uint8Array(0), 'zip/not-a-zip');
    await rejects(encodeUtf8('PK'), 'zip/not-a-zip');
    await rejects(encodeUtf8('<!doctype html><title>404</title>'), 'zip/not-a-zip');
    const zip = buildZip([A, { ...B, data: new Uint8Array(100_000) }]);
    for (const length of [4, 100, zip.length - 1, zip.length - 22])
      await rejects(zip.slice(0, length), 'zip/truncated');
    await rejects(concatBytes([zip, new Uint8Array(70_000)]), 'zip/truncated');
    await rejects(buildZip([A], { end: { offset: 1000 } }).slice(30), 'zip/bad-directory');
    await rejects(buildZip([A], { end: { size: 10, offset: 5 } }), 'zip/bad-directory');
    await rejects(buildZip([A], { end: { disk: 1, directoryDisk: 1 } }), 'zip/multi-disk');
    await rejects(buildZip([A], { end: { countHere: 0 } }), 'zip/multi-disk');
  });

  it('is refused before anything large is allocated', async () => {
    const size = 300_000_000;
    const claims = buildZip([A], { zip64: true, end64: { size, count: 3, offset: 40 } });
    // A file of that size with a real end. Wherever else it is read, it has a directory signature.
    const source: ByteSource = {
      name: 'huge',
      size: size + claims.length,
      async read(start, end) {
        if (end - start > 100_000) throw new Error('read too much');
        const bytes = new Uint8Array(end - start);
        for (let at = 0; at < bytes.length; at++) {
          bytes[at] =
            start + at >= size ? (claims[start + at - size] as number) : ([0x50, 0x4b, 1, 2][at % 4] as number);
        }
        return bytes;
      },
      stream: () => new ReadableStream(),
    };
    await expect(openArchive(source)).rejects.toMatchObject({ code: 'zip/directory-too-large', tag: 'too-large' });
  });

  it('does not read thousands of entries because a count says so', async () => {
    const archive = await build([A], { zip64: true, end64: { count: MAX_ENTRIES * 5 } });
    expect(codes(archive)).toEqual(['zip/bad-directory']);
  });
});
