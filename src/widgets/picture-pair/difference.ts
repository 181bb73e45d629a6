import { formatCount, formatNumberOf, formatShare } from '../../base/amounts.ts';
import { MAX_CANVAS_PIXELS, MAX_TENSOR_PICTURE_SIDE } from '../../base/limits.ts';

/**
 * Pixels of two pictures that are compared: each takes 4 bytes in three arrays, and some 20 ns. Of larger pictures, both
 * are drawn smaller before, which is said.
 */
export const MAX_COMPARED_PIXELS = MAX_CANVAS_PIXELS;

/** How many times larger differences are drawn. */
export const GAINS = [1, 4, 16] as const;

/** How two pictures of one size differ, as drawn: with 8 bits for each of red, green, blue and opacity. */
export interface PixelDifference {
  pixels: number;
  /** Pixels that differ in any of the four. */
  differing: number;
  /** The largest difference of one of the four, from 0 to 255, and the first pixel that has it. */
  largest: number;
  at: { x: number; y: number };
}

/** The size in which pictures as large as this one are compared, in whole pixels. */
export function comparedSize({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const fits = MAX_TENSOR_PICTURE_SIDE / Math.max(width, height);
  const scale = Math.min(1, fits, Math.sqrt(MAX_COMPARED_PIXELS / (width * height)));
  const side = (length: number) => Math.max(1, scale === 1 ? Math.round(length) : Math.floor(length * scale));
  return { width: side(width), height: side(height) };
}

/**
 * Compares two pictures.
 *
 * @param a RGBA, row by row
 * @param b as many pixels
 * @param width of both
 */
export function pixelDifference(a: Uint8ClampedArray, b: Uint8ClampedArray, width: number): PixelDifference {
  let [differing, largest, at] = [0, 0, 0];
  for (let pixel = 0; pixel < a.length; pixel += 4) {
    let most = 0;
    for (let channel = pixel; channel < pixel + 4; channel++)
      most = Math.max(most, Math.abs((a[channel] as number) - (b[channel] as number)));
    if (most > 0) differing++;
    if (most > largest) [largest, at] = [most, pixel / 4];
  }
  return { pixels: a.length / 4, differing, largest, at: { x: at % width, y: Math.floor(at / width) } };
}

/**
 * The differences as a picture: |a − b| of red, green and blue, times `gain`, on black. Where only the opacity differs
 * more than these, its difference is drawn as gray.
 */
export function differencePixels(
  a: Uint8ClampedArray,
  b: Uint8ClampedArray,
  gain: number,
): Uint8ClampedArray<ArrayBuffer> {
  const drawn = new Uint8ClampedArray(a.length);
  for (let pixel = 0; pixel < a.length; pixel += 4) {
    const opacity = Math.abs((a[pixel + 3] as number) - (b[pixel + 3] as number));
    for (let channel = pixel; channel < pixel + 3; channel++)
      drawn[channel] = gain * Math.max(opacity, Math.abs((a[channel] as number) - (b[channel] as number)));
    drawn[pixel + 3] = 255;
  }
  return drawn;
}

/** What came of the comparison, in sentences. A picture of 16 bits was drawn with 8. */
export function differenceText({ pixels, differing, largest, at }: PixelDifference): string {
  if (differing === 0) return `No pixel of ${formatCount(pixels)} differs, as drawn with 8 bits for each color.`;
  const share = formatShare(differing / pixels);
  const count = `${formatCount(differing)} of ${formatNumberOf(pixels, 'pixel')} (${share})`;
  const place = `at column ${formatCount(at.x)}, row ${formatCount(at.y)}`;
  return `${count} ${differing === 1 ? 'differs' : 'differ'}. The largest difference is ${largest} of 255, ${place}.`;
}
