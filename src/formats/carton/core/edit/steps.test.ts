import { describe, expect, test } from 'vitest';
import { applyEdits, type FieldStep } from '../../../../model/edit/edit.ts';
import type { FieldValues } from '../../../../model/edit/field.ts';
import {
  addItem,
  addOption,
  CARTON_LISTS,
  removeBinding,
  removeOption,
  renameBinding,
  renameOption,
  renameSpec,
  setBinding,
  setField,
  setText,
  setWhole,
} from './steps.ts';

const { duplicateItem, leftBehind, moveItem, removeItems } = CARTON_LISTS;

const values: FieldValues = {
  model_name: 'net',
  input: [
    { name: 'x', dtype: 'float32', shape: [] },
    { name: 'y', dtype: 'float32', shape: [] },
  ],
  output: [{ name: 'x', dtype: 'float32', shape: [] }],
  self_test: [
    { inputs: { x: '@tensor_data/a', y: '@tensor_data/b' }, expected_out: { x: '@tensor_data/c' } },
    { inputs: { x: '@tensor_data/a', image: '@tensor_data/d' } },
  ],
  example: [{ name: 'cat', inputs: { x: '@misc/cat' }, sample_out: { x: '@misc/out' } }],
  runner: { runner_name: 'noop', opts: { threads: 1n } },
};

function made(step: FieldStep | undefined, from = values): FieldValues {
  if (!step) throw new Error('No step was made.');
  return applyEdits(from, step.edits);
}

describe('a field', () => {
  test('takes its text, and is removed when it is emptied, unless the format requires it', () => {
    const set = setText(values, ['license'], 'license', 'MIT');
    expect(set).toEqual({
      name: 'Change license',
      key: 'license',
      edits: [{ kind: 'set', path: ['license'], value: 'MIT' }],
    });
    const without = setText(made(set), ['license'], 'license', '');
    expect(without).toEqual({ name: 'Remove license', edits: [{ kind: 'remove', path: ['license'] }] });
    expect(made(without, made(set))).toEqual(values);
    expect(setText(values, ['license'], 'license', '')).toBeUndefined();
    expect(setText(values, ['model_name'], 'model name', 'net')).toBeUndefined();
    const runner = setText(values, ['runner', 'runner_name'], 'runner name', '', true);
    expect(made(runner).runner).toEqual({ runner_name: '', opts: { threads: 1n } });
  });

  test('replaces what is in its way, as a step of its own', () => {
    const wrong: FieldValues = { runner: 5n };
    const step = setField(wrong, ['runner', 'opts', 'threads'], 'option', 2n);
    expect(step.key).toBeUndefined();
    expect(made(step, wrong)).toEqual({ runner: { opts: { threads: 2n } } });
    expect(made(setField({}, ['runner', 'runner_name'], 'runner name', 'noop'), {})).toEqual({
      runner: { runner_name: 'noop' },
    });
  });
});

