import { IDBFactory } from 'fake-indexeddb';
import { createStore, set } from 'idb-keyval';
import { beforeEach, expect, test, vi } from 'vitest';
import { browserDrafts } from '../state/draft/browser-drafts.ts';
import { browserRecents } from '../state/recents.ts';
import { keptDraft } from '../testing/draft-tab.ts';
import { forgetKept, keptEntries } from './kept-stores.ts';
import { KEPT_STORES } from './stores.ts';

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  return () => vi.unstubAllGlobals();
});

const counts = () => Promise.all(Object.values(KEPT_STORES).map(async (store) => (await keptEntries(store)).length));

test('all that the page keeps is found, and forgotten also while the page has it open', async () => {
  const settings = new Map([
    ['boxcutter-single-keys', 'off'],
    ['mantine-color-scheme-value', 'dark'],
    ['others', '1'],
  ]);
  const localStorage = Object.assign(Object.fromEntries(settings), {
    removeItem: (name: string) => settings.delete(name),
  });
  vi.stubGlobal('window', { localStorage });
  expect(await counts()).toEqual([0, 0, 0]);
  expect(await indexedDB.databases()).toEqual([]);
  const [recents, drafts] = [browserRecents(), browserDrafts()];
  await recents.change(() => ({ isOn: false, list: [] }));
  await drafts.put(keptDraft({ files: [{ kind: 'put', path: 'a', blob: new Blob(['x']) }] }));
  expect(await counts()).toEqual([1, 1, 1]);
  await forgetKept();
  expect(await counts()).toEqual([0, 0, 0]);
  expect([...settings.keys()]).toEqual(['others']);
  expect(await recents.read()).toEqual({ isOn: true, list: [] });
  expect(await drafts.all()).toEqual([]);
});

test('a database without its store is removed, so that the page can make it again', async () => {
  await set('x', 1, createStore('boxcutter-recents', 'wrong'));
  await expect(browserRecents().read()).rejects.toBeDefined();
  expect(await keptEntries(KEPT_STORES.recents)).toEqual([]);
  vi.stubGlobal('indexedDB', new IDBFactory());
  const request = indexedDB.open('boxcutter-recents');
  request.onupgradeneeded = () => request.result.createObjectStore('wrong');
  await new Promise((resolve) => {
    request.onsuccess = resolve;
  });
  request.result.close();
  await forgetKept();
  await vi.waitFor(async () => expect(await indexedDB.databases()).toEqual([]));
  expect(await browserRecents().read()).toEqual({ isOn: true, list: [] });
});

test('nothing is thrown where nothing can be stored', async () => {
  vi.stubGlobal('indexedDB', undefined);
  await forgetKept();
  await expect(keptEntries(KEPT_STORES.drafts)).rejects.toBeDefined();
});
