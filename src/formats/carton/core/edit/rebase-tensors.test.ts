import { expect, test } from 'vitest';
import type { FieldValues } from '../../../../model/edit/field.ts';
import type { FlatContents } from '../../../../tensor/contents/contents.ts';
import { openPacked } from '../../../../testing/builders/packed-carton.ts';
import { TensorSession } from '../../../../testing/tensor-session.ts';
import { rebaseTensors } from './rebase-tensors.ts';

const one: FlatContents = { dtype: 'uint8', shape: [1n], data: new Blob([Uint8Array.of(1)]) };

test('new tensors fit with their files, and nothing else does', async () => {
  const kept = await TensorSession.of(await openPacked({}));
  await kept.act(
    { kind: 'put', name: 'new', contents: one },
    { kind: 'put', name: 'set', contents: { dtype: 'nested', inner: [one, one] } },
    { kind: 'put', name: 'lost', contents: one },
    { kind: 'put', name: 'taken', contents: one },
    { kind: 'duplicate', name: 'a', to: 'copy' },
    { kind: 'rename', name: 'a', to: 'b' },
    { kind: 'reshape', name: 's', shape: [1n] },
    { kind: 'remove', name: 'n' },
  );
  const added = new Set(kept.files.flatMap((change) => (change.kind === 'put' ? change.path : [])));
  added.delete('tensor_data/lost.bin');
  const there = [{ name: 'taken', dtype: 'int8', shape: [7n] }];
  const { fits, misfits } = rebaseTensors(kept.values as FieldValues, {}, there, added);
  expect(fits.map(({ change }) => [change.label, change.after])).toEqual([
    ['Tensor “new”', 'uint8 1'],
    ['Tensor “set”', 'nested, of 2'],
  ]);
  expect(misfits.map(({ change, found }) => [change.kind, change.label, change.after, found])).toEqual([
    ['added', 'Tensor “lost”', 'uint8 1', undefined],
    ['added', 'Tensor “taken”', 'uint8 1', 'int8 7'],
    ['added', 'Tensor “copy”', 'float32 2', undefined],
    ['changed', 'Tensor “a”', 'renamed b', undefined],
    ['changed', 'Tensor “s”', '1', undefined],
    ['removed', 'Tensor “n”', undefined, undefined],
    ['removed', 'Tensor “p”', undefined, undefined],
  ]);
  const onto = await TensorSession.of(await openPacked({}));
  onto.files = kept.files.filter((change) => change.kind === 'put' && added.has(change.path));
  for (const { step } of fits) await onto.make(step);
  const { open } = await onto.saved();
  expect(open.package.tensors.map(({ name }) => name)).toEqual(['a', 's', 'n', 'p', 'new', 'set_0', 'set_1', 'set']);
});
