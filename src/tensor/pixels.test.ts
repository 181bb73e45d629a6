import { expect, test } from 'vitest';
import { type PictureLayout, pictureLayout, picturePixels, pictureStart, pixelElements } from './pixels.ts';

const shape = (...sizes: number[]) => sizes.map(BigInt);

test('shapes of pictures are known, in either order, after any leading dimensions', () => {
  expect(pictureLayout('uint8', shape(64, 96, 3))).toMatchObject({
    height: 64,
    width: 96,
    channels: 3,
    order: 'interleaved',
    lead: [],
    bytes: 18432,
  });
  expect(pictureLayout('float32', shape(1, 3, 64, 96))).toMatchObject({
    height: 64,
    width: 96,
    channels: 3,
    order: 'planar',
    lead: [1],
    bytes: 73728,
  });
  expect(pictureLayout('float64', shape(28, 28))).toMatchObject({ channels: 1, lead: [], bytes: 6272 });
  expect(pictureLayout('uint8', shape(10, 28, 28))).toMatchObject({ channels: 1, lead: [10] });
  expect(pictureLayout('uint8', shape(5, 32, 32, 4))).toMatchObject({ channels: 4, order: 'interleaved', lead: [5] });
});

test('other types and shapes are not pictures', () => {
  expect(pictureLayout('int64', shape(64, 64))).toBeUndefined();
  expect(pictureLayout('string', shape(64, 64))).toBeUndefined();
  expect(pictureLayout('uint8', shape(64))).toBeUndefined();
  expect(pictureLayout('uint8', shape(64, 2))).toBeUndefined();
  expect(pictureLayout('uint8', shape(0, 64, 64))).toBeUndefined();
  expect(pictureLayout('uint8', shape(100_000, 100_000))).toBeUndefined();
  expect(pictureLayout('uint8', [2n ** 40n, 2n ** 40n])).toBeUndefined();
});

test('the picture at an index begins after those before it', () => {
  const layout = pictureLayout('uint8', shape(2, 5, 8, 8, 3)) as PictureLayout;
  expect(layout.lead).toEqual([2, 5]);
  expect(pictureStart(layout, [1, 2])).toBe(7 * 192);
});

const layout = (parts: Partial<PictureLayout>): PictureLayout => ({
  dtype: 'uint8',
  height: 1,
  width: 2,
  channels: 3,
  order: 'interleaved',
  lead: [],
  bytes: 6,
  ...parts,
});

test('both orders give the same pixels; gray fills all three channels; a fourth channel is opacity', () => {
  const rgb = [10, 20, 30, 255, 40, 50, 60, 255];
  expect([...picturePixels(layout({}), new Uint8Array([10, 20, 30, 40, 50, 60])).data]).toEqual(rgb);
  expect([...picturePixels(layout({ order: 'planar' }), new Uint8Array([10, 40, 20, 50, 30, 60])).data]).toEqual(rgb);
  expect([...picturePixels(layout({ channels: 1, bytes: 2 }), new Uint8Array([7, 9])).data]).toEqual([
    7, 7, 7, 255, 9, 9, 9, 255,
  ]);
  expect([...picturePixels(layout({ channels: 4, width: 1, bytes: 4 }), new Uint8Array([1, 2, 3, 4])).data]).toEqual([
    1, 2, 3, 4,
  ]);
});

test('floats from 0 to 1 are shares of white, others are stretched, and values that are not finite are transparent', () => {
  const floats = (...values: number[]) => new Uint8Array(new Float32Array(values).buffer);
  const grey = (width: number) => layout({ dtype: 'float32', channels: 1, width, bytes: 4 * width });
  expect(picturePixels(grey(2), floats(0.25, 0.75))).toMatchObject({ black: 0, white: 1 });
  expect([...picturePixels(grey(2), floats(0, 1)).data]).toEqual([0, 0, 0, 255, 255, 255, 255, 255]);
  const stretched = picturePixels(grey(3), floats(-2, 3, Number.NaN));
  expect(stretched).toMatchObject({ black: -2, white: 3 });
  expect([...stretched.data]).toEqual([0, 0, 0, 255, 255, 255, 255, 255, 0, 0, 0, 0]);
  expect([...picturePixels(grey(2), floats(5, 5)).data]).toEqual([0, 0, 0, 255, 0, 0, 0, 255]);
});

test('bytes that are not one picture are refused', () => {
  expect(() => picturePixels(layout({}), new Uint8Array(5))).toThrow(RangeError);
});

test('the elements of a pixel are those of its row and column, in both orders', () => {
  const layout = { dtype: 'uint8', height: 8, width: 9, channels: 3, lead: [], bytes: 8 * 9 * 3 } as const;
  const bytes = Uint8Array.from({ length: layout.bytes }, (_, index) => index);
  expect(pixelElements({ ...layout, order: 'interleaved' }, bytes, 2, 1)).toEqual([33, 34, 35]);
  expect(pixelElements({ ...layout, order: 'planar' }, bytes, 2, 1)).toEqual([11, 83, 155]);
  const floats = Float32Array.from({ length: 64 }, (_, index) => index / 4);
  const gray = { dtype: 'float32', height: 8, width: 8, channels: 1, order: 'planar', lead: [], bytes: 256 } as const;
  expect(pixelElements(gray, new Uint8Array(floats.buffer), 7, 7)).toEqual([15.75]);
});
