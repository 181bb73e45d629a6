import { expect, test } from 'vitest';
import { reshaped, shapeInput, typedShape } from './typed-shape.ts';

test.each([
  ['2, 3', 6n, [2n, 3n]],
  ['[2, 3]', 6n, [2n, 3n]],
  ['(6,)', 6n, [6n]],
  ['1 × 2 × 3', 6n, [1n, 2n, 3n]],
  ['2 3', 6n, [2n, 3n]],
  ['-1, 2', 6n, [3n, 2n]],
  ['', 1n, []],
  ['0, 5', 0n, [0n, 5n]],
])('%j is the shape of as many elements', (text, count, shape) => {
  expect(reshaped(text, count)).toEqual({ shape });
  expect(reshaped(shapeInput(shape), count)).toEqual({ shape });
});

test.each([
  ['2, 4', 6n, 'The tensor has 6 elements, not 8.'],
  ['-1, 4', 6n, 'The tensor has 6 elements, which do not divide by 4.'],
  ['-1, 0', 0n, 'The tensor has 0 elements, which do not divide by 0.'],
  ['-1, -1', 6n, 'Only one size can be −1.'],
  ['two', 6n, 'Type whole numbers, separated by commas.'],
  ['-2, -3', 6n, 'Type whole numbers, separated by commas.'],
  ['1.5', 6n, 'Type whole numbers, separated by commas.'],
])('%j is not', (text, count, problem) => {
  expect(reshaped(text, count)).toEqual({ problem });
});

test('a shape by itself has no open size', () => {
  expect(typedShape('1 × 16, 16')).toEqual({ shape: [1n, 16n, 16n] });
  expect(typedShape('')).toEqual({ shape: [] });
  expect(typedShape('-1, 2')).toEqual({ problem: 'A size is 0 or more.' });
  expect(typedShape('two')).toEqual({ problem: 'Type whole numbers, separated by commas.' });
});
