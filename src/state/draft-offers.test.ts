import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { textsOf } from '../testing/draft.ts';
import { FIRST, HASH, keptDraft, memoryDrafts } from '../testing/draft-tab.ts';
import { type DraftOffer, DraftOffers } from './draft-offers.ts';
import type { DraftStorage } from './kept-drafts.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const ownTexts = async () => textsOf(FIRST);
const ready = Promise.resolve();

function offersOf(storage: DraftStorage | undefined) {
  const told: (DraftOffer | undefined)[] = [];
  const offers = new DraftOffers(storage, (offer) => told.push(offer));
  return { offers, told, ids: () => told.map((offer) => offer?.id) };
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
    drafts.set('4', keptDraft({ id: '4', at: 4, hash: 'cd'.repeat(32) }));
    const { offers, told } = offersOf(storage);
    await offers.look(HASH, ownTexts, ready);
    expect(told).toEqual([
      { id: '3', at: 3, renew: false, texts: textsOf('{"name":"3"}'), firstTexts: textsOf(FIRST), others: 2 },
    ]);
    expect([...held]).toEqual(['3']);
  });

  test('is none of the tab itself, and none that began from another text', async () => {
    const { drafts, held, storage } = memoryDrafts();
    drafts.set('own', keptDraft({ id: 'own', at: 3 }));
    drafts.set('foreign', keptDraft({ id: 'foreign', at: 2, firstTexts: textsOf('another') }));
    const { offers, told } = offersOf(storage);
    await offers.look(HASH, ownTexts, ready, () => ({ except: 'own' }));
    expect([told, held.size]).toEqual([[undefined], 0]);
  });

  test('is not looked for before drafts that are being written are there', async () => {
    const { drafts, storage } = memoryDrafts();
    let written = () => {};
    const writing = new Promise<void>((resolve) => {
      written = resolve;
    });
    const { offers, ids } = offersOf(storage);
    const looking = offers.look(HASH, ownTexts, writing);
    await vi.advanceTimersByTimeAsync(10_000);
    drafts.set('late', keptDraft({ id: 'late' }));
    written();
    await looking;
    expect(ids()).toEqual(['late']);
  });

  test('does not need the text of the package where no draft is kept', async () => {
    const asked = vi.fn(ownTexts);
    const { offers, told } = offersOf(memoryDrafts().storage);
    await offers.look(HASH, asked, ready);
    expect([asked.mock.calls.length, told]).toEqual([0, [undefined]]);
    await offersOf(undefined).offers.look(HASH, asked, ready);
    expect(asked).not.toHaveBeenCalled();
  });

  test('gives way to the next older one, and after the oldest to the latest', async () => {
    const { drafts, held, storage } = memoryDrafts();
    for (const at of [1, 2]) drafts.set(`${at}`, keptDraft({ id: `${at}`, at }));
    const { offers, ids } = offersOf(storage);
    await offers.look(HASH, ownTexts, ready);
    for (let step = 0; step < 2; step++) {
      const after = offers.held?.draft.id;
      await offers.look(HASH, ownTexts, ready, () => ({ after }));
      expect([...held]).toEqual([offers.held?.draft.id]);
    }
    expect(ids()).toEqual(['2', '1', '2']);
  });
});

describe('a lock that another tab holds', () => {
  test('is waited for a while: a page that is loaded again may still have it', async () => {
    const { drafts, held, storage } = memoryDrafts();
    drafts.set('old', keptDraft());
    held.add('old');
    const { offers, ids } = offersOf(storage);
    const looking = offers.look(HASH, ownTexts, ready);
    await vi.advanceTimersByTimeAsync(1000);
    expect(ids()).toEqual([]);
    held.delete('old');
    await vi.advanceTimersByTimeAsync(300);
    await looking;
    expect(ids()).toEqual(['old']);
  });

  test('is given up in the end', async () => {
    const { drafts, held, storage } = memoryDrafts();
    drafts.set('old', keptDraft());
    held.add('old');
    const { offers, told } = offersOf(storage);
    const hold = vi.spyOn(storage, 'hold');
    const looking = offers.look(HASH, ownTexts, ready);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await isSettled(looking)).toBe(true);
    expect([told, hold.mock.calls.length]).toEqual([[undefined], 4]);
  });

  test('keeps only that draft from being offered', async () => {
    const { drafts, held, storage } = memoryDrafts();
    for (const at of [1, 2, 3]) drafts.set(`${at}`, keptDraft({ id: `${at}`, at }));
    held.add('3');
    const { offers, told } = offersOf(storage);
    await offers.look(HASH, ownTexts, ready);
    expect(told).toMatchObject([{ id: '2', others: 1 }]);
    expect([...held].sort()).toEqual(['2', '3']);
  });
});

