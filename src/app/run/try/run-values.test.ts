import { expect, test } from 'vitest';
import {
  blankOf,
  contentsOf,
  drawingOf,
  labelsIn,
  lineCells,
  numbersOf,
  planeOf,
  runTensorOf,
  withLine,
} from './run-values.ts';

const plane = (shape: number[], dtype: 'float32' | 'uint8' = 'float32') => {
  const count = shape.reduce((product, size) => product * size, 1);
  return { name: 'x', dtype, shape, data: new Uint8Array(count * (dtype === 'uint8' ? 1 : 4)) };
};

test('one small plane of numbers can be drawn on', () => {
  expect(planeOf(plane([16, 16]))).toEqual({ rows: 16, columns: 16 });
  expect(planeOf(plane([1, 1, 2, 64]))).toEqual({ rows: 2, columns: 64 });
  for (const shape of [[3, 16, 16], [16], [], [65, 16], [1, 16]]) expect(planeOf(plane(shape))).toBeUndefined();
  expect(planeOf({ dtype: 'string', shape: [4, 4] })).toBeUndefined();
  expect(planeOf({ dtype: 'int64', shape: [4, 4] })).toBeUndefined();
});

test('a schema gives a blank plane, of one in a batch', () => {
  const spec = { name: 'x', dtype: 'float32', shape: ['batch', 16n, 16n] };
  expect(blankOf(spec)).toMatchObject({ shape: [1, 16, 16], data: { length: 1024 } });
  expect(blankOf({ ...spec, shape: '*' })).toBeUndefined();
  expect(blankOf({ ...spec, dtype: 'string' })).toBeUndefined();
  expect(blankOf({ ...spec, shape: [2n ** 40n, 16n, 16n] })).toBeUndefined();
});

test('a stroke sets the cells on its way, in a copy', () => {
  const first = plane([4, 4]);
  const drawn = withLine(first, 4, 0, 15, 0.5);
  expect([...numbersOf(drawn)]).toEqual([0.5, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0.5]);
  expect([...numbersOf(first)].every((value) => value === 0)).toBe(true);
  expect(lineCells(4, 5, 5)).toEqual([5]);
  expect(lineCells(4, 3, 0)).toEqual([3, 2, 1, 0]);
  expect([...numbersOf(withLine(plane([2, 2], 'uint8'), 2, 0, 1, 255))]).toEqual([255, 255, 0, 0]);
});

test('the ink is the strongest value that was there', () => {
  const bytes = plane([2, 2], 'uint8');
  expect(drawingOf(bytes, bytes)?.ink).toBe(255);
  expect(drawingOf(plane([2, 2]), plane([2, 2]))?.ink).toBe(1);
  expect(drawingOf(bytes, { ...bytes, data: Uint8Array.of(0, 16, 0, 0) })?.ink).toBe(16);
});

test('values go to a model and back', async () => {
  const text = { name: 's', dtype: 'string', shape: [2], data: ['a', 'b'] } as const;
  expect(await runTensorOf('s', contentsOf(text))).toEqual(text);
  const numbers = withLine(plane([2, 2]), 2, 0, 3, 1);
  expect(await runTensorOf('x', contentsOf(numbers))).toEqual(numbers);
  await expect(runTensorOf('x', { dtype: 'nested', inner: [] })).rejects.toMatchObject({ code: 'run/bad-input' });
});

test('a description names what scores are of', () => {
  const text = 'The probabilities of circle, square and triangle, in this order. They sum to 1.';
  expect(labelsIn(text, 3)).toEqual(['circle', 'square', 'triangle']);
  expect(labelsIn('Either cat or dog.', 2)).toEqual(['cat', 'dog']);
  expect(labelsIn('One of red, green, or blue.', 3)).toEqual(['red', 'green', 'blue']);
  expect(labelsIn(text, 4)).toBeUndefined();
  expect(labelsIn(undefined, 2)).toBeUndefined();
});
