import { expect, test } from 'vitest';
import { colorText, placeOf } from './pixel.ts';

test('a pixel is its levels and a color of CSS, with its opacity where it has one', () => {
  expect(colorText([31, 23, 200, 255])).toBe('31, 23, 200 #1F17C8');
  expect(colorText([255, 0, 7, 128])).toBe('255, 0, 7, opacity 128 #FF000780');
});

test('a pixel of a tensor is named by its own column and row where only some are drawn', () => {
  const source = { kind: 'pixels', image: {} as ImageData, step: 4, valueAt: () => '' } as const;
  expect(placeOf(source, { x: 3, y: 5 })).toEqual({ x: 12, y: 20 });
  const file = { kind: 'file', blob: new Blob(), size: undefined, cost: undefined, isAsked: false } as const;
  expect(placeOf(file, { x: 3, y: 5 })).toEqual({ x: 3, y: 5 });
});
