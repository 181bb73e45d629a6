import { expect, test } from 'vitest';
import { bytesOf, exifOf, heifOf, jpegOf, pngOf } from '../../src/testing/photo-builder.ts';
import { photoNotes } from './photo-note.ts';

const { signal } = new AbortController();
const EXIF = exifOf({ gps: { latitude: [48, 30, 0, 'S'], longitude: [16, 15, 0, 'E'] } });
const file = (path: string, bytes: Uint8Array<ArrayBuffer>) => ({ path, file: new Blob([bytes]) });

test('photos that say where they were taken, and bytes behind pictures, are named', async () => {
  const files = [
    file('a.bin', jpegOf({ exif: EXIF })),
    file('b.png', bytesOf(pngOf(), 'more')),
    file('c.png', pngOf()),
    file('d.jpg', jpegOf({ exif: exifOf({ make: 'Acme' }) })),
    file('e.txt', bytesOf('text')),
  ];
  const kept = 'The package has this file unchanged.';
  const cut = `${kept} inspect cannot cut that out: Boxcutter’s page can, when you add the file there.`;
  expect(await photoNotes(files, signal)).toEqual([
    `a.bin was taken at 48.5000° S, 16.2500° E. ${cut}`,
    `b.png could not be checked wholly. There are bytes after the picture’s end. ${cut}`,
  ]);
});

test('of many photos, three are named', async () => {
  const files = Array.from({ length: 5 }, (_, at) => file(`${at}.heic`, heifOf({ exif: EXIF }, 'heic')));
  const notes = await photoNotes(files, signal);
  expect(notes.map((note) => note.slice(0, 6))).toEqual(['0.heic', '1.heic', '2.heic', 'Photos']);
  expect(notes[3]).toBe('Photos like these, beside them: 2.');
});

test('a file that cannot be read is none of its business, and canceling ends it', async () => {
  const gone = file('gone.jpg', jpegOf({ exif: EXIF }));
  gone.file.slice = () => {
    throw new DOMException('The file is gone.', 'NotFoundError');
  };
  expect(await photoNotes([gone], signal)).toEqual([]);
  await expect(photoNotes([file('a.jpg', jpegOf({}))], AbortSignal.abort())).rejects.toThrow();
});
