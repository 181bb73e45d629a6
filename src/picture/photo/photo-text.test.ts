import { expect, test } from 'vitest';
import { bytesOf, exifOf, heifOf, iptcOf, jpegOf, pngOf } from '../../testing/builders/photo-builder.ts';
import { photoOrigin } from './photo.ts';
import { asksFirst, canCut, coordinatesText, toldText } from './photo-text.ts';

const GPS = { latitude: [48, 30, 0, 'S'], longitude: [16, 15, 0, 'E'] } as const;
const CAMERA = { make: 'Acme', model: 'Acme 1' };
const UUID = bytesOf([0, 0, 0, 9], 'uuid', [1]);
const AVIF = heifOf({}, 'avif');

test.each([
  ['was taken at 48.5000° S, 16.2500° E.', true, true, jpegOf({ exif: exifOf({ gps: GPS }) })],
  ['was taken at 48.5000° S, 16.2500° E, with Acme 1.', true, true, jpegOf({ exif: exifOf({ ...CAMERA, gps: GPS }) })],
  ['names the place where it was taken.', true, true, jpegOf({ iptc: iptcOf(90, 'Vienna') })],
  ['says that it was taken with Acme 1.', false, true, jpegOf({ exif: exifOf(CAMERA) })],
  [
    'could not be checked completely. There are bytes after the picture’s end.',
    true,
    true,
    bytesOf(jpegOf({}), 'film'),
  ],
  ['could not be checked completely. There are bytes after the picture’s end.', true, true, bytesOf(pngOf(), 'x')],
  [
    'could not be checked completely. There are bytes beside the picture.',
    true,
    true,
    bytesOf(AVIF.slice(0, 20), UUID, AVIF.slice(20)),
  ],
  [
    'was taken at 48.5000° S, 16.2500° E. There are bytes after the picture’s end.',
    true,
    true,
    bytesOf(jpegOf({ exif: exifOf({ gps: GPS }) }), 'film'),
  ],
  [
    'could not be checked completely. Some of what describes it is of a kind that is not looked at.',
    true,
    false,
    bytesOf('GIF89a', new Uint8Array(7), '!\xff\x0bXMP DataXMP<x/>'),
  ],
  [
    'could not be checked completely. It cannot be read to its end.',
    true,
    false,
    bytesOf(jpegOf({}).slice(0, -2), [0xff, 0xc4, 0, 3, 1], 'not a marker'),
  ],
] as const)('%s', async (text, asks, cuts, bytes) => {
  const told = await photoOrigin(new Blob([bytes]), { signal: new AbortController().signal });
  expect(told && toldText(told)).toBe(text);
  expect(asksFirst(told)).toBe(asks);
  expect(told && canCut(told)).toBe(cuts);
});

test('a photo that says nothing is not asked about', async () => {
  const { signal } = new AbortController();
  expect(asksFirst(await photoOrigin(new Blob([jpegOf({})]), { signal }))).toBe(false);
  expect(asksFirst(await photoOrigin(new Blob(['a film of boxes: \0\0\0\x10ftypisom']), { signal }))).toBe(false);
});

test('coordinates have four digits behind the point, which is some ten meters', () => {
  expect(coordinatesText({ latitude: -48.5, longitude: 16.25 })).toBe('48.5000° S, 16.2500° E');
});
