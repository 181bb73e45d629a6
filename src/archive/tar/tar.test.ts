import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { concatBytes, encodeUtf8 } from '../../base/bytes.ts';
import { memorySource } from '../../source/memory.ts';
import type { ByteSource } from '../../source/source.ts';
import { type BuiltMember, buildTar, longMember, paxMember } from '../../testing/builders/tar-builder.ts';
import { countingSource } from '../../testing/counting-source.ts';
import { openArchive } from '../../testing/open-archive.ts';
import { openTar, type TarArchive } from './tar.ts';

async function opened(bytes: Uint8Array, name = 'a.tar'): Promise<TarArchive> {
  const archive = await openTar(memorySource(name, bytes), undefined);
  if (!archive) throw new Error('no tar');
  return archive;
}

const open = (...members: BuiltMember[]) => opened(buildTar(members));

async function textOf(archive: TarArchive, path: string): Promise<string | undefined> {
  const source = archive.open(path);
  return source && new TextDecoder().decode(await source.read(0, source.size));
}

const codesOf = ({ findings }: TarArchive) => findings.map(({ code, path }) => (path ? `${code} ${path}` : code));
const pathsOf = ({ entries }: TarArchive) => entries.map(({ path }) => path);
const A = { name: 'a.txt', data: 'first' };
const B = { name: 'b.txt', data: 'second' };

describe('a tar', () => {
  it('lists its files with their sizes, without folders, and gives their bytes', async () => {
    const archive = await open({ name: './', type: '5' }, { ...A, name: './d/a.txt' }, { name: 'e/', type: '5' }, B);
    expect([pathsOf(archive), codesOf(archive)]).toEqual([['d/a.txt', 'b.txt'], []]);
    expect(await textOf(archive, 'd/a.txt')).toBe('first');
    expect(archive.entries[1]).toMatchObject({ size: 6, span: { start: 2048, end: 3072 } });
    expect(['', 'd', 'e', 'f'].map((path) => archive.isFolder(path))).toEqual([true, true, true, false]);
    expect(archive.digestJob(archive.entries[1] as never)).toMatchObject({ codec: 'stored', span: { start: 2560 } });
    expect((await openArchive(archive.source)).words.name).toBe('A tar archive');
  });

  it('takes names of ustar, PAX and GNU, of any length', async () => {
    const long = `${'d'.repeat(90)}/${'n'.repeat(150)}`;
    const archive = await open(
      { ...A, prefix: 'folder' },
      paxMember({ path: long, mtime: '1700000000.25' }),
      { ...B, name: 'cut' },
      longMember(`${long}2`),
      { ...B, name: 'cut' },
      // GNU has times where POSIX has the prefix.
      { ...B, magic: 'ustar  \0', prefix: '14000000000' },
      { ...A, name: 'old', magic: '\0\0\0\0\0\0\0\0' },
    );
    expect(pathsOf(archive)).toEqual(['folder/a.txt', long, `${long}2`, 'b.txt', 'old']);
    expect(codesOf(archive)).toEqual([]);
    expect(await textOf(archive, `${long}2`)).toBe('second');
  });

  it('takes sizes of PAX and in base 256, global headers, and both kinds of checksum', async () => {
    const base256 = new Uint8Array([0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5]);
    const archive = await open(
      { ...A, size: base256 },
      paxMember({ size: '6' }),
      { ...B, size: 0 },
      { ...A, name: 'é', checksum: 'signed' },
      paxMember({ linkpath: 'a.txt' }, 'g'),
      { name: 'link', type: '2' },
    );
    expect([pathsOf(archive), codesOf(archive)]).toEqual([['a.txt', 'b.txt', 'é', 'link'], []]);
    expect(await textOf(archive, 'b.txt')).toBe('second');
    expect(await textOf(archive, 'link')).toBe('first');
  });

  it('follows links that stay inside', async () => {
    const archive = await open(
      { ...A, name: 'd/a.txt' },
      { name: 'd/hard', type: '1', link: './d/a.txt' },
      { name: 'soft', type: '2', link: 'd/hard' },
      { name: 'dir', type: '2', link: './d' },
    );
    expect(codesOf(archive)).toEqual([]);
    for (const path of ['d/hard', 'soft', 'dir/a.txt']) expect(await textOf(archive, path)).toBe('first');
    expect(archive.entries[1]).toMatchObject({ size: 5, storage: 'Hard link', kind: 'file' });
    expect(archive.entries[2]).toMatchObject({ kind: 'symlink', linkText: 'd/hard', target: 'd/hard' });
  });

  it('uses the last file of a name, as unpacking does', async () => {
    const archive = await open(A, { ...B, name: './a.txt' });
    expect(codesOf(archive)).toEqual(['tar/duplicate-name a.txt']);
    expect(await textOf(archive, 'a.txt')).toBe('second');
    expect(archive.entries.map(({ shadowed }) => shadowed)).toEqual([true, undefined]);
    expect(await archive.openEntry(archive.entries[0] as never)?.read(0, 5)).toEqual(encodeUtf8('first'));
  });

  it('may be empty, or be followed by zeros', async () => {
    expect(pathsOf(await opened(new Uint8Array(10_240)))).toEqual([]);
    expect(await openTar(memorySource('zeros.bin', new Uint8Array(10_240)), undefined)).toBeUndefined();
    expect(codesOf(await opened(buildTar([A], new Uint8Array(8192))))).toEqual([]);
  });

  it('is not what only looks like one', async () => {
    for (const bytes of [new Uint8Array(100), encodeUtf8('x'.repeat(2000))]) {
      expect(await openTar(memorySource('a.tar', bytes), undefined)).toBeUndefined();
    }
    await expect(open({ ...A, checksum: 'wrong' })).rejects.toMatchObject({ code: 'tar/bad-checksum' });
  });
});

