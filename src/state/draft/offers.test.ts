import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { textsOf } from '../../testing/draft.ts';
import { FIRST, HASH, keptDraft, memoryDrafts } from '../../testing/draft-tab.ts';
import type { DraftStorage } from './kept-drafts.ts';
import { type DraftElsewhere, type DraftOffer, DraftOffers, type OfferSubject } from './offers.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const ownTexts = async () => textsOf(FIRST);

const subject = (parts: Partial<OfferSubject> = {}): OfferSubject => ({
  hash: HASH,
  name: 'a.carton',
  texts: ownTexts,
  isTaken: () => false,
  own: () => undefined,
  wanted: undefined,
  ...parts,
});
const OTHER = subject({ hash: 'other', name: 'other.carton' });

function offersOf(storage: DraftStorage | undefined) {
  const told: (DraftOffer | undefined)[] = [];
  const elsewhere: (DraftElsewhere | undefined)[] = [];
  const offers = new DraftOffers(storage, (found) => {
    told.push(found.draftOffer);
    elsewhere.push(found.draftElsewhere);
  });
  return { offers, told, elsewhere, ids: () => told.map((offer) => offer?.id) };
}

/** Whether a promise has settled by now. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = {};
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
}

describe('the offered draft', () => {
  test('is the latest of this package, and its lock is held', async () => {
    const { drafts, held, storage } = memoryDrafts();
    drafts.set('1', keptDraft({ id: '1', at: 1 }));
    drafts.set('3', keptDraft({ id: '3', at: 3, texts: textsOf('{"name":"3"}') }));
    drafts.set('2', keptDraft({ id: '2', at: 2 }));
    drafts.set('4', keptDraft({ id: '4', at: 4, hash: 'cd'.repeat(32), name: 'b.carton' }));
    const { offers, told } = offersOf(storage);
    await offers.look(subject());
    expect(told).toEqual([
      {
        id: '3',
        at: 3,
        match: 'same',
        name: 'a.carton',
        origin: undefined,
        texts: textsOf('{"name":"3"}'),
        firstTexts: textsOf(FIRST),
        files: [],
        renew: false,
        others: 2,
      },
    ]);
    expect([...held.keys()]).toEqual(['3']);
  });

  test('is not one of the tab itself, nor one of another package', async () => {
    const { drafts, held, storage } = memoryDrafts();
    drafts.set('own', keptDraft({ id: 'own', at: 3 }));
    drafts.set('foreign', keptDraft({ id: 'foreign', hash: 'other', name: 'other.carton' }));
    // One of another format has other files.
    drafts.set('odd', keptDraft({ id: 'odd', firstTexts: new Map([['card.txt', FIRST]]) }));
    const { offers, told } = offersOf(storage);
    await offers.look(subject({ own: () => 'own' }));
    expect([told, held.size]).toEqual([[undefined], 0]);
  });

  test('does not need the text of the package where no draft is kept', async () => {
    const asked = vi.fn(ownTexts);
    const { offers, told } = offersOf(memoryDrafts().storage);
    await offers.look(subject({ texts: asked }));
    expect([asked.mock.calls.length, told]).toEqual([0, [undefined]]);
    await offersOf(undefined).offers.look(subject({ texts: asked }));
    expect(asked).not.toHaveBeenCalled();
  });

  test('gives way to the next older one, and after the oldest to the latest', async () => {
    const { drafts, held, storage } = memoryDrafts();
    for (const at of [1, 2]) drafts.set(`${at}`, keptDraft({ id: `${at}`, at }));
    const { offers, ids } = offersOf(storage);
    await offers.look(subject());
    for (let step = 0; step < 2; step++) {
      const after = offers.held?.draft.id;
      await offers.look(subject(), after);
      expect([...held.keys()]).toEqual([offers.held?.draft.id]);
    }
    expect(ids()).toEqual(['2', '1', '2']);
  });
});

describe('a draft of another version of the package', () => {
  const changed = { texts: async () => textsOf('{"name":"changed"}'), hash: 'cd'.repeat(32) };

  test.each([
    ['address', { name: 'x', origin: 'https://a.example/a' }, { name: 'y', origin: 'https://a.example/a' }],
    ['file name', { name: 'a.carton' }, { name: 'a.carton' }],
    ['title', { name: 'x', title: 'M' }, { name: 'y', title: 'M' }],
    ['hash', { name: 'x', hash: HASH }, { name: 'y', hash: HASH }],
  ])('is offered where the %s is the same', async (_, kept, open) => {
    const { drafts, storage } = memoryDrafts();
    drafts.set('old', keptDraft({ hash: 'ef'.repeat(32), ...kept }));
    const { offers, told } = offersOf(storage);
    await offers.look(subject({ ...changed, ...open }));
    expect(told).toMatchObject([{ id: 'old', match: 'other-version', name: kept.name }]);
  });

  test('is offered where the package was opened for it, whatever that is called, and before all others', async () => {
    const { drafts, storage } = memoryDrafts();
    drafts.set('old', keptDraft({ hash: 'ef'.repeat(32), name: 'x' }));
    drafts.set('same', keptDraft({ id: 'same', at: Date.UTC(2026, 0, 3) }));
    drafts.set('odd', keptDraft({ id: 'odd', name: 'x', firstTexts: new Map([['card.txt', FIRST]]) }));
    const { offers, told } = offersOf(storage);
    await offers.look(subject({ wanted: 'old' }));
    await offers.look(subject({ wanted: 'odd' }));
    expect(told).toMatchObject([
      { id: 'old', match: 'other-version', others: 1 },
      { id: 'same', match: 'same', others: 0 },
    ]);
  });

  test('comes after those that began from this one, and is not told of where another tab has it', async () => {
    const { drafts, held, storage } = memoryDrafts();
    drafts.set('old', keptDraft({ hash: undefined, at: Date.UTC(2026, 0, 9) }));
    drafts.set('same', keptDraft({ id: 'same' }));
    const { offers, told, elsewhere } = offersOf(storage);
    await offers.look(subject());
    expect(told).toMatchObject([{ id: 'same', match: 'same', others: 1 }]);
    drafts.delete('same');
    offers.release();
    held.set('old', {});
    await offers.look(subject());
    expect([told.at(-1), elsewhere.at(-1)]).toEqual([undefined, undefined]);
  });

  test('is not offered twice for one package where it is passed, but again for the next one', async () => {
    const { drafts, held, storage } = memoryDrafts();
    drafts.set('old', keptDraft());
    const { offers, ids } = offersOf(storage);
    await offers.look(subject(changed));
    offers.drop();
    await offers.look(subject(changed));
    expect([ids(), held.size, drafts.size]).toEqual([['old', undefined, undefined], 0, 1]);
    offers.reset();
    await offers.look(subject(changed));
    expect(ids().at(-1)).toBe('old');
  });

  test('of a package without a hash is the same only where its text and its name are', async () => {
    const { drafts, storage } = memoryDrafts();
    drafts.set('old', keptDraft({ hash: undefined }));
    const { offers, told } = offersOf(storage);
    for (const parts of [{}, { texts: changed.texts }, { name: 'b' }]) {
      await offers.look(subject({ hash: undefined, ...parts }));
    }
    expect(told.map((offer) => offer?.match)).toEqual(['same', 'other-version', undefined]);
  });
});

describe('a lock that another tab holds', () => {
  test('is waited for a while: a page that is loaded again may still have it', async () => {
    const { drafts, held, storage } = memoryDrafts();
    drafts.set('old', keptDraft());
    held.set('old', {});
    const { offers, ids } = offersOf(storage);
    const looking = offers.look(subject());
    await vi.advanceTimersByTimeAsync(300);
    expect(ids()).toEqual([]);
    held.delete('old');
    await vi.advanceTimersByTimeAsync(800);
    await looking;
    expect(ids()).toEqual(['old']);
  });

  test('is told of in the end', async () => {
    const { drafts, held, storage } = memoryDrafts();
    drafts.set('old', keptDraft());
    held.set('old', {});
    const { offers, told, elsewhere } = offersOf(storage);
    const hold = vi.spyOn(storage, 'hold');
    const looking = offers.look(subject());
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await isSettled(looking)).toBe(true);
    expect([told, hold.mock.calls.length]).toEqual([[undefined], 3]);
    expect(elsewhere).toEqual([{ id: 'old', at: Date.UTC(2026, 0, 2), renew: false, isTaken: false }]);
  });

  test('is waited for: the draft is offered as it is once the other tab lets go of it', async () => {
    const { drafts, storage } = memoryDrafts();
    drafts.set('old', keptDraft());
    const release = await storage.hold('old');
    const { offers, told, elsewhere } = offersOf(storage);
    void offers.look(subject());
    await vi.advanceTimersByTimeAsync(2000);
    drafts.set('old', keptDraft({ texts: textsOf('{"name":"later"}') }));
    release?.();
    await vi.advanceTimersByTimeAsync(10);
    expect(told).toMatchObject([undefined, { id: 'old', texts: textsOf('{"name":"later"}') }]);
    expect(elsewhere).toMatchObject([{ id: 'old' }, undefined]);
  });

  test('is taken over where the user wants that, and the other tab hears of it', async () => {
    const { drafts, storage } = memoryDrafts();
    drafts.set('old', keptDraft());
    const onLost = vi.fn();
    await storage.hold('old', { onLost });
    const { offers, told, elsewhere } = offersOf(storage);
    void offers.look(subject());
    await vi.advanceTimersByTimeAsync(2000);
    expect(await offers.takeOver()).toBe(true);
    expect(onLost).toHaveBeenCalledOnce();
    expect([told.at(-1)?.id, elsewhere.at(-1), offers.held?.draft.id]).toEqual(['old', undefined, 'old']);
    expect(await offers.takeOver()).toBe(false);
  });

  test('is not taken over where the draft is gone meanwhile', async () => {
    const { drafts, held, storage } = memoryDrafts();
    drafts.set('old', keptDraft());
    held.set('old', {});
    const { offers } = offersOf(storage);
    void offers.look(subject());
    await vi.advanceTimersByTimeAsync(2000);
    drafts.delete('old');
    expect([await offers.takeOver(), offers.held, held.size]).toEqual([false, undefined, 0]);
  });

  test('that this tab had, offering the draft, goes to the tab that takes it over', async () => {
    const { drafts, storage } = memoryDrafts();
    drafts.set('old', keptDraft());
    const { offers, ids, elsewhere } = offersOf(storage);
    await offers.look(subject());
    await storage.hold('old', { steal: true });
    await vi.advanceTimersByTimeAsync(10);
    expect([ids(), elsewhere.at(-1), offers.held]).toEqual([
      ['old', undefined],
      { id: 'old', at: Date.UTC(2026, 0, 2), renew: false, isTaken: true },
      undefined,
    ]);
  });

  test('keeps only that draft from being offered', async () => {
    const { drafts, held, storage } = memoryDrafts();
    for (const at of [1, 2, 3]) drafts.set(`${at}`, keptDraft({ id: `${at}`, at }));
    held.set('3', {});
    const { offers, told } = offersOf(storage);
    await offers.look(subject());
    expect(told).toMatchObject([{ id: '2', others: 1 }]);
    expect([...held.keys()].sort()).toEqual(['2', '3']);
  });
});

describe('a search that is not wanted any more', () => {
  test('offers nothing and holds no lock, whatever it was waiting for', async () => {
    for (const at of ['all', 'hold'] as const) {
      const { drafts, held, storage } = memoryDrafts();
      drafts.set('old', keptDraft());
      const call = storage[at] as (given: string) => Promise<unknown>;
      let go = () => {};
      const slow = new Promise<void>((resolve) => {
        go = resolve;
      });
      Object.assign(storage, { [at]: async (given: string) => slow.then(() => call(given)) });
      const { offers, told } = offersOf(storage);
      const looking = offers.look(subject());
      await vi.advanceTimersByTimeAsync(10);
      offers.release();
      go();
      await looking;
      expect([at, told, held.size, offers.held]).toEqual([at, [], 0, undefined]);
    }
  });

  test('gives way to the next one, which alone tells what it found', async () => {
    const { drafts, held, storage } = memoryDrafts();
    drafts.set('old', keptDraft());
    drafts.set('other', keptDraft({ id: 'other', hash: 'other', name: 'other.carton' }));
    const { offers, ids } = offersOf(storage);
    await Promise.all([offers.look(subject()), offers.look(OTHER)]);
    expect([ids(), [...held.keys()]]).toEqual([['other'], ['other']]);
  });

  test('does not wait for a lock to the end', async () => {
    const { drafts, held, storage } = memoryDrafts();
    drafts.set('old', keptDraft());
    held.set('old', {});
    const { offers, told } = offersOf(storage);
    const looking = offers.look(subject());
    await vi.advanceTimersByTimeAsync(100);
    offers.drop();
    held.delete('old');
    await vi.advanceTimersByTimeAsync(10_000);
    await looking;
    expect([told, held.size]).toEqual([[undefined], 0]);
  });
});

describe('a failure', () => {
  test('of the storage, of a lock, or of the package’s own text offers nothing, and is not remembered', async () => {
    for (const broken of ['all', 'hold'] as const) {
      const memory = memoryDrafts();
      memory.drafts.set('old', keptDraft());
      memory.broken[broken] = true;
      const { offers, ids } = offersOf(memory.storage);
      await offers.look(subject());
      memory.broken[broken] = false;
      await offers.look(subject());
      expect([broken, ids()]).toEqual([broken, [undefined, 'old']]);
    }
    const { drafts, held, storage } = memoryDrafts();
    drafts.set('old', keptDraft());
    const { offers, told } = offersOf(storage);
    await offers.look(subject({ texts: () => Promise.reject(new Error('unreadable')) }));
    expect([told, held.size]).toEqual([[undefined], 0]);
  });

  test('of one lock among several lets go of those that were taken', async () => {
    const { drafts, held, storage } = memoryDrafts();
    for (const at of [1, 2]) drafts.set(`${at}`, keptDraft({ id: `${at}`, at }));
    const { hold } = storage;
    storage.hold = (id) => (id === '1' ? Promise.reject(new DOMException('no', 'SecurityError')) : hold(id));
    const { offers, told } = offersOf(storage);
    await offers.look(subject());
    expect([told, held.size]).toEqual([[undefined], 0]);
  });
});

describe('removing an offer', () => {
  test('removes the draft, and lets go of it also where it cannot be removed', async () => {
    for (const isBroken of [false, true]) {
      const memory = memoryDrafts();
      memory.drafts.set('old', keptDraft());
      memory.broken.remove = isBroken;
      const { offers, ids } = offersOf(memory.storage);
      await offers.look(subject());
      await offers.remove(offers.held);
      expect(ids()).toEqual(['old', undefined]);
      expect([memory.drafts.size, memory.held.size]).toEqual([isBroken ? 1 : 0, 0]);
    }
  });

  test('leaves alone what is not offered any more', async () => {
    const { drafts, held, storage } = memoryDrafts();
    drafts.set('old', keptDraft());
    drafts.set('other', keptDraft({ id: 'other', hash: 'other', name: 'other.carton' }));
    const { offers, ids } = offersOf(storage);
    await offers.look(subject());
    const before = offers.held;
    await offers.look(OTHER);
    await offers.remove(before);
    await offers.remove(undefined);
    expect([ids(), [...drafts.keys()], [...held.keys()]]).toEqual([['old', 'other'], ['old', 'other'], ['other']]);
  });
});