describe('renaming an input or output', () => {
  test('renames the keys of an input, but no key of outputs, and none whose new name is taken', () => {
    const step = renameSpec(values, 'input', 0, 'image');
    expect(step?.name).toBe('Rename input x to image');
    const { input, output, self_test, example } = made(step);
    expect(input).toEqual([
      { name: 'image', dtype: 'float32', shape: [] },
      { name: 'y', dtype: 'float32', shape: [] },
    ]);
    expect(output).toBe(values.output);
    expect(self_test).toEqual([
      { inputs: { image: '@tensor_data/a', y: '@tensor_data/b' }, expected_out: { x: '@tensor_data/c' } },
      { inputs: { x: '@tensor_data/a', image: '@tensor_data/d' } },
    ]);
    expect(example).toEqual([{ name: 'cat', inputs: { image: '@misc/cat' }, sample_out: { x: '@misc/out' } }]);
  });

  test('renames the keys of an output in expected and sample outputs', () => {
    const { self_test, example } = made(renameSpec(values, 'output', 0, 'z'));
    expect(self_test).toEqual([
      { inputs: { x: '@tensor_data/a', y: '@tensor_data/b' }, expected_out: { z: '@tensor_data/c' } },
      { inputs: { x: '@tensor_data/a', image: '@tensor_data/d' } },
    ]);
    expect(example).toEqual([{ name: 'cat', inputs: { x: '@misc/cat' }, sample_out: { z: '@misc/out' } }]);
  });

  test('leaves the keys where another input has the name too', () => {
    const twice = made(setField(values, ['input', 1, 'name'], 'name', 'x'));
    const step = renameSpec(twice, 'input', 0, 'image');
    expect(step?.edits).toEqual([{ kind: 'set', path: ['input', 0, 'name'], value: 'image' }]);
  });

  test('gives no step for the same name, and gives a first name where there is none', () => {
    expect(renameSpec(values, 'input', 0, 'x')).toBeUndefined();
    const unnamed: FieldValues = { input: [{ dtype: 'string', shape: [] }] };
    expect(renameSpec(unnamed, 'input', 0, 'text')?.name).toBe('Name input 1 text');
  });

  test('shows invisible characters of a name in the name of the step', () => {
    expect(renameSpec(values, 'input', 0, `a\u202eb${'c'.repeat(99)}`)?.name).toMatch(
      /^Rename input x to a\\u202Ebc{20,}…c+$/,
    );
  });
});

describe('lists', () => {
  test('an added input has a name that no other has', () => {
    const twice = made(addItem(values, 'input'), made(addItem(values, 'input')));
    expect((twice.input as { name: string }[]).map(({ name }) => name)).toEqual(['x', 'y', 'input_3', 'input_3']);
    const now = made(addItem(values, 'input'));
    const next = made(addItem(now, 'input'), now);
    expect((next.input as { name: string }[]).map(({ name }) => name)).toEqual(['x', 'y', 'input_3', 'input_4']);
    expect(made(addItem({}, 'output'), {})).toEqual({ output: [{ name: 'output_1', dtype: 'float32', shape: '*' }] });
    expect(made(addItem({ input: 'none' }, 'input'), { input: 'none' })).toEqual({
      input: [{ name: 'input_1', dtype: 'float32', shape: '*' }],
    });
  });

  test('a copy stands behind its item, under a name that no other has', () => {
    const step = duplicateItem(values, 'input', 0);
    expect(step?.name).toBe('Duplicate input x');
    expect(made(step).input).toEqual([
      { name: 'x', dtype: 'float32', shape: [] },
      { name: 'x_2', dtype: 'float32', shape: [] },
      { name: 'y', dtype: 'float32', shape: [] },
    ]);
    const again = made(duplicateItem(made(step), 'input', 1), made(step));
    expect((again.input as { name: string }[]).map(({ name }) => name)).toEqual(['x', 'x_2', 'x_3', 'y']);
    expect((made(duplicateItem(values, 'self_test', 1)).self_test as object[])[2]).toEqual(
      (values.self_test as object[])[1],
    );
    expect(duplicateItem(values, 'input', 2)).toBeUndefined();
    expect(duplicateItem({ input: 'none' }, 'input', 0)).toBeUndefined();
  });

  test('several items go as one step, whatever the order in which they were chosen', () => {
    const three = made(duplicateItem(values, 'input', 0));
    const step = removeItems(three, 'input', [0, 2]);
    expect(step?.name).toBe('Remove 2 inputs');
    expect(made(step, three).input).toEqual([{ name: 'x_2', dtype: 'float32', shape: [] }]);
    expect(made(removeItems(three, 'input', [2, 0, 1]), three)).not.toHaveProperty('input');
    expect(removeItems(values, 'input', [1])?.name).toBe('Remove input y');
    expect(removeItems(values, 'input', [])).toBeUndefined();
  });

  test('a new self-test takes the references that are known', () => {
    const now = made(addItem(values, 'self_test', { inputs: { x: '@tensor_data/x' } }));
    expect((now.self_test as object[])[2]).toEqual({ inputs: { x: '@tensor_data/x' } });
  });

  test('name the items that are added, moved and removed', () => {
    expect(moveItem(values, 'input', 1, 0)?.name).toBe('Move input y up');
    expect(moveItem(values, 'input', 0, 1)?.name).toBe('Move input x down');
    expect(moveItem(values, 'input', 0, -1)).toBeUndefined();
    expect(moveItem(values, 'input', 1, 2)).toBeUndefined();
    expect(removeItems(values, 'example', [0])).toEqual({
      name: 'Remove example cat',
      edits: [{ kind: 'remove', path: ['example', 0] }],
    });
    expect(removeItems(values, 'self_test', [1])?.name).toBe('Remove self-test 2');
    expect(made(addItem(values, 'example')).example).toEqual([
      ...(values.example as object[]),
      { inputs: {}, sample_out: {} },
    ]);
  });
});

