import { expect, test } from 'vitest';
import { layoutWords, pictureLayouts } from './picture-layout.ts';

const shape = (...sizes: number[]) => sizes.map(BigInt);
const likeliest = (...args: Parameters<typeof pictureLayouts>) => pictureLayouts(...args)[0];

test('shapes of pictures are known, in either order, after any leading dimensions', () => {
  expect(likeliest('uint8', shape(64, 96, 3))).toMatchObject({
    height: 64,
    width: 96,
    channels: 3,
    order: 'interleaved',
    lead: [],
    bytes: 18432,
  });
  expect(likeliest('float32', shape(1, 3, 64, 96))).toMatchObject({
    height: 64,
    width: 96,
    channels: 3,
    order: 'planar',
    lead: [1],
    bytes: 73728,
  });
  expect(likeliest('float64', shape(28, 28))).toMatchObject({ channels: 1, lead: [], bytes: 6272 });
  expect(likeliest('uint8', shape(10, 28, 28))).toMatchObject({ channels: 1, lead: [10] });
  expect(likeliest('uint8', shape(5, 32, 32, 4))).toMatchObject({ channels: 4, order: 'interleaved', lead: [5] });
});

test('the names of the schema decide before the shape', () => {
  const planar = { channels: 3, order: 'planar', lead: [] };
  const gray = { channels: 1, height: 16, width: 16, lead: [3] };
  expect(likeliest('float32', shape(3, 16, 16), ['batch_size', 16n, 16n])).toMatchObject(gray);
  expect(likeliest('float32', shape(3, 16, 16), ['time', 'h', 'w'])).toMatchObject(gray);
  for (const stated of [undefined, '*', ['c', 'h', 'w'], ['channels', 16n, 16n], ['*', '*', '*'], ['n', 16n]])
    expect(likeliest('float32', shape(3, 16, 16), stated)).toMatchObject(planar);
  expect(likeliest('uint8', shape(16, 16, 3), ['h', 'w', 'rgb'])).toMatchObject({ order: 'interleaved' });
  expect(likeliest('uint8', shape(3, 16, 16, 4), ['n', 'h', 'w', 'channel'])).toMatchObject({
    channels: 4,
    lead: [3],
  });
});

test('other types and shapes are not pictures', () => {
  expect(likeliest('int64', shape(64, 64))).toBeUndefined();
  expect(likeliest('string', shape(64, 64))).toBeUndefined();
  expect(likeliest('uint8', shape(64))).toBeUndefined();
  expect(likeliest('uint8', shape(64, 2))).toBeUndefined();
  expect(likeliest('uint8', shape(0, 64, 64))).toBeUndefined();
  expect(likeliest('uint8', shape(100_000, 100_000))).toBeUndefined();
  expect(likeliest('uint8', [2n ** 40n, 2n ** 40n])).toBeUndefined();
});

test('other ways to read it are offered, in words', () => {
  const words = (...args: Parameters<typeof pictureLayouts>) => pictureLayouts(...args).map(layoutWords);
  expect(words('float32', shape(3, 16, 16), ['batch_size', 16n, 16n])).toEqual([
    '3 gray images',
    'One RGB image, channels first',
  ]);
  expect(words('float32', shape(3, 16, 16))).toEqual(['One RGB image, channels first', '3 gray images']);
  expect(words('uint8', shape(4, 16, 16, 3))).toEqual(['4 RGB images, channels last']);
  expect(words('uint8', shape(1, 16, 16))).toEqual(['One gray image']);
  expect(words('uint8', shape(28, 28))).toEqual(['One gray image']);
});

test('a large picture is drawn in part, and one that takes too much reading not at all', () => {
  expect(likeliest('float32', shape(4096, 1024))).toMatchObject({ step: 1, height: 4096, width: 1024 });
  expect(likeliest('float32', shape(1024, 4096))).toMatchObject({ step: 1, height: 1024, width: 4096 });
  expect(likeliest('float32', shape(4096, 4097))).toMatchObject({
    rows: 4096,
    columns: 4097,
    step: 3,
    height: 1366,
    width: 1366,
  });
  expect(likeliest('uint8', shape(10_000, 100))).toMatchObject({ step: 2, height: 5000, width: 50, bytes: 250_000 });
  expect(likeliest('uint8', shape(8, 10_000))).toBeUndefined();
});
