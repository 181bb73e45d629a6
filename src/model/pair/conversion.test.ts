import { expect, test } from 'vitest';
import { memorySource } from '../../source/memory.ts';
import { tensorReader } from '../../tensor/reader.ts';
import { asConverted, type ConvertedTensor } from './conversion.ts';

function tensor(values: readonly number[], shape: readonly number[], more: Partial<ConvertedTensor> = {}) {
  const bytes = new Uint8Array(Float32Array.from(values).buffer);
  const reader = tensorReader(memorySource('t', bytes), 'float32', values.length);
  return { name: 'w', shape: shape.map(BigInt), reader, ...more };
}

const rule = (more: object) => ({ origins: [{ from: '*', to: 'm.*', ...more }] });

test.each([
  ['undone', {}, { heads: 1 }, [0, 2, 1, 3], [0, 1, 2, 3]],
  ['made', { heads: 1 }, {}, [0, 1, 2, 3], [0, 2, 1, 3]],
  ['undone, also what was added', {}, { plus: 1 }, [1, 2, 3, 4], [0, 1, 2, 3]],
  ['made, and what was added is', { plus: 1 }, {}, [0, 1, 2, 3], [1, 2, 3, 4]],
  ['changed from one into the other', { heads: 1 }, { plus: 1 }, [1, 2, 3, 4], [0, 2, 1, 3]],
])('a conversion is %s', async (_, ofA, ofB, stored, expected) => {
  const reader = asConverted(tensor([], [4], rule(ofA)), tensor(stored, [4], rule(ofB)));
  expect([...(await reader.read(0, 4))]).toEqual(expected);
});

test('what was converted alike stays as it is, and rows must be as many', () => {
  const b = tensor([1, 2, 3, 4], [4], rule({ heads: 1 }));
  expect(asConverted(tensor([], [4], rule({ heads: 1 })), b)).toBe(b.reader);
  expect(asConverted(tensor([], [4]), tensor([1, 2], [2])).count).toBe(2);
  expect(() => asConverted(tensor([], [2, 2]), b)).toThrow('different numbers of rows');
  expect(() => asConverted(tensor([], [4]), tensor([1, 2, 3, 4], [4], rule({ heads: 4 })))).toThrow('two halves');
});
