import { expect, test } from 'vitest';
import { fakePackage, fakeWorker } from '../testing/fake-worker.ts';
import type { SourceDescriptor } from './load.ts';
import { type KeptRecents, MAX_RECENTS, type RecentStorage } from './recents.ts';
import { createAppStore } from './store.ts';

/** A storage that tabs share. Where `isBroken`, every call rejects. */
function memoryRecents() {
  const box = { kept: { isOn: true, list: [] } as KeptRecents, isBroken: false };
  const check = () => {
    if (box.isBroken) throw new DOMException('no', 'SecurityError');
  };
  const storage: RecentStorage = {
    async read() {
      check();
      return box.kept;
    },
    async change(to) {
      check();
      box.kept = to(box.kept);
      return box.kept;
    },
  };
  return { box, storage };
}

function tab(storage?: RecentStorage) {
  const { client, calls } = fakeWorker();
  const store = createAppStore(client, { recents: storage });
  let handle = 0;
  const open = async (descriptor: SourceDescriptor, title?: string, reason?: 'saved') => {
    const opening = store.getState().open(descriptor, undefined, reason);
    const answer = { handle: ++handle, package: fakePackage(title === undefined ? {} : { title }) };
    calls.findLast(({ name }) => name === 'open')?.resolve(answer);
    await opening;
    await new Promise((done) => setTimeout(done));
  };
  return { store, state: store.getState, open };
}

const link = (path: string): SourceDescriptor => ({ kind: 'url', url: `https://a.example/${path}` });

test('what is opened is kept, the newest first and each once, at most the limit', async () => {
  const { box, storage } = memoryRecents();
  const { state, open } = tab(storage);
  for (let index = 0; index <= MAX_RECENTS; index++) await open(link(`${index}`), `T${index}`);
  expect(state().recents).toHaveLength(MAX_RECENTS);
  expect(state().recents[0]).toMatchObject({ title: `T${MAX_RECENTS}` });
  const { id } = state().recents[5] ?? {};
  await open(link(`${MAX_RECENTS - 5}`));
  expect(state().recents[0]?.id).toBe(id);
  expect(state().recents[0]).not.toHaveProperty('title');
  expect(state().openedRecent).toBe(id);
  expect(new Set(box.kept.list.map((one) => one.id)).size).toBe(MAX_RECENTS);
  state().close();
  expect(state().openedRecent).toBeUndefined();
});

test('a signed address is not kept, and what is open then is not among the recents', async () => {
  const { box, storage } = memoryRecents();
  const { state, open } = tab(storage);
  await open(link('a'));
  await open(link('b?X-Amz-Signature=1'));
  expect(box.kept.list).toHaveLength(1);
  expect(JSON.stringify(box.kept)).not.toContain('Signature');
  expect(state().openedRecent).toBeUndefined();
});

test('where a file lies stays known when it is chosen later', async () => {
  const { storage } = memoryRecents();
  const { state, open } = tab(storage);
  const file = new File(['x'], 'a.carton', { lastModified: 1 });
  const handle = { getFile: () => {}, isSameEntry: async () => true } as unknown as FileSystemFileHandle;
  await open({ kind: 'file', file, handle }, 'T', 'saved');
  await open({ kind: 'file', file });
  expect(state().recents).toEqual([expect.objectContaining({ kind: 'file', handle })]);
});

test('switched off, all is deleted, and no tab keeps anything more; switched on, what is opened later', async () => {
  const { box, storage } = memoryRecents();
  const [first, second] = [tab(storage), tab(storage)];
  await first.open(link('a'));
  await second.state().lookForRecents();
  expect(second.state().recents).toHaveLength(1);
  await first.state().setKeepsRecents(false);
  expect(box.kept).toEqual({ isOn: false, list: [] });
  expect(first.state()).toMatchObject({ recents: [], keepsRecents: false });
  await second.open(link('b'));
  expect(box.kept.list).toEqual([]);
  expect(second.state().openedRecent).toBeUndefined();
  await second.state().setKeepsRecents(true);
  await second.open(link('c'));
  expect(box.kept.list).toMatchObject([{ url: 'https://a.example/c' }]);
});

test('one is removed, then all', async () => {
  const { box, storage } = memoryRecents();
  const { state, open } = tab(storage);
  for (const path of ['a', 'b', 'c']) await open(link(path));
  await state().removeRecent(state().recents[1]?.id ?? '');
  expect(box.kept.list).toMatchObject([{ url: 'https://a.example/c' }, { url: 'https://a.example/a' }]);
  await state().clearRecents();
  expect(box.kept).toEqual({ isOn: true, list: [] });
  expect(state().recents).toEqual([]);
});

test('without a storage, as in a frame, and with one that fails, nothing is kept and nothing said of it', async () => {
  const { box, storage } = memoryRecents();
  box.isBroken = true;
  for (const { state, open } of [tab(), tab(storage)]) {
    await open(link('a'));
    await state().lookForRecents();
    await state().setKeepsRecents(true);
    await state().clearRecents();
    expect(state()).toMatchObject({ recents: [], keepsRecents: undefined, openedRecent: undefined });
    expect(state().load.phase).toBe('ready');
  }
});
