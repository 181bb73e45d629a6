import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { draftOf, textIn, textsOf } from '../../testing/draft.ts';
import { FIRST, HASH, memoryDrafts } from '../../testing/draft-tab.ts';
import { DraftKeeper, MAX_UNWRITTEN_MS } from './keeper.ts';
import { MAX_KEPT_FILE_BYTES } from './kept-contents.ts';
import { type DraftStorage, MAX_KEPT_CHARACTERS } from './kept-drafts.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function keeperOf({ storage }: { storage: DraftStorage | undefined }, subject: { hash?: string } = { hash: HASH }) {
  const changes: DraftKeeper['unkept'][] = [];
  const onTaken = vi.fn();
  const about = { ...subject, firstTexts: textsOf(FIRST), name: 'a.carton' };
  const onChange = () => void changes.push(keeper.unkept);
  const keeper: DraftKeeper = new DraftKeeper(storage, about, { onChange, onTaken });
  return { keeper, changes, onTaken };
}

const draft = (text: string) => draftOf(text);

/** Promises that the test settles, one for each call. */
function slow<T extends unknown[]>(call: (...given: T) => Promise<void>) {
  const going: (() => void)[] = [];
  return {
    going,
    call: async (...given: T) => {
      await new Promise<void>((resolve) => going.push(resolve));
      await call(...given);
    },
  };
}

describe('keeping a draft', () => {
  test('writes the first change after a pause at once: the page may crash', async () => {
    const memory = memoryDrafts();
    const { keeper } = keeperOf(memory);
    keeper.set(draft('1'));
    await vi.advanceTimersByTimeAsync(0);
    expect([...memory.drafts.values()].map(textIn)).toEqual(['1']);
    keeper.set(draft('2'));
    await vi.advanceTimersByTimeAsync(500);
    keeper.set(draft('3'));
    await vi.advanceTimersByTimeAsync(0);
    expect([...memory.drafts.values()].map(textIn)).toEqual(['3']);
  });

  test('writes more changes once it rests, under its own id, and once for several of them', async () => {
    const memory = memoryDrafts();
    const put = vi.spyOn(memory.storage, 'put');
    const { keeper, changes } = keeperOf(memory);
    keeper.set(draft('0'));
    await vi.advanceTimersByTimeAsync(50);
    put.mockClear();
    keeper.set(draft('1'));
    await vi.advanceTimersByTimeAsync(150);
    keeper.set(draft('2'));
    await vi.advanceTimersByTimeAsync(150);
    expect(put).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(100);
    expect(put).toHaveBeenCalledOnce();
    expect([...memory.drafts]).toMatchObject([
      [
        keeper.id,
        { id: keeper.id, hash: HASH, firstTexts: textsOf(FIRST), texts: textsOf('2'), renew: false, name: 'a.carton' },
      ],
    ]);
    expect([...memory.held.keys()]).toEqual([keeper.id]);
    expect(changes).toEqual([]);
  });

  test('writes what somebody types who never pauses, soon enough', async () => {
    const memory = memoryDrafts();
    const { keeper } = keeperOf(memory);
    const KEY_MS = 100;
    let most = 0;
    for (let letters = 1; letters <= 100; letters++) {
      keeper.set(draft(String(letters)));
      await vi.advanceTimersByTimeAsync(KEY_MS);
      const kept = Number([...memory.drafts.values()].map(textIn)[0]);
      most = Math.max(most, (letters - kept) * KEY_MS);
    }
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(MAX_UNWRITTEN_MS);
  });

  test('tries again by itself where the storage failed, and then says that the draft is kept', async () => {
    const memory = memoryDrafts();
    const { put } = memory.storage;
    memory.storage.put = async () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    const { keeper, changes } = keeperOf(memory);
    keeper.set(draft('1'));
    await vi.advanceTimersByTimeAsync(15_000);
    expect(changes).toEqual(['full']);
    memory.storage.put = put;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(changes).toEqual(['full', undefined]);
    expect([...memory.drafts.values()].map(textIn)).toEqual(['1']);
    memory.storage.put = async () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    keeper.set(draft('2'));
    await vi.advanceTimersByTimeAsync(1000);
    await keeper.end(true);
    memory.storage.put = put;
    await vi.advanceTimersByTimeAsync(60_000);
    // Whoever left it was told that it is not kept.
    expect([...memory.drafts.values()].map(textIn)).toEqual(['1']);
  });

  test('writes again what others have deleted, until it ends', async () => {
    const memory = memoryDrafts();
    let cleared = () => {};
    memory.storage.onCleared = (listener) => {
      cleared = listener;
      return () => {
        cleared = () => {};
      };
    };
    const { keeper } = keeperOf(memory);
    cleared();
    await vi.advanceTimersByTimeAsync(1000);
    expect(memory.drafts.size).toBe(0);
    keeper.set(draft('1'));
    await vi.advanceTimersByTimeAsync(1000);
    memory.drafts.clear();
    cleared();
    await vi.advanceTimersByTimeAsync(0);
    expect([...memory.drafts.values()].map(textIn)).toEqual(['1']);
    await keeper.end(true);
    memory.drafts.clear();
    cleared();
    await vi.advanceTimersByTimeAsync(1000);
    expect(memory.drafts.size).toBe(0);
  });

  test('does not write what it has written', async () => {
    const memory = memoryDrafts();
    const put = vi.spyOn(memory.storage, 'put');
    const { keeper } = keeperOf(memory);
    keeper.set(draft('1'));
    expect(await keeper.flush()).toBe(true);
    keeper.set(draft('1'));
    expect(await keeper.flush()).toBe(true);
    expect(put).toHaveBeenCalledOnce();
    keeper.set(draftOf('1', true));
    await keeper.flush();
    expect(put).toHaveBeenCalledTimes(2);
  });

  test('writes in the order of the changes, however slow the storage is', async () => {
    const memory = memoryDrafts();
    const { going, call } = slow(memory.storage.put);
    memory.storage.put = call;
    const { keeper } = keeperOf(memory);
    keeper.set(draft('1'));
    const first = keeper.flush();
    keeper.set(draft('2'));
    const second = keeper.flush();
    await vi.advanceTimersByTimeAsync(0);
    expect(going).toHaveLength(1);
    going[0]?.();
    await first;
    await vi.advanceTimersByTimeAsync(0);
    expect([...memory.drafts.values()].map(textIn)).toEqual(['1']);
    going[1]?.();
    expect(await second).toBe(true);
    expect([...memory.drafts.values()].map(textIn)).toEqual(['2']);
  });

  test('removes what was kept where nothing is changed any more, also while that is still being written', async () => {
    const memory = memoryDrafts();
    const { going, call } = slow(memory.storage.put);
    memory.storage.put = call;
    const { keeper } = keeperOf(memory);
    keeper.set(draft('1'));
    void keeper.flush();
    keeper.set(undefined);
    const gone = keeper.flush();
    await vi.advanceTimersByTimeAsync(0);
    going[0]?.();
    expect(await gone).toBe(false);
    expect(memory.drafts.size).toBe(0);
  });

  test('asks the storage for nothing before there is a change', async () => {
    const memory = memoryDrafts();
    const calls = (['all', 'put', 'remove', 'hold', 'freed'] as const).map((name) => vi.spyOn(memory.storage, name));
    const { keeper } = keeperOf(memory);
    keeper.set(undefined);
    expect(await keeper.flush()).toBe(false);
    await keeper.end(false);
    for (const call of calls) expect(call).not.toHaveBeenCalled();
  });

  test('ends with or without what is kept, and lets other tabs have it', async () => {
    for (const keep of [true, false]) {
      const memory = memoryDrafts();
      const { keeper } = keeperOf(memory);
      keeper.set(draft('1'));
      await keeper.end(keep);
      expect([memory.drafts.size, memory.held.size]).toEqual([keep ? 1 : 0, 0]);
    }
  });
});

