import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FileChange } from '../../../../model/draft.ts';
import { editStep } from '../../../../model/edit/edit.ts';
import type { FieldValues } from '../../../../model/edit/field.ts';
import { fileNameProblem, TakenNames } from '../../../../model/file/name-problem.ts';
import type { Package } from '../../../../model/package.ts';
import { CODE_POINT } from '../../../../testing/code-point.ts';
import { exampleFileEdits, miscPaths, namesForFiles, unusedAfter, withMiscFiles } from './misc-files.ts';
import { setText } from './steps.ts';

const png = (name: string) => ({ name, type: 'image/png' as const });

describe('the path of a new file in misc/', () => {
  test.each([
    ['cat.png', 'misc/cat.png'],
    ['My cat (1) #2?.PNG', 'misc/My-cat-(1)-2-.PNG'],
    ['image', 'misc/image.png'],
    ['../../etc/passwd', 'misc/passwd.png'],
    ['C:\\a\\b.png', 'misc/b.png'],
    ['con.png', 'misc/_con.png'],
    ['cafe\u0301.png', 'misc/café.png'],
    ['a\u202egnp.exe.png', 'misc/agnp.exe.png'],
    ['', 'misc/file.png'],
    ['\u{e0081}.gif', 'misc/file.png'],
  ])('%j becomes %s', (name, path) => {
    expect(miscPaths([png(name)], [])).toEqual([path]);
  });

  test('is not one that another file has, even in different case', () => {
    expect(miscPaths([png('image.png'), png('image.png'), png('IMAGE.png')], ['misc/Image.png'])).toEqual([
      'misc/image-2.png',
      'misc/image-3.png',
      'misc/IMAGE-4.png',
    ]);
  });

  test('is one that every system can hold, whatever the name', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: CODE_POINT }), { maxLength: 6 }),
        fc.array(
          fc.string({ unit: CODE_POINT }).map((name) => `misc/${name}`),
          { maxLength: 6 },
        ),
        (names, taken) => {
          const made = miscPaths(names.map(png), taken);
          const all = [...taken];
          for (const path of made) {
            expect(fileNameProblem(path, new TakenNames(all))).toBeUndefined();
            expect(path).toMatch(/^misc\/[^/]+$/);
            all.push(path);
          }
        },
      ),
    );
  });
});

describe('the step that refers to new files', () => {
  const values: FieldValues = {
    model_description: 'Old.',
    example: [{ inputs: { x: '@tensor_data/a' }, sample_out: {} }],
  };
  const file = (path: string) => ({ path, blob: new Blob([path]) });

  test('puts them there too, beside the other changes, and is joined to no other', () => {
    const changes: readonly FileChange[] = [{ kind: 'remove', path: 'misc/old.png' }];
    const typed = setText(values, ['model_description'], 'description', 'Old. ![a](@misc/a.png)');
    if (!typed) throw new Error('no step');
    // As the page has it: with more than the change of a file needs.
    const picture = { ...file('misc/a.png'), kind: 'picture' };
    const step = withMiscFiles(typed, [picture], 'the description', changes, (path) => path === 'misc/old.png');
    expect(step.name).toBe('Add “a.png” to the description');
    expect(step.key).toBeUndefined();
    expect(step.files).toMatchObject([
      { kind: 'remove', path: 'misc/old.png' },
      { kind: 'put', path: 'misc/a.png', blob: picture.blob },
    ]);
    expect(editStep(step).apply(values)).toMatchObject({ model_description: 'Old. ![a](@misc/a.png)' });
    expect(withMiscFiles(typed, [file('misc/a'), file('misc/b')], 'example 1', [], () => false).name).toBe(
      'Add 2 files to example 1',
    );
  });

  test('gives an example a value for each file', () => {
    const files = [file('misc/a.png'), file('misc/b.png'), file('misc/c.png')];
    const names = namesForFiles(
      files.map(({ path }) => path),
      undefined,
      ['x', 'image'],
      ['x'],
    );
    expect(names).toEqual(['image', 'b', 'c']);
    const edits = exampleFileEdits(values, 0, 'input', names, files);
    expect(editStep({ name: '', edits }).apply(values)).toMatchObject({
      example: [
        { inputs: { x: '@tensor_data/a', image: '@misc/a.png', b: '@misc/b.png', c: '@misc/c.png' }, sample_out: {} },
      ],
    });
    const outputs = exampleFileEdits({ example: [{ inputs: {} }] }, 0, 'output', ['y'], files.slice(0, 1));
    expect(editStep({ name: '', edits: outputs }).apply({ example: [{ inputs: {} }] })).toEqual({
      example: [{ inputs: {}, sample_out: { y: '@misc/a.png' } }],
    });
  });

  test('replaces the value that files are dropped on', () => {
    expect(namesForFiles(['misc/a.png', 'misc/a2.png'], 'x', ['x', 'y'], ['x'])).toEqual(['x', 'y']);
    expect(namesForFiles(['misc/a.png', 'misc/b.png'], undefined, [], ['a'])).toEqual(['a_2', 'b']);
    const edits = exampleFileEdits(values, 0, 'input', ['x'], [file('misc/a.png')]);
    expect(editStep({ name: '', edits }).apply(values)).toMatchObject({ example: [{ inputs: { x: '@misc/a.png' } }] });
  });
});

