import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NumericDtype } from './dtype.ts';
import type { NumericValues } from './elements.ts';
import type { ChannelCount } from './picture-layout.ts';
import type { PictureValues } from './picture-reading.ts';
import { type ChannelOrder, type PictureRange, pictureLevels, picturePixels, pixelElements } from './pixels.ts';

/** A picture of one row, from the elements of its pixels one after another. */
const interleaved = (channels: ChannelCount, values: NumericValues): PictureValues => ({
  height: 1,
  width: values.length / channels,
  channels,
  isInterleaved: true,
  parts: [values],
});

const gray = (...values: number[]): PictureValues => ({
  ...interleaved(1, new Float64Array(values)),
  isInterleaved: false,
});

function draw(
  values: PictureValues,
  dtype: NumericDtype = 'float64',
  range: PictureRange = 'automatic',
  order: ChannelOrder = 'RGB',
): number[] {
  return [...picturePixels(values, pictureLevels(values, { dtype, range, order }), order)];
}

test('both orders give the same pixels; gray fills all three channels; a fourth channel is opacity', () => {
  const rgb = [10, 20, 30, 255, 40, 50, 60, 255];
  const last = interleaved(3, new Uint8Array([10, 20, 30, 40, 50, 60]));
  const parts = [new Uint8Array([10, 40]), new Uint8Array([20, 50]), new Uint8Array([30, 60])];
  expect(draw(last, 'uint8')).toEqual(rgb);
  expect(draw({ ...last, isInterleaved: false, parts }, 'uint8')).toEqual(rgb);
  expect(draw(last, 'uint8', 'automatic', 'BGR')).toEqual([30, 20, 10, 255, 60, 50, 40, 255]);
  expect(draw(gray(7, 9), 'uint8')).toEqual([7, 7, 7, 255, 9, 9, 9, 255]);
  expect(draw(interleaved(4, new Uint8Array([1, 2, 3, 4])), 'uint8')).toEqual([1, 2, 3, 4]);
});

describe('ranges', () => {
  const levels = (values: PictureValues, dtype: NumericDtype, range: PictureRange) =>
    pictureLevels(values, { dtype, range, order: 'RGB' })[0];

  test('automatic: shares of white, levels of bytes, or what there is', () => {
    expect(levels(gray(0.25, 0.75), 'float32', 'automatic')).toEqual({ black: 0, white: 1 });
    expect(levels(gray(0, 1), 'uint8', 'automatic')).toEqual({ black: 0, white: 1 });
    expect(levels(gray(0, 9), 'uint8', 'automatic')).toEqual({ black: 0, white: 255 });
    expect(levels(gray(-2, 3, Number.NaN), 'float16', 'automatic')).toEqual({ black: -2, white: 3 });
    expect(levels(gray(Number.NaN), 'float32', 'automatic')).toEqual({ black: 0, white: 1 });
    const wide = interleaved(1, new BigInt64Array([-(2n ** 63n), 2n ** 63n - 1n]));
    expect(levels(wide, 'int64', 'automatic')).toEqual({ black: -(2 ** 63), white: 2 ** 63 });
    expect(draw(wide, 'int64')).toEqual([0, 0, 0, 255, 255, 255, 255, 255]);
  });

  test('chosen ones cut what lies beyond', () => {
    expect(draw(gray(-1, 0, 0.2, 1, 2), 'float32', '0 to 1').filter((_, at) => at % 4 === 0)).toEqual([
      0, 0, 51, 255, 255,
    ]);
    expect(draw(gray(0, 300), 'int16', '0 to 255').filter((_, at) => at % 4 === 0)).toEqual([0, 255]);
    expect(draw(gray(-1, 0, 1), 'float32', '−1 to 1').filter((_, at) => at % 4 === 0)).toEqual([0, 128, 255]);
    expect(draw(gray(2, 4, 6), 'uint8', 'min to max').filter((_, at) => at % 4 === 0)).toEqual([0, 128, 255]);
    expect(draw(gray(5, 5), 'float32')).toEqual([0, 0, 0, 255, 0, 0, 0, 255]);
  });

  test('ImageNet’s mean and deviation are undone, by color', () => {
    const [mean, deviation] = [
      [0.485, 0.456, 0.406],
      [0.229, 0.224, 0.225],
    ];
    const colors = fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(colors, fc.boolean(), (rgb, isBgr) => {
        const normal = rgb.map((level, at) => (level / 255 - (mean?.[at] ?? 0)) / (deviation?.[at] ?? 1));
        const values = interleaved(3, new Float64Array(isBgr ? normal.toReversed() : normal));
        expect(draw(values, 'float32', 'ImageNet', isBgr ? 'BGR' : 'RGB')).toEqual([...rgb, 255]);
      }),
    );
  });

  test('opacity has a range of its own', () => {
    expect(draw(interleaved(4, new Float64Array([0, 40, 100, 0.5])))).toEqual([0, 102, 255, 128]);
    expect(draw(interleaved(4, new Float64Array([0, 40, 100, 255])))).toEqual([0, 102, 255, 255]);
    expect(draw(interleaved(4, new Float64Array([0, 0.2, 1, 1])), 'float32', 'min to max')).toEqual([0, 51, 255, 255]);
  });
});

test('a pixel with a value that is not finite is transparent', () => {
  for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
    expect(draw(gray(0, bad, 1))).toEqual([0, 0, 0, 255, 0, 0, 0, 0, 255, 255, 255, 255]);
    expect(draw(interleaved(3, new Float64Array([0, bad, 1, 1, 1, 1])))).toEqual([0, 0, 0, 0, 255, 255, 255, 255]);
  }
});

test('floats from one end of a float64 to the other are stretched too', () => {
  expect(draw(gray(-1.7e308, 0, 1.7e308))).toEqual([0, 0, 0, 255, 128, 128, 128, 255, 255, 255, 255, 255]);
});

test('the levels of values are those of a plain reference', () => {
  const values = fc.array(fc.double(), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(values, (list) => {
      const finite = list.filter(Number.isFinite);
      const [min, max] = [Math.min(...finite), Math.max(...finite)];
      const isUnit = finite.length === 0 || (min >= 0 && max <= 1);
      const [black, white] = isUnit ? [0, 1] : [min, max];
      const pixels = draw(gray(...list));
      for (const [at, value] of list.entries()) {
        const share = white > black ? (value / 2 - black / 2) / Math.max(white / 2 - black / 2, 2 ** -1015) : 0;
        const level = Number.isFinite(value) ? share * 255 : 0;
        expect(Math.abs((pixels[4 * at] as number) - level)).toBeLessThanOrEqual(0.5 + 1e-9);
        expect(pixels[4 * at + 3]).toBe(Number.isFinite(value) ? 255 : 0);
      }
    }),
  );
});

test('the elements of a pixel are those of its row and column, in both orders', () => {
  const numbers = (from: number) => Uint8Array.from({ length: 72 }, (_, at) => from + at);
  const planar: PictureValues = {
    height: 8,
    width: 9,
    channels: 3,
    isInterleaved: false,
    parts: [numbers(0), numbers(72), numbers(144)],
  };
  expect(pixelElements(planar, 2, 1)).toEqual([11, 83, 155]);
  const all = Uint8Array.from({ length: 216 }, (_, at) => at);
  expect(pixelElements({ ...planar, isInterleaved: true, parts: [all] }, 2, 1)).toEqual([33, 34, 35]);
});
