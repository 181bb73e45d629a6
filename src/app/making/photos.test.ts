import { expect, test, vi } from 'vitest';
import { openPackage } from '../../formats/registry.ts';
import { memorySource } from '../../source/memory.ts';
import { exifOf, jpegOf } from '../../testing/builders/photo-builder.ts';
import { buildZip } from '../../testing/builders/zip-builder.ts';
import { type FoundPhoto, photosIn } from '../../widgets/files/media-files.ts';
import type { MaterialFile } from './material.ts';
import { packedFiles, photoSums, searchedFiles } from './photos.ts';

const photo = (told: Partial<FoundPhoto>) =>
  ({
    place: undefined,
    device: undefined,
    extra: [],
    unchecked: [],
    cut: new File([], 'a'),
    ...told,
  }) satisfies FoundPhoto;

const PHOTOS = new Map([
  ['a.jpg', photo({ place: 'named' })],
  ['b.jpg', photo({ place: { latitude: 1, longitude: 2 }, device: 'Snap' })],
  ['film.jpg', photo({ extra: ['after'] })],
  ['c.gif', photo({ unchecked: ['kind'] })],
  ['camera.jpg', photo({ device: 'Snap' })],
]);

test('photos that are chosen are counted by what they say', () => {
  expect(photoSums(PHOTOS, ['infer.py', ...PHOTOS.keys()])).toEqual({
    placed: ['a.jpg', 'b.jpg'],
    unsure: ['film.jpg', 'c.gif'],
    uncut: [],
    canCut: true,
  });
  expect(photoSums(PHOTOS, ['film.jpg'])).toEqual({ placed: [], unsure: ['film.jpg'], uncut: [], canCut: true });
  expect(photoSums(PHOTOS, ['c.gif', 'camera.jpg'])).toEqual({
    placed: [],
    unsure: ['c.gif'],
    uncut: [],
    canCut: false,
  });
  expect(photoSums(PHOTOS, ['infer.py'])).toEqual({ placed: [], unsure: [], uncut: [], canCut: false });
});

test('a photo that cannot be read whole is named, and nothing is offered for it', () => {
  const { cut: _, ...told } = photo({ place: 'named' });
  const photos = new Map([['a.jpg', told]]);
  expect(photoSums(photos, ['a.jpg'])).toEqual({ placed: ['a.jpg'], unsure: [], uncut: ['a.jpg'], canCut: false });
});

test('photos of an open package are found by their bytes, and lose their place', async () => {
  const gps = { latitude: [48, 30, 0, 'S'], longitude: [16, 15, 0, 'E'] } as const;
  const jpeg = jpegOf({ exif: exifOf({ make: 'Acme', gps }) });
  const contents = { 'a.bin': jpeg, 'b.jpg': jpegOf({}), 'c.py': Buffer.from('import a') };
  const entries = Object.entries(contents).map(([name, data]) => ({ name, data }));
  const open = await openPackage(memorySource('a.zip', buildZip(entries)));
  const read = async (path: string, start: number, end?: number) => {
    const source = open.source(path);
    if (!source) throw new Error(`There is no ${path}.`);
    return Uint8Array.from(await source.read(start, Math.min(end ?? source.size, source.size)));
  };
  const asked: string[] = [];
  const signal = new AbortController().signal;
  const packed = packedFiles(
    {
      readBytes: (path, start, end) => read(path, start, end),
      readBlob: async (path) => {
        asked.push(path);
        return new Blob([await read(path, 0)]);
      },
    },
    signal,
  );
  const files = open.package.files.map(({ path, size = 0 }) => packed({ path, size }));
  const found = await photosIn(files, { signal });
  expect([...found].map(([at, told]) => [open.package.files[at]?.path, told.place])).toEqual([
    ['a.bin', { latitude: -48.5, longitude: 16.25 }],
  ]);
  // Only the photo is read whole.
  expect(asked).toEqual(['a.bin']);
  const cut = found.get(0)?.cut as File;
  expect([cut.name, cut.size]).toEqual(['a.bin', jpeg.length]);
  expect((await photosIn([cut], { signal })).size).toBe(0);
});

test('photos of an open package are read whole up to 512 MiB in all', async () => {
  const readBlob = vi.fn(async () => new Blob(['a']));
  const packed = packedFiles({ readBytes: async () => new Uint8Array(), readBlob }, new AbortController().signal);
  await packed({ path: 'a.jpg', size: 500 << 20 }).whole();
  await expect(packed({ path: 'b.jpg', size: 13 << 20 }).whole()).rejects.toThrow(RangeError);
  await packed({ path: 'c.jpg', size: 12 << 20 }).whole();
  expect(readBlob).toHaveBeenCalledTimes(2);
});

test('on another host, only what is called a picture is looked at', () => {
  const files = ['a.jpg', 'b.bin', 'c'].map((path): MaterialFile => ({ path, size: 1, from: { handle: 1, path } }));
  const paths = (isFar: boolean) => searchedFiles({ name: 'a', files, isFar }).map(({ path }) => path);
  expect(paths(false)).toEqual(['a.jpg', 'b.bin', 'c']);
  expect(paths(true)).toEqual(['a.jpg']);
});
