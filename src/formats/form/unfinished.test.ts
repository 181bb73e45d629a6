import { describe, expect, test } from 'vitest';
import { applyEdits, type Edit } from '../../model/edit/edit.ts';
import type { FieldValues } from '../../model/edit/field.ts';
import { NOTHING_UNFINISHED, unfinishedAfter, withUnfinished } from '../../state/draft/editing.ts';
import { type UnfinishedValue, unfinishedField, unfinishedKey } from './unfinished.ts';

const VALUES: FieldValues = {
  input: [
    { name: 'x', shape: '*' },
    { name: 'y', shape: '*' },
    { name: 'z', shape: '*' },
  ],
  runner: { opts: { a: 'get', b: 'get' } },
};

const field = (path: (string | number)[], parts: Partial<UnfinishedValue> = {}): UnfinishedValue =>
  unfinishedField({
    label: 'Input 2 shape',
    text: 'batch, 3, 512 512',
    problem: 'A comma is missing.',
    field: path,
    isName: false,
    of: '*',
    ...parts,
  });

function left(path: (string | number)[], edits: Edit[], parts: Partial<UnfinishedValue> = {}) {
  const one = field(path, parts);
  const before = withUnfinished(NOTHING_UNFINISHED, unfinishedKey(path, one.isName), one);
  const next = unfinishedAfter(before, VALUES, applyEdits(VALUES, edits));
  return [...next].map(([key, followed]) => {
    const { field } = followed as UnfinishedValue;
    expect(key).toBe(unfinishedKey(field, one.isName));
    return field;
  });
}

describe('unfinished text', () => {
  const shape = ['input', 1, 'shape'];

  test.each<[string, Edit[], (string | number)[][]]>([
    ['stays while another field changes', [{ kind: 'set', path: ['license'], value: 'MIT' }], [shape]],
    ['stays while its item changes', [{ kind: 'set', path: ['input', 1, 'name'], value: 'w' }], [shape]],
    ['moves with its item', [{ kind: 'move', path: ['input'], from: 1, to: 0 }], [['input', 0, 'shape']]],
    ['moves where one before it goes', [{ kind: 'remove', path: ['input', 0] }], [['input', 0, 'shape']]],
    ['goes with its item', [{ kind: 'remove', path: ['input', 1] }], []],
    ['goes when its value is another one', [{ kind: 'set', path: shape, value: [1n] }], []],
    ['goes with its list', [{ kind: 'remove', path: ['input'] }], []],
  ])('%s', (_, edits, stays) => {
    expect(left(shape, edits)).toEqual(stays);
  });

  test('of an option goes along with its name, and of a name with its option', () => {
    const path = ['runner', 'opts', 'b'];
    const rename: Edit[] = [{ kind: 'rename', path, to: 'c' }];
    expect(left(path, rename, { of: 'get' })).toEqual([['runner', 'opts', 'c']]);
    expect(left(path, [{ kind: 'remove', path: ['runner', 'opts', 'a'] }], { of: 'get' })).toEqual([path]);
    expect(left(path, [{ kind: 'set', path, value: 1n }], { of: 'get', isName: true })).toEqual([path]);
    expect(left(path, [{ kind: 'remove', path }], { isName: true })).toEqual([]);
  });

  test('is the same map where nothing changes', () => {
    expect(withUnfinished(NOTHING_UNFINISHED, 'x', undefined)).toBe(NOTHING_UNFINISHED);
    const some = withUnfinished(NOTHING_UNFINISHED, unfinishedKey(shape), field(shape));
    expect(unfinishedAfter(some, VALUES, { ...VALUES, license: 'MIT' })).toBe(some);
  });
});
