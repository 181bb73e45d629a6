import { expect, test } from 'vitest';
import { MAX_TENSOR_PICTURE_BYTES } from '../base/limits.ts';
import { type PictureLayout, pictureLayouts } from './picture-layout.ts';
import { pictureElements, picturePixels, pictureStart, pixelElements, readPicture } from './pixels.ts';

const pixelsOf = (layout: PictureLayout, bytes: Uint8Array) => picturePixels(layout, pictureElements(layout, bytes));
const elementsAt = (layout: PictureLayout, bytes: Uint8Array, x: number, y: number) =>
  pixelElements(layout, pictureElements(layout, bytes), x, y);

const shape = (...sizes: number[]) => sizes.map(BigInt);

test('the picture at an index begins after those before it', () => {
  const layout = pictureLayouts('uint8', shape(2, 5, 8, 8, 3))[0] as PictureLayout;
  expect(layout.lead).toEqual([2, 5]);
  expect(pictureStart(layout, [1, 2])).toBe(7 * 192);
});

const layout = (parts: Partial<PictureLayout>): PictureLayout => ({
  dtype: 'uint8',
  rows: 1,
  columns: parts.width ?? 2,
  step: 1,
  height: 1,
  width: 2,
  channels: 3,
  order: 'interleaved',
  lead: [],
  stride: parts.bytes ?? 6,
  bytes: 6,
  ...parts,
});

test('both orders give the same pixels; gray fills all three channels; a fourth channel is opacity', () => {
  const rgb = [10, 20, 30, 255, 40, 50, 60, 255];
  expect([...pixelsOf(layout({}), new Uint8Array([10, 20, 30, 40, 50, 60])).data]).toEqual(rgb);
  expect([...pixelsOf(layout({ order: 'planar' }), new Uint8Array([10, 40, 20, 50, 30, 60])).data]).toEqual(rgb);
  expect([...pixelsOf(layout({ channels: 1, bytes: 2 }), new Uint8Array([7, 9])).data]).toEqual([
    7, 7, 7, 255, 9, 9, 9, 255,
  ]);
  expect([...pixelsOf(layout({ channels: 4, width: 1, bytes: 4 }), new Uint8Array([1, 2, 3, 4])).data]).toEqual([
    1, 2, 3, 4,
  ]);
});

test('floats from 0 to 1 are shares of white, others are stretched, and values that are not finite are transparent', () => {
  const floats = (...values: number[]) => new Uint8Array(new Float32Array(values).buffer);
  const grey = (width: number) => layout({ dtype: 'float32', channels: 1, width, bytes: 4 * width });
  expect(pixelsOf(grey(2), floats(0.25, 0.75))).toMatchObject({ black: 0, white: 1 });
  expect([...pixelsOf(grey(2), floats(0, 1)).data]).toEqual([0, 0, 0, 255, 255, 255, 255, 255]);
  const stretched = pixelsOf(grey(3), floats(-2, 3, Number.NaN));
  expect(stretched).toMatchObject({ black: -2, white: 3 });
  expect([...stretched.data]).toEqual([0, 0, 0, 255, 255, 255, 255, 255, 0, 0, 0, 0]);
  expect([...pixelsOf(grey(2), floats(5, 5)).data]).toEqual([0, 0, 0, 255, 0, 0, 0, 255]);
});

test('floats from one end of a float64 to the other are stretched too', () => {
  const bytes = new Uint8Array(new Float64Array([-1.7e308, 0, 1.7e308]).buffer);
  const { data } = pixelsOf(layout({ dtype: 'float64', channels: 1, width: 3, bytes: 24 }), bytes);
  expect([...data]).toEqual([0, 0, 0, 255, 128, 128, 128, 255, 255, 255, 255, 255]);
});

test('bytes that are not one picture are refused', () => {
  expect(() => pixelsOf(layout({}), new Uint8Array(5))).toThrow(RangeError);
});

test('the elements of a pixel are those of its row and column, in both orders', () => {
  const color = pictureLayouts('uint8', shape(8, 9, 3))[0] as PictureLayout;
  const bytes = Uint8Array.from({ length: color.bytes }, (_, index) => index);
  expect(elementsAt(color, bytes, 2, 1)).toEqual([33, 34, 35]);
  expect(elementsAt({ ...color, order: 'planar' }, bytes, 2, 1)).toEqual([11, 83, 155]);
  const floats = Float32Array.from({ length: 64 }, (_, index) => index / 4);
  const gray = pictureLayouts('float32', shape(8, 8))[0] as PictureLayout;
  expect(elementsAt(gray, new Uint8Array(floats.buffer), 7, 7)).toEqual([15.75]);
});

test.each([
  ['gray', [2, 5, 7], { channels: 1, order: 'planar', lead: [2] }],
  ['interleaved', [2, 5, 7, 3], { channels: 3, order: 'interleaved', lead: [2] }],
  ['planar', [2, 3, 5, 7], { channels: 3, order: 'planar', lead: [2] }],
] as const)('of a large picture, every third row and column is kept: %s', async (_, sizes, of) => {
  const rows = 5;
  const columns = 7;
  const data = Float32Array.from({ length: sizes.reduce<number>((all, size) => all * size, 1) }, (_, index) => index);
  const pixel = 4 * of.channels;
  const part: PictureLayout = {
    ...of,
    dtype: 'float32',
    rows,
    columns,
    step: 3,
    height: 2,
    width: 3,
    stride: rows * columns * pixel,
    bytes: 2 * 3 * pixel,
  };
  const whole = { ...part, step: 1, height: rows, width: columns, bytes: part.stride };
  const load = async (start: number, end: number) => new Uint8Array(data.buffer.slice(start, end));
  const [drawn, all] = [await readPicture(part, [1], load), await readPicture(whole, [1], load)];
  for (const y of [0, 1])
    for (const x of [0, 1, 2]) expect(elementsAt(part, drawn, x, y)).toEqual(elementsAt(whole, all, 3 * x, 3 * y));
});

test('of a picture that is too long to read whole, only the rows that are drawn are read', async () => {
  const layout = pictureLayouts('float32', shape(8192, 8192))[0] as PictureLayout;
  expect(layout.stride).toBeGreaterThan(MAX_TENSOR_PICTURE_BYTES);
  let read = 0;
  const drawn = await readPicture(layout, [], async (start, end) => {
    read += end - start;
    return new Uint8Array(new Float32Array((end - start) / 4).fill(start / 4 / 8192).buffer);
  });
  expect(read).toBe(layout.height * 8192 * 4);
  expect(elementsAt(layout, drawn, 5, 100)).toEqual([100 * layout.step]);
});
