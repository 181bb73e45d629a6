import { expect, test } from 'vitest';
import type { CuttablePhoto } from '../../widgets/media-files.ts';
import { photoSums } from './photos.ts';

const photo = (told: Partial<CuttablePhoto>) =>
  ({ place: undefined, device: undefined, extra: [], unchecked: [], ...told }) as CuttablePhoto;

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
    canCut: true,
  });
  expect(photoSums(PHOTOS, ['film.jpg'])).toEqual({ placed: [], unsure: ['film.jpg'], canCut: true });
  expect(photoSums(PHOTOS, ['c.gif', 'camera.jpg'])).toEqual({ placed: [], unsure: ['c.gif'], canCut: false });
  expect(photoSums(PHOTOS, ['infer.py'])).toEqual({ placed: [], unsure: [], canCut: false });
});
