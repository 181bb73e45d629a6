import { IDBFactory } from 'fake-indexeddb';
import fc from 'fast-check';
import { createStore, get, set } from 'idb-keyval';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { anyStored } from '../testing/any-stored.ts';
import { fakePackage } from '../testing/fake-worker.ts';
import type { SourceDescriptor } from './load.ts';
import {
  browserRecents,
  MAX_RECENT_TEXT,
  MAX_RECENT_URL,
  MAX_RECENTS,
  RECENTS_FORMAT,
  type Recent,
  recentOfOpened,
  sameRecent,
} from './recents.ts';

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  return () => vi.unstubAllGlobals();
});

const NOW = Date.UTC(2026, 5, 1);
const address = (id: string, parts: object = {}) => ({
  id,
  kind: 'url' as const,
  name: 'a.carton',
  url: `https://a.example/${id}`,
  at: NOW,
  ...parts,
});
const given = (descriptor: SourceDescriptor, title?: string) =>
  recentOfOpened({ handle: 1, package: fakePackage(title === undefined ? {} : { title }), descriptor }, NOW);
const link = (url: string) => given({ kind: 'url', url });

/** Writes what another version of the page, or somebody else, may have left. */
const leave = (value: unknown) => set('recents', value, createStore('boxcutter-recents', 'recents'));

describe('storage', () => {
  test('starts on and empty, and keeps what is written', async () => {
    const storage = browserRecents();
    expect(await storage.read()).toEqual({ isOn: true, list: [] });
    await storage.change(({ list }) => ({ isOn: true, list: [address('a'), ...list] }));
    await browserRecents().change(({ list }) => ({ isOn: true, list: [address('b'), ...list] }));
    expect((await storage.read()).list.map(({ id }) => id)).toEqual(['b', 'a']);
  });

  test('one that is off gives nothing, whatever is there', async () => {
    await leave({ isOn: false, list: [address('a')] });
    expect(await browserRecents().read()).toEqual({ isOn: false, list: [] });
  });

  test('one of a newer version is read as far as it goes, not written, and forgotten where somebody wants it', async () => {
    const newer = {
      format: RECENTS_FORMAT + 1,
      isOn: true,
      list: [
        { ...address('a'), more: 1 },
        { id: 'b', kind: 'newest' },
      ],
    };
    await leave(newer);
    const storage = browserRecents();
    const stored = () => get('recents', createStore('boxcutter-recents', 'recents'));
    expect((await storage.read()).list).toMatchObject([{ id: 'a' }]);
    const kept = await storage.change(({ list }) => ({ isOn: true, list: [address('c'), ...list] }));
    expect(kept.list.map(({ id }) => id)).toEqual(['a']);
    expect(await stored()).toEqual(newer);
    await storage.change(() => ({ isOn: false, list: [] }));
    expect(await stored()).toEqual({ format: RECENTS_FORMAT, isOn: false, list: [] });
  });

  test.each([
    ['no object', 'x'],
    ['null', null],
    ['another shape', { list: { length: 1 } }],
    ['no entries', { isOn: true, list: [null, 1, 'x', [], {}] }],
    ['no id', { list: [address('a', { id: 1 })] }],
    ['no name', { list: [address('a', { name: undefined })] }],
    ['no time', { list: [address('a', { at: Number.NaN }), address('b', { at: 'now' }), address('c', { at: 1e300 })] }],
    ['a time beyond dates', { list: [address('a', { at: 8.64e15 + 1 }), address('b', { at: -1 })] }],
    ['a list of holes', { list: new Array(2 ** 32 - 1) }],
    ['another kind', { list: [address('a', { kind: 'toString' })] }],
    ['a script', { list: [address('a', { url: 'javascript:alert(1)' })] }],
    ['a signed address', { list: [address('a', { url: 'https://a.example/a?sig=1' })] }],
    ['a file without its size', { list: [{ id: 'a', kind: 'file', name: 'a', at: 1 }] }],
  ])('of hostile content (%s) nothing is taken', async (_, value) => {
    await leave(value);
    expect(await browserRecents().read()).toEqual({ isOn: true, list: [] });
  });

  test('of hostile content, the entries that are right are taken, at most the limit and cut', async () => {
    const many = Array.from({ length: 50 }, (_, index) => address(`${index}`, { title: 'x'.repeat(10_000) }));
    await leave({ list: [null, address('ok', { title: 7, extra: 1 }), ...many] });
    const { list } = await browserRecents().read();
    expect(list).toHaveLength(MAX_RECENTS);
    expect(list[0]).toEqual(address('ok'));
    expect(list[1]?.title).toHaveLength(MAX_RECENT_TEXT);
  });

  test('of anything at all, what is taken can be shown, and harms no entry beside it', async () => {
    const right = [address('one'), address('two', { at: 8.64e15 })];
    const member = fc.constantFrom('id', 'kind', 'name', 'title', 'at', 'url', 'size', 'modified', 'handle');
    const wrong = fc.oneof(
      anyStored(),
      fc.tuple(member, anyStored()).map(([name, value]) => address('bad', { [name]: value })),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(wrong, { maxLength: 8 }), anyStored(), async (others, isOn) => {
        fc.pre(isOn !== false);
        await leave({ isOn, list: [...others, ...right, ...others] });
        const { list } = await browserRecents().read();
        expect(list).toEqual(expect.arrayContaining(right));
        expect(new Set(list.map(({ id }) => id)).size).toBe(list.length);
        for (const one of list) {
          expect(new Date(one.at).toISOString()).toMatch(/Z$/);
          expect([typeof one.id, typeof one.name, typeof (one.title ?? '')]).toEqual(['string', 'string', 'string']);
          if (one.kind === 'url') expect(new URL(one.url).host).not.toBe('');
        }
        await leave(isOn);
        expect((await browserRecents().read()).list).toEqual([]);
      }),
    );
  });

  test('an entry with the id of another one is left out', async () => {
    await leave({ list: [address('a'), address('a', { name: 'b' })] });
    expect((await browserRecents().read()).list).toEqual([address('a')]);
  });

  test('what only looks like a handle is not one', async () => {
    await leave({
      list: [{ id: 'a', kind: 'file', name: 'a', at: 1, size: 1, modified: 1, handle: { kind: 'file' } }],
    });
    expect((await browserRecents().read()).list).toEqual([
      { id: 'a', kind: 'file', name: 'a', at: 1, size: 1, modified: 1 },
    ]);
  });

  test('a file whose handle cannot be kept is kept without it', async () => {
    const handle = { kind: 'file', getFile: () => {} } as unknown as FileSystemFileHandle;
    const file: Recent = { id: 'a', kind: 'file', name: 'a', at: 1, size: 1, modified: 1, handle };
    const storage = browserRecents();
    const kept = await storage.change(() => ({ isOn: true, list: [file] }));
    expect(kept.list[0]).not.toHaveProperty('handle');
    expect(await storage.read()).toEqual(kept);
  });

  test('rejects where the browser has none', async () => {
    vi.stubGlobal('indexedDB', undefined);
    await expect(browserRecents().read()).rejects.toThrow();
    await expect(browserRecents().change((kept) => kept)).rejects.toThrow();
  });
});

