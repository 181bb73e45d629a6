import { expect, test } from 'vitest';
import { plannedSource } from '../../../archive/plan.ts';
import type { FieldValues } from '../../../model/edit/field.ts';
import { memorySource } from '../../../source/memory.ts';
import { mldefManifest, mldefModel } from '../../../testing/builders/mldef-builder.ts';
import { fileDraft } from '../../../testing/file-draft.ts';
import { openPackage } from '../../registry.ts';
import { drafts } from './drafts.ts';

const source = () => memorySource('a.mldef', mldefModel(mldefManifest()));

async function opened() {
  const open = await openPackage(source());
  const { values } = (await open.edit?.({ texts: undefined })) ?? {};
  return { open, values: values as FieldValues };
}

test('what the manifest names is said before it is removed', async () => {
  const { values } = await opened();
  const paths = ['layers/t.csv', 'license.txt', 'manifest.json', 'layers'];
  expect([...drafts.referencesTo(values, paths)]).toEqual([
    ['license.txt', ['License file of model']],
    ['layers/t.csv', ['Path of data file 2']],
  ]);
});

test('the manifest follows renamed files, but not to another kind of data file', async () => {
  const { open, values } = await opened();
  const renames = new Map([
    ['license.txt', 'terms.txt'],
    ['layers/w.float32', 'data/weights.float32'],
    ['layers/t.csv', 'layers/t.txt'],
    ['other', 'another'],
  ]);
  expect([...drafts.strandedReferences(values, renames)]).toEqual([['layers/t.csv', ['Path of data file 2']]]);
  const follow = drafts.followRenames(values, renames);
  expect(drafts.followRenames(values, new Map([['other', 'another']]))).toBeUndefined();
  const { texts } = (await open.edit?.({ texts: undefined, edits: follow?.edits })) ?? {};
  if (!texts || !open.plan) throw new Error('The manifest cannot be edited.');
  // The step does in the values what it does in the text.
  const again = await open.edit?.({ texts });
  expect(follow?.apply(values)).toEqual(again?.values);
  const moves = [...renames].filter(([from]) => from !== 'other');
  const { files } = await fileDraft(
    open,
    moves.map(([from, to]) => ({ kind: 'rename', from, to }) as const),
  );
  const planned = plannedSource(await open.plan({ texts, files, renew: false }));
  const after = await openPackage(memorySource('b.mldef', await planned.read(0, planned.size)));
  expect(after.package.findings.map(({ message }) => message)).toEqual([
    'The data file “table” is “layers/t.csv”, which is not in the package.',
    'The manifest does not name “layers/t.txt”.',
  ]);
  expect(after.package.tensors.map(({ name }) => name)).toContain('weights');
});

test('a path that leads out of the package, or a data file of no known kind, is not a hindrance', () => {
  const values = { model: { licenseFile: '../out' }, dataFile: [{ path: 'a.bin' }, { path: '/b.csv' }] };
  expect([...drafts.referencesTo(values, ['../out', 'a.bin', '/b.csv'])]).toEqual([['a.bin', ['Path of data file 1']]]);
  expect(drafts.followRenames(values, new Map([['a.bin', 'a.csv']]))?.edits).toEqual([
    { kind: 'set', path: ['dataFile', 0, 'path'], value: 'a.csv' },
  ]);
});

test('a path that thousands of data files name is told with each of them, in their order', () => {
  const count = 10_000;
  const values = { dataFile: Array.from({ length: count }, () => ({ path: 'w.float32' })) };
  const words = drafts.referencesTo(values, ['w.float32']).get('w.float32') ?? [];
  expect(words).toHaveLength(count);
  expect([words[0], words.at(-1)]).toEqual(['Path of data file 1', `Path of data file ${count}`]);
});