const negative = new Uint8Array(12).fill(0xff);
const sparse = { 483: encodeUtf8('00000100000\0') };

describe('what is wrong with a tar', () => {
  it.each<[what: string, codes: string[], paths: string[], ...members: BuiltMember[]]>([
    ['a wrong checksum', ['tar/bad-checksum'], ['a.txt'], A, { ...B, checksum: 'wrong' }, A],
    ['a size in letters', ['tar/bad-size b.txt'], ['a.txt'], A, { ...B, size: encodeUtf8('0000000000x\0') }, A],
    ['a negative size', ['tar/bad-size b.txt'], ['a.txt'], A, { ...B, size: negative }],
    ['a PAX size that is not a number', ['tar/bad-size b.txt'], ['a.txt'], A, paxMember({ size: '-1' }), B],
    ['a size beyond the end', ['tar/truncated b.txt'], ['a.txt', 'b.txt'], A, { ...B, size: 0o77777777777 }],
    ['a name that leaves', ['zip/unsafe-path ../b.txt'], ['../b.txt'], { ...B, name: '../b.txt' }],
    ['an absolute name', ['zip/unsafe-path /b.txt'], ['/b.txt'], { ...B, name: '/b.txt' }],
    ['a folder that leaves', ['zip/unsafe-path ../b'], [], { name: '../b/', type: '5' }],
    ['a name of NUL and more', ['zip/unsafe-path a\0b'], ['a\0b'], paxMember({ path: 'a\0b' }), B],
    ['a name without end', ['zip/name-too-long'], [], paxMember({ path: 'a'.repeat(5000) }), B],
    ['a link that leaves', ['zip/unsafe-path l'], ['l'], { name: 'l', type: '2', link: '../../etc/passwd' }],
    ['a hard link that leaves', ['zip/unsafe-path l'], ['l'], { name: 'l', type: '1', link: '/etc/passwd' }],
    [
      'a long link that leaves',
      ['zip/unsafe-path l'],
      ['l'],
      longMember('../'.repeat(50), 'K'),
      { name: 'l', type: '2' },
    ],
    ['a hard link to itself', ['tar/hard-link l'], ['l'], { name: 'l', type: '1', link: './l' }],
    ['a hard link to what follows', ['tar/hard-link l'], ['l', 'a.txt'], { name: 'l', type: '1', link: 'a.txt' }, A],
    [
      'a circle of links',
      ['zip/symlink-loop l', 'zip/symlink-loop m'],
      ['l', 'm'],
      { name: 'l', type: '2', link: 'm' },
      { name: 'm', type: '2', link: 'l' },
    ],
    ['a link to nothing', ['zip/symlink-dangling l'], ['l'], { name: 'l', type: '2', link: 'x' }],
    [
      'a hard link with data',
      ['tar/link-data l'],
      ['a.txt', 'l', 'b.txt'],
      A,
      { name: 'l', type: '1', link: 'a.txt', data: '12345' },
      B,
    ],
    [
      'a symlink with a size',
      ['tar/link-data l'],
      ['a.txt', 'l', 'b.txt'],
      A,
      { name: 'l', type: '2', link: 'a.txt', size: 5 },
      B,
    ],
    ['a device', ['tar/device d'], ['d'], { name: 'd', type: '4' }],
    ['a pipe', ['tar/device d'], ['d'], { name: 'd', type: '6' }],
    [
      'a sparse file of GNU',
      ['tar/sparse b.txt'],
      ['b.txt', 'a.txt'],
      { ...B, type: 'S', magic: 'ustar  \0', set: sparse },
      A,
    ],
    [
      'a sparse file of PAX',
      ['tar/sparse b.txt'],
      ['b.txt', 'a.txt'],
      paxMember({ 'GNU.sparse.major': '1', 'GNU.sparse.name': 'b.txt', 'GNU.sparse.realsize': '9000' }),
      { ...B, name: 'x' },
      A,
    ],
    [
      'a PAX record of a wrong length',
      ['tar/bad-extension'],
      ['b.txt'],
      { name: 'p', type: 'x', data: '999999 path=a\n' },
      B,
    ],
    ['a PAX header for nothing', ['tar/bad-extension'], ['a.txt'], A, paxMember({ path: 'x' })],
    ['a long name for nothing', ['tar/bad-extension'], ['a.txt'], A, longMember('x')],
    ['a type of nobody', ['tar/unknown-type b.txt'], ['b.txt'], { ...B, type: 'Q' }],
    ['files of macOS', ['tar/mac-files ._a.txt'], ['._a.txt', 'a.txt'], { ...B, name: './._a.txt' }, A],
    ['a file that is a folder', ['zip/file-and-folder a.txt'], ['a.txt', 'a.txt/b'], A, { ...B, name: 'a.txt/b' }],
    ['names that look the same', ['zip/similar-case A.txt'], ['a.txt', 'A.txt'], A, { ...A, name: 'A.txt' }],
    [
      'a name that is not UTF-8',
      ['tar/bad-name \ufffd'],
      ['\ufffd'],
      { ...B, name: '', set: { 0: new Uint8Array([0xff]) } },
    ],
  ] as never)('%s', async (_, codes: string[], paths: string[], ...members: BuiltMember[]) => {
    const archive = await open(...members);
    expect(codesOf(archive).map((code) => (codes[0]?.includes(' ') ? code : code.replace(/ .*/, '')))).toEqual(codes);
    if (paths.length > 0) expect(pathsOf(archive)).toEqual(paths);
    for (const { path, unsafe } of archive.entries) {
      if (unsafe) expect(archive.open(path)).toBeUndefined();
    }
  });

  it('a map of a sparse file that does not end is read to a limit', async () => {
    const map = { ...sparse, 482: Uint8Array.of(1) };
    const data = new Uint8Array(3 * 1024 * 1024).fill(1);
    const source = countingSource(
      memorySource('a.tar', buildTar([{ ...B, type: 'S', magic: 'ustar  \0', set: map, size: 0, data }])),
    );
    const archive = (await openTar(source, undefined)) as TarArchive;
    expect(codesOf(archive).map((code) => code.replace(/ .*/, ''))).toContain('tar/bad-extension');
    expect(source.bytes).toBeLessThan(3 * 1024 * 1024);
  });

  it.each<[what: string, codes: string[], end: Uint8Array]>([
    ['no end', ['tar/no-end'], new Uint8Array(0)],
    ['an end of one block', ['tar/lone-zero-block'], new Uint8Array(512)],
    ['a block of zeros before more files', ['tar/lone-zero-block'], concatBytes([new Uint8Array(512), buildTar([B])])],
    ['a second archive', ['tar/trailing-bytes'], concatBytes([new Uint8Array(1024), buildTar([B])])],
    ['junk after the end', ['tar/trailing-bytes'], concatBytes([new Uint8Array(1024), new Uint8Array(9).fill(1)])],
    [
      'junk after one block',
      ['tar/lone-zero-block', 'tar/trailing-bytes'],
      concatBytes([new Uint8Array(512), new Uint8Array(600).fill(1)]),
    ],
    ['half a header', ['tar/truncated'], new Uint8Array(100).fill(1)],
  ])('%s', async (what, codes, end) => {
    const archive = await opened(buildTar([A], end));
    expect(codesOf(archive)).toEqual(codes);
    expect(pathsOf(archive)).toEqual(what.includes('more files') ? ['a.txt', 'b.txt'] : ['a.txt']);
  });

  it.each([
    ['tar/sparse', { ...B, type: 'S', magic: 'ustar  \0', set: sparse }],
    ['tar/device', { ...B, data: '', type: '3' }],
    ['tar/hard-link', { ...B, data: '', type: '1', link: 'x' }],
    ['tar/truncated', { ...B, size: 5000 }],
  ])('%s: is listed and not read', async (code, member) => {
    const archive = await open(member);
    const source = archive.open('b.txt') as ByteSource;
    await expect(source.read(0, 1)).rejects.toMatchObject({ code });
    await expect(source.stream(0, 1).getReader().read()).rejects.toMatchObject({ code });
    expect(archive.digestJob(archive.entries[0] as never)).toMatchObject({ refusal: { code } });
  });
});