test('what is opened on plain http, where the browser makes no UUIDs, is a recent with an id of its own', () => {
  const { crypto } = globalThis;
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const [one, other] = [link('https://a.example/x.carton'), link('https://a.example/y.carton')];
  expect(one?.id).toMatch(/^[0-9a-f]{32}$/);
  expect(other?.id).not.toBe(one?.id);
});

describe('what is kept of the open package', () => {
  test('an address without its fragment, with the title', () => {
    expect(given({ kind: 'url', url: 'https://a.example/a.carton?x=1#/files' }, 'T')).toMatchObject({
      kind: 'url',
      name: 'a.carton',
      title: 'T',
      url: 'https://a.example/a.carton?x=1',
      at: NOW,
    });
  });

  test.each([
    'https://a.example/a?X-Amz-Signature=1',
    'https://a.example/a?b=1&SIG=x',
    'https://a.example/a?access_token=x',
    'https://user:password@a.example/a',
    'https://user@a.example/a',
    'blob:https://a.example/1',
    'data:,x',
    'no address',
    `https://a.example/${'a'.repeat(MAX_RECENT_URL)}`,
  ])('nothing of %s', async (url) => {
    expect(link(url)).toBeUndefined();
  });

  test('of a file its name, size and time; no path and no content', () => {
    const file = new File(['abc'], 'a.carton', { lastModified: 5 });
    expect(given({ kind: 'file', file })).toEqual({
      id: expect.any(String),
      kind: 'file',
      name: 'a.carton',
      size: 3,
      modified: 5,
      at: NOW,
    });
  });

  test('of a folder its name; of several files nothing', () => {
    const file = new File([], 'x');
    expect(given({ kind: 'folder', name: 'f', files: [{ path: 'f/x', file }] })).toMatchObject({
      kind: 'folder',
      name: 'f',
    });
    expect(given({ kind: 'folder', name: 'Several files', files: [{ path: 'x', file }] })).toBeUndefined();
  });
});

test('a file is known again by its handle, else by name, size and time', async () => {
  const handle = (place: string, isGone = false) =>
    ({
      place,
      getFile: () => {},
      isSameEntry: async (other: { place: string }) => {
        if (isGone) throw new DOMException('gone', 'NotFoundError');
        return other.place === place;
      },
    }) as unknown as FileSystemFileHandle;
  const file = (id: string, parts: object): Recent => ({
    id,
    kind: 'file',
    name: 'a',
    at: 1,
    size: 1,
    modified: 1,
    ...parts,
  });
  const list = [
    file('gone', { handle: handle('x', true) }),
    file('x', { handle: handle('x') }),
    file('y', { size: 2 }),
  ];
  const same = async (parts: object) => (await sameRecent(list, file('new', parts)))?.id;
  expect(await same({ handle: handle('x'), modified: 9 })).toBe('x');
  expect(await same({ handle: handle('z') })).toBeUndefined();
  expect(await same({ handle: handle('z'), size: 2 })).toBe('y');
  expect(await same({ size: 2 })).toBe('y');
  expect(await same({ size: 2, modified: 2 })).toBeUndefined();
  expect(await get('recents', createStore('boxcutter-recents', 'recents'))).toBeUndefined();
});
