import { expect, test } from 'vitest';
import { callsInThread } from '../../testing/worker-calls.ts';

test('what a model gave is read and compared as any tensors are', async () => {
  const { call } = callsInThread({});
  const { handle, tensors } = await call('openOutputs', {
    outputs: [
      { name: '__proto__', dtype: 'float32', shape: [2, 1], data: new Uint8Array(Float32Array.of(1.5, -2).buffer) },
      { name: 'label', dtype: 'string', shape: [2], data: ['a', 'b'] },
      { name: 'none', dtype: 'int64', shape: [0, 3], data: new Uint8Array(0) },
    ],
  });
  expect(tensors).toEqual([
    { name: '__proto__', dtype: 'float32', shape: [2n, 1n] },
    { name: 'label', dtype: 'string', shape: [2n] },
    { name: 'none', dtype: 'int64', shape: [0n, 3n] },
  ]);
  const plane = { rows: 1, columns: 2, start: 0, rowStride: 0, columnStride: 1 };
  expect(await call('tensorCells', { handle, tensor: '__proto__', plane })).toEqual(['1.5', '-2']);
  expect(await call('tensorCells', { handle, tensor: 'label', plane })).toEqual(['a', 'b']);
  const compared = await call('tensorCompare', {
    handle,
    tensor: '__proto__',
    with: { handle, tensor: '__proto__' },
  });
  expect(compared).toMatchObject({ count: 2, differs: 0 });
  await call('close', { handle });
  await expect(call('tensorCells', { handle, tensor: 'label', plane })).rejects.toMatchObject({ code: 'internal/bug' });
});
