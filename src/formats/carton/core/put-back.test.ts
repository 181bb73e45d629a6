import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changesOf } from '../../../model/edit/changes.ts';
import { applyEdits, type Edit } from '../../../model/edit/edit.ts';
import type { FieldValue, FieldValues } from '../../../model/edit/field.ts';
import { putBackEdits } from '../../../model/edit/rebase.ts';
import { fieldLabel } from './edit/field-label.ts';

const FIRST: FieldValues = {
  model_name: 'M',
  license: 'MIT',
  input: [
    { name: 'a', dtype: 'float32', shape: ['batch', 3n] },
    { name: 'b', dtype: 'string', shape: '*' },
    { name: 'c', dtype: 'int8', shape: [] },
  ],
  self_test: [{ name: 't', inputs: { a: '@x' } }],
  runner: { runner_name: 'torch', opts: { threads: 1n, rate: 1 } },
};

/** Takes back the change with this label. */
function afterPutBack(edits: Edit[], label: string): FieldValues {
  const now = applyEdits(FIRST, edits);
  const changes = changesOf(FIRST, now);
  const change = changes.find((one) => fieldLabel(one) === label);
  if (!change) throw new Error(`No change is called ${label}: ${changes.map((one) => fieldLabel(one)).join()}`);
  return applyEdits(now, putBackEdits(FIRST, now, changes).get(change) ?? []);
}

const RENAME: Edit = { kind: 'set', path: ['model_name'], value: 'N' };

describe('putting one change back', () => {
  test('brings back what was there, and leaves the other changes', () => {
    const others = applyEdits(FIRST, [RENAME]);
    const each: [Edit, string][] = [
      [{ kind: 'set', path: ['license'], value: 'ISC' }, 'License'],
      [{ kind: 'remove', path: ['license'] }, 'License'],
      [{ kind: 'set', path: ['homepage'], value: 'https://a.example' }, 'Homepage'],
      [{ kind: 'set', path: ['input', 1, 'dtype'], value: 'int8' }, 'Input “b” dtype'],
      [{ kind: 'set', path: ['input', 1, 'name'], value: 'bee' }, 'Input “bee” name'],
      [{ kind: 'remove', path: ['input', 1] }, 'Input “b”'],
      [{ kind: 'insert', path: ['input'], at: 1, value: { name: 'n', dtype: 'int8', shape: '*' } }, 'Input “n”'],
      [{ kind: 'move', path: ['input'], from: 0, to: 2 }, 'Inputs'],
      [{ kind: 'rename', path: ['runner', 'opts', 'rate'], to: 'speed' }, 'Runner option “speed”'],
      [{ kind: 'remove', path: ['self_test', 0] }, 'Self-test “t”'],
    ];
    for (const [edit, label] of each) expect(afterPutBack([RENAME, edit], label), label).toEqual(others);
  });

  test('makes the changes one fewer, whatever they are', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd');
    const item = fc.record({ name, dtype: fc.constantFrom('int8', 'string') });
    const values: fc.Arbitrary<FieldValues> = fc.record(
      {
        model_name: fc.constantFrom('M', 'N'),
        license: fc.constantFrom('MIT', 'ISC'),
        input: fc.uniqueArray(item, { minLength: 1, maxLength: 4, selector: (one) => one.name }),
        runner: fc.record({ opts: fc.dictionary(name, fc.constantFrom<FieldValue>(1n, 2n), { minKeys: 1 }) }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(values, values, (first, now) => {
        const changes = changesOf(first, now);
        for (const [, edits] of putBackEdits(first, now, changes)) {
          expect(changesOf(first, applyEdits(now, edits)).length).toBeLessThan(changes.length);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
