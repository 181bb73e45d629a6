import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '../base/bytes.ts';
import { memorySource } from '../source/memory.ts';
import { buildZip } from '../testing/builders/zip-builder.ts';
import { countingSource } from '../testing/counting-source.ts';
import { cpuClock } from '../testing/cpu-clock.ts';
import { diskSource } from '../testing/fixtures.ts';
import { openArchive } from '../testing/open-archive.ts';
import { folderContainer, sourceContainer } from './container.ts';

const zip = buildZip([
  { name: 'a', data: 'text' },
  { name: 'b', data: 'text '.repeat(30), method: 8 },
  { name: 'c', data: 'x', method: 14 },
  { name: 'd', data: 'x', flags: 1 },
]);

describe('a container', () => {
  it('opens its archive when first asked, once', async () => {
    const source = countingSource(memorySource('a.zip', zip));
    const container = sourceContainer(source);
    expect(source.accesses).toEqual([]);
    const archive = await container.archive();
    expect(archive?.words.name).toBe('A zip archive');
    expect(await container.archive()).toBe(archive);
    expect(source.accesses).toHaveLength(1);
  });

  it('has no archive in other bytes, and rejects where the archive is broken', async () => {
    expect(await sourceContainer(memorySource('a', encodeUtf8('text'))).archive()).toBeUndefined();
    expect(await sourceContainer(memorySource('a', new Uint8Array())).archive()).toBeUndefined();
    const cut = sourceContainer(memorySource('a', zip.slice(0, 50)));
    await expect(cut.archive()).rejects.toMatchObject({ code: 'zip/truncated' });
    await expect(cut.archive(AbortSignal.abort())).rejects.toMatchObject({ tag: 'cancelled' });
  });

  it('says which host now serves its bytes', () => {
    const source = { ...memorySource('a', zip), servedFrom: 'example.org' };
    const container = sourceContainer(source);
    expect(container.servedFrom).toBe('example.org');
    source.servedFrom = 'cdn.example.org';
    expect(container.servedFrom).toBe('cdn.example.org');
    expect(sourceContainer(memorySource('a', zip)).servedFrom).toBeUndefined();
  });

  it('can be a folder, without bytes of its own', async () => {
    const container = folderContainer('box', [{ path: 'box/a', file: new File(['abc'], 'a') }]);
    expect([container.name, container.size, container.source]).toEqual(['box', 3, undefined]);
    expect((await container.archive())?.entries.map(({ path }) => path)).toEqual(['a']);
    await expect(container.archive(AbortSignal.abort())).rejects.toMatchObject({ tag: 'cancelled' });
  });
});

describe('an archive', () => {
  it('says in its own words how files are stored, and which cannot be read', async () => {
    const rows = async (container: ReturnType<typeof sourceContainer>) =>
      (await container.archive())?.entries.map((entry) => [entry.storage, entry.compressed, entry.unreadable]);
    expect(await rows(sourceContainer(memorySource('a.zip', zip)))).toEqual([
      ['Stored', undefined, undefined],
      ['Deflate', true, undefined],
      ['LZMA (method 14)', true, 'unsupported'],
      ['Stored', undefined, 'encrypted'],
    ]);
    expect(await rows(folderContainer('box', [{ path: 'a', file: new File(['abc'], 'a') }]))).toEqual([
      [undefined, undefined, undefined],
    ]);
  });
});

describe('openArchive', () => {
  const zip = buildZip([{ name: 'a', data: 'text' }]);

  it('opens a source once', async () => {
    const source = countingSource(memorySource('a', zip));
    const [first, second] = await Promise.all([openArchive(source), openArchive(source)]);
    expect(first).toBe(second);
    expect(await openArchive(source)).toBe(first);
    expect(source.accesses).toHaveLength(1);
  });

  it('keeps neither a failure nor a cancelled opening', async () => {
    const inner = memorySource('a', zip);
    let fail = true;
    const source = {
      ...inner,
      read: (start: number, end: number, signal?: AbortSignal) =>
        fail ? Promise.reject(new Error('down')) : inner.read(start, end, signal),
    };
    await expect(openArchive(source)).rejects.toThrow('down');
    fail = false;
    const controller = new AbortController();
    const cancelled = openArchive(source, { signal: controller.signal });
    controller.abort();
    await expect(cancelled).rejects.toMatchObject({ tag: 'cancelled' });
    await expect(openArchive(source, { signal: AbortSignal.abort() })).rejects.toMatchObject({ tag: 'cancelled' });
    expect((await openArchive(source)).entries).toHaveLength(1);
  });

  it('goes on for one caller when another leaves', async () => {
    const source = memorySource('a', zip);
    const controller = new AbortController();
    const leaving = openArchive(source, { signal: controller.signal });
    const staying = openArchive(source);
    controller.abort();
    await expect(leaving).rejects.toMatchObject({ tag: 'cancelled' });
    expect((await staying).entries).toHaveLength(1);
  });

  it('opens a file of 4 GiB by reading less than 512 KiB of it', async () => {
    const hole = 2 ** 32 + 1000;
    const folder = mkdtempSync(join(tmpdir(), 'boxcutter-'));
    try {
      // Headers of an entry of that size. Its bytes are a hole in the file.
      const toml = 'spec_version = 1\n';
      const local = 30 + 'weights.bin'.length + 20;
      const tomlEnd = local + 30 + 'carton.toml'.length + 20 + toml.length;
      const built = buildZip(
        [
          { name: 'weights.bin', data: '', size: hole, storedSize: hole, zip64: true },
          { name: 'carton.toml', data: toml, zip64: true, offset: local + hole },
        ],
        { zip64: true, end64: { offset: tomlEnd + hole } },
      );
      const path = join(folder, 'sparse.carton');
      const file = openSync(path, 'w');
      writeSync(file, built, 0, local, 0);
      writeSync(file, built, local, built.length - local, local + hole);
      closeSync(file);
      const source = countingSource(await diskSource(path));
      expect(source.size).toBeGreaterThan(2 ** 32);
      const archive = await openArchive(source);
      expect(source.bytes).toBeLessThan(512 * 1024);
      expect(archive.findings).toEqual([]);
      expect(archive.entries[0]).toMatchObject({ path: 'weights.bin', size: hole });
      const small = archive.open('carton.toml');
      expect(Buffer.from((await small?.read(0, small.size)) ?? []).toString()).toBe(toml);
      expect(await archive.open('weights.bin')?.read(hole - 3, hole)).toEqual(new Uint8Array(3));
      expect(source.bytes).toBeLessThan(512 * 1024);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('lists 100,000 entries about as fast as others sort them', async () => {
    const entries = Array.from({ length: 100_000 }, (_, n) => ({
      name: `model/block_${n % 977}/weights_${n}.bin`,
      data: 'x',
    }));
    const source = memorySource('many.zip', buildZip(entries, { zip64: true }));
    const seconds = cpuClock();
    const archive = await openArchive(source);
    // Takes 0.3 s on two idle cores. The limit has room for a busy machine, but not for quadratic time.
    expect(seconds()).toBeLessThan(3);
    expect(archive.entries).toHaveLength(100_000);
    expect(archive.findings).toEqual([]);
    expect(await archive.open('model/block_0/weights_0.bin')?.read(0, 1)).toEqual(Uint8Array.of(120));
  }, 60_000);
});
