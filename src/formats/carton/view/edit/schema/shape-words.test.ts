import { expect, test } from 'vitest';
import { parseShapeInput, shapeWords } from './shape-input.ts';

/** How typed text is read. */
function read(text: string): string {
  const result = parseShapeInput(text);
  return result.ok ? shapeWords(result.shape) : result.reason;
}

test('a typed shape says how it is read', () => {
  expect(read('')).toBe('A scalar: no dimensions.');
  expect(read('*')).toBe('Any shape.');
  expect(read('"grid"')).toBe('A name for the whole shape. It is the same wherever it is used.');
  expect(read('batch, 3, *')).toBe('3 dimensions: a size named “batch”, 3, any size.');
  expect(read('512')).toBe('1 dimension: 512.');
  expect(read('1,2,3,4,5,6,7,8,9,10')).toBe('10 dimensions: 1, 2, 3, 4, 5, 6, 7, 8, and 2 more.');
});

test('a word that is meant otherwise is read as a symbol, and the way to write what is meant is said', () => {
  expect(read('scalar')).toBe('1 dimension: a size named “scalar”. For a scalar, leave the field empty.');
  expect(read('None, 3')).toBe('2 dimensions: a size named “None”, 3. For any size, write *.');
  expect(read('constructor')).toBe('1 dimension: a size named “constructor”.');
});
