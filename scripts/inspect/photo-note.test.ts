import { expect, test } from 'vitest';
import { bytesOf, exifOf, heifOf, jpegOf, pngOf } from '../../src/testing/builders/photo-builder.ts';
import { photosOf } from './photo-note.ts';

const { signal } = new AbortController();
const EXIF = exifOf({ gps: { latitude: [48, 30, 0, 'S'], longitude: [16, 15, 0, 'E'] } });
const file = (path: string, bytes: Uint8Array<ArrayBuffer>) => ({ path, file: new File([bytes], path) });
const notesOf = async (files: Parameters<typeof photosOf>[0]) => (await photosOf(files, false, signal)).notes;

test('photos that say where they were taken, and bytes behind pictures, are named', async () => {
  const files = [
    file('a.bin', jpegOf({ exif: EXIF })),
    file('b.png', bytesOf(pngOf(), 'more')),
    file('c.png', pngOf()),
    file('d.jpg', jpegOf({ exif: exifOf({ make: 'Acme' }) })),
    file('e.txt', bytesOf('text')),
  ];
  const kept = 'The package has this file unchanged.';
  const cut = `${kept} --cut-places cuts that out.`;
  expect(await notesOf(files)).toEqual([
    `a.bin was taken at 48.5000° S, 16.2500° E. ${cut}`,
    `b.png could not be checked completely. There are bytes after the picture’s end. ${cut}`,
  ]);
});

test('of many photos, three are named', async () => {
  const files = Array.from({ length: 5 }, (_, at) => file(`${at}.heic`, heifOf({ exif: EXIF }, 'heic')));
  const notes = await notesOf(files);
  expect(notes.map((note) => note.slice(0, 6))).toEqual(['0.heic', '1.heic', '2.heic', 'Photos']);
  expect(notes[3]).toBe('Photos like these, beside them: 2.');
});

test('a file that cannot be read is not its business, and canceling ends it', async () => {
  const gone = file('gone.jpg', jpegOf({ exif: EXIF }));
  gone.file.slice = () => {
    throw new DOMException('The file is gone.', 'NotFoundError');
  };
  expect(await notesOf([gone])).toEqual([]);
  await expect(photosOf([file('a.jpg', jpegOf({}))], false, AbortSignal.abort())).rejects.toThrow();
});

test('what photos say is cut out where that is asked for, and what is not checked stays', async () => {
  const files = [
    file('a.jpg', jpegOf({ exif: EXIF })),
    file('b.png', bytesOf(pngOf(), 'more')),
    file('c.png', pngOf()),
    file('d.jpg', jpegOf({ exif: exifOf({ make: 'Acme' }) })),
  ];
  const { cut, notes } = await photosOf(files, true, signal);
  expect(notes).toEqual([
    'a.jpg was taken at 48.5000° S, 16.2500° E. That was cut out.',
    'b.png could not be checked completely. There are bytes after the picture’s end. That was cut out.',
    'd.jpg says that it was taken with Acme. That was cut out.',
  ]);
  expect([...cut].map(([path, { size }]) => [path, size])).toEqual([
    ['a.jpg', files[0]?.file.size],
    ['b.png', pngOf().length],
    ['d.jpg', files[3]?.file.size],
  ]);
  const again = [...cut].map(([path, photo]) => ({ path, file: photo }));
  expect(await notesOf(again)).toEqual([]);
});
