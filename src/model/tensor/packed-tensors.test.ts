import { expect, test } from 'vitest';
import type { TensorInfo } from '../package.ts';
import { packTensors, unpackTensors } from './packed-tensors.ts';

test('tensors are the same after they were packed and sent', () => {
  const tensors: TensorInfo[] = [
    { name: 'scalar', dtype: 'float32', shape: [] },
    { name: 'placed', dtype: 'float32', shape: [2n, 0n], data: { path: 'a.bin', start: 8, end: 16 } },
    { name: 'endless', dtype: 'Q4_K', shape: [3n], data: { path: 'a.bin', start: 2 ** 52 } },
    { name: 'empty', dtype: '', shape: [1n], data: { path: '', start: 0, end: 0 } },
    { name: 'large', dtype: 'int8', shape: [2n, 2n ** 64n - 1n, 2n ** 53n + 1n] },
    { name: 'negative', dtype: 'int8', shape: [-1n] },
    { name: 'safe', dtype: 'int8', shape: [2n ** 53n - 1n, 7n] },
    { name: 'computed', dtype: 'Q4_K', values: 'float32', shape: [256n], data: { path: 'b.bin', start: 0, end: 144 } },
    { name: 'placed', dtype: 'nested', shape: [], inner: ['scalar', 'large'] },
    { name: 'broken', dtype: 'F32', shape: [5n], problem: 'It ends early.', data: { path: 'a.bin', start: 1, end: 2 } },
    { name: 'last', dtype: 'float32', shape: [4n, 5n, 6n], data: { path: 'b.bin', start: 1, end: 481 } },
  ];
  expect(unpackTensors(structuredClone(packTensors(tensors)))).toStrictEqual(tensors);
  expect(unpackTensors(packTensors([]))).toEqual([]);
});

test('only what the columns have no room for is sent as it is', () => {
  const plain: TensorInfo[] = Array.from({ length: 100 }, (_, at) => ({
    name: `layers.${at}.weight`,
    dtype: 'F32',
    shape: [BigInt(at), 7n],
    data: { path: 'model.safetensors', start: at, end: at + 28 },
  }));
  const { others, texts } = packTensors([...plain, { name: 'outer', dtype: 'nested', shape: [], inner: [] }]);
  expect(others.map(([at]) => at)).toEqual([100]);
  expect(texts).toEqual(['F32', 'model.safetensors']);
});
