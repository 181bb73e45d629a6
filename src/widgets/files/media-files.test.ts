import { File } from 'node:buffer';
import { expect, test } from 'vitest';
import { photoOrigin } from '../../picture/photo/photo.ts';
import { bytesOf, exifOf, heifOf, jpegOf, pngOf } from '../../testing/builders/photo-builder.ts';
import { asksFirst, isPastedName, pastedFiles, photosIn, sortMediaFiles } from './media-files.ts';

const options = () => ({ signal: new AbortController().signal });
const fileOf = (name: string, bytes: Uint8Array<ArrayBuffer> | string) => new File([bytes], name) as globalThis.File;

test('pictures and sounds are told by their bytes, and all others are named', async () => {
  const { media, refused } = await sortMediaFiles(
    [
      fileOf('a.txt', pngOf()),
      fileOf('b', bytesOf('RIFF', [0, 0, 0, 0], 'WAVEfmt ')),
      fileOf('c.png', 'no picture'),
      fileOf('d.png', ''),
      fileOf('e.jpg', heifOf({}, 'heic')),
      fileOf('e.heic', jpegOf({})),
      fileOf('f.mp4', bytesOf([0, 0, 0, 16], 'ftypisom')),
    ],
    options(),
  );
  expect(media.map(({ file: { name }, kind, type, origin }) => [name, kind, type, origin])).toEqual([
    ['a.txt', 'picture', 'image/png', undefined],
    ['b', 'sound', 'audio/wav', undefined],
    // By its bytes, whatever its name says.
    ['e.heic', 'picture', 'image/jpeg', undefined],
  ]);
  expect(refused.map(({ name, why }) => `${name} ${why}`)).toEqual([
    'c.png is neither a picture nor a sound: Plain text',
    'd.png is empty',
    'e.jpg is an HEIF picture (HEIC), which most browsers cannot show. Save it as JPEG or PNG first',
    'f.mp4 is neither a picture nor a sound: MPEG-4 video',
  ]);
});

test('a photo comes with what it says of its place, and without that', async () => {
  const gps = { latitude: [48, 30, 0, 'S'], longitude: [16, 15, 0, 'E'] } as const;
  const photo = fileOf('photo.jpg', jpegOf({ exif: exifOf({ make: 'Acme', model: 'Acme 1', gps }) }));
  const { media } = await sortMediaFiles([photo], options());
  expect(media[0]?.origin).toMatchObject({ place: { latitude: -48.5, longitude: 16.25 }, device: 'Acme 1' });
  const cut = media[0]?.origin?.cut as globalThis.File;
  expect([cut.name, cut.size]).toEqual(['photo.jpg', photo.size]);
  expect(await photoOrigin(cut, options())).toBeUndefined();
});

test('photos are found among files of any kind, also HEIC, and what cannot be read is left out', async () => {
  const gps = { latitude: [48, 30, 0, 'S'], longitude: [16, 15, 0, 'E'] } as const;
  const gone = fileOf('gone.jpg', jpegOf({ exif: exifOf({ gps }) }));
  gone.slice = () => {
    throw new DOMException('The file is gone.', 'NotFoundError');
  };
  const looked: number[] = [];
  const photos = await photosIn(
    [
      fileOf('weights.bin', jpegOf({ exif: exifOf({ gps }) })),
      gone,
      fileOf('plain.png', pngOf()),
      fileOf('IMG.HEIC', heifOf({ exif: exifOf({ gps }) }, 'heic')),
      fileOf('camera.jpg', jpegOf({ exif: exifOf({ make: 'Acme' }) })),
      fileOf('film.mp4', bytesOf([0, 0, 0, 16], 'ftypisom', [0, 0, 0, 9], 'uuid', [1])),
      fileOf('notes.txt', 'exif:GPSLatitude'),
    ],
    { ...options(), onLooked: (done) => looked.push(done) },
  );
  expect([...photos.keys()]).toEqual([0, 3, 4]);
  expect([...photos.values()].map(asksFirst)).toEqual([true, true, false]);
  expect(photos.get(3)).toMatchObject({ place: { latitude: -48.5, longitude: 16.25 }, cut: { name: 'IMG.HEIC' } });
  expect(looked).toEqual([1, 2, 3, 4, 5, 6, 7]);
  await expect(photosIn([fileOf('a.png', pngOf())], { signal: AbortSignal.abort() })).rejects.toThrow();
});

test('a file that cannot be read is named, and canceling is not a file’s fault', async () => {
  const gone = fileOf('gone.png', pngOf());
  gone.slice = () => {
    throw new DOMException('The file is gone.', 'NotFoundError');
  };
  expect((await sortMediaFiles([gone], options())).refused).toEqual([{ name: 'gone.png', why: 'cannot be read' }]);
  await expect(sortMediaFiles([fileOf('a.png', pngOf())], { signal: AbortSignal.abort() })).rejects.toThrow();
});

test('of a clipboard, files are taken where it holds no text beside them', () => {
  const clipboard = (text: string, ...names: string[]) =>
    ({ files: names.map((name) => fileOf(name, 'x')), getData: () => text }) as unknown as DataTransfer;
  const pasted = (text: string, ...names: string[]) => pastedFiles(clipboard(text, ...names)).map(({ name }) => name);
  expect(pasted('', 'a.png')).toEqual(['a.png']);
  expect(pasted('a.png\r\nb.png', 'a.png', 'b.png')).toEqual(['a.png', 'b.png']);
  expect(pasted('/home/me/a.png', 'a.png')).toEqual(['a.png']);
  expect(pasted('1\t2\n3\t4', 'image.png')).toEqual([]);
  expect(pasted('words')).toEqual([]);
});

test('a picture of the clipboard, which has no name, is called a pasted one', async () => {
  const [pasted] = pastedFiles({ files: [fileOf('image.png', 'x')], getData: () => '' } as unknown as DataTransfer);
  expect(pasted?.name).toBe('pasted-picture.png');
  expect(await pasted?.text()).toBe('x');
  const names = ['pasted-picture.png', 'pasted-picture-2.webp', 'my-pasted-picture.png', 'pasted-picture-of-a-cat.png'];
  expect(names.map(isPastedName)).toEqual([true, true, false, false]);
  // A file that somebody copied keeps its name.
  const copied = { files: [fileOf('image.png', 'x')], getData: () => '/home/me/image.png' } as unknown as DataTransfer;
  expect(pastedFiles(copied).map(({ name }) => name)).toEqual(['image.png']);
});