describe('a draft that cannot be kept', () => {
  test('is one without storage, from the beginning', async () => {
    const nowhere = keeperOf({ storage: undefined }).keeper;
    expect(nowhere.unkept).toBe('failed');
    nowhere.set(draft('1'));
    expect(await nowhere.flush()).toBe(false);
  });

  test('is not one without a model hash: its name and its text say whose it is', async () => {
    const memory = memoryDrafts();
    const { keeper } = keeperOf(memory, {});
    keeper.set(draft('1'));
    expect(await keeper.flush()).toBe(true);
    expect([...memory.drafts.values()]).toEqual([expect.not.objectContaining({ hash: expect.anything() })]);
  });

  test('says that the disk is full, and that it is kept again once there is room', async () => {
    const memory = memoryDrafts();
    const { keeper, changes } = keeperOf(memory);
    memory.broken.put = true;
    keeper.set(draft('1'));
    expect(await keeper.flush()).toBe(false);
    keeper.set(draft('2'));
    expect(await keeper.flush()).toBe(false);
    expect(changes).toEqual(['full']);
    memory.broken.put = false;
    keeper.set(draft('3'));
    expect(await keeper.flush()).toBe(true);
    expect(changes).toEqual(['full', undefined]);
    expect([...memory.drafts.values()].map(textIn)).toEqual(['3']);
  });

  test('says what is not space: the browser keeps nothing for this site', async () => {
    const memory = memoryDrafts();
    for (const error of [
      new DOMException('denied', 'SecurityError'),
      new DOMException('', 'UnknownError'),
      undefined,
    ]) {
      memory.storage.put = () => Promise.reject(error);
      const { keeper } = keeperOf(memory);
      keeper.set(draft('1'));
      expect(await keeper.flush()).toBe(false);
      expect(keeper.unkept).toBe('failed');
      await keeper.end(true);
    }
  });

  test('is not written without its lock, and asks for that again with the next change', async () => {
    const memory = memoryDrafts();
    const { keeper, changes } = keeperOf(memory);
    memory.broken.hold = true;
    keeper.set(draft('1'));
    expect(await keeper.flush()).toBe(false);
    expect([memory.drafts.size, ...changes]).toEqual([0, 'full']);
    memory.broken.hold = false;
    keeper.set(draft('2'));
    expect(await keeper.flush()).toBe(true);
    expect([...memory.held.keys()]).toEqual([keeper.id]);
    await keeper.end(true);
    expect(memory.held.size).toBe(0);
  });

  test('ends all the same where it cannot be removed or locked', async () => {
    const memory = memoryDrafts();
    const { keeper } = keeperOf(memory);
    keeper.set(draft('1'));
    await keeper.flush();
    memory.broken.remove = true;
    await keeper.end(false);
    expect([keeper.unkept, memory.held.size]).toEqual(['full', 0]);
    const other = keeperOf(memory).keeper;
    memory.broken.hold = true;
    other.set(draft('1'));
    await other.end(true);
    expect([...memory.drafts.keys()]).toEqual([keeper.id]);
  });

  test('keeps the state before where its text is too long, with that of the package, and the next one that fits', async () => {
    const memory = memoryDrafts();
    const { keeper, changes } = keeperOf(memory);
    keeper.set(draft('1'));
    await keeper.flush();
    keeper.set(draft('#'.repeat(MAX_KEPT_CHARACTERS - FIRST.length + 1)));
    expect(await keeper.flush()).toBe(false);
    expect([...memory.drafts.values()].map(textIn)).toEqual(['1']);
    keeper.set(draft('#'.repeat(MAX_KEPT_CHARACTERS - FIRST.length)));
    expect(await keeper.flush()).toBe(true);
    expect(changes).toEqual(['too-long', undefined]);
  });

  test('says that files are too large to be kept, and keeps the state before', async () => {
    const memory = memoryDrafts();
    const { keeper, changes } = keeperOf(memory);
    keeper.set(draft('1'));
    await keeper.flush();
    const blob = { size: MAX_KEPT_FILE_BYTES + 1 } as Blob;
    keeper.set({ ...draft('2'), files: [{ kind: 'put', path: 'a', blob }] });
    expect(await keeper.flush()).toBe(false);
    expect([...memory.drafts.values()].map(textIn)).toEqual(['1']);
    keeper.set(draft('3'));
    expect(await keeper.flush()).toBe(true);
    expect(changes).toEqual(['too-large', undefined]);
  });
});

