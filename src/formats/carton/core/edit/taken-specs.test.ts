import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../../../model/edit/edit.ts';
import type { FieldValues } from '../../../../model/edit/field.ts';
import { DTYPES } from '../../../../tensor/dtype.ts';
import { isCartonDtype } from '../read/dtypes.ts';
import { type ChosenSpec, schemaSource, takenWords, takeSpecs } from './taken-specs.ts';

const NOTHING = { inputs: [], outputs: [], tensors: [] };

describe('schemaSource', () => {
  const tensorOf = (dtype: string, values?: 'float32') =>
    schemaSource({ ...NOTHING, tensors: [{ name: 't', dtype, shape: [2n], ...(values && { values }) }] }).tensors[0];

  test.each([
    ['bool', 'uint8'],
    ['float16', 'float32'],
    ['bfloat16', 'float32'],
    ['float8_e4m3fn', 'float32'],
    ['int4', 'int8'],
    ['uint2', 'uint8'],
  ])('%s becomes %s, which has all its values, and that is said', (from, to) => {
    expect(tensorOf(from)).toMatchObject({ dtype: to, notes: [`${from} → ${to}: a carton has no ${from}.`] });
  });

  test('a type is kept, converted and said, or refused', () => {
    for (const dtype of Object.keys(DTYPES)) {
      const taken = tensorOf(dtype);
      if (isCartonDtype(dtype)) expect(taken).toMatchObject({ dtype, notes: [] });
      else if (dtype.startsWith('complex'))
        expect(taken).toEqual({ name: 't', problem: `A carton has no type for ${dtype}.` });
      else expect(taken).toMatchObject({ notes: [expect.stringContaining(dtype)] });
    }
    expect(tensorOf('Q4_K', 'float32')).toMatchObject({ dtype: 'float32', notes: [expect.stringContaining('Q4_K')] });
    expect(tensorOf('Q9_X')).toHaveProperty('problem');
    expect(tensorOf('constructor')).toHaveProperty('problem');
  });

  test('what a package declares, with what is missing', () => {
    const { declared } = schemaSource({
      ...NOTHING,
      inputs: [
        { name: 'x', shape: [2n], description: 'Two nodes' },
        { dtype: 'float32', shapeless: true },
      ],
      outputs: [{ name: 'y', dtype: 'int64', shape: ['batch', '*'], internalName: 'out:0' }],
    });
    expect(declared?.input).toEqual([
      {
        name: 'x',
        dtype: 'float32',
        shape: [2n],
        description: 'Two nodes',
        notes: ['Its type is not declared: float32.'],
      },
      {
        name: 'input_2',
        dtype: 'float32',
        shape: '*',
        notes: ['It has no name there.', 'Its shape is not declared: any shape.'],
      },
    ]);
    expect(declared?.output).toEqual([
      { name: 'y', dtype: 'int64', shape: ['batch', '*'], internalName: 'out:0', notes: [] },
    ]);
    expect(schemaSource(NOTHING)).toEqual({ tensors: [] });
  });

  test('nested tensors, and shapes that no carton has, are said', () => {
    const { tensors } = schemaSource({
      ...NOTHING,
      tensors: [
        { name: 'nested', dtype: 'nested', shape: [], inner: ['a'] },
        { name: 'large', dtype: 'int8', shape: [2n ** 64n] },
        { name: 'deep', dtype: 'int8', shape: Array(65).fill(1n) },
      ],
    });
    expect(tensors.map((spec) => 'problem' in spec)).toEqual([true, true, true]);
  });
});

describe('takeSpecs', () => {
  const spec = (side: 'input' | 'output', name: string, more: Partial<ChosenSpec> = {}): ChosenSpec => ({
    ...{ side, name, dtype: 'float32', shape: ['batch', 3n] },
    ...more,
  });
  const taken = (values: FieldValues, chosen: ChosenSpec[]) => {
    const step = takeSpecs(values, chosen, 'model.npz');
    return step && { name: step.name, values: applyEdits(values, step.edits) };
  };

  test('both lists are filled in one step', () => {
    expect(
      taken({}, [spec('input', 'x', { description: 'A picture' }), spec('output', 'y', { internalName: 'y:0' })]),
    ).toEqual({
      name: 'Take 1 input and 1 output from model.npz',
      values: {
        input: [{ name: 'x', dtype: 'float32', shape: ['batch', 3n], description: 'A picture' }],
        output: [{ name: 'y', dtype: 'float32', shape: ['batch', 3n], internal_name: 'y:0' }],
      },
    });
  });

  test('one that is there gets type and shape, and keeps all else; others are added behind', () => {
    const x = { name: 'x', dtype: 'int8', shape: '*', description: 'Mine' };
    expect(taken({ input: [x] }, [spec('input', 'x', { description: 'Theirs' }), spec('input', 'z')])?.values).toEqual({
      input: [
        { name: 'x', dtype: 'float32', shape: ['batch', 3n], description: 'Mine' },
        { name: 'z', dtype: 'float32', shape: ['batch', 3n] },
      ],
    });
  });

  test('two of one name are two', () => {
    const names = (values: FieldValues | undefined) =>
      ((values?.input ?? []) as { name: string }[]).map(({ name }) => name);
    expect(names(taken({}, [spec('input', 'x'), spec('input', 'x')])?.values)).toEqual(['x', 'x_2']);
    const x = { name: 'x', dtype: 'float32', shape: [] };
    expect(names(taken({ input: [x] }, [spec('input', 'x'), spec('input', 'x')])?.values)).toEqual(['x', 'x_2']);
  });

  test('nothing to change makes no step, and what is not a list is replaced', () => {
    const x = { name: 'x', dtype: 'float32', shape: ['batch', 3n] };
    expect(taken({ input: [x] }, [spec('input', 'x')])).toBeUndefined();
    expect(taken({ input: 'none' }, [spec('input', 'x')])?.values).toEqual({ input: [x] });
  });

  test('what is chosen is counted', () => {
    expect(takenWords([spec('input', 'a'), spec('input', 'b')])).toBe('2 inputs');
    expect(takenWords([])).toBe('');
  });
});
