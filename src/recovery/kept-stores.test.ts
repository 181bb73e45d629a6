import { IDBFactory } from 'fake-indexeddb';
import { createStore, set } from 'idb-keyval';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { browserDrafts } from '../state/draft/browser-drafts.ts';
import { browserRecents } from '../state/recents.ts';
import { keptDraft } from '../testing/draft-tab.ts';
import { forgetKept, keptEntries, nextVersion } from './kept-stores.ts';
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

describe('what is kept of the page for offline use', () => {
  const FOLDER = 'https://a.example/boxcutter/';

  /** A page in `FOLDER`, and what is registered for it or for a folder around it. */
  function registered(scope: string, host: () => Promise<Response>) {
    const registration = {
      scope,
      // As where the host has no service worker any more, though it answers.
      update: vi.fn(async () => Promise.reject(new TypeError('bad HTTP response code (404)'))),
      unregister: vi.fn(async () => true),
    };
    vi.stubGlobal('window', { localStorage: {}, location: { href: `${FOLDER}?url=x#/files` } });
    vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } });
    vi.stubGlobal('caches', { keys: async () => [] });
    vi.stubGlobal('fetch', host);
    return registration;
  }

  test('is given up where the host has no service worker any more', async () => {
    const { unregister } = registered(FOLDER, async () => new Response(null, { status: 404 }));
    await forgetKept();
    expect(unregister).toHaveBeenCalledOnce();
  });

  test('stays where the host does not answer', async () => {
    const { unregister } = registered(FOLDER, async () => Promise.reject(new TypeError('Failed to fetch')));
    await forgetKept();
    expect(unregister).not.toHaveBeenCalled();
  });

  test('is not what others have registered for a folder around it', async () => {
    const { unregister, update } = registered('https://a.example/', async () => new Response());
    await forgetKept();
    await nextVersion();
    expect(unregister).not.toHaveBeenCalled();
    expect(update).not.toHaveBeenCalled();
  });
});
