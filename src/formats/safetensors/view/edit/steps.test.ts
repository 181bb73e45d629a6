import { describe, expect, it } from 'vitest';
import { editStep } from '../../../../model/edit/edit.ts';
import type { FieldValues } from '../../../../model/edit/field.ts';
import { drafts } from '../../core/drafts.ts';
import { keepTensors, METADATA_STEPS, namesOf, refusedName, renameTensor, replaceInNames } from './steps.ts';

const ALL = ['model.a', 'model.b', 'head'];
const STORED: FieldValues = { __metadata__: { format: 'pt', note: 'x' } };

function made(values: FieldValues, ...steps: (Parameters<typeof editStep>[0] | undefined)[]): FieldValues {
  return steps.reduce((now, step) => (step ? (editStep(step).apply(now) as FieldValues) : now), values);
}

describe('steps of the form of a header', () => {
  it('replace a text in all names that are saved, unless two would be the same', () => {
    const replaced = replaceInNames(ALL, STORED, 'model.', '');
    expect(replaced.count).toBe(2);
    const values = made(STORED, replaced.step);
    expect([...namesOf(ALL, values).values()]).toEqual(['a', 'b', 'head']);
    // Back to the stored names, nothing is left of it.
    expect(made(values, renameTensor(values, 'model.a', 'model.a'))).toEqual({ ...STORED, rename: { 'model.b': 'b' } });
    const back = made(values, replaceInNames(ALL, values, 'a', 'model.a').step);
    expect(made(back, renameTensor(back, 'model.b', 'model.b')).rename).toEqual({ head: 'hemodel.ad' });
    expect(replaceInNames(['a.x', 'b.x'], STORED, 'b', 'a')).toEqual({
      count: 1,
      problem: 'Two tensors would be called “a.x”.',
    });
    // `$` stands for itself.
    expect([...namesOf(ALL, made(STORED, replaceInNames(ALL, STORED, 'head', '$&').step)).values()]).toContain('$&');
    expect(replaceInNames(ALL, STORED, '', 'x')).toEqual({ count: 0 });
    expect(refusedName('__metadata__', new Set())).toBeDefined();
    expect(replaceInNames(['a'], STORED, 'a', '__metadata__').problem).toBeDefined();
  });

  it('choose tensors, and all of them again', () => {
    const some = made(STORED, keepTensors(ALL, STORED, new Set(['head', 'model.a'])));
    expect(some.keep).toEqual(['model.a', 'head']);
    expect([...namesOf(ALL, some).keys()]).toEqual(['model.a', 'head']);
    expect(made(some, keepTensors(ALL, some, new Set(ALL)))).toEqual(STORED);
    expect(keepTensors(ALL, STORED, new Set(ALL))).toBeUndefined();
  });
});

describe('changes of a header', () => {
  const now = made(
    STORED,
    METADATA_STEPS.set('format', 'np'),
    METADATA_STEPS.set('new', 'y'),
    renameTensor(STORED, 'head', 'tail'),
    keepTensors(ALL, STORED, new Set(['head'])),
  );

  it('are told in words, and taken back one by one', () => {
    const changes = drafts.changes(STORED, now);
    expect(changes.map(({ label, kind, before, after }) => [label, kind, before, after])).toEqual([
      ['Metadata “format”', 'changed', 'pt', 'np'],
      ['Metadata “new”', 'added', undefined, 'y'],
      ['Tensor “head”', 'renamed', 'head', 'tail'],
      ['Tensors to save', 'changed', 'all', 'head'],
    ]);
    let values = now;
    for (const step of drafts.putBackSteps(STORED, now, 10).values()) values = step.apply(values) as FieldValues;
    expect(drafts.changes(STORED, values)).toEqual([]);
    expect(values.__metadata__).toEqual(STORED.__metadata__);
  });

  it('are made on another version where they fit', () => {
    const other: FieldValues = { __metadata__: { format: 'np', new: 'z', own: '1' } };
    const { fits, misfits, present } = drafts.rebase(STORED, now, other);
    expect(present.map(({ label }) => label)).toEqual(['Metadata “format”']);
    expect(misfits.map(({ change, found }) => [change.label, found])).toEqual([['Metadata “new”', 'z']]);
    const values = fits.reduce((at, { step }) => step.apply(at) as FieldValues, other);
    expect(values).toEqual({ ...other, rename: { head: 'tail' }, keep: ['head'] });
  });

  it('tell a renamed entry as one that goes and one that comes', () => {
    const renamed = made(STORED, METADATA_STEPS.rename('note', 'remark'));
    expect(Object.keys(renamed.__metadata__ as object)).toEqual(['format', 'remark']);
    expect(drafts.changes(STORED, renamed).map(({ kind }) => kind)).toEqual(['removed', 'added']);
  });
});
