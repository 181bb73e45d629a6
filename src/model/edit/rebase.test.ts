import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fieldLabel } from '../../formats/carton/core/edit/field-label.ts';
import { changesOf } from './changes.ts';
import { applyEdits, type Edit } from './edit.ts';
import type { FieldValue, FieldValues } from './field.ts';
import { rebase } from './rebase.ts';

const FIRST: FieldValues = {
  spec_version: 1n,
  model_name: 'M',
  input: [
    { name: 'a', dtype: 'float32', shape: ['batch', 3n] },
    { name: 'b', dtype: 'string', shape: '*' },
    { name: 'c', dtype: 'int8', shape: [] },
  ],
  self_test: [{ name: 't', inputs: { a: '@x' }, expected_out: { y: '@y' } }],
  runner: { runner_name: 'torch', opts: { threads: 1n } },
};

/** What becomes of `mine` where the file has got `theirs` meanwhile, and the values then. */
function rebased(mine: Edit[], theirs: Edit[]) {
  const onto = copy(applyEdits(FIRST, theirs)) as FieldValues;
  const outcomes = rebase(FIRST, copy(applyEdits(FIRST, mine)) as FieldValues, onto);
  const edits = outcomes.flatMap((outcome) => (outcome.is === 'fit' ? outcome.edits : []));
  return {
    values: applyEdits(onto, edits),
    said: outcomes.map((outcome) => [fieldLabel(outcome.change), outcome.is]),
    found: outcomes.flatMap((outcome) => (outcome.is === 'misfit' ? [outcome.found] : [])),
  };
}

function copy(value: FieldValue | FieldValues): FieldValue {
  return structuredClone(value) as FieldValue;
}

const set = (path: (string | number)[], value: FieldValue): Edit => ({ kind: 'set', path, value });

/** The values without empty tables and lists at the top. */
function filled(values: FieldValues): FieldValues {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => typeof value !== 'object' || Object.keys(value).length > 0),
  );
}

