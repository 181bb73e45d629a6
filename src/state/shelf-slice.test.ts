import { describe, expect, it, vi } from 'vitest';
import { InternalError, UnsupportedError } from '../base/errors.ts';
import type { ShelfRow } from '../model/shelf-row.ts';
import { type FakeCall, fakePackage, fakeWorker } from '../testing/fake-worker.ts';
import type { Shelf, ShelfItem } from './shelf-slice.ts';
import { createAppStore } from './store.ts';

const ROW = { format: 'carton' } as ShelfRow;

function itemsOf(count: number, kind: 'file' | 'url', more: Partial<ShelfItem> = {}): ShelfItem[] {
  return Array.from({ length: count }, (_, at) => ({
    path: `${at}.carton`,
    format: 'carton',
    descriptor:
      kind === 'file' ? { kind, file: new File([], `${at}.carton`) } : { kind, url: `https://h.example/${at}.carton` },
    files: 1,
    size: 1,
    ...more,
  }));
}

function opened(items: ShelfItem[]) {
  const { client, calls } = fakeWorker();
  const store = createAppStore(client);
  const shelf: Shelf = { of: { kind: 'folder', name: 'm', files: [] }, name: 'm', items };
  store.getState().openShelf(shelf);
  const glances = () => calls.filter(({ name }) => name === 'glance');
  const askOf = ({ ask }: FakeCall) => (ask as { descriptor: ShelfItem['descriptor'] }).descriptor;
  const asked = () => glances().map((call) => items.findIndex(({ descriptor }) => descriptor === askOf(call)));
  const { seeItem } = store.getState();
  const see = (at: number) => seeItem(items[at] as ShelfItem);
  const phase = (at: number) => store.getState().shelfRows.get(items[at] as ShelfItem)?.phase;
  return { store, calls, shelf, glances, asked, see, phase };
}

const settle = async () => {
  await vi.advanceTimersByTimeAsync(500);
};

describe('the rows of a shelf', () => {
  it('of this computer are all read, those in view first', async () => {
    vi.useFakeTimers();
    const { glances, asked, see, phase } = opened(itemsOf(20, 'file'));
    expect(asked()).toEqual([0, 1]);
    for (const at of [10, 11, 12, 13, 14, 15]) see(at);
    expect(asked()).toEqual([0, 1, 10, 11, 12, 13]);
    for (let at = 0; at < 20; at++) {
      glances()[at]?.resolve(ROW);
      await settle();
    }
    expect(new Set(asked()).size).toBe(20);
    expect(phase(19)).toBe('ready');
    vi.useRealTimers();
  });

  it('on a host are read while they are in view, and not where another host is to be asked', async () => {
    vi.useFakeTimers();
    const items = [...itemsOf(3, 'url'), ...itemsOf(1, 'url', { held: 'other.example' })];
    const { glances, asked, see, phase } = opened(items);
    expect(asked()).toEqual([]);
    const unsee = see(1);
    see(3);
    expect(asked()).toEqual([1]);
    unsee();
    expect(glances()[0]?.signal?.aborted).toBe(true);
    await settle();
    expect(phase(1)).toBeUndefined();
    see(1);
    expect(asked()).toEqual([1, 1]);
    vi.useRealTimers();
  });

  it('fail alone', async () => {
    vi.useFakeTimers();
    const { glances, phase } = opened(itemsOf(3, 'file'));
    glances()[0]?.reject(new UnsupportedError('zip/encrypted', 'Encrypted.'));
    glances()[1]?.resolve(ROW);
    await settle();
    expect([phase(0), phase(1), phase(2)]).toEqual(['failed', 'ready', 'reading']);
    glances()[2]?.resolve(ROW);
    await settle();
    expect([phase(0), phase(2)]).toEqual(['failed', 'ready']);
    vi.useRealTimers();
  });

  it('that may have ended the worker are read one at a time, after the others', async () => {
    vi.useFakeTimers();
    const { glances, asked, phase } = opened(itemsOf(3, 'file'));
    const died = () => new InternalError('internal/worker-died', 'The reader stopped.');
    for (const call of glances().slice(0, 2)) call.reject(died());
    await settle();
    expect(asked()).toEqual([0, 1, 2]);
    glances()[2]?.resolve(ROW);
    await settle();
    expect(asked()).toEqual([0, 1, 2, 0]);
    glances()[3]?.reject(died());
    await settle();
    glances()[4]?.resolve(ROW);
    await settle();
    expect([phase(0), phase(1), phase(2)]).toEqual(['failed', 'ready', 'ready']);
    vi.useRealTimers();
  });

  it('are kept for when the shelf is shown again, and are no longer read where a package is open', async () => {
    vi.useFakeTimers();
    const { store, calls, shelf, glances, asked, phase } = opened(itemsOf(9, 'file'));
    glances()[0]?.resolve(ROW);
    await settle();
    const opening = store.getState().open({ kind: 'file', file: new File([], 'a') });
    calls.find(({ name }) => name === 'open')?.resolve({ handle: 1, package: fakePackage() });
    await opening;
    expect(store.getState().shelf).toBeUndefined();
    expect(glances().at(-1)?.signal?.aborted).toBe(true);
    await settle();
    const before = asked().length;
    store.getState().openShelf(shelf);
    expect([store.getState().load.phase, phase(0)]).toEqual(['empty', 'ready']);
    expect(asked().slice(before)).not.toContain(0);
    vi.useRealTimers();
  });
});
