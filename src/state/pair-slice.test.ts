import { expect, test } from 'vitest';
import { NetworkError } from '../base/errors.ts';
import type { TensorInfo } from '../model/package.ts';
import { fakePackage, fakeWorker } from '../testing/fake-worker.ts';
import type { PairState } from './pair-slice.ts';
import { createAppStore } from './store.ts';

const fileOf = (name: string) => ({ kind: 'file', file: new File(['x'], name) }) as const;
const settled = () => new Promise((resolve) => setTimeout(resolve));

/** A store with a package open under the handle 1. */
async function opened() {
  const { client, calls } = fakeWorker();
  const store = createAppStore(client);
  const last = (name: string) => calls.findLast((call) => call.name === name);
  const open = async (handle: number) => {
    const opening = store.getState().open(fileOf('a.carton'));
    last('open')?.resolve({ handle, package: fakePackage({ title: 'A' }) });
    await opening;
  };
  await open(1);
  const closed = () =>
    calls.filter(({ name }) => name === 'close').map(({ ask }) => (ask as { handle: number }).handle);
  return { store, calls, last, open, closed, pair: () => store.getState().pair };
}

async function paired() {
  const all = await opened();
  const pairing = all.store.getState().pairWith(fileOf('b.carton'));
  all.last('open')?.resolve({ handle: 2, package: fakePackage({ title: 'B' }) });
  await pairing;
  return all;
}

test('another package opens beside the open one, and is closed with the pair', async () => {
  const { store, pair, closed } = await paired();
  expect(pair()).toMatchObject({
    phase: 'ready',
    before: { of: { handle: 1 }, package: { title: 'A' } },
    after: { of: { handle: 2 }, package: { title: 'B' } },
  });
  store.getState().endPair();
  expect([pair(), closed()]).toEqual([undefined, [2]]);
});

test('what cannot be opened beside it leaves the open one as it is', async () => {
  const { store, last, pair } = await opened();
  const pairing = store.getState().pairWith(fileOf('b.carton'));
  expect(pair()).toMatchObject({ phase: 'opening' });
  last('open')?.reject(new NetworkError('source/read-failed', 'No.'));
  await pairing;
  expect(pair()).toMatchObject({ phase: 'failed', error: { code: 'source/read-failed' } });
  expect(store.getState().load).toMatchObject({ phase: 'ready', opened: { handle: 1 } });
});

test('where the pair ends while the other one opens, that is canceled', async () => {
  const { store, last, pair } = await opened();
  const pairing = store.getState().pairWith(fileOf('b.carton'));
  store.getState().endPair();
  await pairing;
  expect([pair(), last('open')?.options.signal?.aborted]).toEqual([undefined, true]);
});

test('another open package ends the pair', async () => {
  const { pair, open, closed } = await paired();
  await open(3);
  expect(pair()).toBeUndefined();
  expect(closed().toSorted()).toEqual([1, 2]);
});

test('values are compared pair after pair, what fails is told, and a stop keeps what was found', async () => {
  const { store, calls } = await paired();
  const info = (name: string): TensorInfo => ({
    name,
    dtype: 'int8',
    shape: [4n],
    data: { path: 'w', start: 0, end: 4 },
  });
  const of = (name: string, shape: 'same' | 'transposed' = 'same') => ({
    a: info(name),
    b: info(name),
    pair: { a: name, b: name, by: 'name', shape, dtype: 'same' } as const,
  });
  const asked = () => calls.filter(({ name }) => name === 'tensorCompare');
  const pair = store.getState().pair as Extract<PairState, { phase: 'ready' }>;
  void store.getState().comparePairValues(pair, [of('one'), of('two', 'transposed'), of('three')], { blocks: 8 });
  expect(asked()[0]?.ask).toMatchObject({ handle: 1, tensor: 'one', with: { handle: 2 }, sample: { blocks: 8 } });
  asked()[0]?.resolve({ count: 4 } as never);
  await settled();
  const values = () => store.getState().pairValues.get(pair);
  expect(values()?.running).toEqual({ done: 8, total: 24 });
  expect(asked()[1]?.ask).toMatchObject({ with: { transposed: true }, tolerance: { equalNan: true } });
  asked()[1]?.reject(new NetworkError('source/read-failed', 'No.'));
  await settled();
  store.getState().stopPairValues();
  expect([...(values()?.found.keys() ?? []), values()?.running]).toEqual(['one', 'two', undefined]);
  expect(values()?.found.get('two')).toMatchObject({ code: 'source/read-failed' });
});

test('a sample takes the place of nothing that was compared whole', async () => {
  const { store, calls } = await paired();
  const info: TensorInfo = { name: 'w', dtype: 'int8', shape: [4n], data: { path: 'w', start: 0, end: 4 } };
  const pairs = [{ a: info, b: info, pair: { a: 'w', b: 'w', by: 'name', shape: 'same', dtype: 'same' } as const }];
  const sides = store.getState().pair as Extract<PairState, { phase: 'ready' }>;
  const { comparePairValues } = store.getState();
  const asked = () => calls.filter(({ name }) => name === 'tensorCompare');
  const whole = comparePairValues(sides, pairs);
  asked()[0]?.resolve({ count: 4, differs: 1 } as never);
  await whole;
  await comparePairValues(sides, pairs, { blocks: 1 });
  expect(asked()).toHaveLength(1);
  expect(store.getState().pairValues.get(sides)?.found.get('w')).toMatchObject({ differs: 1 });
});

test('where a draft cannot be read, the pair has failed and says why', async () => {
  const { store, calls, pair, closed } = await paired();
  const before = calls.length;
  const pairing = store.getState().pairWithDraft();
  expect([pair(), closed()]).toEqual([undefined, [2]]);
  await settled();
  for (const call of calls.slice(before))
    if (call.name !== 'close') call.reject(new NetworkError('source/read-failed', 'No.'));
  await pairing;
  expect(pair()).toMatchObject({ phase: 'failed', descriptor: 'draft', error: { code: 'source/read-failed' } });
});

test('a worker that died has lost both: they are opened again, and no handle of the new one is closed', async () => {
  const { store, closed } = await paired();
  const { load } = store.getState();
  if (load.phase !== 'ready') throw new Error('Nothing is open.');
  store.getState().packageChanged({ ...load.opened, handle: 1 }, 'revived');
  expect([store.getState().pair, closed()]).toMatchObject([{ phase: 'opening' }, []]);
});
