import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NumericValues } from './elements.ts';
import { classColor, LAYER_COLORS, laidOver, layerColors, layerPixels } from './picture-layer.ts';
import type { PictureValues } from './picture-reading.ts';

const gray = (values: NumericValues): PictureValues => ({
  height: 1,
  width: values.length,
  channels: 1,
  isInterleaved: false,
  parts: [values],
});

const opacities = (pixels: Uint8ClampedArray) => [...pixels].filter((_, at) => at % 4 === 3);

test('a mask is as opaque as it is white, in its color', () => {
  const pixels = layerPixels(gray(new Float32Array([0, 0.5, 1, Number.NaN])), 'float32', 'Red');
  expect(opacities(pixels)).toEqual([0, 128, 255, 0]);
  expect([...pixels.slice(8, 11)]).toEqual([230, 30, 40]);
  expect(opacities(layerPixels(gray(new Uint8Array([0, 255])), 'uint8', 'Blue'))).toEqual([0, 255]);
  expect(opacities(layerPixels(gray(new Uint8Array([0, 1])), 'bool', 'Blue'))).toEqual([0, 255]);
});

test('classes have colors of their own; 0 and what is negative have none', () => {
  const pixels = layerPixels(gray(new BigInt64Array([-1n, 0n, 1n, 2n, 1n])), 'int64', 'Classes');
  expect(opacities(pixels)).toEqual([0, 0, 255, 255, 255]);
  expect([...pixels.slice(8, 11)]).toEqual([...classColor(1)]);
  expect([...pixels.slice(8, 11)]).toEqual([...pixels.slice(16, 19)]);
  const colors = Array.from({ length: 20 }, (_, at) => classColor(at + 1).join());
  expect(new Set(colors).size).toBe(20);
});

test('depth covers all, from the smallest to the largest value', () => {
  const pixels = layerPixels(gray(new Float32Array([2, 3, 4, Number.NaN])), 'float32', 'Gray');
  expect([...pixels]).toEqual([0, 0, 0, 255, 128, 128, 128, 255, 255, 255, 255, 255, 0, 0, 0, 0]);
  const ramp = layerPixels(gray(Float32Array.from({ length: 65 }, (_, at) => at)), 'float32', 'Magma');
  const lightness = Array.from({ length: 65 }, (_, at) => {
    const [red = 0, green = 0, blue = 0] = ramp.slice(4 * at);
    return 0.3 * red + 0.59 * green + 0.11 * blue;
  });
  expect(lightness).toEqual(lightness.toSorted((a, b) => a - b));
});

test('what a layer is drawn in at first is told by its values', () => {
  expect(layerColors('bool', gray(new Uint8Array([0, 1])))).toBe('Red');
  expect(layerColors('uint8', gray(new Uint8Array([0, 255])))).toBe('Red');
  expect(layerColors('int64', gray(new BigInt64Array([0n, 7n])))).toBe('Classes');
  expect(layerColors('float32', gray(new Float32Array([0, 0.7])))).toBe('Red');
  expect(layerColors('float32', gray(new Float32Array([2, 7])))).toBe('Magma');
  for (const colors of ['Red', 'Classes', 'Magma']) expect(LAYER_COLORS).toContain(colors);
});

test('a layer is mixed with the picture by its opacity, as compositing has it', () => {
  const byte = fc.integer({ min: 0, max: 255 });
  const pixel = fc.tuple(byte, byte, byte, byte);
  fc.assert(
    fc.property(pixel, pixel, fc.double({ min: 0, max: 1, noNaN: true }), (under, over, opacity) => {
      const mixed = laidOver(Uint8ClampedArray.from(under), Uint8ClampedArray.from(over), opacity);
      const alpha = (over[3] / 255) * opacity;
      const all = alpha + (under[3] / 255) * (1 - alpha);
      expect(Math.abs((mixed[3] as number) - 255 * all)).toBeLessThanOrEqual(0.51);
      for (const at of [0, 1, 2] as const) {
        const due = all === 0 ? under[at] : (over[at] * alpha + under[at] * (all - alpha)) / all;
        expect(Math.abs((mixed[at] as number) - due)).toBeLessThanOrEqual(0.51);
      }
    }),
  );
  expect(() => laidOver(new Uint8ClampedArray(4), new Uint8ClampedArray(8), 1)).toThrow(RangeError);
});