describe('a search that is not wanted any more', () => {
  test('offers nothing and holds no lock, whatever it was waiting for', async () => {
    for (const at of ['of', 'hold'] as const) {
      const { drafts, held, storage } = memoryDrafts();
      drafts.set('old', keptDraft());
      const call = storage[at] as (given: string) => Promise<unknown>;
      let go = () => {};
      const slow = new Promise<void>((resolve) => {
        go = resolve;
      });
      Object.assign(storage, { [at]: async (given: string) => slow.then(() => call(given)) });
      const { offers, told } = offersOf(storage);
      const looking = offers.look(HASH, ownTexts, ready);
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
    drafts.set('other', keptDraft({ id: 'other', hash: 'other' }));
    const { offers, ids } = offersOf(storage);
    await Promise.all([offers.look(HASH, ownTexts, ready), offers.look('other', ownTexts, ready)]);
    expect([ids(), [...held]]).toEqual([['other'], ['other']]);
  });

  test('does not wait for a lock to the end', async () => {
    const { drafts, held, storage } = memoryDrafts();
    drafts.set('old', keptDraft());
    held.add('old');
    const { offers, told } = offersOf(storage);
    const looking = offers.look(HASH, ownTexts, ready);
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
    for (const broken of ['of', 'hold'] as const) {
      const memory = memoryDrafts();
      memory.drafts.set('old', keptDraft());
      memory.broken[broken] = true;
      const { offers, ids } = offersOf(memory.storage);
      await offers.look(HASH, ownTexts, ready);
      memory.broken[broken] = false;
      await offers.look(HASH, ownTexts, ready);
      expect([broken, ids()]).toEqual([broken, [undefined, 'old']]);
    }
    const { drafts, held, storage } = memoryDrafts();
    drafts.set('old', keptDraft());
    const { offers, told } = offersOf(storage);
    await offers.look(HASH, () => Promise.reject(new Error('unreadable')), ready);
    expect([told, held.size]).toEqual([[undefined], 0]);
  });

  test('of one lock among several lets go of those that were taken', async () => {
    const { drafts, held, storage } = memoryDrafts();
    for (const at of [1, 2]) drafts.set(`${at}`, keptDraft({ id: `${at}`, at }));
    const { hold } = storage;
    storage.hold = (id) => (id === '1' ? Promise.reject(new DOMException('no', 'SecurityError')) : hold(id));
    const { offers, told } = offersOf(storage);
    await offers.look(HASH, ownTexts, ready);
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
      await offers.look(HASH, ownTexts, ready);
      await offers.remove(offers.held);
      expect(ids()).toEqual(['old', undefined]);
      expect([memory.drafts.size, memory.held.size]).toEqual([isBroken ? 1 : 0, 0]);
    }
  });

  test('leaves alone what is not offered any more', async () => {
    const { drafts, held, storage } = memoryDrafts();
    drafts.set('old', keptDraft());
    drafts.set('other', keptDraft({ id: 'other', hash: 'other' }));
    const { offers, ids } = offersOf(storage);
    await offers.look(HASH, ownTexts, ready);
    const before = offers.held;
    await offers.look('other', ownTexts, ready);
    await offers.remove(before);
    await offers.remove(undefined);
    expect([ids(), [...drafts.keys()], [...held]]).toEqual([['old', 'other'], ['old', 'other'], ['other']]);
  });
});
