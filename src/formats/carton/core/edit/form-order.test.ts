import { expect, test } from 'vitest';
import { changesOf } from '../../../../model/edit/changes.ts';
import { applyEdits } from '../../../../model/edit/edit.ts';
import { fieldLabel } from './field-label.ts';
import { inFormOrder } from './form-order.ts';

test('changes stand in the order of the form, not of the file', () => {
  const first = {
    future: 1n,
    runner: { runner_name: 'a', opts: { threads: 1n } },
    input: [
      { name: 'x', dtype: 'int8' },
      { name: 'y', dtype: 'int8' },
    ],
    license: 'MIT',
    model_name: 'M',
  };
  const now = applyEdits(first, [
    { kind: 'set', path: ['future'], value: 2n },
    { kind: 'set', path: ['runner', 'opts', 'threads'], value: 2n },
    { kind: 'set', path: ['runner', 'runner_name'], value: 'b' },
    { kind: 'set', path: ['input', 1, 'dtype'], value: 'string' },
    { kind: 'set', path: ['input', 0, 'shape'], value: [] },
    { kind: 'set', path: ['input', 0, 'dtype'], value: 'string' },
    { kind: 'set', path: ['license'], value: 'ISC' },
    { kind: 'set', path: ['model_name'], value: 'N' },
  ]);
  expect(inFormOrder(changesOf(first, now)).map(fieldLabel)).toEqual([
    'Model name',
    'License',
    'Runner name',
    'Runner option “threads”',
    'Input “x” dtype',
    'Input “x” shape',
    'Input “y” dtype',
    'future',
  ]);
});
