import { deflateSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { pickleNames } from '../model/pickle.ts';
import { memorySource } from '../source/memory.ts';
import { buildNpy, padded } from '../testing/numpy-files.ts';
import { buildZip } from '../testing/zip-builder.ts';
import { markedPickles, readPickles } from './read-pickles.ts';

const bytesOf = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
const SYSTEM = bytesOf('\x80\x02cos\nsystem\nU\x02id\x85R.');
const PLAIN = bytesOf('\x80\x02K\x01.');

function factOf(files: Record<string, Uint8Array>, mayWalk = true, readsAll = false) {
  const held = new Map(Object.entries(files).map(([path, bytes]) => [path, memorySource(path, bytes)]));
  const names = pickleNames(Object.keys(files).map((path) => ({ path })));
  return readPickles(names, { open: (path) => held.get(path), mayWalk: () => mayWalk, readsAll }, undefined);
}

it('says what a pickle imports, where it may be walked over', async () => {
  const fact = await factOf({ 'a.pkl': SYSTEM });
  expect(fact).toMatchObject({
    kind: 'unpickles',
    text: [{ path: 'a.pkl' }, ' ', 'imports 1 name of 1 module: 1 dangerous'],
    warnings: [['Calls ', { name: 'os.system' }, ' with ', { name: '("id",)' }]],
  });
  expect((await factOf({ 'a.pkl': SYSTEM }, false))?.text).toEqual([
    'Perhaps ',
    { name: 'a.pkl', path: 'a.pkl' },
    ', pickle, protocol 2',
  ]);
});

it('reads what it may not read by itself when somebody asks for it', async () => {
  const files = { 'a.pkl': SYSTEM, 'b.pkl': PLAIN, 'c.pkl': bytesOf('BZh91AY') };
  // Boxcutter does not decompress bzip2.
  expect((await factOf(files, false))?.unreadFiles).toEqual({ count: 2, bytes: SYSTEM.length + PLAIN.length });
  const asked = await factOf(files, false, true);
  expect(asked?.text).toEqual(['2 files: ', 'imports 1 name of 1 module: 1 dangerous']);
  expect(asked?.unreadFiles).toBeUndefined();
  expect((await factOf(files))?.unreadFiles).toBeUndefined();
  const many = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`${at}.pkl`, SYSTEM]));
  expect((await factOf(many))?.unreadFiles?.count).toBe(4);
  expect((await factOf(many, true, true))?.lists?.[0]?.count).toBe(20);
});

it('says of several which one imports what, and which were not looked into', async () => {
  const fact = await factOf({
    'a.pkl': PLAIN,
    'b.pkl': SYSTEM,
    'c.pkl': bytesOf('\x1f\x8b\x08'),
    'w.bin': bytesOf('(lp0'),
  });
  expect(fact?.text).toEqual(['2 files: ', 'imports 1 name of 1 module: 1 dangerous']);
  expect(fact?.warnings).toEqual([
    ['Calls ', { name: 'os.system' }, ' with ', { name: '("id",)' }, ' in ', { name: 'b.pkl', path: 'b.pkl' }],
  ]);
  expect(fact?.lists?.map(({ title, count }) => [title.join(''), count])).toEqual([
    ['Pickles', 2],
    ['Other files that may be pickles', 2],
    ['Dangerous names', 1],
  ]);
});

it('walks over what gzip and zlib hold, and says what of it is too large, or is compressed otherwise', async () => {
  const packed = { 'a.pkl.gz': new Uint8Array(gzipSync(SYSTEM)), 'b.joblib': new Uint8Array(deflateSync(SYSTEM)) };
  const fact = await factOf({ ...packed, 'c.pkl.bz2': bytesOf('BZh91AY') });
  expect(fact?.warnings?.map((text) => text.at(-1))).toEqual([
    { name: 'a.pkl.gz', path: 'a.pkl.gz' },
    { name: 'b.joblib', path: 'b.joblib' },
  ]);
  expect(fact?.lists?.[1]?.items.flat().join('')).toContain(
    'compressed with bzip2, which Boxcutter does not decompress',
  );
  expect((await factOf(packed, false))?.unreadFiles?.count).toBe(2);
  const bomb = await factOf({ 'a.pkl.gz': new Uint8Array(gzipSync(new Uint8Array(65 * 1024 * 1024))) });
  expect(bomb?.text.at(-1)).toBe('imports nothing, as far as it can be read');
  expect(bomb?.unreadFiles?.count).toBe(1);
});

it('finds pickles under other names by their first bytes', async () => {
  const files = {
    weights: SYSTEM,
    'a.txt': bytesOf('hello'),
    'a.pkl': SYSTEM,
    'far.bin.part': bytesOf('\x80\x02}q\x00X\x02\0\0\0aaK\x01s.'),
    empty: bytesOf(''),
    old: bytesOf("cos\nsystem\n(S'id'\ntR."),
    'b.txt': bytesOf('cats and dogs\nare pets\n.'),
  };
  const entries = Object.entries(files).map(([path, { length }]) => ({
    path,
    size: length,
    storedSize: length,
    kind: 'file' as const,
  }));
  const open = (path: string) => memorySource(path, files[path as keyof typeof files]);
  expect(await markedPickles(entries, open, undefined)).toEqual(['weights', 'far.bin.part', 'old']);
});

it('says where a walk fails, and never that nothing is imported', async () => {
  const fact = await factOf({ 'a.pkl': bytesOf('\x80\x02K\x01') });
  expect(fact?.text.at(-1)).toBe('imports nothing, as far as it can be read');
  expect(fact?.warnings?.flat().join('')).toContain('What follows is unknown');
});

it('walks over an array of objects behind its header', async () => {
  const header = padded("{'descr': '|O', 'fortran_order': False, 'shape': (1,), }");
  const fact = await factOf({ 'a.npy': buildNpy({ header, data: SYSTEM }), 'b.npy': buildNpy() });
  expect(fact?.text).toEqual([{ name: 'a.npy', path: 'a.npy' }, ' ', 'imports 1 name of 1 module: 1 dangerous']);
});

it('walks over every pickle of a PyTorch archive: hidden, marked as encrypted, with a wrong checksum', async () => {
  const zip = (second: object) =>
    buildZip([
      { name: 'm/data.pkl', data: PLAIN, method: 0 },
      { name: 'm/data.pkl', data: SYSTEM, method: 0, ...second },
    ]);
  for (const second of [{}, { flags: 1 }, { crc32: 7 }, { method: 8 }]) {
    const fact = await factOf({ 'm.pt': zip(second) });
    expect(fact?.warnings?.[0]?.[1]).toEqual({ name: 'os.system' });
  }
  const plain = await factOf({ 'm.pt': buildZip([{ name: 'm/data.pkl', data: PLAIN, method: 0 }]) });
  expect(plain?.text).toEqual([{ name: 'm.pt', path: 'm.pt' }, ' ', 'imports nothing']);
  const unreadable = await factOf({ 'm.pt': buildZip([{ name: 'm/data.pkl', data: PLAIN, method: 12 }]) });
  expect(unreadable?.warnings?.flat().join('')).toContain('it cannot be read');
});
