import { IDBObjectStore as FDBObjectStore, IDBFactory } from 'fake-indexeddb';
import fc from 'fast-check';
import { clear, createStore, get, keys, set } from 'idb-keyval';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { anyStored } from '../../testing/any-stored.ts';
import { browserDrafts } from './browser-drafts.ts';
import {
  DRAFT_FORMAT,
  type DraftStorage,
  type KeptDraft,
  MAX_KEPT_AGE_MS,
  MAX_KEPT_DRAFTS,
  matchOf,
  removeUnheld,
} from './kept-drafts.ts';

const NOW = Date.UTC(2026, 5, 1);

/** Locks as browsers have them, of all tabs. */
function fakeLocks() {
  const held = new Map<string, (error: unknown) => void>();
  const queue: (() => void)[] = [];
  return {
    held,
    async request(name: string, options: LockOptions, work: (lock: object | null) => unknown) {
      if (options.steal) held.get(name)?.(new DOMException('stolen', 'AbortError'));
      else if (held.has(name)) {
        if (options.ifAvailable) return work(null);
        await new Promise<void>((resolve, reject) => {
          queue.push(resolve);
          options.signal?.addEventListener('abort', () => reject(options.signal?.reason));
        });
      }
      return new Promise((resolve, reject) => {
        held.set(name, reject);
        void Promise.resolve(work({})).then((value) => {
          if (held.get(name) === reject) held.delete(name);
          resolve(value);
          for (const go of queue.splice(0)) go();
        });
      });
    },
  };
}

let locks: ReturnType<typeof fakeLocks>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  locks = fakeLocks();
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('navigator', { locks });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const draft = (id: string, parts: Partial<KeptDraft> = {}): KeptDraft => ({
  id,
  hash: 'h',
  firstTexts: new Map([['carton.toml', 'a\r\n']]),
  texts: new Map([['carton.toml', '\uFEFFb\u0000']]),
  files: [],
  renew: false,
  at: NOW,
  name: 'a.carton',
  ...parts,
});

const of = async (storage: DraftStorage, hash: string) => (await storage.all()).filter((draft) => draft.hash === hash);

/** Writes an entry as another version of the page may have. */
const written = (entry: { id: string; [key: string]: unknown }) =>
  set(entry.id, entry, createStore('boxcutter-drafts', 'drafts'));

