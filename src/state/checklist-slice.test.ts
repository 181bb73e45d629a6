import { describe, expect, it, vi } from 'vitest';
import type { CheckItem, KnownOfPackage } from '../model/checklist.ts';
import { fakePackage, fakeWorker } from '../testing/fake-worker.ts';
import { createAppStore } from './store.ts';

const KNOWN: KnownOfPackage = { integrity: 'unchecked', links: { all: 0, matching: 0, failed: 0, hosts: 0 } };
const items = (done: boolean): CheckItem[] => [{ check: 'rules', done, says: ['x'] }];

async function opened() {
  const { client, calls } = fakeWorker();
  const store = createAppStore(client);
  const open = async (handle: number) => {
    const opening = store.getState().open({ kind: 'file', file: new File(['x'], 'a.carton') });
    calls.findLast(({ name }) => name === 'open')?.resolve({ handle, package: fakePackage({}) });
    await opening;
    calls.length = 0;
  };
  await open(1);
  return { store, calls, open };
}

describe('the checklist', () => {
  it('is there once contents are searched, and before where that takes long', async () => {
    vi.useFakeTimers();
    try {
      const { store, calls } = await opened();
      const reading = store.getState().readChecklist(KNOWN, {});
      expect(calls).toMatchObject([{ name: 'checklist', ask: { handle: 1, known: KNOWN, search: 'usual' } }]);
      await vi.advanceTimersByTimeAsync(1000);
      expect(calls[1]?.ask).toMatchObject({ search: 'none' });
      calls[1]?.resolve(items(false));
      await vi.advanceTimersByTimeAsync(0);
      expect(store.getState().checklist?.items).toEqual(items(false));
      calls[0]?.resolve(items(true));
      await reading;
      expect(store.getState().checklist?.items).toEqual(items(true));
      // Contents are known by now: nothing is shown without them again.
      void store.getState().readChecklist(KNOWN, {});
      await vi.advanceTimersByTimeAsync(1000);
      expect(calls).toHaveLength(3);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is of the open package alone', async () => {
    const { store, calls, open } = await opened();
    const reading = store.getState().searchContents(KNOWN, {});
    const [asked] = calls;
    expect(asked?.ask).toMatchObject({ search: 'whole' });
    await open(2);
    asked?.resolve(items(true));
    await reading;
    expect(store.getState().checklist).toBeUndefined();
  });
});
