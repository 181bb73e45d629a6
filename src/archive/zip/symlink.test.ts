import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_SYMLINK_HOPS } from '../../base/limits.ts';
import { memorySource } from '../../source/memory.ts';
import { type BuiltEntry, buildZip } from '../../testing/builders/zip-builder.ts';
import { countingSource } from '../../testing/counting-source.ts';
import { cpuClock } from '../../testing/cpu-clock.ts';
import { openArchive } from '../../testing/open-archive.ts';
import { resolvePath } from '../symlink.ts';

const link = (name: string, data: string | Uint8Array, more: Partial<BuiltEntry> = {}): BuiltEntry => ({
  name,
  data,
  mode: 0o120777,
  ...more,
});
const FILE: BuiltEntry = { name: 'blobs/abc', data: 'content' };

async function opened(entries: BuiltEntry[]) {
  const source = countingSource(memorySource('links.zip', buildZip(entries)));
  const archive = await openArchive(source);
  const targets = Object.fromEntries(
    archive.entries.filter(({ kind }) => kind === 'symlink').map(({ path, target }) => [path, target]),
  );
  const codes = archive.findings.map(({ code, path }) => `${code} ${path ?? ''}`.trim());
  return { source, archive, targets, codes };
}

describe('symlinks', () => {
  it('lead to files, through other links and folders that are links', async () => {
    const { archive, targets, codes } = await opened([
      FILE,
      link('model/a', '../blobs/abc'),
      link('model/b', 'a', { method: 8 }),
      link('latest', './/blobs/.'),
      link('deep/x', '../latest/../latest/abc'),
    ]);
    expect(codes).toEqual([]);
    expect(targets).toEqual({ 'model/a': 'blobs/abc', 'model/b': 'blobs/abc', latest: 'blobs', 'deep/x': 'blobs/abc' });
    for (const path of ['model/a', 'model/b', 'deep/x', 'latest/abc']) {
      const source = archive.open(path);
      expect(Buffer.from((await source?.read(0, 7)) ?? []).toString(), path).toBe('content');
    }
    expect(archive.open('latest')).toBeUndefined();
    expect(archive.entries[1]).toMatchObject({ kind: 'symlink', linkText: '../blobs/abc', size: 12 });
  });

  it('that lead nowhere, outside or in a circle are reported and not followed', async () => {
    const { archive, targets, codes } = await opened([
      FILE,
      link('up', '../x'),
      link('a/up', '../../x'),
      link('abs', '/blobs/abc'),
      link('win', 'C:/x'),
      link('back', 'blobs\\abc'),
      link('empty', ''),
      link('nul', 'blobs/abc\0'),
      link('gone', 'blobs/none'),
      link('self', 'self'),
      link('p', 'q'),
      link('q', 'p'),
      link('raw', Uint8Array.of(0xff)),
    ]);
    expect(codes.sort()).toEqual(
      [
        ...['up', 'a/up', 'abs', 'win', 'back', 'empty', 'nul'].map((path) => `zip/unsafe-path ${path}`),
        'zip/symlink-dangling gone',
        ...['self', 'p', 'q'].map((path) => `zip/symlink-loop ${path}`),
        'zip/bad-name raw',
      ].sort(),
    );
    for (const [path, target] of Object.entries(targets)) {
      expect(target, path).toBeUndefined();
      expect(archive.open(path), path).toBeUndefined();
    }
  });

  it('may lead to each other as often as a system allows', async () => {
    const chain = (length: number) => [
      FILE,
      ...Array.from({ length }, (_, n) => link(`l${n}`, n === 0 ? 'blobs/abc' : `l${n - 1}`)),
    ];
    expect((await opened(chain(MAX_SYMLINK_HOPS))).codes).toEqual([]);
    expect((await opened(chain(MAX_SYMLINK_HOPS + 1))).codes).toEqual([`zip/symlink-loop l${MAX_SYMLINK_HOPS}`]);
  });

  it('are read without another entry, neighbors together', async () => {
    const big = { data: new Uint8Array(100_000) };
    const { source, archive } = await opened([
      { ...FILE, ...big },
      link('l1', 'blobs/abc'),
      link('l2', 'blobs/abc'),
      { name: 'between', ...big },
      link('l3', 'blobs/abc', { method: 8 }),
      { name: 'last', ...big },
    ]);
    expect(source.accesses).toHaveLength(3);
    for (const { path, kind, span } of archive.entries) {
      expect(source.touched(span?.start ?? 0, Math.min(span?.end ?? 0, source.size - 70_000)), path).toBe(
        kind === 'symlink',
      );
    }
    expect(archive.findings).toEqual([]);
  });

  it('with a hostile text are each reported', async () => {
    const { codes } = await opened([
      FILE,
      link('long', 'a/'.repeat(3000)),
      link('bad', 'blobs/abc', { crc32: 1 }),
      link('locked', 'blobs/abc', { flags: 1 }),
      link('good', 'blobs/abc'),
      link('other', 'blobs/abc', { local: { signature: 1 } }),
    ]);
    expect(codes.sort()).toEqual([
      'zip/crc-mismatch bad',
      'zip/encrypted locked',
      'zip/local-header other',
      'zip/symlink-dangling long',
    ]);
  });

  it('cost little, even thousands with thousands of parts', async () => {
    const deep = 'd/'.repeat(1900);
    const links = Array.from({ length: 3000 }, (_, n) => link(`l${n}`, `l${n + 1}/${deep}`));
    const seconds = cpuClock();
    const { archive } = await opened(links);
    expect(archive.findings.length).toBeGreaterThan(0);
    // This takes minutes without the limit on the work.
    expect(seconds()).toBeLessThan(5);
  }, 60_000);
});

describe('resolvePath', () => {
  it('never leaves the package and always ends', () => {
    const part = fc.constantFrom('a', 'b', 'c', '.', '..', '');
    const path = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('/'));
    fc.assert(
      fc.property(fc.dictionary(path, path), path, (links, start) => {
        const result = resolvePath(
          start,
          (at) => (Object.hasOwn(links, at) ? links[at] : undefined),
          () => true,
        );
        if ('path' in result) {
          expect(result.path.split('/')).not.toContain('..');
          expect(result.path.startsWith('/')).toBe(false);
        } else {
          expect(['outside', 'loop']).toContain(result.problem);
        }
      }),
    );
  });
});