describe('the files that a draft adds', () => {
  const put = (id: string, text: string) => ({ kind: 'put', path: `misc/${id}`, id, blob: new Blob([text]) }) as const;
  const contentOf = async (storage: DraftStorage) =>
    Promise.all(
      (await storage.all()).map(async ({ files }) =>
        Promise.all(
          files.map(async (change) => (change.kind === 'put' ? [change.id, await change.blob.text()] : change)),
        ),
      ),
    );
  const remove = { kind: 'remove', path: 'b' } as const;

  test('are kept beside it, each written once, and go with it', async () => {
    const storage = browserDrafts();
    await storage.put(draft('1', { files: [remove, put('x', 'one'), put('y', 'two')] }));
    await storage.put(draft('2', { files: [put('x', 'other')] }));
    expect(await contentOf(browserDrafts())).toEqual([[remove, ['x', 'one'], ['y', 'two']], [['x', 'other']]]);
    await storage.put(draft('1', { files: [put('y', 'not written again')] }));
    expect(await contentOf(browserDrafts())).toEqual([[['y', 'two']], [['x', 'other']]]);
    await storage.remove('1');
    await storage.put(draft('1', { files: [{ kind: 'put', path: 'y', id: 'x', blob: new Blob(['new']) }] }));
    expect(await contentOf(browserDrafts())).toEqual([[['x', 'new']], [['x', 'other']]]);
  });

  test('need no private file any more', async () => {
    const inner = { ...put('x', 'one'), privateFiles: ['place'], drafts: ['inner'] };
    await browserDrafts().put(draft('1', { files: [inner] }));
    const [kept] = await browserDrafts().all();
    expect(kept?.files).toEqual([{ ...put('x', 'one'), drafts: ['inner'] }]);
  });

  test('are written again with the draft where others have deleted them, and the page hears of that', async () => {
    const storage = browserDrafts();
    const cleared = vi.fn();
    storage.onCleared?.(cleared);
    const kept = draft('1', { files: [put('a', 'A')] });
    await storage.put(kept);
    // As another tab does, or the settings of the browser: it must not wait for this page.
    for (const database of ['boxcutter-drafts', 'boxcutter-draft-files'])
      await new Promise((resolve, reject) => {
        const asked = indexedDB.deleteDatabase(database);
        asked.onsuccess = resolve;
        asked.onerror = reject;
        asked.onblocked = () => reject(new Error('the page keeps it open'));
      });
    expect(cleared).toHaveBeenCalledTimes(2);
    expect(await storage.all()).toEqual([]);
    await storage.put(kept);
    expect(await contentOf(storage)).toEqual([[['a', 'A']]]);
  });

  test('are written again where only they are deleted', async () => {
    const storage = browserDrafts();
    const kept = draft('1', { files: [put('a', 'A'), put('b', 'B')] });
    await storage.put(kept);
    await clear(createStore('boxcutter-draft-files', 'files'));
    await storage.put(kept);
    expect(await contentOf(storage)).toEqual([
      [
        ['a', 'A'],
        ['b', 'B'],
      ],
    ]);
    await storage.put(draft('1', { files: [put('b', 'B')] }));
    expect(await keys(createStore('boxcutter-draft-files', 'files'))).toEqual(['1 b']);
  });

  /** Limits the bytes of contents that fit on the disk. Without contents to remove, an entry does not fit on a full one. */
  function limitDisk(most: number) {
    const sizes = new Map<IDBValidKey, number>();
    const { put, delete: remove } = FDBObjectStore.prototype;
    const used = () => [...sizes.values()].reduce((sum, size) => sum + size, 0);
    vi.spyOn(FDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
      const size = value instanceof Blob ? value.size : 0;
      if (used() + size > most) throw new DOMException('full', 'QuotaExceededError');
      sizes.set(key as IDBValidKey, size);
      return put.call(this, value, key);
    });
    vi.spyOn(FDBObjectStore.prototype, 'delete').mockImplementation(function (this: IDBObjectStore, key) {
      sizes.delete(key as IDBValidKey);
      return remove.call(this, key);
    });
    return {
      setMost(bytes: number) {
        most = bytes;
      },
    };
  }

  test('stay as they were on a full disk, and are written once there is space', async () => {
    const { setMost } = limitDisk(4);
    const storage = browserDrafts();
    await storage.put(draft('1', { files: [put('x', 'one')] }));
    const next = draft('1', { files: [put('x', 'one'), put('y', 'two')] });
    await expect(storage.put(next)).rejects.toMatchObject({ name: 'QuotaExceededError' });
    expect(await contentOf(browserDrafts())).toEqual([[['x', 'one']]]);
    // Not even an entry without contents.
    setMost(-1);
    await expect(storage.put({ ...next, renew: true })).rejects.toMatchObject({ name: 'QuotaExceededError' });
    expect(await contentOf(browserDrafts())).toEqual([[['x', 'one']]]);
    setMost(6);
    await storage.put(next);
    const both = [
      ['x', 'one'],
      ['y', 'two'],
    ];
    expect(await contentOf(browserDrafts())).toEqual([both]);
  });

  test('make space where people took them out', async () => {
    const { setMost } = limitDisk(4);
    const storage = browserDrafts();
    await storage.put(draft('1', { files: [put('x', 'one')] }));
    setMost(2);
    await storage.put(draft('1', { files: [remove] }));
    expect(await contentOf(browserDrafts())).toEqual([[remove]]);
    expect(await keys(createStore('boxcutter-draft-files', 'files'))).toEqual([]);
    setMost(4);
    await storage.put(draft('1', { files: [put('x', 'one')] }));
    await storage.put(draft('1', { files: [put('y', 'two')] }));
    expect(await contentOf(browserDrafts())).toEqual([[['y', 'two']]]);
  });

  test('are left out where they are missing', async () => {
    const storage = browserDrafts();
    const link = (path: string) => ({ kind: 'link', path, urls: ['https://host.example/x'] }) as const;
    await storage.put(draft('1', { files: [remove, put('x', 'one'), link('misc/x'), link('misc/other')] }));
    await clear(createStore('boxcutter-draft-files', 'files'));
    // A link of what was added cannot stand without it.
    expect(await contentOf(browserDrafts())).toEqual([[remove, link('misc/other')]]);
  });
});

