import { describe, expect, it } from 'vitest';
import { BadFileError, CancelledError } from '../base/errors.ts';
import type { RunFacts } from '../model/run-facts.ts';
import { fakePackage, fakeWorker } from '../testing/fake-worker.ts';
import { openedOf } from './load.ts';
import { createAppStore } from './store.ts';

const CLOSED = { verify: false, edit: false, save: false };
const OPENING: RunFacts = { sentence: 'x', weight: 'warning', facts: [], unread: true };
const ALL: RunFacts = { sentence: 'x', weight: 'warning', facts: [{ kind: 'runs', text: ['x'] }] };

async function opened(runs: RunFacts | undefined = OPENING) {
  const { client, calls } = fakeWorker();
  const store = createAppStore(client);
  const open = async (handle: number) => {
    const opening = store.getState().open({ kind: 'file', file: new File(['x'], 'a.carton') });
    const pkg = fakePackage({ can: CLOSED, ...(runs ? { runs } : {}) });
    calls.findLast(({ name }) => name === 'open')?.resolve({ handle, package: pkg });
    await opening;
    calls.length = 0;
  };
  await open(1);
  const { readRuns } = store.getState();
  return { store, calls, readRuns, open };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('readRuns', () => {
  it('asks once for a package, however many wait, and again for the next one', async () => {
    const { calls, readRuns, open } = await opened();
    const both = [readRuns(), readRuns()];
    await settled();
    expect(calls).toMatchObject([{ name: 'whatRuns', ask: { handle: 1 } }]);
    calls[0]?.resolve(ALL);
    expect(await Promise.all(both)).toEqual([ALL, ALL]);
    expect(await readRuns()).toBe(ALL);
    expect(calls).toHaveLength(1);
    await open(2);
    void readRuns();
    await settled();
    expect(calls.at(-1)).toMatchObject({ name: 'whatRuns', ask: { handle: 2 } });
  });

  it('is canceled when all that wait have gone, and can be asked again', async () => {
    const { calls, readRuns } = await opened();
    const [first, second] = [new AbortController(), new AbortController()];
    const waiting = [readRuns({ signal: first.signal }), readRuns({ signal: second.signal })];
    await settled();
    first.abort();
    await expect(waiting[0]).rejects.toBeInstanceOf(CancelledError);
    expect(calls[0]?.signal?.aborted).toBe(false);
    second.abort();
    await expect(waiting[1]).rejects.toBeInstanceOf(CancelledError);
    expect(calls[0]?.signal?.aborted).toBe(true);
    const again = readRuns();
    await settled();
    expect(calls).toHaveLength(2);
    calls[1]?.resolve(ALL);
    expect(await again).toBe(ALL);
    expect(await readRuns()).toBe(ALL);
  });

  it('keeps no failure', async () => {
    const { calls, readRuns } = await opened();
    const failing = readRuns();
    await settled();
    calls[0]?.reject(new BadFileError('zip/overlap', 'broken'));
    await expect(failing).rejects.toMatchObject({ code: 'zip/overlap' });
    void readRuns();
    await settled();
    expect(calls).toHaveLength(2);
  });

  it('keeps what is found when somebody asks for all files, of the package that it is of', async () => {
    const { store, calls } = await opened();
    const asked = store.getState().readWholeRuns({});
    await settled();
    expect(calls).toMatchObject([{ name: 'whatRuns', ask: { handle: 1, readsAll: true } }]);
    calls[0]?.resolve(ALL);
    await asked;
    const { wholeRuns, load } = store.getState();
    expect(wholeRuns?.facts).toBe(ALL);
    expect(wholeRuns?.of).toBe(openedOf(load)?.package);
  });

  it('asks nothing where opening knows all', async () => {
    const { unread: _, ...known } = OPENING;
    const { calls, readRuns } = await opened(known);
    expect(await readRuns()).toBe(known);
    expect(calls).toEqual([]);
  });

  it('asks of the package that the draft gives', async () => {
    const { store, calls, readRuns } = await opened();
    const shown = fakePackage({ runs: OPENING });
    const draft = { texts: new Map(), files: [], renew: false };
    store.setState({ draft: { shown, shownDraft: { draft, id: 1 } } as never });
    void readRuns();
    await settled();
    expect(calls).toMatchObject([{ name: 'whatRuns', ask: { handle: 1, draft } }]);
  });
});
