import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fieldLabel } from '../../formats/carton/core/edit/field-label.ts';
import { changesOf, type FieldChange } from './changes.ts';
import { applyEdits, type Edit } from './edit.ts';
import type { FieldValue, FieldValues } from './field.ts';

const VALUES: FieldValues = {
  spec_version: 1n,
  model_name: 'M',
  required_platforms: ['x86_64-unknown-linux-gnu'],
  input: [
    { name: 'a', dtype: 'float32', shape: ['batch', 3n] },
    { name: 'b', dtype: 'string', shape: '*' },
    { name: 'c', dtype: 'int8', shape: [] },
  ],
  self_test: [{ name: 't', inputs: { a: '@tensor_data/x' } }],
  runner: { runner_name: 'torch', opts: { threads: 1n, rate: 1 } },
};

function changed(...edits: Edit[]): [string, FieldChange['kind'], FieldValue | undefined, FieldValue | undefined][] {
  const now = applyEdits(VALUES, edits);
  const changes = changesOf(VALUES, now);
  // After parsing again, no part is the same object, but the changes are the same.
  expect(changesOf(copy(VALUES) as FieldValues, copy(now) as FieldValues)).toEqual(changes);
  return changes.map((change) => [fieldLabel(change), change.kind, change.before, change.after]);
}

function copy(value: FieldValue | FieldValues): FieldValue {
  return structuredClone(value) as FieldValue;
}

describe('the changes between two states of carton.toml', () => {
  test('are none where nothing changed', () => {
    expect(changed()).toEqual([]);
    expect(changed({ kind: 'set', path: ['model_name'], value: 'M' })).toEqual([]);
  });

  test('name the field, with its value before and after', () => {
    expect(changed({ kind: 'set', path: ['model_name'], value: 'N' })).toEqual([['Model name', 'changed', 'M', 'N']]);
    expect(changed({ kind: 'set', path: ['license'], value: 'MIT' })).toEqual([['License', 'added', undefined, 'MIT']]);
    expect(changed({ kind: 'remove', path: ['model_name'] })).toEqual([['Model name', 'removed', 'M', undefined]]);
    expect(changed({ kind: 'set', path: ['runner', 'runner_name'], value: 'x' })).toEqual([
      ['Runner name', 'changed', 'torch', 'x'],
    ]);
    expect(changed({ kind: 'set', path: ['input', 1, 'shape'], value: [2n] })).toEqual([
      ['Input “b” shape', 'changed', '*', [2n]],
    ]);
    expect(changed({ kind: 'set', path: ['required_platforms'], value: [] })).toEqual([
      ['Required platforms', 'changed', ['x86_64-unknown-linux-gnu'], []],
    ]);
  });

  test('tell an integer from a float', () => {
    expect(changed({ kind: 'set', path: ['runner', 'opts', 'threads'], value: 1 })).toEqual([
      ['Runner option “threads”', 'changed', 1n, 1],
    ]);
  });

  test('are one where one of three items is removed, wherever it was', () => {
    for (const index of [0, 1, 2]) {
      expect(changed({ kind: 'remove', path: ['input', index] }).map(([label, kind]) => [label, kind])).toEqual([
        [`Input “${'abc'[index]}”`, 'removed'],
      ]);
    }
  });

  test('are one for each added item, and one for each list whose order changed', () => {
    expect(changed({ kind: 'insert', path: ['input'], at: 0, value: { name: 'n' } }).map(([label]) => label)).toEqual([
      'Input “n”',
    ]);
    expect(changed({ kind: 'insert', path: ['output'], at: 0, value: { name: 'n' } }).map(([label]) => label)).toEqual([
      'Output “n”',
    ]);
    expect(changed({ kind: 'move', path: ['input'], from: 2, to: 0 })).toEqual([
      ['Inputs', 'moved', ['a', 'b', 'c'], ['c', 'a', 'b']],
    ]);
  });

  test('match a renamed input with the old one, and a renamed key too', () => {
    expect(
      changed(
        { kind: 'set', path: ['input', 0, 'name'], value: 'image' },
        { kind: 'rename', path: ['self_test', 0, 'inputs', 'a'], to: 'image' },
      ),
    ).toEqual([
      ['Input “image” name', 'changed', 'a', 'image'],
      ['Self-test “t” input “image”', 'renamed', 'a', 'image'],
    ]);
  });

  test('are none between a value and itself, and as many backwards as forwards', () => {
    const leaf = fc.oneof(fc.constantFrom<FieldValue>('a', 'b', 1n, 1, true, Number.NaN), fc.constant<FieldValue>('c'));
    const item = fc.dictionary(fc.constantFrom('name', 'x', '__proto__'), leaf, { maxKeys: 3 });
    const list = fc.array(item, { maxLength: 5 });
    const values = fc.dictionary(
      fc.constantFrom('input', 'output', 'runner', 'z'),
      fc.oneof<fc.Arbitrary<FieldValue>[]>(leaf, item, list, fc.array(leaf, { maxLength: 3 })),
      { maxKeys: 4 },
    );
    fc.assert(
      fc.property(values, values, (a, b) => {
        expect(changesOf(a, copy(a) as FieldValues)).toEqual([]);
        expect(changesOf(a, b).length === 0).toBe(changesOf(b, a).length === 0);
      }),
      { numRuns: 2000 },
    );
  });
});