describe('a tar on a host', () => {
  /** Files that are so large that each header takes a read. */
  const members = Array.from({ length: 100 }, (_, at) => ({ name: `f${at}`, data: new Uint8Array(200_000) }));
  const bytes = buildTar(members);

  it('is listed with at most 64 reads, and completely when asked for', async () => {
    const source = countingSource(memorySource('a.tar', bytes));
    const remote: ByteSource = Object.assign(source, { servedFrom: 'host' });
    const archive = await openTar(remote, undefined);
    expect(archive?.entries.length).toBeGreaterThan(50);
    expect(archive?.entries.length).toBeLessThan(66);
    expect(archive?.findings).toEqual([]);
    expect(source.bytes).toBeLessThan(64 * 65_536 + 512);
    const before = source.bytes;
    const whole = await archive?.unlisted?.list();
    expect([whole?.entries.length, whole?.unlisted]).toEqual([100, undefined]);
    expect(archive?.unlisted?.bytes).toBeLessThan(2_000_000);
    expect(source.bytes - before).toBeLessThan(2_000_000);
  });

  it('is listed at once where its files are small', async () => {
    const small = buildTar(Array.from({ length: 2000 }, (_, at) => ({ name: `f${at}`, data: 'x' })));
    const source: ByteSource = Object.assign(memorySource('a.tar', small), { servedFrom: 'host' });
    expect((await openTar(source, undefined))?.unlisted).toBeUndefined();
  });

  it('does not call a link broken that may lead to a file further on', async () => {
    const linked = buildTar([
      { name: 'l', type: '2', link: 'f99' },
      { name: 'm', type: '2', link: 'none' },
      ...members,
    ]);
    const source: ByteSource = Object.assign(memorySource('a.tar', linked), { servedFrom: 'host' });
    const archive = await openTar(source, undefined);
    expect(archive?.findings).toEqual([]);
    expect((await archive?.unlisted?.list())?.findings).toMatchObject([{ code: 'zip/symlink-dangling', path: 'm' }]);
  });

  it('stops when it is canceled', async () => {
    await expect(openTar(memorySource('a.tar', bytes), AbortSignal.abort())).rejects.toMatchObject({
      tag: 'cancelled',
    });
  });
});

/** Whether a program is here. */
function has(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describe.skipIf(!has('tar'))('what GNU tar writes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tar-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(['v7', 'ustar', 'gnu', 'posix'])('as %s has the same names and bytes', async (format) => {
    const root = join(folder, format);
    const deep = format === 'v7' ? 'deep' : `${'deep'.repeat(20)}/${'folder'.repeat(10)}`;
    mkdirSync(join(root, deep), { recursive: true });
    const content = { 'a.txt': 'a', [`${deep}/ä b.txt`]: 'x'.repeat(1000), empty: '' };
    for (const [path, text] of Object.entries(content)) writeFileSync(join(root, path), text);
    symlinkSync('a.txt', join(root, 'soft'));
    execFileSync('tar', [`--format=${format}`, '-cf', `${root}.tar`, '-C', root, '.']);
    const archive = await opened(new Uint8Array(readFileSync(`${root}.tar`)));
    expect(codesOf(archive)).toEqual([]);
    expect(pathsOf(archive).sort()).toEqual([...Object.keys(content), 'soft'].sort());
    for (const [path, text] of Object.entries(content)) expect(await textOf(archive, path)).toBe(text);
    expect(await textOf(archive, 'soft')).toBe('a');
  });
});
