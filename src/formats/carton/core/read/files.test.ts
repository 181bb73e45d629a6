import { expect, it } from 'vitest';
import type { Archive, ArchiveEntry } from '../../../../archive/archive.ts';
import { FileView, plainFile } from '../../../../model/file/file-view.ts';
import { packFiles } from '../../../../model/file/packed-files.ts';
import { CartonFiles } from './files.ts';
import { ManifestEntries } from './manifest-entries.ts';

const HASH = '0123456789abcdef'.repeat(4);
const FAR = 'f'.repeat(64);

/** Entries of every kind. */
const ENTRIES: readonly ArchiveEntry[] = [
  { path: 'carton.toml', size: 1, storedSize: 1, kind: 'file', storage: 'Stored' },
  { path: 'MANIFEST', size: 2, storedSize: 1, kind: 'file', storage: 'Deflate', compressed: true },
  { path: 'LINKS', size: 2, storedSize: 2, kind: 'file' },
  { path: 'model/a', size: 2 ** 40, storedSize: 3, kind: 'file', storage: 'zstd', compressed: true },
  { path: 'model/a', size: 5, storedSize: 5, kind: 'file', shadowed: true },
  { path: '../b', size: 5, storedSize: 5, kind: 'file', unsafe: true },
  { path: 'model/upper', size: 0, storedSize: 0, kind: 'file', storage: 'Stored', compressed: false },
  { path: 'misc/unlisted', size: 6, storedSize: 6, kind: 'file' },
  { path: 'odd', size: 6, storedSize: 6, kind: 'file', unreadable: 'encrypted' },
  { path: 'tensor_data/link', size: 7, storedSize: 7, kind: 'symlink', linkText: '../model/a', target: 'model/a' },
  { path: 'model/lost', size: 7, storedSize: 7, kind: 'symlink', linkText: 'nowhere' },
  { path: 'model/far', size: 7, storedSize: 7, kind: 'symlink', linkText: 'nowhere' },
];

const LISTED = ['carton.toml', 'model/a', 'odd', 'tensor_data/link', 'model/lost', 'model/missing', '../b', 'LINKS'];

/** The files of a carton with these entries, and that many more. */
async function filesOf(more: number, hasManifest: boolean): Promise<CartonFiles> {
  const others = Array.from({ length: more }, (_, at): ArchiveEntry => {
    return { path: `model/f${at}`, size: at, storedSize: at, kind: 'file', storage: 'Stored' };
  });
  const entries = [...ENTRIES, ...others];
  const byPath = new Map(entries.filter(({ shadowed, unsafe }) => !shadowed && !unsafe).map((one) => [one.path, one]));
  const archive = {
    entries,
    findings: [],
    entryAt: (path: string) => byPath.get(path),
    resolve: (path: string) => byPath.get(path),
    open: () => undefined,
  } as unknown as Archive;
  const listed = new ManifestEntries();
  for (const path of LISTED) listed.set({ path, sha256: HASH, line: 1 });
  listed.set({ path: 'model/upper', sha256: HASH.toUpperCase(), line: 2 });
  listed.set({ path: 'model/far', sha256: FAR, line: 3 });
  return CartonFiles.of(archive, hasManifest ? listed : undefined, new Map([[FAR, ['https://a.example/far']]]));
}

it.each([true, false])('files of a long list say what those of a short one do, with a MANIFEST: %s', async (listed) => {
  const [short, long] = [await filesOf(0, listed), await filesOf(5_000, listed)];
  expect(short.list.some((file) => file instanceof FileView)).toBe(false);
  const same = long.list.filter(({ path }) => !path.startsWith('model/f') || path === 'model/far');
  expect(same.filter((file) => file instanceof FileView).length).toBe(7);
  expect(same.map(plainFile)).toEqual(short.list);
  expect(packFiles(same)).toEqual(packFiles(short.list));
  expect(plainFile(long.list[ENTRIES.length + 7] as (typeof long.list)[0])).toEqual({
    path: 'model/f7',
    size: 7,
    storedSize: 7,
    role: 'model',
    hash: 'unlisted',
    kind: 'file',
    storage: 'Stored',
  });
});
