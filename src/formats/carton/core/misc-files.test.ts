import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FileChange } from '../../../model/draft.ts';
import { editStep } from '../../../model/edit.ts';
import type { FieldValues } from '../../../model/field.ts';
import { fileNameProblem, TakenNames } from '../../../model/name-problem.ts';
import { exampleFileEdits, exampleOfFiles, miscPaths, namesForFiles, withMiscFiles } from './misc-files.ts';
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

  test('is none that another file has, also in other case', () => {
    expect(miscPaths([png('image.png'), png('image.png'), png('IMAGE.png')], ['misc/Image.png'])).toEqual([
      'misc/image-2.png',
      'misc/image-3.png',
      'misc/IMAGE-4.png',
    ]);
  });

  test('is one that every system can hold, whatever the name', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary' }), { maxLength: 6 }),
        fc.array(
          fc.string({ unit: 'binary' }).map((name) => `misc/${name}`),
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

  test('makes a new example with them, also where there are none, or no list of them', () => {
    const files = [file('misc/a.png'), file('misc/b.wav')];
    const made = { inputs: { x: '@misc/a.png', b: '@misc/b.wav' }, sample_out: {} };
    for (const [before, examples] of [
      [values, [...(values.example as []), made]],
      [{}, [made]],
      [{ example: 'none' }, [made]],
    ] as const) {
      const edits = exampleOfFiles(before, 'input', ['x', 'b'], files);
      expect(editStep({ name: '', edits }).apply(before)).toEqual({ ...before, example: examples });
    }
    const edits = exampleOfFiles({}, 'output', ['y', 'z'], files);
    expect(editStep({ name: '', edits }).apply({})).toEqual({
      example: [{ inputs: {}, sample_out: { y: '@misc/a.png', z: '@misc/b.wav' } }],
    });
  });
});