describe('a file whose value in an example is replaced', () => {
  const at = ['example', 0, 'inputs', 'x'];
  const old: FieldValues = { example: [{ inputs: { x: '@misc/a.png' }, sample_out: {} }] };
  const packageOf = (...files: object[]) =>
    ({ files, tensors: [], selfTests: [], examples: [], findings: [] }) as unknown as Package;
  const pkg = packageOf({ path: 'misc/a.png' });
  const unused = (values: FieldValues, of = pkg) =>
    unusedAfter(values, exampleFileEdits(values, 0, 'input', ['x'], [{ path: 'misc/b.png' }]), at, of);

  test('is removed by the same step, which says so', () => {
    expect(unused(old)).toBe('misc/a.png');
    const isThere = (path: string) => path === 'misc/a.png';
    const files = ['misc/b.png', 'misc/c.png'].map((path) => ({ path, blob: new Blob([path]) }));
    const step = withMiscFiles({ edits: [] }, files.slice(0, 1), 'example 1', [], isThere, 'misc/a.png');
    expect(step.name).toBe('Replace “a.png” with “b.png” in example 1');
    expect(step.files).toMatchObject([
      { kind: 'remove', path: 'misc/a.png' },
      { kind: 'put', path: 'misc/b.png' },
    ]);
    const two = withMiscFiles({ edits: [] }, files, 'example 1', [], isThere, 'misc/a.png');
    expect(two.name).toBe('Add 2 files to example 1 and remove “a.png”');
    // One that this draft has added leaves no change.
    const put = { kind: 'put', path: 'misc/a.png', blob: new Blob(['a']) } as const;
    const again = withMiscFiles({ edits: [] }, files.slice(0, 1), 'example 1', [put], () => false, 'misc/a.png');
    expect(again.files).toMatchObject([{ kind: 'put', path: 'misc/b.png' }]);
  });

  test.each([
    ['the description', { ...old, model_description: 'See ![](@misc/a.png).' }],
    ['the description, encoded', { ...old, model_description: '![](@misc/%61.png)' }],
    ['another example', { example: [...(old.example as []), { inputs: {}, sample_out: { y: '@misc/a.png' } }] }],
    ['another value', { example: [{ inputs: { x: '@misc/a.png', z: '@misc/a.png' }, sample_out: {} }] }],
    ['a field that the format does not know', { ...old, logo: { files: ['misc/a.png'] } }],
    ['a self-test, though it may not', { ...old, self_test: [{ inputs: { x: '@misc/a.png' } }] }],
  ])('stays where %s refers to it', (_, values) => {
    expect(unused(values as FieldValues)).toBeUndefined();
  });

  test('stays where it is not in misc/, is missing, or a symlink leads to it', () => {
    expect(unused({ example: [{ inputs: { x: '@tensor_data/a' } }] })).toBeUndefined();
    expect(unused({ example: [{ inputs: {} }] })).toBeUndefined();
    expect(unused(old, packageOf())).toBeUndefined();
    expect(unused(old, packageOf({ path: 'misc/a.png', unsafe: 'it leads out' }))).toBeUndefined();
    expect(unused(old, packageOf({ path: 'misc/a.png' }, { path: 'misc/l', target: 'misc/a.png' }))).toBeUndefined();
  });

  test('is not kept by another file whose name begins with its own', () => {
    expect(unused({ ...old, notes: 'misc/a.png.txt, misc/a.png_2 and misc/a.png-3' })).toBe('misc/a.png');
    expect(unused({ ...old, notes: 'misc/a.png.txt and misc/a.png.' })).toBeUndefined();
  });
});
