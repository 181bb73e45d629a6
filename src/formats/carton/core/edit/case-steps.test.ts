import { expect, test } from 'vitest';
import { applyEdits, editStep } from '../../../../model/edit/edit.ts';
import type { FieldValues } from '../../../../model/edit/field.ts';
import type { TensorContents } from '../../../../tensor/contents/contents.ts';
import { copyCase, copySources, declareEdits, givenName, reusableValues } from './case-steps.ts';

const VALUES: FieldValues = {
  input: [{ name: 'x', dtype: 'float32', shape: '*' }],
  self_test: [
    { name: 'ones', inputs: { x: '@tensor_data/a' }, expected_out: { y: '@tensor_data/b' } },
    { inputs: {} },
    { inputs: { x: '@tensor_data/a' } },
  ],
  example: [
    { name: 'Cat', inputs: { x: '@misc/cat.png', z: '@tensor_data/z' }, sample_out: { y: '@misc/y.png' } },
    { inputs: { x: '@misc/only.png' }, sample_out: {} },
    { inputs: {}, sample_out: {} },
  ],
};

const floats: TensorContents = { dtype: 'float32', shape: [1n, 2n], data: new Blob([new Uint8Array(8)]) };

test('inputs and outputs are declared with the type and shape of their values, and never twice', () => {
  const nested: TensorContents = { dtype: 'nested', inner: [floats] };
  const edits = declareEdits(VALUES, [
    { side: 'input', name: 'x', contents: floats },
    { side: 'input', name: 'new', contents: floats },
    { side: 'output', name: 'y', contents: nested },
    { side: 'output', name: 'y', contents: floats },
  ]);
  const after = applyEdits(VALUES, edits);
  expect(after.input).toEqual([
    { name: 'x', dtype: 'float32', shape: '*' },
    { name: 'new', dtype: 'float32', shape: [1n, 2n] },
  ]);
  expect(after.output).toEqual([{ name: 'y', dtype: 'float32', shape: '*' }]);
});

test('a step says what it gives to what', () => {
  const of = { list: 'example', index: 0, side: 'input' } as const;
  expect(givenName(VALUES, [{ ...of, name: 'x' }])).toBe('Change input x of example Cat');
  expect(givenName(VALUES, [{ ...of, index: 2, name: 'x' }])).toBe('Add input x of example 3');
  expect(
    givenName(
      VALUES,
      [1, 2].map((at) => ({ ...of, name: `n${at}` })),
    ),
  ).toBe('Add 2 values to example Cat');
});

test('values of the same name elsewhere can be reused, in a self-test tensors alone', () => {
  expect(reusableValues(VALUES, { list: 'example', index: 2, side: 'input' }, 'x')).toEqual([
    { reference: '@tensor_data/a', words: 'self-test ones' },
    { reference: '@misc/cat.png', words: 'example Cat' },
    { reference: '@misc/only.png', words: 'example 2' },
  ]);
  expect(reusableValues(VALUES, { list: 'self_test', index: 1, side: 'input' }, 'x')).toEqual([
    { reference: '@tensor_data/a', words: 'self-test ones' },
  ]);
});

test('an example takes over a self-test, and a self-test the tensors of an example', () => {
  expect(copySources(VALUES, { list: 'example' }).map(({ words }) => words)).toEqual(['self-test ones', 'self-test 3']);
  expect(copySources(VALUES, { list: 'self_test' }).map(({ words }) => words)).toEqual(['example Cat']);
  const example = copyCase(VALUES, { list: 'example', index: 2 }, { list: 'self_test', index: 0 });
  expect(example.name).toBe('Copy self-test ones to example 3');
  expect(editStep(example).apply(VALUES)).toMatchObject({
    example: [{}, {}, { inputs: { x: '@tensor_data/a' }, sample_out: { y: '@tensor_data/b' } }],
  });
  const test = copyCase(VALUES, { list: 'self_test', index: 1 }, { list: 'example', index: 0 });
  const after = editStep(test).apply(VALUES) as { self_test: object[] };
  expect(after.self_test[1]).toEqual({ inputs: { z: '@tensor_data/z' } });
});
