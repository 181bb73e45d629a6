import { expect, test } from 'vitest';
import { NetworkError } from '../base/errors.ts';
import type { TensorInfo } from '../model/package.ts';
import type { ScannedTensor } from '../tensor/scan/scanned.ts';
import { fakePackage, fakeWorker } from '../testing/fake-worker.ts';
import { scannedShare, shownScan } from './scan-slice.ts';
import { createAppStore } from './store.ts';

const tensor = (name: string, start: number, dtype = 'float32'): TensorInfo => ({
  name,
  dtype,
  shape: [25n],
  data: { path: 'a', start, end: start + 100 },
});
const TENSORS = [tensor('b', 100), tensor('a', 0), tensor('words', 200, 'string')];
const fine = (name: string): ScannedTensor => ({ name, flags: [] });

async function opened(tensors: readonly TensorInfo[] = TENSORS) {
  const { client, calls } = fakeWorker();
  const store = createAppStore(client);
  const open = async (handle: number) => {
    const opening = store.getState().open({ kind: 'file', file: new File(['x'], 'a.carton') });
    calls.findLast(({ name }) => name === 'open')?.resolve({ handle, package: fakePackage({ tensors: [...tensors] }) });
    await opening;
  };
  await open(1);
  const scans = () => calls.filter(({ name }) => name === 'scanTensors');
  const scan = () => shownScan(store.getState());
  return { store, scans, scan, open, share: () => scannedShare(tensors, scan()) };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

test('a scan shows what comes, is stopped, and goes on with what is left', async () => {
  const { store, scans, scan, share } = await opened();
  expect([scan(), share()]).toEqual([undefined, 'none']);
  void store.getState().scanTensors();
  void store.getState().scanTensors();
  await settled();
  expect(scans()).toMatchObject([{ ask: { handle: 1, tensors: undefined, scalesOnly: false } }]);
  const onProgress = scans()[0]?.options.onProgress;
  onProgress?.({ done: 100, total: 200, scanned: [{ name: 'a', flags: ['zeros'] }] });
  await settled();
  expect(scan()).toMatchObject({ phase: 'running', done: 100, total: 200, findings: [] });
  store.getState().cancelScan();
  await settled();
  expect(scan()).toMatchObject({ phase: 'stopped', findings: [{ code: 'tensor/all-zero', tensor: { name: 'a' } }] });
  expect(share()).toBe('some');

  void store.getState().scanTensors();
  await settled();
  expect(scans()[1]?.ask).toMatchObject({ tensors: ['b'] });
  scans()[1]?.options.onProgress?.({ done: 40, total: 100 });
  expect(scan()?.done).toBe(140);
  scans()[1]?.options.onProgress?.({ done: 100, total: 100, scanned: [fine('b')] });
  scans()[1]?.options.onProgress?.({ done: 100, total: 100, same: [{ name: 'b', as: 'c', others: 1, isFirst: true }] });
  scans()[1]?.resolve(null);
  await settled();
  expect(scan()).toMatchObject({ phase: 'done', done: 200, total: 200 });
  expect(scan()?.scanned.get('b')).toMatchObject({ flags: ['duplicate'], same: { as: 'c' } });
  expect(scan()?.findings.map(({ code }) => code)).toEqual(['tensor/all-zero', 'tensor/duplicate']);
  expect(share()).toBe('all');
});

test('scales alone do not count as all values, and the rest can be read afterwards', async () => {
  const { store, scans, scan, share } = await opened();
  void store.getState().scanTensors({ scalesOnly: true });
  await settled();
  const scales = { blocks: 1, nan: 0, infinite: 0, zeros: 0, most: 1 };
  scans()[0]?.options.onProgress?.({ done: 200, total: 200, scanned: [{ ...fine('a'), scales }, fine('b')] });
  scans()[0]?.resolve(null);
  await settled();
  expect([scan()?.scalesOnly, share()]).toEqual([true, 'some']);
  void store.getState().scanTensors();
  await settled();
  expect(scans()[1]?.ask).toMatchObject({ tensors: ['a'], scalesOnly: false });
});

test('a tensor that could not be read, and a type that is not read, leave it open', async () => {
  const { store, scans, share } = await opened();
  void store.getState().scanTensors();
  await settled();
  const error = { tag: 'bad-file', code: 'tensor/size-mismatch', message: 'x' } as const;
  scans()[0]?.options.onProgress?.({ done: 200, total: 200, scanned: [{ ...fine('a'), error }, fine('b')] });
  scans()[0]?.resolve(null);
  await settled();
  expect(share()).toBe('some');
  expect(scannedShare([tensor('c', 0, 'complex64')], undefined)).toBe('some');
  expect(scannedShare([tensor('c', 0, 'string')], undefined)).toBe('nothing');
});

test('a failure keeps what was found, and another package has none of it', async () => {
  const { store, scans, scan, open } = await opened();
  void store.getState().scanTensors();
  await settled();
  scans()[0]?.options.onProgress?.({ done: 100, total: 200, scanned: [{ name: 'a', flags: ['zeros'] }] });
  scans()[0]?.reject(new NetworkError('source/unreachable', 'The host is gone.'));
  await settled();
  expect(scan()).toMatchObject({ phase: 'failed', error: { tag: 'network' }, findings: [{ code: 'tensor/all-zero' }] });
  void store.getState().scanTensors();
  await settled();
  await open(2);
  expect(scan()).toBeUndefined();
  expect(scans()[1]?.signal?.aborted).toBe(true);
});
