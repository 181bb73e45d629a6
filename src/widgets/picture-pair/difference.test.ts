import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparedSize, differencePixels, differenceText, MAX_COMPARED_PIXELS, pixelDifference } from './difference.ts';

const pixels = (...rgba: number[]) => Uint8ClampedArray.from(rgba);

describe('the difference of two pictures', () => {
  it('has nothing where all pixels are the same', () => {
    const a = pixels(1, 2, 3, 255, 4, 5, 6, 0);
    expect(pixelDifference(a, a, 2)).toEqual({ pixels: 2, differing: 0, largest: 0, at: { x: 0, y: 0 } });
  });

  it('counts each pixel once, and says where the largest is first', () => {
    const a = pixels(0, 0, 0, 255, 9, 9, 9, 255, 0, 0, 0, 255, 0, 0, 0, 255);
    const b = pixels(0, 0, 0, 255, 0, 0, 9, 255, 0, 0, 20, 255, 20, 0, 0, 255);
    expect(pixelDifference(a, b, 2)).toEqual({ pixels: 4, differing: 3, largest: 20, at: { x: 0, y: 1 } });
  });

  it('counts opacity, and draws it', () => {
    const [a, b] = [pixels(7, 7, 7, 255), pixels(7, 7, 7, 250)];
    expect(pixelDifference(a, b, 1)).toMatchObject({ differing: 1, largest: 5 });
    expect([...differencePixels(a, b, 4)]).toEqual([20, 20, 20, 255]);
  });

  it('is drawn larger, up to white', () => {
    expect([...differencePixels(pixels(10, 0, 3, 255), pixels(0, 20, 3, 255), 16)]).toEqual([160, 255, 0, 255]);
  });

  it('is black just where no pixel differs, whichever picture is first', () => {
    const channel = fc.integer({ min: 0, max: 255 });
    const four = fc.tuple(channel, channel, channel, channel);
    fc.assert(
      fc.property(fc.array(fc.tuple(four, four), { minLength: 1, maxLength: 20 }), (pairs) => {
        const a = pixels(...pairs.flatMap(([first]) => first));
        const b = pixels(...pairs.flatMap(([, second]) => second));
        const found = pixelDifference(a, b, pairs.length);
        const drawn = differencePixels(a, b, 1);
        const lit = pairs.filter((_, at) => drawn.subarray(4 * at, 4 * at + 3).some((value) => value > 0));
        expect(found.differing).toBe(lit.length);
        expect(found.largest).toBe(Math.max(...pairs.flatMap((_, at) => [...drawn.subarray(4 * at, 4 * at + 3)])));
        expect(pixelDifference(b, a, pairs.length)).toEqual(found);
      }),
    );
  });
});

describe('the size in which pictures are compared', () => {
  it.each([
    [
      { width: 584, height: 224 },
      { width: 584, height: 224 },
    ],
    // A drawing.
    [
      { width: 99.6, height: 0.2 },
      { width: 100, height: 1 },
    ],
    [
      { width: 2 * 3840, height: 2 * 2160 },
      { width: 3840, height: 2160 },
    ],
    // Browsers draw nothing on a canvas that is much longer.
    [
      { width: 5, height: 16_384 },
      { width: 2, height: 8192 },
    ],
  ])('of %j is %j', (size, compared) => expect(comparedSize(size)).toEqual(compared));

  it('never has more pixels than are compared', () => {
    const side = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(side, side, (width, height) => {
        const { width: w, height: h } = comparedSize({ width, height });
        expect(w * h).toBeLessThanOrEqual(MAX_COMPARED_PIXELS);
        expect(Math.min(w, h)).toBeGreaterThanOrEqual(1);
      }),
    );
  });
});

it('what came of a comparison is said exactly', () => {
  const found = { pixels: 130_816, differing: 4_186, largest: 48, at: { x: 12, y: 1040 } };
  expect(differenceText(found)).toBe(
    '4,186 of 130,816 pixels (3.2 %) differ. The largest difference is 48 of 255, at column 12, row 1,040.',
  );
  expect(differenceText({ ...found, differing: 1 })).toMatch(/^1 of 130,816 pixels \(under 0.01 %\) differs\./);
  expect(differenceText({ ...found, differing: 0 })).toBe(
    'No pixel of 130,816 differs, as drawn with 8 bits for each color.',
  );
});