describe('values of self-tests and examples', () => {
  test('are added with their table, changed, renamed and removed', () => {
    const added = setBinding(values, { list: 'self_test', index: 1, side: 'output' }, 'x', '@tensor_data/c');
    expect(added?.name).toBe('Add output x of self-test 2');
    const now = made(added);
    expect(now.self_test).toHaveProperty('[1].expected_out', { x: '@tensor_data/c' });
    expect(setBinding(now, { list: 'self_test', index: 1, side: 'output' }, 'x', '@tensor_data/c')).toBeUndefined();
    const removed = made(removeBinding(now, { list: 'self_test', index: 1, side: 'output' }, 'x'), now);
    expect(removed).toEqual(values);
    expect(renameBinding(values, { list: 'self_test', index: 0, side: 'input' }, 'x', 'y')).toBeUndefined();
    expect(
      made(renameBinding(values, { list: 'self_test', index: 0, side: 'input' }, 'x', 'z')).self_test,
    ).toHaveProperty('[0].inputs', {
      z: '@tensor_data/a',
      y: '@tensor_data/b',
    });
    expect(made(removeBinding(values, { list: 'example', index: 0, side: 'output' }, 'x')).example).toHaveProperty(
      '[0].sample_out',
      {},
    );
  });
});

describe('options of the runner', () => {
  test('are added with a free name, renamed where the name is free, and removed', () => {
    const one = made(addOption(values));
    const two = made(addOption(one), one);
    expect(two.runner).toHaveProperty('opts', { threads: 1n, option: '', option_2: '' });
    expect(renameOption(two, 'option', 'threads')).toBeUndefined();
    expect(made(renameOption(two, 'threads', 'n'), two).runner).toHaveProperty('opts', {
      n: 1n,
      option: '',
      option_2: '',
    });
    expect(made(removeOption('threads')).runner).toHaveProperty('opts', {});
    expect(made(addOption({}), {})).toEqual({ runner: { opts: { option: '' } } });
  });
});

test('references to a removed input are reported, unless another input has its name', () => {
  expect(leftBehind(values, 'input', 0)).toBe(
    'Input x is removed; 2 self-tests and 1 example still have a value for it.',
  );
  expect(leftBehind(values, 'input', 1)).toBe('Input y is removed; 1 self-test still has a value for it.');
  expect(leftBehind(values, 'self_test', 0)).toBeUndefined();
  const twice = { ...values, input: [{ name: 'x' }, { name: 'x' }] };
  expect(leftBehind(twice, 'input', 0)).toBeUndefined();
});

test('a field that is entered as a whole can be removed, and is one step while it stays entered', () => {
  expect(setWhole(values, ['input', 0, 'shape'], 'shape', [1n], true)).toMatchObject({
    continues: true,
    key: expect.any(String),
  });
  expect(setWhole(values, ['input', 0, 'internal_name'], 'internal name', undefined, false)).toBeUndefined();
  const step = setWhole(values, ['input', 0, 'shape'], 'shape', undefined, false);
  expect(step).toEqual({ name: 'Remove shape', edits: [{ kind: 'remove', path: ['input', 0, 'shape'] }] });
});