describe('drafts in the browser', () => {
  test('outlive the page, each under its hash, byte for byte', async () => {
    const page = browserDrafts();
    expect(await of(page, 'h')).toEqual([]);
    await page.put(draft('one'));
    await page.put(draft('two', { hash: 'other' }));
    await page.put(draft('one', { texts: new Map([['carton.toml', 'c']]), renew: true }));
    const next = browserDrafts();
    expect(await of(next, 'h')).toEqual([draft('one', { texts: new Map([['carton.toml', 'c']]), renew: true })]);
    await next.remove('one');
    expect(await of(page, 'h')).toEqual([]);
    expect(await of(page, 'other')).toEqual([draft('two', { hash: 'other' })]);
  });

  test('are taken by one tab at a time', async () => {
    const [one, two] = [browserDrafts(), browserDrafts()];
    const release = await one.hold('a');
    expect(await two.hold('a')).toBeUndefined();
    expect(await two.hold('b')).toBeTypeOf('function');
    release?.();
    await Promise.resolve();
    await Promise.resolve();
    expect(await two.hold('a')).toBeTypeOf('function');
  });

  test('are taken from another tab, which hears of it, and are waited for', async () => {
    const [one, two, three] = [browserDrafts(), browserDrafts(), browserDrafts()];
    const onLost = vi.fn();
    const lost = await one.hold('a', { onLost });
    const release = await two.hold('a', { steal: true });
    await new Promise((resolve) => setTimeout(resolve));
    expect(onLost).toHaveBeenCalledOnce();
    // What is lost cannot be let go of.
    lost?.();
    const controller = new AbortController();
    const cancelled = three.freed('a', controller.signal);
    controller.abort();
    await expect(cancelled).rejects.toMatchObject({ code: 'internal/cancelled' });
    let isFree = false;
    const freed = three.freed('a', new AbortController().signal).then(() => {
      isFree = true;
    });
    await new Promise((resolve) => setTimeout(resolve));
    expect(isFree).toBe(false);
    release?.();
    await freed;
    expect(await three.hold('a')).toBeTypeOf('function');
    expect(onLost).toHaveBeenCalledOnce();
  });

  test('say nothing of a lock that is let go of', async () => {
    const onLost = vi.fn();
    const page = browserDrafts();
    (await page.hold('a', { onLost }))?.();
    await new Promise((resolve) => setTimeout(resolve));
    await page.hold('a', { steal: true });
    await new Promise((resolve) => setTimeout(resolve));
    expect(onLost).not.toHaveBeenCalled();
  });

  test('can be had where there are no locks', async () => {
    vi.stubGlobal('navigator', {});
    expect(await browserDrafts().hold('a')).toBeTypeOf('function');
    await browserDrafts().freed('a', new AbortController().signal);
  });

  test('go where they are many, the oldest first, but never one that a tab has open', async () => {
    const page = browserDrafts();
    for (let at = 0; at < MAX_KEPT_DRAFTS; at++) await page.put(draft(`d${at}`, { at: NOW - 1000 + at }));
    const release = await page.hold('d0');
    await page.put(draft('new'));
    const ids = new Set((await of(page, 'h')).map(({ id }) => id));
    expect(ids.has('d0')).toBe(true);
    release?.();
    await page.put(draft('newer'));
    const left = new Set((await of(page, 'h')).map(({ id }) => id));
    expect(left.size).toBe(MAX_KEPT_DRAFTS);
    expect([left.has('d0'), left.has('d1'), left.has('d2'), left.has('newer')]).toEqual([false, false, true, true]);
  });

  test('that are too old go, and those that this page cannot have written are told of and stay', async () => {
    const page = browserDrafts();
    await page.put(draft('old', { at: NOW - MAX_KEPT_AGE_MS - 1 }));
    await page.put({ ...draft('odd'), texts: 5 } as unknown as KeptDraft);
    expect(await of(page, 'h')).toEqual([]);
    await page.put(draft('new'));
    vi.setSystemTime(0);
    expect((await of(page, 'h')).map(({ id }) => id)).toEqual(['new']);
    expect(await keys(createStore('boxcutter-drafts', 'drafts'))).toEqual(['new', 'odd']);
    expect(await page.unread()).toEqual([{ id: 'odd', name: 'a.carton', isNewer: false }]);
    await page.remove('odd');
    expect(await page.unread()).toEqual([]);
  });

  test('of any entry, are read or told of, can be downloaded, and harm no other', async () => {
    const store = createStore('boxcutter-drafts', 'drafts');
    const member = fc.constantFrom('id', 'name', 'at', 'texts', 'firstTexts', 'files', 'renew', 'inside', 'size');
    const change = fc.record({ kind: fc.constantFrom('put', 'link', 'rename', 'remove'), path: anyStored() });
    const entry = fc.oneof(
      anyStored(),
      fc.tuple(member, anyStored()).map(([name, value]) => ({ ...draft('bad'), [name]: value })),
      fc
        .tuple(change, fc.constantFrom('id', 'blob', 'urls', 'digest', 'drafts'), anyStored())
        .map(([about, name, value]) => ({ ...draft('bad'), files: [{ ...about, [name]: value }] })),
    );
    await fc.assert(
      fc.asyncProperty(entry, async (value) => {
        await clear(store);
        const page = browserDrafts();
        await set('bad', value, store);
        await set(5, value, store);
        await page.put(draft('good'));
        const read = await page.all();
        const unread = await page.unread();
        expect([...read.map(({ id }) => id), ...unread.map(({ id }) => id)].sort()).toEqual(['bad', 'good']);
        for (const { at } of read) expect(new Date(at).toISOString()).toMatch(/Z$/);
        expect(JSON.parse(await (await page.raw('bad')).text())).toMatchObject({ drafts: [{ key: 'bad' }], files: [] });
      }),
    );
  });

  test('need the key that they have themselves: another one would never go', async () => {
    await set('other', draft('one'), createStore('boxcutter-drafts', 'drafts'));
    expect(await browserDrafts().all()).toEqual([]);
    expect(await browserDrafts().unread()).toEqual([{ id: 'other', name: 'a.carton', isNewer: false }]);
  });

  test('of the version before, which had one text and no paths, are found as drafts of carton.toml', async () => {
    const page = browserDrafts();
    const { firstTexts: _, texts: __, files: ___, ...about } = draft('old');
    const before = { ...about, firstText: 'a\r\n', text: '\uFEFFb' };
    await written(before);
    const { renew: ____, ...oldest } = { ...before, id: 'oldest', reseal: true };
    await written(oldest);
    const texts = { texts: new Map([['carton.toml', '\uFEFFb']]) };
    expect(await of(page, 'h')).toEqual([draft('old', texts), draft('oldest', { ...texts, renew: true })]);
    await written({ ...before, id: 'half', text: undefined });
    expect((await page.all()).map(({ id }) => id)).toEqual(['old', 'oldest']);
  });

  test('say of their package what can be said, and are found also where an entry says something odd', async () => {
    const page = browserDrafts();
    const about = { title: 'A model', origin: 'https://a.example/a.carton' };
    await page.put(draft('one', about));
    await page.put({ ...draft('odd'), hash: 5, title: {}, origin: null } as unknown as KeptDraft);
    const { hash: _, ...without } = draft('odd');
    expect(await page.all()).toEqual([without, draft('one', about)]);
  });

  test('keep files that are put, renamed and removed, and take nothing else for such', async () => {
    const page = browserDrafts();
    const files: KeptDraft['files'] = [
      { kind: 'put', path: '__proto__', blob: new Blob(['x']) },
      { kind: 'rename', from: 'a', to: 'b' },
      { kind: 'remove', path: 'c' },
    ];
    await page.put(draft('one', { files }));
    await written({ ...draft('odd'), files: [{ kind: 'rename', from: 'a' }] });
    expect((await page.all()).map(({ id, files: found }) => [id, found.map(({ kind }) => kind)])).toEqual([
      ['one', ['put', 'rename', 'remove']],
    ]);
  });

  test('are refused, and nothing else happens, where there is no database', async () => {
    vi.stubGlobal('indexedDB', undefined);
    const page = browserDrafts();
    await expect(of(page, 'h')).rejects.toBeDefined();
    await expect(page.put(draft('one'))).rejects.toBeDefined();
  });
});

