import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '../base/bytes.ts';
import { memorySource } from '../source/memory.ts';
import { buildZip } from '../testing/builders/zip-builder.ts';
import { countingSource } from '../testing/counting-source.ts';
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
