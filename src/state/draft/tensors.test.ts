import { expect, test } from 'vitest';
import { CARTON_TENSORS } from '../../formats/carton/core/edit/tensor-steps.ts';
import { editStep } from '../../model/edit/edit.ts';
import type { TensorAct } from '../../model/tensor/tensor-acts.ts';
import { memorySource } from '../../source/memory.ts';
import { packedCarton } from '../../testing/builders/packed-carton.ts';
import { callsInThread } from '../../testing/worker-calls.ts';
import { shownTensors } from '../compare-slice.ts';
import { openPackage } from '../load.ts';
import { createAppStore } from '../store.ts';

const PLANE = { rows: 1, columns: 2, start: 0, rowStride: 0, columnStride: 1 };

test('tensors are read from the draft where it changes them, and not again for other changes', async () => {
  const container = memorySource('a.carton', packedCarton({}));
  const store = createAppStore({ ...callsInThread({ container }), onDeath: () => () => {} });
  const state = () => store.getState();
  await state().open({ kind: 'file', file: new File([], 'a.carton') });
  await state().startDraft();
  const settled = () => expect.poll(() => state().draft?.pending, { timeout: 10_000 }).toBe(false);
  const field = async (value: string) => {
    state().edit(editStep({ name: '', edits: [{ kind: 'set', path: ['model_name'], value }] }));
    await settled();
  };
  const act = async (made: TensorAct) => {
    const { values, files } = state().draft?.current ?? { values: {}, files: [] };
    state().edit(CARTON_TENSORS.step({ values, files, open: openPackage(state().load).package }, [made], ''));
    await settled();
  };
  const id = () => shownTensors(state()).id;
  const cells = () => state().readCells('a', PLANE);

  await field('one');
  expect(id()).toBeUndefined();
  const data = new Blob([Float32Array.of(0.5, 0)]);
  await act({ kind: 'put', name: 'a', contents: { dtype: 'float32', shape: [2n], data } });
  const first = id();
  expect(first).toBeDefined();
  expect(await cells()).toEqual(['0.5', '0']);
  expect(await state().compareTensors({ tensor: 'a' }, { tensor: 'a', asOpened: true })).toMatchObject({
    differs: 1,
    maxAbs: { value: 0.5 },
  });
  expect(await state().tensorContents('a')).toMatchObject({ preview: { first: ['0.5', '0'] } });

  await field('two');
  expect(id()).toBe(first);
  await act({ kind: 'reshape', name: 'a', shape: [1n, 2n] });
  expect(id()).not.toBe(first);
  state().undo();
  state().undo();
  state().undo();
  await settled();
  expect(id()).toBeUndefined();
  expect(await cells()).toEqual(['0', '0']);
});