describe('two versions of the page', () => {
  const entries = () => createStore('boxcutter-drafts', 'drafts');
  const contents = () => createStore('boxcutter-draft-files', 'files');

  /** What a newer page keeps: an entry with more in it, of an age that is removed, and contents that are not Blobs. */
  const newer = {
    ...draft('newer', { at: 0 }),
    format: DRAFT_FORMAT + 1,
    files: [{ kind: 'newest', at: 1 }],
    more: {},
  };
  async function newerPage(entry: { id: string } = newer): Promise<unknown[]> {
    await set(entry.id, entry, entries());
    await set(`${entry.id} x`, { parts: ['x'] }, contents());
    return [entry, { parts: ['x'] }];
  }
  const left = async (id = newer.id) => [await get(id, entries()), await get(`${id} x`, contents())];

  test('keep apart: the older one tells of a newer draft and never writes, prunes or removes it', async () => {
    const written = await newerPage();
    const page = browserDrafts();
    expect(await page.all()).toEqual([]);
    expect(await page.unread()).toEqual([{ id: 'newer', name: 'a.carton', isNewer: true }]);
    // As many as are kept at most: of these, the older ones go.
    for (let at = 0; at <= MAX_KEPT_DRAFTS; at++) await page.put(draft(`d${at}`, { at: NOW + at }));
    expect((await page.all()).length).toBe(MAX_KEPT_DRAFTS);
    expect(await left()).toEqual(written);
    const put = { kind: 'put', path: 'x', id: 'x', blob: new Blob(['old']) } as const;
    await expect(page.put(draft('newer', { files: [put] }))).rejects.toThrow('newer version');
    await expect(page.remove('newer')).rejects.toThrow('newer version');
    // As saving removes the drafts of inner packages.
    expect(await removeUnheld(page, 'newer')).toBe(false);
    expect(await left()).toEqual(written);
    expect(JSON.parse(await (await page.raw('newer')).text())).toMatchObject({
      drafts: [{ key: 'newer', value: { format: DRAFT_FORMAT + 1, more: {} } }],
      files: [{ key: 'newer x', value: { parts: ['x'] } }],
    });
  });

  test('meet in one draft: the older one does not write what the newer one has written since', async () => {
    const page = browserDrafts();
    await page.put(draft('one'));
    const written = await newerPage({ ...newer, id: 'one' });
    await expect(page.put(draft('one', { renew: true }))).rejects.toThrow('newer version');
    expect(await left('one')).toEqual(written);
  });

  test('hold one lock: what a newer page has open is not removed, and what nobody has goes where somebody asks', async () => {
    await newerPage();
    const page = browserDrafts();
    const release = await browserDrafts().hold('newer');
    expect(await removeUnheld(page, 'newer', true)).toBe(false);
    release?.();
    await new Promise((resolve) => setTimeout(resolve));
    expect(await removeUnheld(page, 'newer', true)).toBe(true);
    expect(await left()).toEqual([undefined, undefined]);
  });

  test.each([['2'], [Number.NaN], [null], [{}]])(
    'of a format that is not a number known here, %j, are newer',
    async (format) => {
      await newerPage({ ...newer, format } as { id: string });
      expect((await browserDrafts().unread()).map(({ isNewer }) => isNewer)).toEqual([true]);
    },
  );

  test('read what the version without a number has written, and write what that one reads', async () => {
    const blob = new Blob(['x']);
    // As that version has written it.
    const before = { ...draft('before'), files: [{ kind: 'put', path: 'x', id: 'x' }] };
    await set('before', before, entries());
    await set('before x', blob, contents());
    const page = browserDrafts();
    const [read] = await page.all();
    expect(read).toMatchObject({
      ...draft('before'),
      files: [{ kind: 'put', path: 'x', id: 'x', blob: expect.any(Blob) }],
    });
    await page.put(read as KeptDraft);
    // That version looks at no number, so all else must be as it was.
    const { format, ...rest } = (await get<Record<string, unknown>>('before', entries())) as { format: unknown };
    expect(format).toBe(DRAFT_FORMAT);
    expect(rest).toEqual(before);
    expect(await get('before x', contents())).toBeInstanceOf(Blob);
  });
});