describe('a draft that another tab takes over before all of it is kept', () => {
  const texts = (memory: ReturnType<typeof memoryDrafts>) => [...memory.drafts.values()].map(textIn);

  test('goes on as another one where the disk was full, and is kept once there is space', async () => {
    const memory = memoryDrafts();
    const { keeper, onTaken } = keeperOf(memory);
    keeper.set(draft('1'));
    await keeper.flush();
    const { id } = keeper;
    memory.broken.put = true;
    keeper.set(draft('2'));
    await keeper.flush();
    await memory.storage.hold(id, { steal: true });
    await vi.advanceTimersByTimeAsync(0);
    expect([onTaken.mock.calls.length, keeper.unkept, texts(memory)]).toEqual([0, 'full', ['1']]);
    memory.broken.put = false;
    await vi.advanceTimersByTimeAsync(15_000);
    expect([keeper.unkept, texts(memory)]).toEqual([undefined, ['1', '2']]);
    expect(keeper.id).not.toBe(id);
    expect([...memory.held.keys()]).toEqual([id, keeper.id]);
    await keeper.end(false);
    expect([texts(memory), [...memory.held.keys()]]).toEqual([['1'], [id]]);
  });

  test('goes on as another one where its last letters are yet to be written', async () => {
    const memory = memoryDrafts();
    const { going, call } = slow(memory.storage.put);
    const { keeper, onTaken } = keeperOf(memory);
    keeper.set(draft('1'));
    await keeper.flush();
    memory.storage.put = call;
    keeper.set(draft('2'));
    const writing = keeper.flush();
    await vi.advanceTimersByTimeAsync(0);
    await memory.storage.hold(keeper.id, { steal: true });
    for (let write = 0; write < 2; write++) {
      going[write]?.();
      await vi.advanceTimersByTimeAsync(0);
    }
    await writing;
    expect(onTaken).not.toHaveBeenCalled();
    expect(memory.drafts.get(keeper.id)).toMatchObject({ texts: textsOf('2') });
  });
});

test('a draft that another tab has taken over is not written any more, and not removed', async () => {
  const memory = memoryDrafts();
  const { keeper, onTaken } = keeperOf(memory);
  keeper.set(draft('1'));
  await keeper.flush();
  const release = await memory.storage.hold(keeper.id, { steal: true });
  expect(onTaken).toHaveBeenCalledOnce();
  keeper.set(draft('2'));
  await keeper.flush();
  await keeper.end(false);
  expect([...memory.drafts.values()].map(textIn)).toEqual(['1']);
  expect(memory.held.has(keeper.id)).toBe(true);
  release?.();
  expect(memory.held.size).toBe(0);
});