describe('the changes of a draft in a file that has changed since', () => {
  test('fit where nobody has changed the same field, and leave the other changes alone', () => {
    const mine = [set(['model_name'], 'N'), set(['license'], 'MIT'), { kind: 'remove', path: ['input', 2] } as const];
    const theirs = [set(['short_description'], 'theirs'), set(['input', 0, 'shape'], [4n])];
    const { values, said } = rebased(mine, theirs);
    expect(said).toEqual([
      ['Model name', 'fit'],
      ['License', 'fit'],
      ['Input “c”', 'fit'],
    ]);
    expect(values).toEqual(applyEdits(FIRST, [...theirs, ...mine]));
  });

  test('never replace what somebody else has written there, and say what it is', () => {
    const { values, said, found } = rebased(
      [set(['model_name'], 'mine'), set(['license'], 'MIT'), { kind: 'remove', path: ['input', 1] }],
      [set(['model_name'], 'theirs'), set(['license'], 'GPL-3.0'), set(['input', 1, 'dtype'], 'int8')],
    );
    expect(said).toEqual([
      ['Model name', 'misfit'],
      ['License', 'misfit'],
      ['Input “b”', 'misfit'],
    ]);
    expect(found).toEqual(['theirs', 'GPL-3.0', { name: 'b', dtype: 'int8', shape: '*' }]);
    expect(values).toMatchObject({ model_name: 'theirs', license: 'GPL-3.0' });
  });

  test('are known where the file has them already', () => {
    const edits: Edit[] = [
      set(['model_name'], 'N'),
      { kind: 'remove', path: ['runner', 'opts', 'threads'] },
      { kind: 'remove', path: ['input', 0] },
      { kind: 'insert', path: ['output'], at: 0, value: { name: 'o' } },
      { kind: 'rename', path: ['self_test', 0, 'inputs', 'a'], to: 'z' },
    ];
    const { values, said } = rebased(edits, edits);
    expect(new Set(said.map(([, is]) => is))).toEqual(new Set(['present']));
    expect(said).toHaveLength(5);
    expect(values).toEqual(applyEdits(FIRST, edits));
  });

  test('find an item by its name wherever it is by now, and say so where it is gone', () => {
    const moved: Edit[] = [{ kind: 'move', path: ['input'], from: 2, to: 0 }];
    const { values } = rebased([set(['input', 2, 'dtype'], 'int16'), { kind: 'remove', path: ['input', 0] }], moved);
    expect(values.input).toEqual([
      { name: 'c', dtype: 'int16', shape: [] },
      { name: 'b', dtype: 'string', shape: '*' },
    ]);
    const gone = rebased([set(['input', 1, 'dtype'], 'int16')], [{ kind: 'remove', path: ['input', 1] }]);
    expect(gone.said).toEqual([['Input “b” dtype', 'misfit']]);
  });

  test('put a new item behind the one that it follows, unless its name is taken', () => {
    const item = { name: 'new', dtype: 'int8', shape: '*' };
    const mine: Edit[] = [{ kind: 'insert', path: ['input'], at: 1, value: item }];
    const names = ({ input }: FieldValues) => (input as { name: string }[]).map(({ name }) => name);
    expect(names(rebased(mine, [{ kind: 'move', path: ['input'], from: 0, to: 2 }]).values)).toEqual([
      'b',
      'c',
      'a',
      'new',
    ]);
    const taken = rebased(mine, [{ kind: 'insert', path: ['input'], at: 3, value: { name: 'new', dtype: 'bool' } }]);
    expect(taken.said).toEqual([['Input “new”', 'misfit']]);
    expect(names(taken.values)).toEqual(['a', 'b', 'c', 'new']);
  });

  test('move items around others that came between, and not where their order is another by now', () => {
    const mine: Edit[] = [{ kind: 'move', path: ['input'], from: 0, to: 2 }];
    const added: Edit = { kind: 'insert', path: ['input'], at: 1, value: { name: 'x' } };
    const names = ({ input }: FieldValues) => (input as { name: string }[]).map(({ name }) => name);
    const { values, said } = rebased(mine, [added]);
    expect([said, names(values)]).toEqual([[['Inputs', 'fit']], ['x', 'b', 'c', 'a']]);
    expect(rebased(mine, [{ kind: 'move', path: ['input'], from: 1, to: 0 }]).said).toEqual([['Inputs', 'misfit']]);
  });

  test('remove a table with its last value where the draft did', () => {
    const mine: Edit[] = [{ kind: 'remove', path: ['self_test', 0, 'expected_out'] }];
    expect(rebased(mine, []).values.self_test).toEqual([{ name: 't', inputs: { a: '@x' } }]);
    const theirs = [set(['self_test', 0, 'expected_out', 'w'], '@w')];
    expect(rebased(mine, theirs).values.self_test).toMatchObject([{ expected_out: { w: '@w' } }]);
  });

  test('fit nowhere in a file that has something else in the place of a table', () => {
    const { said } = rebased([set(['runner', 'opts', 'rate'], 2)], [set(['runner'], 'none')]);
    expect(said).toEqual([['Runner option “rate”', 'misfit']]);
  });

  test('all fit in the values that they were made in, and give the draft, whatever these are', () => {
    const leaf = fc.oneof(fc.constantFrom<FieldValue>('a', 'b', 1n, 1, true, Number.NaN), fc.constant<FieldValue>('c'));
    const fields = fc.dictionary(fc.constantFrom('x', 'y', '__proto__'), leaf, { maxKeys: 3 });
    const list = fc.uniqueArray(fc.tuple(fc.constantFrom('p', 'q', 'r', 's'), fields), {
      maxLength: 4,
      selector: ([name]) => name,
    });
    const items = list.map((pairs) => pairs.map(([name, more]): FieldValue => ({ ...more, name })));
    const values = fc.dictionary(
      fc.constantFrom('input', 'output', 'runner', 'z'),
      fc.oneof<fc.Arbitrary<FieldValue>[]>(leaf, fields, items),
      { maxKeys: 4 },
    );
    fc.assert(
      fc.property(values, values, values, (a, b, c) => {
        const outcomes = rebase(a, b, copy(a) as FieldValues);
        expect(outcomes.filter(({ is }) => is === 'misfit')).toEqual([]);
        const edits = outcomes.flatMap((outcome) => (outcome.is === 'fit' ? outcome.edits : []));
        // An empty table or list is nothing that people count as a change.
        expect(changesOf(filled(b), filled(applyEdits(a, edits)))).toEqual([]);
        // Onto any others it throws nothing, and every edit that is said to fit does.
        const others = rebase(a, b, c).flatMap((outcome) => (outcome.is === 'fit' ? outcome.edits : []));
        applyEdits(c, others);
      }),
      { numRuns: 2000 },
    );
  });
});
