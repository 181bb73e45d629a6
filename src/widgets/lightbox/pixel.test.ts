import { expect, test } from 'vitest';
import { colorText } from './pixel.ts';

test('a pixel is its levels and a color of CSS, with its opacity where it has one', () => {
  expect(colorText([31, 23, 200, 255])).toBe('31, 23, 200 #1F17C8');
  expect(colorText([255, 0, 7, 128])).toBe('255, 0, 7, opacity 128 #FF000780');
});
