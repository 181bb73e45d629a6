import { describe, expect, it } from 'vitest';
import { folderArchive } from './folder.ts';

const file = (path: string, text = path) => ({ path, file: new File([text], 'x') });

describe('folderArchive', () => {
  it('takes the common folder off, and opens files', async () => {
    const archive = folderArchive('box', [file('box/carton.toml', 'abc'), file('box/model/a.bin', 'defg')]);
    expect(archive.entries).toEqual([
      { path: 'carton.toml', size: 3, storedSize: 3, kind: 'file' },
      { path: 'model/a.bin', size: 4, storedSize: 4, kind: 'file' },
    ]);
    expect([archive.name, archive.words.name, archive.size, archive.findings]).toEqual(['box', 'A folder', 7, []]);
    const source = archive.open('model/a.bin');
    expect(source?.name).toBe('model/a.bin');
    expect(new TextDecoder().decode(await source?.read(1, 3))).toBe('ef');
    expect(archive.open('model')).toBeUndefined();
    expect(archive.open('box/carton.toml')).toBeUndefined();
  });

  it('keeps paths that have no folder in common', () => {
    const archive = folderArchive('box', [file('carton.toml'), file('model/a.bin')]);
    expect(archive.entries.map((entry) => entry.path)).toEqual(['carton.toml', 'model/a.bin']);
    expect(folderArchive('box', []).entries).toEqual([]);
    expect(folderArchive('box', [file('a')]).entries[0]?.path).toBe('a');
  });

  it('checks names as those of a zip', () => {
    const archive = folderArchive('box', [file('a'), file('../b'), file('c\\d'), file('a', 'second'), file('a/e')]);
    expect(archive.findings.map(({ code, path }) => [code, path])).toEqual([
      ['zip/unsafe-path', '../b'],
      ['zip/unsafe-path', 'c\\d'],
      ['zip/duplicate-name', 'a'],
      ['zip/file-and-folder', 'a'],
    ]);
    expect(archive.entries.map(({ unsafe, shadowed }) => [unsafe, shadowed])).toEqual([
      [undefined, undefined],
      [true, undefined],
      [true, undefined],
      [undefined, true],
      [undefined, undefined],
    ]);
    expect(archive.open('../b')).toBeUndefined();
    expect(archive.open('a')?.size).toBe(1);
  });
});
