import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../../../model/edit/edit.ts';
import type { FieldValues } from '../../../../model/edit/field.ts';
import { caseOf } from './case-of.ts';

const x = { x: '@tensor_data/a' };
const y = { y: '@tensor_data/b' };

describe('caseOf', () => {
  it('makes the first self-test of the first example, and the other way round', () => {
    const example = { name: 'Cat', description: 'd', inputs: x, sample_out: { ...y, z: '@misc/c' } };
    const made = caseOf({ example: [example] } as FieldValues, 'self_test');
    expect(applyEdits({ example: [example] } as FieldValues, made?.edits ?? [])).toMatchObject({
      self_test: [{ name: 'Cat', inputs: x, expected_out: y }],
    });
    const selfTest = { inputs: x, expected_out: y };
    const back = caseOf({ self_test: [selfTest] } as FieldValues, 'example');
    expect(applyEdits({ self_test: [selfTest] } as FieldValues, back?.edits ?? [])).toMatchObject({
      example: [{ inputs: x, sample_out: y }],
    });
  });

  it.each<[string, object]>([
    ['there is no example', {}],
    ['there are self-tests', { example: [{ inputs: x, sample_out: y }], self_test: [{ inputs: x }] }],
    ['an input is a file', { example: [{ inputs: { x: '@misc/a' }, sample_out: y }] }],
    ['there are no inputs', { example: [{ inputs: {}, sample_out: y }] }],
    ['no output is a tensor', { example: [{ inputs: x, sample_out: { y: '@misc/a' } }] }],
    ['the example is not a table', { example: [1] }],
  ])('makes none where %s', (_, values) => expect(caseOf(values as FieldValues, 'self_test')).toBeUndefined());
});