describe('a draft', () => {
  test('is not of another file with the same hash list, by its size', () => {
    const kept = draft('one', { size: 100 });
    const subject = { hash: 'h', name: 'b.carton' };
    expect(matchOf(kept, { ...subject, size: 100 }, kept.firstTexts)).toBe('same');
    expect(matchOf(kept, { ...subject, size: 101 }, kept.firstTexts)).toBe('other-version');
    expect(matchOf(draft('two'), { ...subject, size: 101 }, kept.firstTexts)).toBe('same');
  });

  test('of an inner package is not of the one around it, nor of another one inside, unless they are the same', () => {
    const inside = ['m/b.carton'];
    const kept = draft('one', { inside, name: 'a.carton', origin: 'https://a.example/a.carton' });
    const { name, origin } = kept;
    const texts = new Map([...kept.firstTexts].map(([path, text]) => [path, `${text} `]));
    expect(matchOf(kept, { name, origin, inside }, texts)).toBe('other-version');
    expect(matchOf(kept, { name, origin }, texts, true)).toBeUndefined();
    expect(matchOf(kept, { name, origin, inside: ['m/c.carton'] }, texts)).toBeUndefined();
    expect(matchOf(kept, { name: 'b.carton', hash: kept.hash }, kept.firstTexts)).toBe('same');
  });

  test('keeps where its package lies', async () => {
    const page = browserDrafts();
    await page.put(draft('one', { inside: ['a', 'b'] }));
    expect((await page.all()).map(({ inside }) => inside)).toEqual([['a', 'b']]);
  });

  test('keeps the size of its package', async () => {
    const page = browserDrafts();
    await page.put(draft('one', { size: 100 }));
    expect((await page.all()).map(({ size }) => size)).toEqual([100]);
  });
});
