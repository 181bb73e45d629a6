import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellIndex, firstMapping } from './mapping.ts';
import {
  areAxes,
  atPicture,
  axesWords,
  channelDimensions,
  pictureAxes,
  pictureCount,
  pictureDimensions,
  pictureMapping,
} from './picture-layout.ts';

const shape = (...sizes: number[]) => sizes.map(BigInt);
const likeliest = (...args: Parameters<typeof pictureAxes>) => pictureAxes(...args)[0];
const words = (...[of, stated]: Parameters<typeof pictureAxes>) =>
  pictureAxes(of, stated).map((axes) => axesWords(axes, of));

test('shapes of pictures are known, in either order, after any leading dimensions', () => {
  expect(likeliest(shape(64, 96, 3))).toEqual({ rows: 0, columns: 1, channels: 2 });
  expect(likeliest(shape(1, 3, 64, 96))).toEqual({ rows: 2, columns: 3, channels: 1 });
  expect(likeliest(shape(28, 28))).toEqual({ rows: 0, columns: 1, channels: undefined });
  expect(likeliest(shape(10, 28, 28))).toEqual({ rows: 1, columns: 2, channels: undefined });
  expect(likeliest(shape(5, 32, 32, 4))).toEqual({ rows: 1, columns: 2, channels: 3 });
  expect(likeliest(shape(4096, 1024))).toEqual({ rows: 0, columns: 1, channels: undefined });
});

test('a dimension of size 1 beside a picture holds its only channel, and others do not matter', () => {
  expect(likeliest(shape(64, 96, 1))).toEqual({ rows: 0, columns: 1, channels: 2 });
  expect(likeliest(shape(5, 1, 64, 96))).toEqual({ rows: 2, columns: 3, channels: 1 });
  expect(likeliest(shape(64, 1, 96))).toEqual({ rows: 0, columns: 2, channels: undefined });
  expect(likeliest(shape(1, 64, 96), ['batch', 'h', 'w'])).toEqual({ rows: 1, columns: 2, channels: undefined });
  expect(likeliest(shape(64, 96, 1, 3))).toEqual({ rows: 0, columns: 1, channels: 3 });
});

test('the names of the schema decide before the shape', () => {
  const planar = { rows: 1, columns: 2, channels: 0 };
  const gray = { rows: 1, columns: 2, channels: undefined };
  expect(likeliest(shape(3, 16, 16), ['batch_size', 16n, 16n])).toEqual(gray);
  expect(likeliest(shape(3, 16, 16), ['time', 'h', 'w'])).toEqual(gray);
  for (const stated of [undefined, '*', ['c', 'h', 'w'], ['channels', 16n, 16n], ['*', '*', '*'], ['n', 16n]])
    expect(likeliest(shape(3, 16, 16), stated)).toEqual(planar);
  expect(likeliest(shape(16, 16, 3), ['h', 'w', 'rgb'])).toEqual({ rows: 0, columns: 1, channels: 2 });
  expect(likeliest(shape(3, 16, 16, 4), ['n', 'h', 'w', 'channel'])).toEqual({ rows: 1, columns: 2, channels: 3 });
  // In any order, and however small.
  expect(likeliest(shape(20, 3, 10), ['width', 'channel', 'height'])).toEqual({ rows: 2, columns: 0, channels: 1 });
  expect(likeliest(shape(3, 7, 20, 10), ['rgb', 'n', 'rows', 'cols'])).toEqual({ rows: 2, columns: 3, channels: 0 });
  expect(likeliest(shape(4, 4), ['image_height', 'image_width'])).toEqual({ rows: 0, columns: 1, channels: undefined });
  // Channels of other numbers are pictures of their own.
  expect(words(shape(16, 20, 10), ['channels', 'h', 'w'])).toEqual(['16 gray images']);
});

test('other shapes are not pictures', () => {
  for (const sizes of [[64], [64, 2], [2, 6], [3, 4, 5], [64, 3, 7, 7], [1, 1, 64], []])
    expect(pictureAxes(shape(...sizes))).toEqual([]);
  expect(pictureAxes(shape(0, 64, 64))).toEqual([]);
  expect(pictureAxes([2n ** 40n, 2n ** 40n])).toEqual([]);
  expect(pictureAxes(Array(65).fill(2n))).toEqual([]);
});

test('other ways to read it are offered, in words', () => {
  expect(words(shape(3, 16, 16), ['batch_size', 16n, 16n])).toEqual(['3 gray images', 'One RGB image, channels first']);
  expect(words(shape(3, 16, 16))).toEqual(['One RGB image, channels first', '3 gray images']);
  expect(words(shape(4, 16, 16, 3))).toEqual(['4 RGB images, channels last']);
  expect(words(shape(1, 16, 16))).toEqual(['One gray image']);
  expect(words(shape(28, 28))).toEqual(['One gray image']);
  expect(words(shape(16, 3, 16), ['h', 'c', 'w'])).toEqual(['One RGB image, channels in between']);
});

test('channels are dimensions of their own, of 1, 3 or 4', () => {
  const of = shape(3, 4, 16, 16, 1);
  expect(channelDimensions({ rows: 2, columns: 3, channels: undefined }, of)).toEqual([0, 1, 4]);
  expect(areAxes({ rows: 2, columns: 3, channels: 3 }, of)).toBe(false);
  expect(areAxes({ rows: 2, columns: 2, channels: 0 }, of)).toBe(false);
  for (const bad of [-1, 5, 0.5, Number.NaN]) {
    expect(areAxes({ rows: bad, columns: 3, channels: undefined }, of)).toBe(false);
    expect(areAxes({ rows: 2, columns: 3, channels: bad }, of)).toBe(false);
  }
});

test('the pictures of a batch are numbered in the order of the tensor, each once', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 5 });
  fc.assert(
    fc.property(sizes, fc.nat(), fc.nat(), (list, a, b) => {
      const [rows, columns] = [a % list.length, b % list.length];
      fc.pre(rows !== columns);
      const of = shape(...list);
      const axes = { rows, columns, channels: undefined };
      const mapping = pictureMapping(firstMapping(of), of, axes);
      expect(mapping).toMatchObject({ rows, columns });
      const starts = Array.from({ length: pictureCount(axes, of) }, (_, number) =>
        cellIndex(atPicture(mapping, of, pictureDimensions(axes, of), number), { row: 0, column: 0 }),
      );
      expect(new Set(starts.map(String)).size).toBe(starts.length);
      expect(starts).toEqual(starts.toSorted(compare));
    }),
  );
});

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((one, index) => one !== b[index]);
  return (a[at] as number) - (b[at] as number);
}
