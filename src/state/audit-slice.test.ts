import { describe, expect, it } from 'vitest';
import { BadFileError, CancelledError } from '../base/errors.ts';
import type { Audit, RunFacts } from '../model/run-facts.ts';
import { fakePackage, fakeWorker } from '../testing/fake-worker.ts';
import { openedOf } from './load.ts';
import { createAppStore } from './store.ts';

const CLOSED = { verify: false, edit: false, save: false };
const OPENING: RunFacts = { sentence: 'x', weight: 'warning', facts: [] };
const ALL: Audit = { runs: { sentence: 'x', weight: 'warning', facts: [{ kind: 'runs', text: ['x'] }] }, findings: [] };

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
  const { auditPackage } = store.getState();
  return { store, calls, auditPackage, open };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('auditPackage', () => {
  it('asks once for a package, however many wait, and again for the next one', async () => {
    const { calls, auditPackage, open } = await opened();
    const both = [auditPackage(), auditPackage()];
    await settled();
    expect(calls).toMatchObject([{ name: 'audit', ask: { handle: 1 } }]);
    calls[0]?.resolve(ALL);
    expect(await Promise.all(both)).toEqual([ALL, ALL]);
    expect(await auditPackage()).toBe(ALL);
    expect(calls).toHaveLength(1);
    await open(2);
    void auditPackage();
    await settled();
    expect(calls.at(-1)).toMatchObject({ name: 'audit', ask: { handle: 2 } });
  });

  it('is canceled when all that wait have gone, and can be asked again', async () => {
    const { calls, auditPackage } = await opened();
    const [first, second] = [new AbortController(), new AbortController()];
    const waiting = [auditPackage({ signal: first.signal }), auditPackage({ signal: second.signal })];
    await settled();
    first.abort();
    await expect(waiting[0]).rejects.toBeInstanceOf(CancelledError);
    expect(calls[0]?.signal?.aborted).toBe(false);
    second.abort();
    await expect(waiting[1]).rejects.toBeInstanceOf(CancelledError);
    expect(calls[0]?.signal?.aborted).toBe(true);
    const again = auditPackage();
    await settled();
    expect(calls).toHaveLength(2);
    calls[1]?.resolve(ALL);
    expect(await again).toBe(ALL);
    expect(await auditPackage()).toBe(ALL);
  });

  it('keeps no failure', async () => {
    const { calls, auditPackage } = await opened();
    const failing = auditPackage();
    await settled();
    calls[0]?.reject(new BadFileError('zip/overlap', 'broken'));
    await expect(failing).rejects.toMatchObject({ code: 'zip/overlap' });
    void auditPackage();
    await settled();
    expect(calls).toHaveLength(2);
  });

  it('keeps what is found, for all that show it, and nothing of a package that is gone', async () => {
    const { store, calls, auditPackage, open } = await opened();
    const first = auditPackage();
    await settled();
    const late = calls[0];
    await open(2);
    late?.resolve(ALL);
    await first;
    expect(store.getState().packageAudit).toBeUndefined();
    const second = auditPackage();
    await settled();
    calls.at(-1)?.resolve(ALL);
    await second;
    expect(store.getState().packageAudit).toMatchObject({ handle: 2, audit: ALL, isWhole: false });
  });

  it('keeps what is found when somebody asks for all files, of the package that it is of', async () => {
    const { store, calls } = await opened();
    const asked = store.getState().auditWhole({});
    await settled();
    expect(calls).toMatchObject([{ name: 'audit', ask: { handle: 1, readsAll: true } }]);
    calls[0]?.resolve(ALL);
    await asked;
    const { packageAudit, load } = store.getState();
    expect(packageAudit).toMatchObject({ audit: ALL, isWhole: true });
    expect(packageAudit?.of).toBe(openedOf(load)?.package);
  });

  it('asks of the package that the draft gives', async () => {
    const { store, calls, auditPackage } = await opened();
    const shown = fakePackage({ runs: OPENING });
    const draft = { texts: new Map(), files: [], renew: false };
    store.setState({ draft: { shown, shownDraft: { draft, id: 1 } } as never });
    void auditPackage();
    await settled();
    expect(calls).toMatchObject([{ name: 'audit', ask: { handle: 1, draft } }]);
  });
});
